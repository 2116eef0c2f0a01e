import { InternalError } from "../model/internal-error.js";
import { asFindings } from "../model/plan/finding.js";
import type { Plan } from "../model/plan/plan.js";
import type { DesiredState, DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace, ReadNeed } from "../model/state/live-state.js";
import { assemblePlan, type PlannedAccess } from "./assemble-plan.js";
import { diffWorkspace, type WorkspaceDiff } from "./diff/diff-workspace.js";
import { workspaceAtCreation } from "./diff/new-workspace.js";
import { withOrigins } from "./diff/origin.js";
import { liveWorkspaceOf, managedWorkspaces, type PlanInput, type PlanOptions } from "./input/inputs.js";
import { baseUnderKeys } from "./input/keys.js";
import { scopedRun, type WorkspaceSelection } from "./input/run-scope.js";
import { adminsInvited } from "./people/roles.js";
import { needsRoster } from "./reads/reads-for-file.js";
import { requiredReads } from "./reads/required-reads.js";
import type { WorkspaceChanges } from "./workspace-part.js";

/** The part of the live organization that a plan needs. */
interface PlannedReads {
  readonly organizationId: string;
  /** The workspaces; a missing one is no error. */
  readonly selection: WorkspaceSelection;
  /** Returns true if members and invites of a workspace are needed in any case. */
  readonly withRoster?: (workspace: Pick<LiveWorkspace, "id" | "name">) => boolean;
  /**
   * Lists the reads that the plan needs beyond those that were made. Ask again after each round, until the list is
   * empty (at most four rounds).
   */
  needs(live: LiveState): readonly ReadNeed[];
}

/** Plans one thing, and says what it has to know for that. It remembers what it compared: reading asks in rounds. */
export interface Planner {
  readonly reads: PlannedReads;
  /** @throws InternalError when there still are `needs`. */
  plan(live: LiveState): PlannedAccess;
}

/** A planner for the desired state of a file. */
export function createPlanner(desired: DesiredState, options: PlanOptions): Planner {
  let known: (Omit<PlanInput, "live"> & { readonly compare: CompareWorkspace }) | undefined;
  /** The workspaces of the run, and the base under the keys of now, which the first look at the workspaces tells. */
  const around = (live: LiveState) => {
    if (known !== undefined) return known;
    const run = scopedRun(desired, options, [...live.workspaces, ...live.unmanaged_workspaces]);
    const now = baseUnderKeys(run.options.base, run.desired, live);
    known = {
      desired: run.desired,
      options: { ...run.options, ...now },
      compare: comparisonWith(now.base),
    };
    return known;
  };
  const needs = (live: LiveState) => {
    const { compare, ...input } = around(live);
    return requiredReads({ ...input, live }, compare);
  };
  return {
    reads: {
      organizationId: desired.organization.id,
      selection(visible) {
        const run = scopedRun(desired, options, visible);
        return {
          managed: managedWorkspaces(run.desired, run.options.base, undefined),
          problems: run.problems,
        };
      },
      withRoster: needsRoster(desired, options),
      needs,
    },
    plan(live) {
      if (needs(live).length > 0) throw new InternalError("the live state is not complete");
      const { compare, ...run } = around(live);
      const input = { ...run, live };
      const managed = managedWorkspaces(run.desired, run.options.base, live);
      const changes = managed.map((workspace) => changesIn(workspace, input, compare));
      if (run.desired.workspaces.length === desired.workspaces.length) return assemblePlan(changes, input);
      const findings = asFindings(
        "file",
        changes.flatMap(({ diff }) => adminsInvited(diff.changes)),
      );
      return assemblePlan(changes, input, findings);
    },
  };
}

/**
 * Plans the changes and their effect on access. A pure function: equal inputs give byte-identical plans,
 * regardless of the order of keys or rows. The live state must hold everything that planning needs.
 *
 * @throws InternalError when the live state was not read far enough.
 */
export function createPlan(desired: DesiredState, live: LiveState, options: PlanOptions): Plan {
  return createPlanner(desired, options).plan(live).plan;
}

/** Compares one workspace of the file with the live one, or else with what it will be when it is created. */
type CompareWorkspace = (
  desired: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  created?: LiveWorkspace,
) => WorkspaceDiff;

/** Compares each live workspace once, as long as it is held against the same one of the file. */
function comparisonWith(base: DesiredState | undefined): CompareWorkspace {
  const latest = new WeakMap<
    LiveWorkspace,
    { readonly desired: DesiredWorkspace; readonly diff: WorkspaceDiff }
  >();
  return (desired, live, created) => {
    const known = live && latest.get(live);
    if (known?.desired === desired) return known.diff;
    const diff = diffWorkspace(desired, live, base, created);
    if (live !== undefined) latest.set(live, { desired, diff });
    return diff;
  };
}

function changesIn(
  workspace: DesiredWorkspace,
  { desired, live, options }: PlanInput,
  compare: CompareWorkspace,
): WorkspaceChanges {
  const liveWorkspace = liveWorkspaceOf(live, workspace);
  const created =
    liveWorkspace === undefined && workspace.state === "present"
      ? workspaceAtCreation(workspace.name, live)
      : undefined;
  const diff = compare(workspace, liveWorkspace, created);
  const changes = withOrigins(workspace, diff.changes, desired, options.base);
  return { workspace, liveWorkspace, start: liveWorkspace ?? created, diff: { ...diff, changes } };
}
