import { isDeepStrictEqual } from "node:util";
import { kindOfAddress } from "../../model/address.js";
import type { TimedEvent } from "../../model/plan/event.js";
import type { PlanDocument, PlanSummary, ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Snapshot } from "../../model/state/snapshot.js";
import { planDigest } from "../../plan/assemble/digest.js";
import { countAccess, summarize } from "../../plan/assemble/summary.js";
import { writtenChanges } from "../../plan/order/steps.js";
import { isStepEnd } from "../../report/apply/event-text.js";
import { isRecord } from "../../util/record.js";
import { violationsInWords } from "../../util/schema-words.js";
import * as validators from "./generated/document-validators.js";

/**
 * A document that can be used as it is, or what is wrong with it and where, in words; `claim` is what it says of itself
 * and does not hold.
 */
export type Checked<T> = { readonly document: T } | { readonly problem: string; readonly claim?: string };

/** The reason that there is no plan: the JSON of a run that failed. */
export type FailedRun = Pick<PlanDocument, "outcome" | "diagnostics">;

/** Checks a plan by its schema and by what it says of itself; keys that this version does not know are ignored. */
export function checkPlan(document: unknown): Checked<PlanDocument> {
  const checked = checkPlanOrFailure(document);
  return isRecord(document) && !("resource_changes" in document)
    ? { problem: "It has no `resource_changes`, as every plan has." }
    : (checked as Checked<PlanDocument>); // One without changes has just been turned away.
}

/** Checks what `plan --format json` prints, which without `resource_changes` says why there is no plan. */
export function checkPlanOrFailure(document: unknown): Checked<PlanDocument | FailedRun> {
  const checked = check<PlanDocument | FailedRun>(document, validators.plan, (plan) =>
    "resource_changes" in plan ? misplaced("resource_changes", "type", plan.resource_changes) : undefined,
  );
  return "document" in checked && "resource_changes" in checked.document
    ? bornOut(checked.document, falseClaimOf(checked.document))
    : checked;
}

/** Checks the events of one run by what they say of it. */
export const checkEvents = (events: readonly TimedEvent[]): Checked<readonly TimedEvent[]> =>
  bornOut(events, falseClaimIn(events));

const bornOut = <T>(document: T, claim: string | undefined): Checked<T> =>
  claim === undefined ? { document } : { problem: `It does not hold ${claim}.`, claim };

/** Checks one line of a receipt by the schema of events; keys that this version does not know are ignored. */
export function checkEvent(document: unknown): Checked<TimedEvent> {
  return check<TimedEvent>(document, validators.event, (event) =>
    event.type === "run" ? misplaced("changes", "kind", event.changes) : undefined,
  );
}

/** Checks a snapshot by its schema; keys that this version does not know are ignored. */
export function checkSnapshot(document: unknown): Checked<Snapshot> {
  return check<Snapshot>(document, validators.snapshot, () => undefined);
}

/** Checks by a schema, and then for what no schema can say. */
function check<T>(
  document: unknown,
  validate: typeof validators.plan,
  problemOf: (document: T) => string | undefined,
): Checked<T> {
  if (!validate(document)) return { problem: violationsInWords(validate.errors ?? []) };
  const valid = document as T; // The schema's form, which the validator found.
  const problem = problemOf(valid);
  return problem === undefined ? { document: valid } : { problem };
}

/** An address that does not belong to its kind, which JSON Schema cannot check. */
function misplaced<Key extends "type" | "kind">(
  list: string,
  key: Key,
  changes: readonly (Pick<ResourceChange, "address" | "previous_address"> & Record<Key, ResourceKind>)[],
): string | undefined {
  const at = changes.findIndex(({ address, previous_address = address, ...change }) =>
    [address, previous_address].some((one) => kindOfAddress(one) !== change[key]),
  );
  return at < 0 ? undefined : `\`${list}[${at}].address\` is not an address of its \`${key}\`.`;
}

/**
 * The claim of a plan about itself that its content contradicts, in words that follow "does not hold";
 * `undefined` if there is none
 */
