import type { ReadClient } from "../../api/operations.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import { type ReadOptions, readLiveState } from "../../live/read-live-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { chosenWorkspaces } from "../file/chosen-workspaces.js";
import type { CommandContext } from "../session/context.js";
import { readShowingProgress } from "../session/progress.js";

/** Everything of these workspaces, all of them where none are named. */
export async function readEverything(
  context: CommandContext,
  client: ReadClient,
  wanted: { readonly organizationId: string | undefined; readonly workspaces: readonly string[] | undefined },
): Promise<LiveState> {
  const reading: ReadOptions = {
    signal: context.stop,
    ...(wanted.organizationId === undefined ? {} : { organizationId: wanted.organizationId }),
    selection: (visible) => chosenWorkspaces(visible, wanted.workspaces),
    withRoster: () => true,
    needs: everythingNeeded,
  };
  return await readShowingProgress(context, client, () => readLiveState(client, reading));
}
