import { everythingNeeded } from "../../live/everything-needed.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Moments } from "../../model/plan/view.js";
import { type DesiredState, type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import { liveWorkspaceOf } from "../../plan/input/inputs.js";
import { momentsNow } from "../../plan/people/moments.js";
import { memberNeeds } from "../../plan/reads/reads.js";
import { nameText } from "../../report/words/labels.js";
import { setOf } from "../../util/collections.js";
import type { CommandContext } from "../context/context.js";
import { assertKnown } from "../context/named.js";
import type { SharedOptions } from "../context/options.js";
import type { ReadConnection } from "../session/connect.js";
import { makePlan } from "../session/make-plan.js";
import { readEverything } from "../session/read-live.js";
import type { Session } from "../session/session.js";

/** The workspaces of the file that a question is about; a name that the file does not have ends the command. */
export function workspacesAsked(
  { workspaces }: DesiredState,
  { workspace }: SharedOptions,
): readonly DesiredWorkspace[] {
  const known = workspaces.map(({ name }) => name);
  assertKnown(known, workspace, "workspace");
  return workspaces.filter(({ name }) => workspace?.includes(name) !== false);
}

/** The people and their values in the workspaces that are asked about. */
export interface ReadAccess {
  readonly moments: readonly Moments[];
  readonly live: LiveState;
  /** The plan; absent if the question is only about the present. */
  readonly plan?: Plan;
}

type Needs = (live: LiveState) => readonly ReadNeed[];

/** Reads all rosters as well, since each may name an organization admin; a snapshot of a part has its own only. */
export const withRosters =
  ({ asOf }: ReadConnection, needs: Needs): Needs =>
  (live) => {
    const all = [...live.workspaces, ...live.unmanaged_workspaces];
    const shown = all.filter(({ name }) => asOf?.scope?.includes(name) !== false);
    return [...shown.flatMap(memberNeeds), ...needs(live)];
  };

/** Reads all there is of these workspaces; makes no plan, as only what is counts. */
export async function readAccessNow(
  context: CommandContext,
  connection: ReadConnection,
  { organization, workspaces }: DesiredState,
): Promise<ReadAccess> {
  const live = await readEverything(context, connection.client, {
    organizationId: organization.id,
    selection: presentIn(workspaces),
    needs: withRosters(connection, everythingNeeded),
  });
  return { moments: momentsNow(workspaces, live), live };
}

/**
 * Plans, and also reads what `needs` asks for: by default all parts of the workspaces that are asked about.
 */
export async function readAccessPlanned(
  session: Session<SharedOptions>,
  asked: readonly DesiredWorkspace[],
  needs: Needs = everythingNeeded,
): Promise<ReadAccess & { readonly plan: Plan }> {
  const also = withRosters(await session.connection(), (known) =>
    needs({ ...known, workspaces: asked.flatMap((one) => liveWorkspaceOf(known, one) ?? []) }),
  );
  const { plan, live, moments } = await makePlan(session, { also });
  const names = setOf(asked, "name");
  return { plan, live, moments: moments.filter(({ workspace }) => names.has(workspace)) };
}

/** Reports the workspaces that do not exist: a list without their people could seem complete. */
export function reportMissing({ stderr }: CommandContext, moments: readonly Moments[]): void {
  for (const { workspace, exists } of moments) {
    if (!exists)
      stderr.write(
        `${nameText(workspace)} does not exist, or this token does not see it, so nobody in it is listed.\n`,
      );
  }
}
