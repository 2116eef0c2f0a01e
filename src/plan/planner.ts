import { InternalError } from "../model/internal-error.js";
import type { Plan } from "../model/plan/plan.js";
import type { DesiredState, DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveState, LiveWorkspace, ReadNeed } from "../model/state/live-state.js";
import { assemblePlan, type PlannedAccess } from "./assemble-plan.js";
import { diffWorkspace, type WorkspaceDiff } from "./diff/diff-workspace.js";
import { workspaceAtCreation } from "./diff/new-workspace.js";
import { withOrigins } from "./diff/origin.js";
import { baseUnderKeysOf } from "./input/base-now.js";
import { liveWorkspaceOf, managedWorkspaces, type PlanInput, type PlanOptions } from "./input/inputs.js";
import { needsRoster } from "./reads/reads-for-file.js";
import { requiredReads } from "./reads/required-reads.js";
import type { WorkspaceChanges } from "./workspace-part.js";

/** The part of the live organization that a plan needs. */
interface PlannedReads {
  readonly organizationId: string;
  /** The workspaces: by id if there is one, otherwise by name; a missing one is no error. */
  readonly selection: readonly { readonly name: string; readonly id?: string }[];
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
  let known: { readonly options: PlanOptions; readonly compare: CompareWorkspace } | undefined;
  /** The base under the keys of now, which the first look at the workspaces tells. */
  const around = (live: LiveState) => {
    if (known !== undefined) return known;
    const { base, keys } = baseUnderKeysOf(options.base, desired, live);
    known = { options: { ...options, base, renamedKeys: keys }, compare: comparisonWith(base) };
    return known;
  };
  const needs = (live: LiveState) => {
    const { options, compare } = around(live);
    return requiredReads({ desired, live, options }, compare);
  };
  return {
    reads: {
      organizationId: desired.organization.id,
      selection: managedWorkspaces(desired, options.base, undefined),
      withRoster: needsRoster(desired, options),
      needs,
    },
    plan(live) {
      if (needs(live).length > 0) throw new InternalError("the live state is not complete");
      const { options, compare } = around(live);
      const input = { desired, live, options };
      const managed = managedWorkspaces(desired, options.base, live);
      const changes = managed.map((workspace) => changesIn(workspace, input, compare));
      return assemblePlan(changes, input);
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
