import type { ModelDescription } from "../../access/data/model-description.js";
import { readDataModel } from "../../config/data-model/read-model.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import { readLiveState } from "../../live/read-live-state.js";
import { snapshotClient } from "../../live/snapshot/snapshot-client.js";
import { hasErrors } from "../../model/diagnostic.js";
import type { LiveState } from "../../model/state/live-state.js";
import { CommandError } from "../session/command-error.js";
import type { LoadedFile } from "../session/load-desired.js";
import { readSnapshot } from "../snapshot/read-snapshot.js";

/** Everything that a snapshot holds, of the organization that is asked for. */
export async function readSnapshotState(path: string, organizationId: string): Promise<LiveState> {
  const snapshot = await readSnapshot(path, organizationId);
  const held = new Set(snapshot.workspaces.map(({ id }) => id));
  const read = await readLiveState(snapshotClient(snapshot), {
    selection: (visible) => ({ managed: visible.filter(({ id }) => held.has(id)), problems: [] }),
    withRoster: () => true,
    needs: everythingNeeded,
  });
  if ("diagnostics" in read) throw new CommandError(read.outcome, read.diagnostics);
  return read.live;
}

/** The data model of the file, where there are both. */
export async function modelOf(file: LoadedFile | undefined): Promise<ModelDescription | undefined> {
  const folder = file?.desired.data_model;
  if (folder === undefined) return undefined;
  const model = await readDataModel(folder);
  if (hasErrors(model.diagnostics)) throw new CommandError("error", model.diagnostics);
  return model;
}
