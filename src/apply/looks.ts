import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/api-error.js";
import type { Client } from "../api/operations.js";
import { type Address, ancestorAddress } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { CountedSource, Plan } from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import { groupBy } from "../util/group-by.js";
import { endsTheRun } from "./carry-out.js";
import { duplicatesOf } from "./duplicates.js";
import type { ResourceIds } from "./resource-ids.js";
import { sourcesGone } from "./sources-gone.js";
import type { Outcomes, Task } from "./walk.js";

/** A second look at the organization between the writes of a run: somebody else may be writing too. */
export interface Look extends Task {
  /** The resource that it looks at, for the report of a step that waits for it. */
  readonly address: Address;
  look(outcomes: Outcomes): Promise<Sight>;
}

/** The result of a look: problems, and `fatal` if nothing else may be started. */
export interface Sight {
  readonly problems: readonly Diagnostic[];
  readonly fatal: boolean;
}

/** A look without its number, after some steps and before others. */
interface UnnumberedLook {
  readonly address: Address;
  readonly after: readonly Step[];
  readonly before: readonly Step[];
  look(outcomes: Outcomes): Promise<Sight>;
}

/**
 * The steps of a plan with looks among them: at the names of new workspaces and groups before anything is put into
 * them, at what the removals of a workspace count on right before the first of them, and at the same and at new
 * invites when the workspace is done. Of two runs that do what must not be done twice, whichever looks last sees both.
 */
export function withLooks(plan: Plan, client: Client, resourceIds: ResourceIds): readonly (Step | Look)[] {
  const byWorkspace = groupBy(plan.steps, ({ address }) => ancestorAddress(address, 1));
  const counted = groupBy(plan.counted_sources, ({ removal }) => ancestorAddress(removal, 1));
  const places = [
    ...atNewWorkspaces(plan.steps, client, resourceIds),
    ...[...byWorkspace].flatMap(([workspace, steps]) => [
      ...atNewGroups(steps, plan.steps, client, resourceIds),
      ...atSources(workspace, steps, counted.get(workspace) ?? [], client, resourceIds),
      ...atNewInvites(workspace, steps, client, resourceIds),
    ]),
  ];
  const waitFor = new Map<Step, number[]>();
  const looks = places.map(({ address, after, before, look }, i): Look => {
    // Before any step that is ready at the same time: others wait for it.
    const step = -1 - i;
    for (const each of before) waitFor.set(each, [...(waitFor.get(each) ?? []), step]);
    return { step, address, needs: [], after: after.map((each) => each.step), look: guarded(address, look) };
  });
  const steps = plan.steps.map((step) => {
    const more = waitFor.get(step);
    return more === undefined ? step : { ...step, needs: [...step.needs, ...more] };
  });
  return [...steps, ...looks];
}

/** Makes a failed look a problem: nothing may be built on what was not seen. */
function guarded(address: Address, look: UnnumberedLook["look"]): Look["look"] {
  return async (outcomes) => {
    try {
      return await look(outcomes);
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

function atNewWorkspaces(steps: readonly Step[], client: Client, resourceIds: ResourceIds): UnnumberedLook[] {
  return atNew(steps.filter(creates("workspace")), steps, async (made) =>
    duplicatesOf(
      made,
      resourceIds,
      (await client.listWorkspaces()).data.filter((row) => row.archived_at == null),
    ),
  );
}

/** Groups that are made before anything else share one look; one that waits for other writes has its own. */
function atNewGroups(
  steps: readonly Step[],
  all: readonly Step[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedLook[] {
  const workspaces = new Set(all.filter(creates("workspace")).map(({ step }) => step));
  const groups = steps.filter(creates("group"));
  const isFirst = ({ needs }: Step): boolean => needs.every((need) => workspaces.has(need));
  const batches = [groups.filter(isFirst), ...groups.filter((step) => !isFirst(step)).map((step) => [step])];
  return batches.flatMap((made) =>
    atNew(made, steps, async (done) => {
      const workspace_id = resourceIds.workspaceIdOf(done[0]?.address ?? "");
      return duplicatesOf(done, resourceIds, (await client.listGroups({ workspace_id })).data);
    }),
  );
}

function atNewInvites(
  address: Address,
  steps: readonly Step[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedLook[] {
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

/** A look after these creations, before anything that needs one of them. */
function atNew(
  made: readonly Step[],
  steps: readonly Step[],
  duplicates: (done: readonly Step[]) => Promise<readonly Diagnostic[]>,
): UnnumberedLook[] {
  const [first] = made;
  if (first === undefined) return [];
  const numbers = new Set(made.map(({ step }) => step));
  return [
    {
      address: first.address,
      after: made,
      before: steps.filter(({ needs }) => needs.some((need) => numbers.has(need))),
      async look(outcomes) {
        const done = made.filter(({ step }) => outcomes.get(step) === "done");
        const problems = done.length === 0 ? [] : await duplicates(done);
        return { problems, fatal: problems.length > 0 };
      },
    },
  ];
}

/** Looks at what removals count on, before them and when everything in the workspace is done. */
function atSources(
  address: Address,
  steps: readonly Step[],
  counted: readonly CountedSource[],
  client: Client,
  resourceIds: ResourceIds,
): UnnumberedLook[] {
  const removals = new Set(counted.map(({ removal }) => removal));
  const isCounting = ({ action, address }: Step): boolean => action === "delete" && removals.has(address);
  const counting = steps.filter(isCounting);
  if (counting.length === 0) return [];
  const behind = new Set<number>();
  for (const step of steps) {
    if (isCounting(step) || step.needs.some((need) => behind.has(need))) behind.add(step.step);
  }
  const look =
    (removed: boolean): UnnumberedLook["look"] =>
    async (outcomes) => ({
      problems: await sourcesGone({ client, resourceIds, steps, counted, outcomes, removed }),
      fatal: false,
    });
  const ahead = steps.filter(({ step }) => !behind.has(step));
  return [
    { address, after: ahead, before: counting, look: look(false) },
    { address, after: steps, before: [], look: look(true) },
  ];
}
