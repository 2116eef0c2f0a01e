import type { ReadClient } from "../../api/operations.js";
import { quote, quoteAll } from "../../config/text/wording.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import { type ReadOptions, readLiveState, type SelectedWorkspaces } from "../../live/read-live-state.js";
import type { VisibleWorkspace } from "../../live/visible-workspaces.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { CommandContext } from "../context/context.js";
import { readShowingProgress } from "../session/progress.js";

/** Reads all there is of the workspaces that are selected: rosters, groups, attributes and every value. */
export async function readEverything(
  context: CommandContext,
  client: ReadClient,
  organizationId: string | undefined,
  selection: ReadOptions["selection"],
): Promise<LiveState> {
  return await readShowingProgress(context, client, () =>
    readLiveState(client, {
      organizationId,
      selection,
      withRoster: () => true,
      needs: everythingNeeded,
      signal: context.stop,
    }),
  );
}

/** Selects the workspaces of these names or ids, all of them where none are given; an unknown name is a problem. */
export const workspacesNamed =
  (asked: readonly string[] | undefined) =>
  (visible: readonly VisibleWorkspace[]): SelectedWorkspaces => {
    if (asked === undefined) return { managed: visible, problems: [] };
    const has = ({ name, id }: VisibleWorkspace, text: string) => name === text || id === text;
    const unknown = asked.filter((text) => !visible.some((workspace) => has(workspace, text)));
    return {
      managed: visible.filter((workspace) => asked.some((text) => has(workspace, text))),
      problems: unknown.map(
        (name): Diagnostic => ({
          severity: "error",
          code: "workspace-not-visible",
          summary: `The token sees no workspace ${quote(name)}`,
          detail: `There are ${quoteAll(visible.map((w) => w.name)) || "none"}. \`orgform whoami\` shows what the token reaches.`,
        }),
      ),
    };
  };
