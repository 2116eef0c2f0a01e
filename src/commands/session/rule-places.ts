import { type Address, attributeAddress, parseRulePath } from "../../model/address.js";
import type { SourceRange } from "../../model/diagnostic.js";
import type { Guard, PlanWarning } from "../../model/plan/plan.js";
import type { LoadedFile } from "./load-desired.js";

/** A guard about expectations, with where they stand in the file and the addresses of what they are about. */
export function placedGuard(guard: Guard, file: LoadedFile): Guard {
  const rules = guard.addresses.map((address) => ruleAt(address, file));
  const [first] = rules;
  if (first === undefined) return guard;
  const about = rules.flatMap((rule, i) => rule?.about ?? guard.addresses[i] ?? []);
  return {
    ...guard,
    message: `${guard.message}${first.place}`,
    ...(first.range && { range: first.range }),
    addresses: [...new Set(about)],
  };
}

/** A warning about an expectation, likewise. */
export function placedWarning(warning: PlanWarning, file: LoadedFile): PlanWarning {
  const rule = warning.address === undefined ? undefined : ruleAt(warning.address, file);
  return rule === undefined
    ? warning
    : { ...warning, message: `${warning.message}${rule.place}`, address: rule.about };
}

/** The place of an expectation, and the address of the attribute it is about: its own path says nothing to a reader. */
function ruleAt(
  address: Address,
  { config, desired }: LoadedFile,
): { readonly place: string; readonly range: SourceRange | undefined; readonly about: Address } | undefined {
  const index = parseRulePath(address)?.[1];
  const expectation = typeof index === "number" ? desired.expect[index] : undefined;
  if (expectation === undefined) return undefined;
  const range = config.locate(address)?.range;
  return {
    place: range === undefined ? "" : ` (${range.filename}:${range.start.line})`,
    range,
    about: attributeAddress(expectation.workspace, expectation.attribute),
  };
}
