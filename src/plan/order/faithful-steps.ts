import type { Address } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import type { Step } from "../../model/plan/step.js";
import type { Fields } from "../../model/state/fields.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { groupBy } from "../../util/group-by.js";
import { fieldsToWrite, writtenChanges } from "./steps.js";

/**
 * Returns true if the steps are numbered, wait for earlier ones only, and together write what the changes say and nothing
 * else: a temporary precedence is written over by a later step.
 */
export function areFaithful({ steps, resource_changes }: Pick<Plan, "steps" | "resource_changes">): boolean {
  const own = writtenChanges(resource_changes);
  const written = groupBy(steps, ({ address }) => address);
  return (
    steps.every(({ step, needs }, i) => step === i + 1 && needs.every((need) => need > 0 && need < step)) &&
    written.size === own.length &&
    own.every((change) => isWrittenBy(written.get(change.address) ?? [], change))
  );
}

function isWrittenBy(steps: readonly Step[], change: ResourceChange): boolean {
  const fields: Fields = Object.fromEntries(steps.flatMap((step) => Object.entries(step.fields)));
  return (
    steps.length > 0 &&
    steps.every(({ kind }) => kind === change.type) &&
    actionsOf(steps) === change.change.actions[0] &&
    canonicalJson(fields) === canonicalJson(fieldsToWrite(change))
  );
}

/** What several steps do to one thing: after a creation it may be updated; a deletion comes alone. */
function actionsOf([first, ...rest]: readonly Step[]): Step["action"] | undefined {
  const { action } = first ?? {};
  return rest.every((step) => step.action === "update" && action !== "delete") ? action : undefined;
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
