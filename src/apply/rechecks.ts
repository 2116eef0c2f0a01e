import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { KINDS } from "../kinds/registry.js";
import { type Address, ancestorAddress } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { canonicalEmail } from "../model/email.js";
import type { CountedSource, Plan, Step } from "../model/plan/plan.js";
import { groupBy } from "../util/collections.js";
import { foundTwice } from "./apply-diagnostic.js";
import { endsTheRun } from "./carry-out.js";
import type { ResourceIds } from "./resource-ids.js";
import { sourcesGone } from "./sources-gone.js";
import type { Task, TaskOutcomes } from "./walk.js";

/**
 * A read between the writes of a run that checks the organization again: somebody else may be writing too.
 *
 * The service has no transactions and no locks, and creating the same thing twice is no error there. A plan is made of
 * earlier reads; these checks read a little again before writes that would do harm on old facts, harm that a later run
 * cannot undo. They are tasks of the same walk as the writes, with steps that they wait for and steps that wait for
 * them.
 *
 * After something was created, and before anything is put into it. An example: runs A and B both create a group East
 * and give it a value that hides rows.
 *
 *     A creates East (g1)    A lists groups: g1             A goes on
 *               B creates East (g2)    B lists groups: g1, g2    B stops: two groups of one name
 *
 * Each lists after its own creation, so whichever lists last comes after both creations and sees both. At least one run
 * stops, with nothing in its group, and says which ids to check. To check before creating would not do: both could find
 * nothing and then both create.
 *
 * Before something is removed that counts on another source. An example: Ada leaves West, which is safe only because
 * East gives her a region as well. If somebody takes East's value away after the plan was made, the removal would leave
 * her without any, and she would see all rows. So East's values are read right before the first removal of the
 * workspace and, as the value may go in the same second, once more when the workspace is done: that does not prevent
 * anything, and is reported.
 *
 * A check that fails is a problem like one that finds something: nothing may be built on what was not seen.
 */
interface Recheck extends Task {
  /** The resource that it checks, for the report of a step that waits for it. */
  readonly address: Address;
  check(outcomes: TaskOutcomes): Promise<RecheckResult>;
}

/** The result of a recheck: problems, and `fatal` if nothing else may be started. */
interface RecheckResult {
  readonly problems: readonly Diagnostic[];
  readonly fatal: boolean;
}

/** A recheck without its number, after some steps and before others. */
interface UnnumberedRecheck {
  readonly address: Address;
  readonly after: readonly Step[];
  readonly before: readonly Step[];
  check(outcomes: TaskOutcomes): Promise<RecheckResult>;
}

/**
 * The steps of a plan with rechecks among them: of the names of new workspaces and groups before anything is put into
 * them, of the sources that the removals of a workspace count on right before the first of them, and of the same
 * sources and of new invites when the workspace is done. If two runs create the same thing, the later check sees the
 * duplicate and stops.
 */
export function withRechecks(
  plan: Plan,
  client: Client,
  resourceIds: ResourceIds,
): readonly (Step | Recheck)[] {
  const byWorkspace = groupBy(plan.steps, ({ address }) => ancestorAddress(address, 1));
  const counted = groupBy(plan.counted_sources, ({ removal }) => ancestorAddress(removal, 1));
  const places = [
    ...atNewWorkspaces(plan.steps, client, resourceIds),
    ...[...byWorkspace].flatMap(([workspace, steps]) => [
      ...atNewGroups(steps, plan.steps, client, resourceIds),
      ...atSources({ workspace, steps, counted: counted.get(workspace) ?? [] }, client, resourceIds),
      ...atNewInvites(workspace, steps, client, resourceIds),
    ]),
  ];
  const waitFor = new Map<Step, number[]>();
  const rechecks = places.map(({ address, after, before, check }, i): Recheck => {
    // Before any step that is ready at the same time: others wait for it.
    const step = -1 - i;
    for (const each of before) waitFor.set(each, [...(waitFor.get(each) ?? []), step]);
    return {
      step,
      address,
      needs: [],
      after: after.map((each) => each.step),
      check: guarded(address, check),
    };
  });
  const steps = plan.steps.map((step) => {
    const more = waitFor.get(step);
    return more === undefined ? step : { ...step, needs: [...step.needs, ...more] };
  });
  return [...steps, ...rechecks];
}

/** Reports a check that fails as a problem: no write may depend on a state that was not seen. */
function guarded(address: Address, check: UnnumberedRecheck["check"]): Recheck["check"] {
  return async (outcomes) => {
    try {
      return await check(outcomes);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { problems: [{ ...apiDiagnostic(error), address }], fatal: endsTheRun(error) };
    }
  };
}

