import { quote, quoteAll } from "../../config/validate/wording.js";
import type { Selection } from "../../live/read-live-state.js";
import type { VisibleWorkspace } from "../../live/visible-workspaces.js";
import type { Diagnostic } from "../../model/diagnostic.js";

/** The workspaces of these names or ids, all of them where none are given; a problem for each name that none has. */
export function chosenWorkspaces(
  visible: readonly VisibleWorkspace[],
  asked: readonly string[] | undefined,
): Selection {
  const unknown = (asked ?? []).filter((name) => !visible.some((w) => w.name === name || w.id === name));
  return {
    managed: visible.filter(
      ({ id, name }) => asked === undefined || asked.includes(name) || asked.includes(id),
    ),
    problems: unknown.map(
      (name): Diagnostic => ({
        severity: "error",
        code: "workspace-not-visible",
        summary: `The token sees no workspace ${quote(name)}`,
        detail: `There are ${quoteAll(visible.map((w) => w.name)) || "none"}. \`orgform whoami\` shows what the token reaches.`,
      }),
    ),
  };
}
