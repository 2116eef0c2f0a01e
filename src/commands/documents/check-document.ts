import { kindOfAddress } from "../../model/address.js";
import type { TimedEvent } from "../../model/plan/event.js";
import type { PlanDocument, ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Snapshot } from "../../model/state/snapshot.js";
import { isRecord } from "../../util/record.js";
import { violationsInWords } from "../../util/schema-words.js";
import { falseClaimIn, falseClaimOf } from "./claims.js";
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
  if (isRecord(document) && !("resource_changes" in document))
    return { problem: "It has no `resource_changes`, as every plan has." };
  return checked as Checked<PlanDocument>; // A document without changes has just been turned away.
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
