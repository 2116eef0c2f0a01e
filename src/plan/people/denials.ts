import type { Readings } from "../../access/difference.js";
import { verdictOfValues } from "../../access/values/compare-meanings.js";
import type { Denials } from "../../access/values/denials.js";
import { attributeAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { AccessChange } from "../../model/plan/plan.js";
import { sortedBy } from "../../util/collections.js";

/** The values that allow nothing in every reading. */
export function deniedInAll([first, ...others]: Readings): Denials {
  return (attribute) => {
    const { values, isDeclared } = first.denials(attribute);
    const rest = others.map(({ denials }) => denials(attribute));
    return {
      values: values.filter((value) => rest.every((one) => one.values.includes(value))),
      isDeclared: isDeclared && rest.every((one) => one.isDeclared),
    };
  };
}

/**
 * A warning for each attribute with a change that counts as more only because its value was that of All
 * Users.
 */
export function lintUndeclaredDenials(access: readonly AccessChange[], denials: Denials): Diagnostic[] {
  const guessed = access.filter(({ attribute, before, after, verdict }) => {
    const { isDeclared } = denials(attribute);
    if (isDeclared || verdict !== "widened" || before === null) return false;
    return verdictOfValues(before.value, after?.value) === "moved";
  });
  const found = new Map(guessed.map((change) => [change.attribute, change]));
  return sortedBy(found, ([attribute]) => attribute).map(([attribute, { workspace, before }]) =>
    finding(
      "deny-undeclared",
      `The file does not say if ${JSON.stringify(before?.value)} allows nothing, so everybody who leaves it counts as seeing more`,
      `All Users gives this value. If it allows nothing, write \`deny: ${before?.value}\` at the attribute ${attribute}. If it allows something, write \`deny: []\`.`,
      { address: attributeAddress(workspace, attribute) },
    ),
  );
}
