import { type Address, matchesPattern, namesInAddress } from "../../model/address.js";
import { isWildcard } from "../../util/wildcard.js";
import { suggest } from "./wording.js";

/**
 * The pattern that was probably intended by one that matches none of these addresses: each segment that fits nothing in
 * its place becomes the nearest name there. A name alone becomes the address of the thing that is called so. Of segments
 * deeper than all addresses nothing is claimed.
 *
 * | pattern                      | with the address              | becomes                      |
 * | prod/groups/Salse/**         | prod/groups/Sales             | prod/groups/Sales/**         |
 * | Sales                        | prod/groups/Sales             | prod/groups/Sales            |
 * | prod/groups/Salse/values/x   | prod/groups/Sales             | prod/groups/Sales/values/x   |
 */
export function suggestPattern(pattern: string, addresses: readonly Address[]): string | undefined {
  const all = addresses.map((address) => address.split("/"));
  const segments = pattern.split("/");
  let fitting = all;
  const repaired = segments.map((segment, i) => {
    const there = fitting.filter((names) => names[i] !== undefined);
    // What follows `**` may be anywhere, and what is below everything is not known.
    if (there.length === 0 || segments.slice(0, i + 1).includes("**")) return segment;
    const nameAt = (names: readonly string[]): string => names[i] ?? "";
    const isFound = there.some((names) => matchesPattern(segment, nameAt(names)));
    const name = isFound || isWildcard(segment) ? segment : suggest(segment, [...new Set(there.map(nameAt))]);
    fitting = there.filter((names) => name !== undefined && matchesPattern(name, nameAt(names)));
    return name;
  });
  if (repaired.includes(undefined))
    return segments.length === 1 ? addressCalled(pattern, addresses) : undefined;
  const intended = repaired.join("/");
  return intended === pattern ? undefined : intended;
}

/** The first address of an attribute, group or member of this name, or of the nearest one. */
function addressCalled(name: string, addresses: readonly Address[]): Address | undefined {
  const byName = new Map<string, Address>();
  for (const address of addresses) {
    const { collection, owner, name: called } = namesInAddress(address);
    if (collection !== undefined && owner === undefined && !byName.has(called)) byName.set(called, address);
  }
  return byName.get(name) ?? byName.get(suggest(name, [...byName.keys()]) ?? "");
}
