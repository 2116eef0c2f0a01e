import type { ValidFile } from "../../config/config.js";
import { choicesAtPath } from "../../config/text/file-schema.js";
import { quote } from "../../config/text/wording.js";
import { exportable, toDesiredState } from "../../live/export/to-desired.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type {
  DesiredState,
  PresentWorkspace,
  ServiceTarget,
  StateWithoutRules,
} from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { arrivesBySignIn } from "../../plan/diff/waiting.js";
import { isSame, liveWorkspaceOf } from "../../plan/input/inputs.js";
import type { SelectedWorkspaces } from "../../plan/input/run-scope.js";
import { groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import type { SharedOptions } from "../context/options.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import type { Session } from "../session/session.js";

interface ExportRequest {
  /** The names or ids of workspaces; all by default. */
  readonly workspaces?: readonly string[] | undefined;
  /** The `service` of the file. */
  readonly service: ServiceTarget;
}

/** Reads complete workspaces of the live organization as a desired state whose plan is empty. */
export async function exportOrganization(
  { context, ...session }: Session<SharedOptions, ValidFile | undefined>,
  { workspaces, service }: ExportRequest,
): Promise<StateWithoutRules> {
  const { client, asOf } = await session.connection();
  const known = (await session.file())?.desired;
  const live = await readEverything(context, client, {
    organizationId: known?.organization.id,
    selection: (visible) => withoutDuplicates(workspacesNamed(workspaces, asOf)(visible)),
    isNamed: () => true,
  });
  const roles = choicesAtPath(["workspaces", "", "members", "", "role"]);
  const { desired, left_out } = exportable(toDesiredState(live, service, roles));
  if (left_out.length > 0) {
    const names = nameList(left_out.map(visible));
    context.stderr.write(`Left unmanaged, because these people have no valid e-mail address: ${names}\n`);
  }
  return { ...desired, workspaces: desired.workspaces.map((one) => arrivingAsIn(known, one, live)) };
}

/** A workspace with the way of arrival in a file, if there is one: no endpoint shows it. */
function arrivingAsIn(
  known: DesiredState | undefined,
  exported: PresentWorkspace,
  live: LiveState,
): PresentWorkspace {
  const found = liveWorkspaceOf(live, exported);
  const isBySignIn = known?.workspaces.some((one) => found && isSame(one, found) && arrivesBySignIn(one));
  return isBySignIn ? { ...exported, arrive_by: "sign_in" } : exported;
}

/** A file cannot hold two workspaces of one name; it can hold one of them, by its id. */
function withoutDuplicates({ managed, problems }: SelectedWorkspaces): SelectedWorkspaces {
  const duplicates = [...groupBy(managed, ({ name }) => name)].filter(([, same]) => same.length > 1);
  return {
    managed,
    problems: [
      ...problems,
      ...duplicates.map(([name, same]): Diagnostic => {
        const ids = same.map(({ id }) => id);
        return finding(
          "duplicate-live-name",
          `Several workspaces are called ${quote(name)}`,
          `Their ids are ${ids.join(", ")}. A file names a workspace once: export one of them with \`--workspace ${ids[0]}\` (the file pins it to its id), or rename one in the service.`,
        );
      }),
    ],
  };
}
