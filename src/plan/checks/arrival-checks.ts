import { type Address, ALL_USERS, attributeAddress, memberAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Arrival } from "../../model/plan/plan.js";
import type { Moments } from "../../model/plan/view.js";
import { count, nameList } from "../../util/english.js";
import type { FileFacts } from "../input/inputs.js";

/**
 * Reports people who will be open between their arrival and the next apply, for an attribute that groups or a
 * value of their own will set: until then they are in the built-in group only.
 */
export const lintOpenArrivals = (
  { workspace, accepted }: Moments,
  arrivals: readonly Arrival[],
): Diagnostic[] =>
  byAttribute(arrivals, "arrives_open").map(([attribute, people]) => {
    const value = accepted.valueForAll(attribute);
    const what = value === undefined ? "sets no value" : `sets ${JSON.stringify(value)}, which limits nobody`;
    const arrival = people.every(({ invite }) => invite === "sign_in")
      ? "the first sign-in"
      : "accepting the invite";
    return finding(
      "arrives-open",
      `${count(people.length, "person arrives", "people arrive")} in ${workspace} without a value that limits ${attribute}`,
      `Between ${arrival} and the next apply ${namesOf(people)} will be in ${ALL_USERS} only, which ${what}: until then, no value of ${attribute} limits them. On ${ALL_USERS}, set a value of ${attribute} that grants nothing; values of other groups and own values win over it.`,
      { address: attributeAddress(workspace, attribute) },
    );
  });

/**
 * Reports people with an invite, or awaited ones, who see more between their arrival and the next apply than without
 * the plan, or by the base; what they have after that is compared where arrivals are.
 */
export const lintWiderArrivals = (
  { workspace, accepted }: Moments,
  arrivals: readonly Arrival[],
): Diagnostic[] =>
  byAttribute(arrivals, "arrives_wider").map(([attribute, people]) => {
    const value = JSON.stringify(accepted.valueForAll(attribute)) ?? "no value";
    return finding(
      "arrives-wider",
      `${count(people.length, "person who arrives", "people who arrive")} in ${workspace} will see more or other data of ${attribute} until the next apply`,
      `Between their arrival and the next apply ${namesOf(people)} will be in ${ALL_USERS} only, which then gives ${value}. Leave a value there that grants nothing; values of other groups and own values win over it.`,
      { address: attributeAddress(workspace, attribute) },
    );
  });

const namesOf = (people: readonly Arrival[]): string => nameList(people.map(({ member }) => member));

/** The attributes that arrivals list, sorted, each with the people who list it. */
function byAttribute(
  arrivals: readonly Arrival[],
  list: "arrives_open" | "arrives_wider",
): readonly (readonly [string, readonly Arrival[]])[] {
  const attributes = new Set(arrivals.flatMap((arrival) => arrival[list] ?? []));
  return [...attributes]
    .sort()
    .map((attribute) => [attribute, arrivals.filter((arrival) => arrival[list]?.includes(attribute))]);
}

/**
 * The errors about people whom a plan invites or awaits by the address of a list's last line, if the list may
 * be cut off in it: somebody else may get the access of the person who is meant.
 */
export function lintCutAddresses(
  arrivals: readonly Arrival[],
  idOf: (address: Address) => string | undefined,
  file: FileFacts | undefined,
): readonly Diagnostic[] {
  return arrivals.flatMap(({ workspace, member, invite }): Diagnostic[] => {
    const address = memberAddress(workspace, member);
    // Somebody whom the service knows by this address was not cut off.
    if (idOf(address) !== undefined || file?.people?.mayBeCut(address) !== true) return [];
    const fate = invite === "planned" ? "invited" : "awaited";
    return [
      finding(
        "list-cut",
        `${member} would be ${fate}, and the list may be cut off in this address`,
        `Its line is the last one of the list and has no line end, although the others have one, and nobody with this address is a member of ${workspace} or invited. Export the list again. If the address is right, add a line break at the end of the list.`,
        { severity: "error", address },
      ),
    ];
  });
}
