import { InternalError } from "../model/internal-error.js";
import { asFindings } from "../model/plan/finding.js";
import type { DesiredState, DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace, ReadNeed } from "../model/state/live-state.js";
import { oncePer } from "../util/collections.js";
import { assemblePlan, type PlannedAccess } from "./assemble/assemble-plan.js";
import { diffWorkspace, type WorkspaceChanges, type WorkspaceDiff } from "./diff/diff-workspace.js";
import { workspaceAtCreation } from "./diff/new-workspace.js";
import { withOrigins } from "./diff/origin.js";
import {
  type Facts,
  liveWorkspaceOf,
  managedWorkspaces,
  type PlanInput,
  type SeenWorkspace,
} from "./input/inputs.js";
import { baseUnderKeys } from "./input/keys.js";
import { type IsNamed, namedBy } from "./input/named-things.js";
import { scopedRun, type WorkspaceSelection } from "./input/run-scope.js";
import { adminsInvited } from "./people/known-roles.js";
import { needsRoster } from "./reads/reads-for-file.js";
import { requiredReads } from "./reads/required-reads.js";

/** The part of the live organization that a plan needs. */
interface PlannedReads {
  readonly organizationId: string;
  /** The workspaces; a missing one is no error. */
  readonly selection: WorkspaceSelection;
  /** Returns true if members and invites of a workspace are needed in any case. */
  readonly withRoster?: (workspace: SeenWorkspace) => boolean;
  /** Returns true for names of which two would be to choose from. */
  readonly isNamed: IsNamed;
  /**
   * Lists the reads that the plan needs beyond those that were made. Ask again after each round, until the list is
   * empty (at most four rounds).
   */
  needs(live: LiveState): readonly ReadNeed[];
}

/** Plans one thing, and says what it has to know for that. It remembers what it compared: reading asks in rounds. */
interface Planner {
  readonly reads: PlannedReads;
  /** @throws InternalError when there still are `needs`. */
  plan(live: LiveState): PlannedAccess;
}

/** A planner for the desired state of a file. */
export function createPlanner(given: Facts): Planner {
  let known: { readonly facts: Facts; readonly compare: CompareWorkspace } | undefined;
  /** The workspaces of the run, and the base under the keys of now, which the first look at the workspaces tells. */
  const around = (live: LiveState) => {
    if (known !== undefined) return known;
    const { facts } = scopedRun(given, [...live.workspaces, ...live.unmanaged_workspaces]);
    const base = facts.base && baseUnderKeys(facts.base, facts.desired, live);
    known = { facts: { ...facts, base }, compare: comparisonWith(base?.desired) };
    return known;
  };
  const needs = (live: LiveState) => {
    const { facts, compare } = around(live);
    return requiredReads({ ...facts, live }, compare);
  };
  return {
    reads: {
      organizationId: given.desired.organization.id,
      selection(visible) {
        const { facts, problems } = scopedRun(given, visible);
        return { managed: managedWorkspaces(facts.desired, facts.base, undefined), problems };
      },
      withRoster: needsRoster(given),
      isNamed: namedBy(given),
      needs,
    },
    plan(live) {
      if (needs(live).length > 0) throw new InternalError("the live state is not complete");
      const { facts, compare } = around(live);
      const input = { ...facts, live };
      const managed = managedWorkspaces(facts.desired, facts.base, live);
      const changes = managed.map((workspace) => changesIn(workspace, input, compare));
      const isWhole = facts.desired.workspaces.length === given.desired.workspaces.length;
      const admins = isWhole ? [] : changes.flatMap(({ diff }) => adminsInvited(diff.changes));
      return assemblePlan(changes, input, asFindings("file", admins));
    },
  };
}

/** Compares one workspace of the file with the live one, or else with what it will be when it is created. */
type CompareWorkspace = (
  desired: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  created?: LiveWorkspace,
) => WorkspaceDiff;

/** Compares each live workspace once with each of the files. */
function comparisonWith(base: DesiredState | undefined): CompareWorkspace {
  const withLive = oncePer((live: LiveWorkspace) =>
    oncePer((desired: DesiredWorkspace) => diffWorkspace(desired, live, base)),
  );
  return (desired, live, created) =>
    live ? withLive(live)(desired) : diffWorkspace(desired, undefined, base, created);
}

function changesIn(
  workspace: DesiredWorkspace,
  { live, base }: PlanInput,
  compare: CompareWorkspace,
): WorkspaceChanges {
  const liveWorkspace = liveWorkspaceOf(live, workspace);
  const created =
    liveWorkspace === undefined && workspace.state === "present"
      ? workspaceAtCreation(workspace.name, live)
      : undefined;
  const diff = compare(workspace, liveWorkspace, created);
  const both = { workspace, liveWorkspace, start: liveWorkspace ?? created };
  if (base === undefined) return { ...both, diff };
  const earlier = base.desired.workspaces.find(({ name }) => name === workspace.name);
  const ofBase = earlier && { workspace: earlier, diff: compare(earlier, liveWorkspace, created) };
  const changes = withOrigins(workspace, diff.changes, ofBase);
  return { ...both, diff: { ...diff, changes }, ...(ofBase && { ofBase }) };
}
