/** What is in a snapshot is described in schemas/snapshot.schema.json, which the build makes these types of. */
export type {
  AsOf,
  Snapshot,
  SnapshotGroup,
  SnapshotMember,
  SnapshotWorkspace,
} from "../generated/documents.js";
