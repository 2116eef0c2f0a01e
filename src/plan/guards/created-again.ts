import { quoteAll } from "../../config/text/wording.js";
import { namesInAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { presentIn } from "../../model/state/desired-state.js";
import { setOf } from "../../util/collections.js";
import type { BaseFacts, PlanInput } from "../input/inputs.js";
import { allowanceOf, overrideOf } from "./allowance.js";
import type { Guard } from "./plan-facts.js";

const GUARD = "create";

/** The creations of workspaces that the base names: somebody renamed or archived them in the product. */
function createdAgain(changes: readonly ResourceChange[], base: BaseFacts | undefined): readonly string[] {
  const known = setOf(presentIn(base?.desired.workspaces), "name");
  return changes.flatMap(({ address, change }) => {
    const { name } = namesInAddress(address);
    return address === workspaceAddress(name) && change.actions[0] === "create" && known.has(name)
      ? [name]
      : [];
  });
}

const messageOf = (name: string): string =>
  `The base has the workspace ${name}, and the organization has not`;

/** An error for each such creation that is not allowed. */
export function createdAgainErrors(
  changes: readonly ResourceChange[],
  { live, base, options }: PlanInput,
): readonly Diagnostic[] {
  const allowance = allowanceOf(options.allow);
  const others = live.unmanaged_workspaces.map(({ name }) => name);
  const which =
    others.length === 0
      ? ""
      : ` If it was renamed, use its new name, or \`id\`: the file does not name ${quoteAll(others)}.`;
  return createdAgain(changes, base).flatMap((name): readonly Diagnostic[] => {
    if (allowance.isNamed(GUARD, name)) return [];
    const detail = `Somebody renamed or archived it in the product.${which} If it was archived, remove it from the file; if you want a new one, allow it with ${overrideOf(GUARD, name)}.`;
    const address = changes.find((one) => namesInAddress(one.address).name === name)?.address;
    return [finding("rename-hint", messageOf(name), detail, { severity: "error", address })];
  });
}

/** The guard of such creations that are intended, so that they are no errors. */
export const allowedAgain: Guard = ({ resource_changes, base, options }) => {
  const allowance = allowanceOf(options.allow);
  return createdAgain(resource_changes, base)
    .filter((name) => allowance.isNamed(GUARD, name))
    .map((name) => ({ guard: GUARD, named: name, message: messageOf(name), addresses: [] }));
};