function falseClaimOf(plan: PlanDocument): string | undefined {
  const { execution_order: steps, exposure, resource_changes: changes, summary } = plan;
  const isSafe = exposure.windows.length === 0;
  if (planDigest(plan) !== plan.plan_digest || isSafe !== (exposure.verdict === "none"))
    return "the plan that its digest is of";
  const { no_op, access } = summary;
  if (!isBorneOut(summary, summarize({ ...plan, no_op, compared: access.compared })))
    return "what its summary counts";
  const isUnwritten = steps.length === 0 && !plan.applyable;
  const written = writtenChanges(changes).map(({ address, change }) => ({
    address,
    action: change.actions[0],
  }));
  return isUnwritten || areSame(steps, written) ? undefined : "the changes that its steps write";
}

/** The same for the events of a run, complete or not, from its JSON or its receipt. */
function falseClaimIn(events: readonly TimedEvent[]): string | undefined {
  const announced = ofType(events, "planned_change");
  const [run] = ofType(events, "run");
  const changes = run?.changes ?? announced;
  const [planned] = ofType(events, "change_summary");
  const [end] = ofType(events, "apply_summary");
  const known = new Set(changes.map(keyOf));
  const steps = events.filter((event) => event.type === "apply_start" || isStepEnd(event));
  // A run that was killed may have reported only its first changes.
  if (!areSame(announced, changes.slice(0, announced.length))) return "the changes that it lists";
  if (!steps.every((step) => known.has(keyOf(step)))) return "the changes that its steps write";
  if (run && planned && run.plan_digest !== planned.plan_digest) return "the run of one plan";
  const { summary } = planned ?? {};
  const isCounted =
    (!summary || isBorneOut(requestedIn(summary), countsOf(changes))) &&
    (!summary || !run || isBorneOut(summary.access, countAccess(run))) &&
    (!end || isSummaryOf(end, events));
  return isCounted ? undefined : "what its summary counts";
}

type OfType<Type extends TimedEvent["type"]> = Extract<TimedEvent, { readonly type: Type }>;

const ofType = <Type extends TimedEvent["type"]>(
  events: readonly TimedEvent[],
  type: Type,
): readonly OfType<Type>[] => events.filter((event): event is OfType<Type> => event.type === type);

/** Returns true if the summary of a run counts how its steps ended; those that never began have no event. */
function isSummaryOf(
  { outcome, steps, changes }: OfType<"apply_summary">,
  events: readonly TimedEvent[],
): boolean {
  const done = ofType(events, "apply_complete");
  const errored = ofType(events, "apply_errored");
  const counts = {
    done: done.length,
    failed: errored.filter((one) => one.outcome === "failed").length,
    unknown: errored.filter((one) => one.outcome === "unknown").length,
    skipped: ofType(events, "apply_skipped").length,
  };
  const isAllDone = counts.failed + counts.unknown + counts.skipped + steps.not_started === 0;
  return isBorneOut(steps, counts) && isBorneOut(changes, countsOf(done)) && (outcome !== "ok" || isAllDone);
}

/** A change as files name it in many places. */
interface Written {
  readonly address: string;
  readonly action: string;
}

const keyOf = ({ address, action }: Written): string => `${action} ${address}`;

const areSame = (some: readonly Written[], others: readonly Written[]): boolean =>
  isDeepStrictEqual(some.map(keyOf).sort(), others.map(keyOf).sort());

function countsOf(changes: readonly Written[]) {
  const count = (wanted: string): number => changes.filter(({ action }) => action === wanted).length;
  return { create: count("create"), update: count("update"), delete: count("delete") };
}

/** The counts of all changes, with those implied by another deletion: events do not distinguish them. */
const requestedIn = ({ create, update, delete: deleted, delete_implied }: PlanSummary) => ({
  create,
  update,
  delete: deleted + delete_implied,
});

/** Returns true if what a document says agrees with what is so; it may say more, as later versions do. */
function isBorneOut(claimed: unknown, known: unknown): boolean {
  return isRecord(known)
    ? isRecord(claimed) && Object.entries(known).every(([key, value]) => isBorneOut(claimed[key], value))
    : claimed === known;
}
