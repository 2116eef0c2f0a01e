import { KINDS } from "../kinds/registry.js";
import { type Address, ancestorAddress, kindOfAddress, workspaceOf } from "../model/address.js";
import type { ApplyCounts, ApplyEvent, StepOutcome } from "../model/plan/event.js";
import type { AccessChange, Outcome, Plan } from "../model/plan/plan.js";
import type { Receipt, ReceiptChange, RecordedAccess } from "../model/plan/receipt.js";

/** Follows an apply's events and says at any time, also after an interrupt, what became of each change. */
export interface ReceiptRecorder {
  record(event: ApplyEvent): void;
  /** As of now; with the moment at which the run ended, once it has (ISO 8601). */
  receipt(finishedAt?: string): Receipt;
}

/** The facts of a run in its receipt, beside the plan. The caller gives the times. */
export type RunFacts = Partial<Pick<Receipt, "started_at" | "actor" | "source" | "approved_by" | "guards">>;

/** From worst to best: a change is as its worst step. */
const WORST_FIRST: readonly StepOutcome[] = ["unknown", "failed", "skipped", "not_started", "done"];

/** Opens a recorder for a plan; before any event every change counts as not started. */
export function createReceiptRecorder(plan: Plan, { guards, ...run }: RunFacts = {}): ReceiptRecorder {
  const ids = new Map(plan.identities);
  const already = new Set<Address>();
  const outcomes = new Map<number, StepOutcome>();
  const errors = new Map<string, string>();
  let summary: { outcome: Outcome; steps: ApplyCounts } | undefined;

  const outcomeOf = changeOutcomes(plan, outcomes);
  return {
    record(event) {
      if (event.type === "apply_start") outcomes.set(event.step, "unknown");
      if (event.type === "apply_complete") {
        outcomes.set(event.step, "done");
        if (event.id !== undefined) ids.set(event.address, event.id);
        if (event.already) already.add(event.address);
      }
      if (event.type === "apply_skipped") outcomes.set(event.step, "skipped");
      if (event.type === "apply_errored") {
        outcomes.set(event.step, event.outcome);
        if (event.outcome !== "not_started") errors.set(event.address, event.diagnostic.summary);
      }
      if (event.type === "apply_summary") summary = { outcome: event.outcome, steps: event.steps };
    },
    receipt(finishedAt) {
      const changes = plan.resource_changes.flatMap((change) =>
        recordedChange(change, outcomeOf(change), already.has(change.address), errors.get(change.address)),
      );
      return {
        format_version: "1.0",
        orgform_version: plan.orgform_version,
        organization: plan.organization,
        ...run,
        ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
        workspaces: Object.fromEntries(
          [...ids]
            .filter(([address]) => kindOfAddress(address) === "workspace")
            .map(([address, id]) => [workspaceOf(address), id]),
        ),
        identities: Object.fromEntries([...ids].filter(([address]) => isReused(address))),
        ...(guards === undefined ? {} : { guards: { protect: guards.protect, limits: guards.limits } }),
        plan_digest: plan.plan_digest,
        outcome: summary?.outcome ?? "interrupted",
        changes,
        access_changes: plan.access_changes.map(recordedAccess),
        people: plan.people.map(({ workspace, member, verdict }) => ({ workspace, member, verdict })),
        steps: summary?.steps ?? countSteps(plan.steps, outcomes),
      };
    },
  };
}

type Change = Plan["resource_changes"][number];
type ChangeOutcome = Pick<ReceiptChange, "outcome" | "partly">;

/** Says what became of each change of a plan, by the `outcomes` of its steps at the time of the call. */
function changeOutcomes(
  plan: Plan,
  outcomes: ReadonlyMap<number, StepOutcome>,
): (change: Change) => ChangeOutcome {
  const stepsOf = new Map<string, number[]>();
  for (const { address, step } of plan.steps) stepsOf.set(address, [...(stepsOf.get(address) ?? []), step]);
  const endOf = (address: string): ChangeOutcome => {
    const all = (stepsOf.get(address) ?? []).map((step) => outcomes.get(step) ?? "not_started");
    const outcome = WORST_FIRST.find((outcome) => all.includes(outcome)) ?? "not_started";
    return { outcome, ...(outcome !== "done" && all.includes("done") ? { partly: true } : {}) };
  };
  const deleted = new Set(
    plan.steps.flatMap(({ action, address }) => (action === "delete" ? [address] : [])),
  );
  /** A resource that is deleted with others is gone with the first of them: a value with its group or its attribute. */
  const endWith = ({ address, type }: Change, cause: Address): ChangeOutcome => {
    const takers = [...KINDS[type].needs(address), ancestorAddress(address, 1)];
    const ends = takers.filter((taker) => deleted.has(taker)).map(endOf);
    return ends.find(({ outcome }) => outcome === "done") ?? endOf(cause);
  };
  return (change) =>
    change.implied_by === undefined ? endOf(change.address) : endWith(change, change.implied_by);
}

/** The line of a change in a receipt; none for a no-op. */
function recordedChange(
  { address, previous_address, type, implied_by, change: { actions, before, after } }: Change,
  outcome: ChangeOutcome,
  already: boolean,
  error: string | undefined,
): ReceiptChange[] {
  const [action] = actions;
  if (action === "no-op") return [];
  return [
    {
      address,
      ...(previous_address === undefined ? {} : { previous_address }),
      type,
      action,
      before,
      after,
      ...(implied_by === undefined ? {} : { implied_by }),
      ...outcome,
      ...(already ? { already: true } : {}),
      ...(error === undefined ? {} : { error }),
    },
  ];
}

const recordedAccess = ({
  workspace,
  member,
  attribute,
  before,
  after,
  kind,
}: AccessChange): RecordedAccess => ({
  workspace,
  member,
  attribute,
  before,
  after,
  kind,
});

/** Returns true for a resource whose name another one may have by the time of an undo. */
function isReused(address: Address): boolean {
  const kind = kindOfAddress(address);
  return kind !== undefined && KINDS[kind].namesAreReused === true;
}

/** The receipt in the file before the first write: nothing is known of any change. */
export function pendingReceipt(plan: Plan, run: RunFacts = {}): Receipt {
  return asIfKilled(createReceiptRecorder(plan, run).receipt());
}

/**
 * The receipt in the file while a run is under way: nothing is known of changes that have not ended. If it stays, the run
 * was killed, and only the organization itself shows what was done.
 */
export function asIfKilled(receipt: Receipt): Receipt {
  const { not_started, unknown, ...steps } = receipt.steps;
  return {
    ...receipt,
    changes: receipt.changes.map((change) =>
      change.outcome === "not_started" ? { ...change, outcome: "unknown" } : change,
    ),
    steps: { ...steps, not_started: 0, unknown: unknown + not_started },
  };
}

/** The number of steps for each outcome. */
export function countSteps(steps: Plan["steps"], outcomes: ReadonlyMap<number, StepOutcome>): ApplyCounts {
  const counts = { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 0 };
  for (const { step } of steps) counts[outcomes.get(step) ?? "not_started"] += 1;
  return counts;
}
