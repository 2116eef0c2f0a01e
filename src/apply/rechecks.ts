import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { KINDS } from "../kinds/registry.js";
import { type Address, ancestorAddress } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import { canonicalEmail } from "../model/email.js";
import type { CountedSource, Plan, Step } from "../model/plan/plan.js";
import { groupBy, setOf } from "../util/collections.js";
import { foundTwice, madeMeanwhile } from "./apply-diagnostic.js";
import { endsTheRun } from "./carry-out.js";
import { lookUntilShown } from "./look-again.js";
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
 * nothing and then both create. It is done as well: a plan that was made of reads that lagged behind the writes of the
 * run before creates nothing a second time.
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

/** A recheck without its number, after some steps and before others; `isFatal` if a problem ends the run. */
interface UnnumberedRecheck {
  readonly address: Address;
  readonly after: readonly Step[];
  readonly before: readonly Step[];
  readonly isFatal: boolean;
  check(outcomes: TaskOutcomes): Promise<readonly Diagnostic[]>;
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
  const run = { plan, client, resourceIds };
  const places = [
    ...atNewWorkspaces(run),
    ...[...byWorkspace].flatMap(([workspace, steps]) => [
      ...atNewGroups(steps, run),
      ...atSources(workspace, steps, counted.get(workspace) ?? [], run),
      ...atNewInvites(workspace, steps, run),
    ]),
  ];
  const waitFor = new Map<Step, number[]>();
  const rechecks = places.map((place, i): Recheck => {
    // Before any step that is ready at the same time: others wait for it.
    const step = -1 - i;
    for (const each of place.before) waitFor.set(each, [...(waitFor.get(each) ?? []), step]);
    const after = place.after.map((each) => each.step);
    return { step, address: place.address, needs: [], after, check: guarded(place) };
  });
  const steps = plan.steps.map((step) => {
    const more = waitFor.get(step);
    return more === undefined ? step : { ...step, needs: [...step.needs, ...more] };
  });
  return [...steps, ...rechecks];
}

