import type { Address } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import type { Step } from "../../model/plan/step.js";
import type { Fields } from "../../model/state/fields.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { groupBy } from "../../util/group-by.js";
import { fieldsToWrite, writtenChanges } from "./steps.js";

/**
 * Returns true if the steps are numbered, wait for earlier ones only, and write what the changes say, each once, and
 * nothing else.
 */
export function areFaithful({ steps, resource_changes }: Pick<Plan, "steps" | "resource_changes">): boolean {
  const own = writtenChanges(resource_changes);
  const written = groupBy(steps, ({ address }) => address);
  return (
    steps.every(({ step, needs }, i) => step === i + 1 && needs.every((need) => need > 0 && need < step)) &&
    written.size === own.length &&
    own.every((change) => isWrittenBy(written.get(change.address) ?? [], change, fieldsToWrite(change)))
  );
}

function isWrittenBy(steps: readonly Step[], { type, change }: ResourceChange, fields: Fields): boolean {
  const [step] = steps;
  return (
    step !== undefined &&
    steps.length === 1 &&
    step.kind === type &&
    step.action === change.actions[0] &&
    canonicalJson(step.fields) === canonicalJson(fields)
  );
}

/** Addresses whose ids are not those of the workspaces that the plan's digest is of. */
export function otherWorkspaces({
  identities,
  workspaces,
}: Pick<Plan, "identities" | "workspaces">): readonly Address[] {
  const ids = new Map(identities);
  return workspaces
    .filter(({ address, id }) => (ids.get(address) ?? id) !== id)
    .map(({ address }) => address);
}
