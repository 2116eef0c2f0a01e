import { isOneSlip } from "../../config/text/wording.js";
import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ancestorAddress, memberAddress, namesInAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Arrival, ResourceChange, Unmanaged } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, LiveResource } from "../../model/state/resource.js";
import { groupBy, setOf, sortedBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { MARKED_ABSENT } from "../diff/deletion.js";

/**
 * A deletion and a creation of groups that look like one rename: the same precedence, the same values, or most members.
 * Deleting takes memberships away and creating starts empty, so the line that renames in place is worth showing. Where
 * nothing is deleted, the former group would stay beside the new one and give its people what it gives: there the values have
 * to be those of a group that the file does not name, and so have all members, or most of the new ones and the precedence.
 */
export function hintRenames(
  changes: readonly ResourceChange[],
  unmanaged: readonly Unmanaged[],
  live: Iterable<LiveResource>,
): readonly Diagnostic[] {
  const groups = changes.filter(({ type }) => isRenamable(type));
  const beside = setOf(
    unmanaged.filter(({ type }) => isRenamable(type)),
    "address",
  );
  const created = groups.filter(({ change }) => change.actions[0] === "create");
  const deleted = groups.filter(({ change }) => change.actions[0] === "delete");
  if (created.length === 0 || deleted.length + beside.size === 0) return [];
  const left = [...live].filter(({ address }) => beside.has(ancestorAddress(address, 3)));
  const parts = [...changes.map(partOf), ...left];
  const [values, membersIn] = [valuesByGroup(parts), membersByGroup(parts)];
  return created.flatMap((creation): Diagnostic[] => {
    const equal = deleted.find(
      (deletion) =>
        deletion.change.before?.precedence === creation.change.after?.precedence ||
        (values.has(deletion.address) && values.get(deletion.address) === values.get(creation.address)),
    );
    const shared = deleted.find(({ address }) =>
      areMostlySame(membersIn(address), membersIn(creation.address)),
    );
    const kept = left.find(
      ({ address, fields }) =>
        beside.has(address) &&
        values.get(address) === values.get(creation.address) &&
        areMostlyIn(membersIn(address), membersIn(creation.address)) &&
        (fields.precedence === creation.change.after?.precedence ||
          areEqual(membersIn(address), membersIn(creation.address))),
    );
    const gone = equal ?? shared;
    const twin = gone ?? kept;
    if (twin === undefined) return [];
    const from = namesInAddress(twin.address).name;
    const instead = gone?.action_reason?.startsWith(MARKED_ABSENT.reason)
      ? ` in place of the entry of ${JSON.stringify(from)} with \`state: absent\``
      : "";
    // Its value changed with its name, as it does where a text of `each` changed.
    const each =
      gone !== equal
        ? " Where `each` makes the group, take its text out of `each`, and give it an entry of its own."
        : "";
    const to = namesInAddress(creation.address).name;
    return [
      finding(
        "rename-hint",
        `${to} looks like ${from}, which ${gone === undefined ? "the file does not name" : "would be deleted"}`,
        `If it is the same group under a new name, add \`previously: [${JSON.stringify(from)}]\` to it${instead}: it is then renamed in place, with its members and values.${each}`,
        { address: creation.address },
      ),
    ];
  });
}

/** A thing that is deleted or created, or that stays as it is. */
type HeldPart = Pick<LiveResource, "address" | "kind" | "fields">;

const partOf = ({ address, type, change }: ResourceChange): HeldPart => ({
  address,
  kind: type,
  fields: change.before ?? change.after ?? {},
});

/** The values of each group as comparable text, before a deletion or after a creation. */
function valuesByGroup(parts: readonly HeldPart[]): ReadonlyMap<string, string> {
  const ofGroups = parts.filter(({ kind }) => KINDS[kind].carriesValue === "group");
  const lists = groupBy(ofGroups, ({ address }) => ancestorAddress(address, 3));
  const textOf = ({ address, fields: { value = "" } }: HeldPart): string =>
    `${namesInAddress(address).name}=${value}`;
  return new Map([...lists].map(([group, list]) => [group, list.map(textOf).sort().join("\n")]));
}

/** The members of each group, before a deletion or after a creation. */
function membersByGroup(parts: readonly HeldPart[]): (group: string) => readonly string[] {
  const memberships = parts.filter(({ kind }) => isMembership(kind));
  const lists = groupBy(memberships, ({ address }) => ancestorAddress(address, 3));
  return (group) => lists.get(group)?.map(({ address }) => namesInAddress(address).name) ?? [];
}

const isMembership = (kind: ResourceChange["type"]): boolean =>
  KINDS[kind].personOf !== undefined && KINDS[kind].carriesValue === undefined;

/** Returns true if most of each of two lists are in both. */
const areMostlySame = (left: readonly string[], right: readonly string[]): boolean =>
  areMostlyIn(left, right) && areMostlyIn(right, left);

const areEqual = (left: readonly string[], right: readonly string[]): boolean =>
  sortedBy(left, String).join() === sortedBy(right, String).join();

/** Returns true if most of a list are in another one. */
function areMostlyIn(whole: readonly string[], list: readonly string[]): boolean {
  const known = new Set(whole);
  return list.filter((one) => known.has(one)).length * 2 > list.length;
}

/** The holdings of a person, as comparable texts. */
interface Holdings {
  readonly email: string;
  readonly groups: string;
  readonly values: string;
}

/**
 * The hints that a person's address may have changed: one person is invited by a plan or awaited, and
 * another, whom the file does not name, has a name in common with them and exactly the same groups and own values that
 * were read. Then no mail should be sent and nothing removed. If several people fit, there is no hint; people who have
 * only another domain are one hint, whatever they hold: the company's may have changed.
 */
export function hintNewAddresses(
  arrivals: readonly Arrival[],
  workspace: DesiredWorkspace,
  live: Iterable<LiveResource>,
): readonly Diagnostic[] {
  const arriving = arrivals.filter(({ invite }) => invite !== "pending");
  if (arriving.length === 0) return [];
  const contents = contentsOf(workspace);
  const named = setOf([...contents.of("invite"), ...contents.of("group_membership")], "name");
  // What the file does not manage says nothing about whom it means.
  const managed = [...live].filter(
    ({ kind, owner }) => KINDS[kind].carriesValue !== undefined || contents.gives(kind, owner),
  );
  const leaving = groupBy(
    holdingsIn(managed).filter(({ email }) => !named.has(email)),
    ({ groups }) => groups,
  );
  const desired = new Map(
    holdingsIn([...contents.of("group_membership"), ...contents.of("member_value")]).map((one) => [
      one.email,
      one,
    ]),
  );
  const byHoldings = groupBy(
    arriving.flatMap(({ member, invite }) => {
      const held = desired.get(member);
      return held === undefined ? [] : [{ ...held, isInvited: invite === "planned" }];
    }),
    ({ groups, values }) => `${groups}\n${values}`,
  );
  const moved = movedTogether(arriving, managed, named);
  const isMoved = setOf(moved, "email");
  const single = [...byHoldings.values()].flatMap(([arrival, ...others]): Diagnostic[] => {
    if (arrival === undefined || others.length > 0 || isMoved.has(arrival.email)) return [];
    const { email, groups, values, isInvited } = arrival;
    const fits = (one: Holdings) =>
      areAlike(one.email, email) && (one.values === values || (groups !== "" && one.values === ""));
    const [old, ...more] = (leaving.get(groups) ?? []).filter(fits);
    if (old === undefined || more.length > 0) return [];
    const summary = `${email}, who is ${isInvited ? "invited" : "awaited"}, may be ${old.email}, whom the file does not name`;
    const detail = `Both are in the same groups, or have the same values of their own. If the address in the file is outdated, write ${JSON.stringify(old.email)} in its place: then nothing is taken away${isInvited ? ", and no e-mail goes out" : ""}.`;
    const address = memberAddress(workspace.name, email);
    return [finding("rename-hint", summary, detail, { address })];
  });
  return [...movedHint(workspace, moved, arriving.length), ...single];
}

/** Somebody who arrives, and the address of another domain under which the organization may know them. */
interface Moved {
  readonly email: string;
  readonly old: string;
}

/** The people who arrive and are there under the same name and another domain, where two or more of them are. */
function movedTogether(
  arriving: readonly Arrival[],
  live: readonly LiveResource[],
  named: ReadonlySet<string>,
): readonly Moved[] {
  const people = new Set(
    live.flatMap(({ person }) => (person && !named.has(person.email) ? [person.email] : [])),
  );
  const byName = groupBy(people, localPart);
  const moved = arriving.flatMap(({ member: email }) => {
    const [old, ...others] = byName.get(localPart(email)) ?? [];
    return old === undefined || others.length > 0 ? [] : [{ email, old }];
  });
  return moved.length > 1 ? moved : [];
}

function movedHint({ name }: DesiredWorkspace, moved: readonly Moved[], all: number): readonly Diagnostic[] {
  const [first] = moved;
  if (first === undefined) return [];
  const summary = `${moved.length} of ${count(all, "new person", "new people")} of ${name} may be known under another domain, such as ${first.old} for ${first.email}`;
  const detail =
    "If the company's domain has changed, let the product change the addresses of its accounts first, or keep the former ones in the file: otherwise each of these people is invited as somebody new, and keeps the old account.";
  return [finding("rename-hint", summary, detail, { address: memberAddress(name, first.email) })];
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@"));

/** Returns true if two addresses have a name in common: a word before the `@`, or all of it but for a letter. */
function areAlike(one: string, other: string): boolean {
  const words = (email: string) =>
    localPart(email)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2);
  const known = new Set(words(one));
  return words(other).some((word) => known.has(word)) || isOneSlip(localPart(one), localPart(other));
}

function holdingsIn(resources: Iterable<DesiredResource | LiveResource>): readonly Holdings[] {
  const people = new Map<string, { groups: string[]; values: string[] }>();
  for (const resource of resources) {
    const { kind, name, owner = "", person } = resource;
    if (person === undefined || KINDS[kind].personOf === undefined) continue;
    const held = people.get(person.email) ?? { groups: [], values: [] };
    people.set(person.email, held);
    const { value } = "managed" in resource ? resource.managed : resource.fields;
    if (KINDS[kind].carriesValue === undefined) held.groups.push(owner);
    else held.values.push(JSON.stringify([name, value]));
  }
  return [...people].map(([email, { groups, values }]) => ({
    email,
    groups: groups.sort().join("\n"),
    values: values.sort().join("\n"),
  }));
}
