import { KINDS } from "../kinds/registry.js";
import { type Address, ancestorAddress, memberAddress } from "../model/address.js";
import type { ApplyCounts, ApplyEvent, StepOutcome } from "../model/plan/event.js";
import { guardsOf } from "../model/plan/finding.js";
import type { AccessChange, Plan } from "../model/plan/plan.js";
import type { Receipt, ReceiptChange, RecordedAccess, Run } from "../model/plan/receipt.js";
import { defined } from "../util/record.js";

/** The facts of a run that its plan does not have. */
export type RunFacts = Pick<
  Run,
  "sandbox" | "where" | "files" | "started_at" | "actor" | "source" | "approved_by"
>;

/** The first line of a receipt: what is known of a run before anything is sent. */
export function runOf(plan: Plan, facts: RunFacts): Run {
  return {
    orgform: plan.orgform_version,
    format_version: "1.0",
    ...facts,
    organization: plan.organization,
    plan_digest: plan.plan_digest,
    allowed: guardsOf(plan).flatMap(({ name, refused, override, limit, actual }) =>
      refused || override === undefined ? [] : [defined({ name, override, limit, actual })],
    ),
    changes: plan.resource_changes.flatMap(recordedChange),
    access_changes: plan.access_changes.map(recordedAccess),
    ...(plan.adopted && { adopted: plan.adopted.map(recordedAccess) }),
    arrivals: plan.arrivals.map(({ data: _, before: __, ...arrival }) => arrival),
    people: plan.people.map(({ workspace, member, verdict }) => ({ workspace, member, verdict })),
  };
}

/** A changed value as a receipt has it. */
function recordedAccess(change: AccessChange): RecordedAccess {
  const { workspace, member, attribute, before, after, kind, verdict } = change;
  return { workspace, member, attribute, before, after, kind, verdict };
}

/** A planned change as a receipt has it; none for a no-op. */
function recordedChange(planned: Plan["resource_changes"][number]): Run["changes"] {
  const { address, previous_address, type: kind, implied_by, change } = planned;
  const { before, after } = change;
  const [action] = change.actions;
  if (action === "no-op") return [];
  return [defined({ address, previous_address, kind, action, before, after, implied_by })];
}

/** Follows the events of a run, while it lasts or from its receipt, and says what became of each change. */
export interface ReceiptRecorder {
  /** Takes the next event; `timestamp` is when it happened, ISO 8601. */
  record(event: ApplyEvent, timestamp: string): void;
  /** The receipt as of the last event. */
  receipt(): Receipt;
}

type EndOfStep = Pick<ReceiptChange, "outcome" | "already" | "error">;

const NOT_STARTED: EndOfStep = { outcome: "not_started" };

/** Opens a recorder for a run; before any event every change counts as not started. */
export function createReceiptRecorder(run: Run): ReceiptRecorder {
  const ends = new Map<Address, EndOfStep>();
  const roles = new Map<Address, string>();
  const warnings = new Set<string>();
  let end: Pick<Receipt, "outcome" | "finished_at"> = { outcome: "interrupted" };
  return {
    record(event, timestamp) {
      switch (event.type) {
        case "apply_start":
          // Without an end it may have happened.
          ends.set(event.address, { outcome: "unknown" });
          break;
        case "apply_complete":
          ends.set(event.address, { outcome: "done", ...(event.already && { already: true }) });
          if (event.role !== undefined) roles.set(event.address, event.role);
          for (const warning of event.warnings) warnings.add(warning);
          break;
        case "diagnostic": {
          const { code, service, summary } = event.diagnostic;
          if (code === "service-warning") warnings.add(service?.message ?? summary);
          break;
        }
        case "apply_skipped":
          ends.set(event.address, { outcome: "skipped" });
          break;
        case "apply_errored": {
          const { outcome, diagnostic } = event;
          ends.set(
            event.address,
            outcome === "not_started" ? NOT_STARTED : { outcome, error: diagnostic.summary },
          );
          break;
        }
        case "apply_summary":
          end = { outcome: event.outcome, finished_at: timestamp };
      }
    },
    receipt() {
      const changes = changesOf(run, ends);
      return {
        ...run,
        changes,
        arrivals: run.arrivals.map((one) => ({
          ...one,
          role: one.role ?? roles.get(memberAddress(one.workspace, one.member)) ?? null,
        })),
        ...end,
        // What goes with another deletion is no write.
        steps: countOutcomes(
          changes.flatMap(({ outcome, implied_by }) => (implied_by === undefined ? outcome : [])),
        ),
        warnings: [...warnings],
      };
    },
  };
}

function changesOf({ changes }: Run, ends: ReadonlyMap<Address, EndOfStep>): readonly ReceiptChange[] {
  const endOf = (address: Address): EndOfStep => ends.get(address) ?? NOT_STARTED;
  const deleted = new Set(
    changes.flatMap(({ address, action, implied_by }) =>
      action === "delete" && implied_by === undefined ? [address] : [],
    ),
  );
  /**
   * A resource that is deleted with others is gone with the first of them, a value with its group or its attribute: where
   * one of these deletions may have happened, so may its own.
   */
  const endWith = (address: Address, kind: ReceiptChange["kind"], cause: Address): EndOfStep => {
    const takers = [...KINDS[kind].needs(address), ancestorAddress(address, 1)];
    const taken = takers.filter((taker) => deleted.has(taker)).map(endOf);
    const first = (wanted: EndOfStep["outcome"]) => taken.find(({ outcome }) => outcome === wanted);
    const { outcome } = first("done") ?? first("unknown") ?? endOf(cause);
    return { outcome };
  };
  return changes.map((change) => {
    const { address, kind, implied_by } = change;
    return { ...change, ...(implied_by === undefined ? endOf(address) : endWith(address, kind, implied_by)) };
  });
}

/** The number of writes for each outcome. */
export function countOutcomes(outcomes: Iterable<StepOutcome>): ApplyCounts {
  const counts = { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}
