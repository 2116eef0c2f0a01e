import type { ReadClient } from "../../api/operations.js";
import { choicesAtPath } from "../../config/validate/file-schema.js";
import { quote, quoteAll } from "../../config/validate/wording.js";
import { everythingNeeded } from "../../live/everything-needed.js";
import { sayable } from "../../live/export/exportable.js";
import { toDesiredState } from "../../live/export/to-desired.js";
import { type ReadOptions, readLiveState, type Selection } from "../../live/read-live-state.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState, ServiceTarget } from "../../model/state/desired-state.js";
import { visible } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import type { CommandContext } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";
import { readShowingProgress } from "../session/progress.js";

/** What to export. */
export interface ExportRequest {
  /** Names or ids; everything unless given. */
  readonly workspaces: readonly string[] | undefined;
  /** What the file is to say about where the service is. */
  readonly service: ServiceTarget;
  readonly organizationId: string | undefined;
}

/** Reads workspaces of the live organization, whole, as a desired state whose plan is empty. */
export async function exportOrganization(
  context: CommandContext,
  options: CommonOptions,
  client: ReadClient,
  { workspaces, service, organizationId }: ExportRequest,
): Promise<DesiredState> {
  const live = await readShowingProgress(context, options, client, () =>
    readLiveState(client, {
      signal: context.stop,
      ...(organizationId === undefined ? {} : { organizationId }),
      selection: (visible) => choose(visible, workspaces),
      withRoster: () => true,
      needs: everythingNeeded,
    }),
  );
  const roles = choicesAtPath(["workspaces", "", "members", "", "role"]);
  const { desired, left_out } = sayable(toDesiredState(live, service, roles));
  if (left_out.length > 0) {
    const names = nameList(left_out.map(visible));
    context.stderr.write(`Left unmanaged, because these people have no valid e-mail address: ${names}\n`);
  }
  return desired;
}

type Visible = Parameters<Extract<ReadOptions["selection"], (...args: never) => unknown>>[0];

/** Two workspaces of one name cannot stand in one file: one of them can, by its id. */
function choose(visible: Visible, asked: readonly string[] | undefined): Selection {
  const unknown = (asked ?? []).filter((name) => !visible.some((w) => w.name === name || w.id === name));
  const managed = visible.filter(
    ({ id, name }) => asked === undefined || asked.includes(name) || asked.includes(id),
  );
  const twins = [...groupBy(managed, ({ name }) => name)].filter(([, same]) => same.length > 1);
  return {
    managed,
    problems: [
      ...unknown.map((name): Diagnostic => {
        const detail = `There are ${quoteAll(visible.map((w) => w.name)) || "none"}. \`orgform whoami\` shows what the token reaches.`;
        return problem("workspace-not-visible", `The token sees no workspace ${quote(name)}`, detail);
      }),
      ...twins.map(([name, same]) => {
        const ids = same.map(({ id }) => id);
        const detail = `Their ids are ${ids.join(", ")}. A file names a workspace once: export one of them with \`--workspace ${ids[0]}\` (the file pins it to its id), or rename one in the service.`;
        return problem("duplicate-live-name", `Several workspaces are called ${quote(name)}`, detail);
      }),
    ],
  };
}

const problem = (code: Diagnostic["code"], summary: string, detail: string): Diagnostic => ({
  severity: "error",
  code,
  summary,
  detail,
});