/** Reports a check that fails as a problem: no write may depend on a state that was not seen. */
function guarded({ address, isFatal, check }: UnnumberedRecheck): Recheck["check"] {
  return async (outcomes) => {
    try {
      const problems = await check(outcomes);
      return { problems, fatal: isFatal && problems.length > 0 };
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

/** What the checks of creations need of a run. */
interface CheckedRun {
  readonly plan: Plan;
  readonly client: Client;
  readonly resourceIds: ResourceIds;
}

/** A row of a list; of a group with the ids of its people. */
interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly users?: readonly string[];
}

const atNewWorkspaces = (run: CheckedRun): UnnumberedRecheck[] =>
  atNew(run, run.plan.steps.filter(creates("workspace")), async () =>
    (await run.client.listWorkspaces()).data.filter((row) => row.archived_at == null),
  );

/** Groups that are made before anything else share their rechecks; one that waits for other writes has its own. */
function atNewGroups(steps: readonly Step[], run: CheckedRun): UnnumberedRecheck[] {
  const { plan, client, resourceIds } = run;
  const workspaces = setOf(plan.steps.filter(creates("workspace")), "step");
  const groups = steps.filter(creates("group"));
  const isFirst = ({ needs }: Step): boolean => needs.every((need) => workspaces.has(need));
  const batches = [groups.filter(isFirst), ...groups.filter((step) => !isFirst(step)).map((step) => [step])];
  return batches.flatMap((made) =>
    atNew(run, made, async (address) => {
      const { data } = await client.listGroups({ workspace_id: resourceIds.workspaceIdOf(address) });
      // A file calls the built-in group All Users, whatever its live name.
      return data.filter(({ is_all_users }) => !is_all_users);
    }),
  );
}

const atNewInvites = (workspace: Address, steps: readonly Step[], run: CheckedRun): UnnumberedRecheck[] =>
  atNew(run, steps.filter(creates("invite")), async () => {
    const { data } = await run.client.listInvites({ workspace_id: run.resourceIds.workspaceIdOf(workspace) });
    return data.map(({ id, email }) => ({ id, name: email }));
  });

/** A look right before these creations, and one after them, before anything that needs one of them. */
function atNew(
  { plan, client, resourceIds }: CheckedRun,
  made: readonly Step[],
  list: (address: Address) => Promise<readonly NamedRow[]>,
): UnnumberedRecheck[] {
  const [first] = made;
  if (first === undefined) return [];
  const { address } = first;
  const numbers = setOf(made, "step");
  const needed = new Set(made.flatMap(({ needs }) => needs));
  return [
    {
      address,
      after: plan.steps.filter(({ step }) => needed.has(step)),
      before: made,
      isFatal: true,
      async check(outcomes) {
        const ready = made.filter(({ needs }) => needs.every((need) => outcomes.get(need) === "done"));
        const rows = ready.length === 0 ? [] : await lookUntilShown(client, () => list(address));
        return takenNames(plan, ready, resourceIds, rows);
      },
    },
    {
      address,
      after: made,
      before: plan.steps.filter(({ needs }) => needs.some((need) => numbers.has(need))),
      isFatal: true,
      async check(outcomes) {
        const done = made.filter(({ step }) => outcomes.get(step) === "done");
        if (done.length === 0) return [];
        const ids = done.map((step) => resourceIds.idOf(step.address));
        const rows = await lookUntilShown(
          client,
          () => list(address),
          (shown) => !ids.every((own) => shown.some(({ id }) => id === own)),
        );
        return duplicatesOf(done, resourceIds, rows);
      },
    },
  ];
}

/**
 * Takes note of creations whose names are there by now, but for what the plan knows under another name. A group with
 * people whom the plan does not put there is a problem: what it is to get would be theirs as well.
 */
function takenNames(
  plan: Plan,
  made: readonly Step[],
  { idOf, taken }: ResourceIds,
  rows: readonly NamedRow[],
): readonly Diagnostic[] {
  const known = new Set(plan.identities.map(([, id]) => id));
  const byName = groupBy(
    rows.filter(({ id }) => !known.has(id)),
    ({ name }) => name,
  );
  return made.flatMap((step) => {
    const found = byName.get(nameIn(step)) ?? [];
    if (found.length > 0) taken.add(step.address);
    const people = new Set(found.flatMap(({ users = [] }) => users));
    for (const { address, kind } of people.size === 0 ? [] : plan.steps) {
      const member = KINDS[kind].api.references?.(address).user_id;
      if (member !== undefined && ancestorAddress(address, 3) === step.address) people.delete(idOf(member));
    }
    return people.size === 0 ? [] : [madeMeanwhile(step)];
  });
}

/** Looks at what the removals of a workspace count on, before them and when everything in it is done. */
function atSources(
  address: Address,
  steps: readonly Step[],
  counted: readonly CountedSource[],
  { client, resourceIds }: CheckedRun,
): UnnumberedRecheck[] {
  const removals = setOf(counted, "removal");
  const isCounting = ({ action, address }: Step): boolean => action === "delete" && removals.has(address);
  const counting = steps.filter(isCounting);
  if (counting.length === 0) return [];
  const behind = new Set<number>();
  for (const step of steps) {
    if (isCounting(step) || step.needs.some((need) => behind.has(need))) behind.add(step.step);
  }
  const check =
    (removed: boolean): UnnumberedRecheck["check"] =>
    (outcomes) =>
      lookUntilShown(
        client,
        () => sourcesGone({ client, resourceIds, steps, counted, outcomes, removed }),
        (gone) => gone.some(({ address = "" }) => isWritten(address, outcomes)),
      );
  const isWritten = (source: Address, outcomes: TaskOutcomes): boolean =>
    steps.some(
      ({ step, action, address }) =>
        action !== "delete" && outcomes.get(step) === "done" && `${address}/`.startsWith(`${source}/`),
    );
  const ahead = steps.filter(({ step }) => !behind.has(step));
  return [
    { address, after: ahead, before: counting, isFatal: false, check: check(false) },
    { address, after: steps, before: [], isFatal: false, check: check(true) },
  ];
}

/** Resources that this run made and whose name another one in the same list has. */
function duplicatesOf(
  made: readonly Step[],
  resourceIds: ResourceIds,
  rows: readonly NamedRow[],
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
