/** The contents of a snapshot; the build makes these types of schemas/snapshot.schema.json. */
export type {
  AsOf,
  Scope,
  Snapshot,
  SnapshotGroup,
  SnapshotMember,
  SnapshotWorkspace,
} from "../generated/documents.js";
