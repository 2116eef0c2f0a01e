import type { DataJudge, Judge } from "../../access/difference.js";
import { verdictOfValues } from "../../access/values/compare-meanings.js";
import { type Denials, denialsOf } from "../../access/values/denials.js";
import { attributeAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { AccessChange } from "../../model/plan/plan.js";
import type { View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import { sortedBy } from "../../util/collections.js";
import { isSame, type PlanOptions } from "../input/inputs.js";

/** The judge of differences from a moment of a workspace on; a data model decides in the place of denials. */
export function judgeFrom(
  workspace: DesiredWorkspace,
  start: View,
  data: DataJudge | undefined,
  options: Pick<PlanOptions, "base" | "denying"> = {},
): Judge {
  return { denials: denialsAt(workspace, start, options), data };
}

/**
 * The denials of a workspace at one moment: the values that the file declares, or else the value of All
 * Users. Of an attribute that exists in a workspace of the base only values count that the base also denies, so that no
 * single edit declares a value empty and assigns it.
 */
export function denialsAt(
  workspace: DesiredWorkspace,
  view: View,
  { base, denying }: Pick<PlanOptions, "base" | "denying"> = {},
): Denials {
  const { id = "", name } = workspace;
  const declaring = denying?.workspaces.find((one) => isSame(one, { id, name })) ?? workspace;
  return denialsOf(deniedByBoth(declaring, base, view.attributes), (attribute) =>
    view.valueForAll(attribute),
  );
}

function deniedByBoth(
  workspace: DesiredWorkspace,
  base: Pick<DesiredState, "workspaces"> | undefined,
  existing: readonly string[],
) {
  const earlier = base?.workspaces.find(({ name }) => name === workspace.name);
  const before = new Map(
    earlier === undefined ? [] : declaredIn(earlier).map((attribute) => [attribute.name, attribute]),
  );
  return declaredIn(workspace).map(({ name, deny }) => {
    const known = before.get(name);
    if (deny === undefined) return { name };
    if (known === undefined) return { name, deny: earlier && existing.includes(name) ? [] : deny };
    const { deny: denied } = known;
    return {
      name,
      ...(denied === undefined ? {} : { deny: deny.filter((value) => denied.includes(value)) }),
    };
  });
}

const declaredIn = (workspace: DesiredWorkspace) => contentsOf(workspace).of("attribute");

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
  return sortedBy(found, ([attribute]) => attribute).map(([attribute, { workspace, before }]) => ({
    severity: "warning" as const,
    code: "deny-undeclared" as const,
    address: attributeAddress(workspace, attribute),
    summary: `The file does not say if ${JSON.stringify(before?.value)} allows nothing, so everybody who leaves it counts as seeing more`,
    detail: `All Users gives this value. If it allows nothing, write \`deny: ${before?.value}\` at the attribute ${attribute}. If it allows something, write \`deny: []\`.`,
  }));
}