const creates =
  (kind: Step["kind"]) =>
  (step: Step): boolean =>
    step.kind === kind && step.action === "create";

function atNewWorkspaces(
  steps: readonly Step[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedRecheck[] {
  return atNew(steps.filter(creates("workspace")), steps, async (made) =>
    duplicatesOf(
      made,
      resourceIds,
      (await client.listWorkspaces()).data.filter((row) => row.archived_at == null),
    ),
  );
}

/** Groups that are made before anything else share one recheck; one that waits for other writes has its own. */
function atNewGroups(
  steps: readonly Step[],
  all: readonly Step[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedRecheck[] {
  const workspaces = new Set(all.filter(creates("workspace")).map(({ step }) => step));
  const groups = steps.filter(creates("group"));
  const isFirst = ({ needs }: Step): boolean => needs.every((need) => workspaces.has(need));
  const batches = [groups.filter(isFirst), ...groups.filter((step) => !isFirst(step)).map((step) => [step])];
  return batches.flatMap((made) =>
    atNew(made, steps, async (done) => {
      const workspace_id = resourceIds.workspaceIdOf(done[0]?.address ?? "");
      const { data } = await client.listGroups({ workspace_id });
      // A file calls the built-in group All Users, whatever its live name.
      return duplicatesOf(
        done,
        resourceIds,
        data.filter(({ is_all_users }) => !is_all_users),
      );
    }),
  );
}

function atNewInvites(
  address: Address,
  steps: readonly Step[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedRecheck[] {
  const invites = steps.filter(creates("invite"));
  return atNew(invites, [], async (done) => {
    const { data } = await client.listInvites({ workspace_id: resourceIds.workspaceIdOf(address) });
    return duplicatesOf(
      done,
      resourceIds,
      data.map(({ id, email }) => ({ id, name: email })),
    );
  });
}

/** A recheck after these creations, before anything that needs one of them. */
function atNew(
  made: readonly Step[],
  steps: readonly Step[],
  duplicates: (done: readonly Step[]) => Promise<readonly Diagnostic[]>,
): UnnumberedRecheck[] {
  const [first] = made;
  if (first === undefined) return [];
  const numbers = new Set(made.map(({ step }) => step));
  return [
    {
      address: first.address,
      after: made,
      before: steps.filter(({ needs }) => needs.some((need) => numbers.has(need))),
      async check(outcomes) {
        const done = made.filter(({ step }) => outcomes.get(step) === "done");
        const problems = done.length === 0 ? [] : await duplicates(done);
        return { problems, fatal: problems.length > 0 };
      },
    },
  ];
}

/** The steps of a workspace, and the sources that its removals count on. */
interface CountedSteps {
  readonly workspace: Address;
  readonly steps: readonly Step[];
  readonly counted: readonly CountedSource[];
}

/** Looks at what removals count on, before them and when everything in the workspace is done. */
function atSources(
  { workspace, steps, counted }: CountedSteps,
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedRecheck[] {
  const removals = new Set(counted.map(({ removal }) => removal));
  const isCounting = ({ action, address }: Step): boolean => action === "delete" && removals.has(address);
  const counting = steps.filter(isCounting);
  if (counting.length === 0) return [];
  const behind = new Set<number>();
  for (const step of steps) {
    if (isCounting(step) || step.needs.some((need) => behind.has(need))) behind.add(step.step);
  }
  const check =
    (removed: boolean): UnnumberedRecheck["check"] =>
    async (outcomes) => ({
      problems: await sourcesGone({ client, resourceIds, steps, counted, outcomes, removed }),
      fatal: false,
    });
  const ahead = steps.filter(({ step }) => !behind.has(step));
  return [
    { address: workspace, after: ahead, before: counting, check: check(false) },
    { address: workspace, after: steps, before: [], check: check(true) },
  ];
}

/** Resources that this run made and whose name another one in the same list has. */
function duplicatesOf(
  made: readonly Step[],
  resourceIds: Pick<ResourceIds, "idOf">,
  rows: readonly { readonly id: string; readonly name: string }[],
): readonly Diagnostic[] {
  const byName = groupBy(rows, ({ name }) => name);
  return made.flatMap((step) => {
    const own = resourceIds.idOf(step.address);
    const others = (byName.get(nameIn(step)) ?? []).map(({ id }) => id).filter((id) => id !== own);
    return others.length === 0 ? [] : [foundTwice(step, [own, ...others])];
  });
}

/** Invites are listed by their addresses in canonical form. */
function nameIn({ kind, fields }: Step): string {
  return KINDS[kind].sendsMail ? canonicalEmail(String(fields.email)) : String(fields.name);
}
