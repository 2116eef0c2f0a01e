import type { Address } from "../../model/address.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { isDifferent } from "./compare.js";
import { declaredFields } from "./declared.js";

/**
 * The addresses at which the base differs from the `fork`, the version that both it and the file come from, while the
 * file is as it was there: what only the base's side did. A thing that came or went stands for what is in it.
 */
export function onlyInBase({
  now,
  base,
  fork,
}: Readonly<Record<"now" | "base" | "fork", DesiredState>>): readonly Address[] {
  const names = [...base.workspaces, ...fork.workspaces].map(({ name }) => name);
  return [...new Set(names)].sort().flatMap((name) => {
    const [is, was, began] = [now, base, fork].map((file) => declaredFields(file, { name, state: "absent" }));
    const addresses = [...new Set([...(was?.keys() ?? []), ...(began?.keys() ?? [])])].sort();
    let whole: Address | undefined;
    return addresses.filter((address) => {
      const [then, first] = [was?.get(address), began?.get(address)];
      if (!isDifferent(then, first) || isDifferent(is?.get(address), first)) return false;
      if (whole !== undefined && address.startsWith(`${whole}/`)) return false;
      if (then === undefined || first === undefined) whole = address;
      return true;
    });
  });
}
