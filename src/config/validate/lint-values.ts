import { type IndexedState, type NameIndex, stateOf } from "../../access/values/access-state.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { type Address, ALL_USERS, groupAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { byKey, groupBy, setOf, sortedBy, sortedTexts } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import {
  alikeIn,
  differenceText,
  lookAlikeKeys,
  mixesScripts,
  valueLooksLike,
} from "../../util/look-alike.js";
import { codePoint } from "../../util/unseen.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { quote, quoteAll } from "../text/wording.js";
import { lintNearMembers } from "./near-members.js";

/** The findings on a desired state as a whole that need no live state. */
export function lintState(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return [lintTiesInFile, lintLookAlikes, lintNearMembers, lintDenials].flatMap((lint) => lint(workspaces));
}

/**
 * Finds ties in the file alone, as plans do (API docs: which of the groups wins is undefined): an error where a tie gives
 * somebody two values, otherwise a warning where the file does not list who is in the groups.
 */
function lintTiesInFile(workspaces: readonly DesiredWorkspace[]): FileDiagnostic[] {
  return workspaces.flatMap((workspace) => {
    if (workspace.state !== "present" || !sharesPrecedence(workspace)) return [];
    const { nameIndex, state } = fileAccessOf(workspace);
    const { gives } = contentsOf(workspace);
    const listed = new Set(nameIndex.groups.filter((group) => gives("group_membership", group)));
    const declared = new Set(nameIndex.groups);
    return tiesIn({ nameIndex, state, before: state, declared, listed });
  });
}

/** Returns true if two groups have one precedence, without which there is no tie to look for. */
function sharesPrecedence(workspace: DesiredWorkspace): boolean {
  const values = contentsOf(workspace)
    .of("group")
    .flatMap(({ managed: { precedence } }) => precedence ?? []);
  return new Set(values).size < values.length;
}

/**
 * A warning of the groups to which the file gives no precedence, all in one: only the service tells which of them exist,
 * and those that do keep theirs. A group with values that `precedence_order` leaves out has a finding of its own.
 */
export function lintUnranked(workspaces: readonly DesiredWorkspace[]): readonly Diagnostic[] {
  const unranked = presentIn(workspaces).flatMap((workspace) => {
    const { of, heldBy } = contentsOf(workspace);
    const { precedence_order: order } = workspace;
    return of("group").filter(
      ({ name, state, managed }) =>
        state === "present" &&
        managed.precedence === undefined &&
        order?.includes(name) !== true &&
        (order === undefined || heldBy("group_value", name).length === 0),
    );
  });
  const [first] = unranked;
  if (first === undefined) return [];
  const names = quoteAll([...setOf(unranked, "name")]);
  const summary = `${count(unranked.length, "group has", "groups have")} no precedence, which a new group needs: ${names}`;
  const detail =
    "Without it they are not created. Give each a `precedence` (an integer above 0), or list them in `precedence_order`. Groups that exist keep theirs.";
  return [finding("missing-precedence", summary, detail, { severity: "warning", address: first.address })];
}

/**
 * Warnings of values of All Users that `deny` of their attribute does not name, and of none where the file lists all: one
 * of the two is a slip, or people to whom no other group gives a value see what that value grants, or everything. A value
 * that hides nothing has a finding of its own.
 */
function lintDenials(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return presentIn(workspaces).flatMap((workspace) => {
    const { of, gives, heldBy } = contentsOf(workspace);
    if (!gives("group_value", ALL_USERS)) return [];
    const values = byKey(heldBy("group_value", ALL_USERS), "name");
    return of("attribute").flatMap(({ name, deny = [] }) => {
      if (deny.length === 0) return [];
      const given = values.get(name);
      const value = given && String(given.managed.value);
      if (value === undefined) {
        const summary = `All Users has no value for ${quote(name)}, which has \`deny\``;
        const detail = `Whoever gets no value elsewhere sees everything. Give All Users the value that allows nothing: \`${name}: ${deny[0]}\`.`;
        return [
          fileFinding("deny-differs", summary, detail, { address: groupAddress(workspace.name, ALL_USERS) }),
        ];
      }
      if (deny.includes(value) || isOpen(value)) return [];
      const summary = `All Users has ${quote(value)} for ${quote(name)}, which \`deny\` does not name`;
      const detail = `Only ${quoteAll(deny)} ${plural(deny.length, "allows", "allow")} nothing, by \`deny\`. Write the same text in both places. If ${quote(value)} allows nothing either, add it to \`deny\`.`;
      return [fileFinding("deny-differs", summary, detail, { address: given?.address })];
    });
  });
}

/** A thing of the file by its name, with its address. */
interface NameInFile {
  readonly name: string;
  /** The address; `undefined` for a thing that exists without being in the file. */
  readonly address: Address | undefined;
}

/**
 * Finds names and e-mail addresses that a reader takes for another one of the file, or for `All Users`: one
 * of the two is a slip or intended to deceive, and both would exist. Tombstones are left out: a thing may be
 * replaced by one that is written better.
 */
function lintLookAlikes(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  const names = presentIn(workspaces).map(({ name }) => ({ name, address: workspaceAddress(name) }));
  return [...lookAlikes("workspace", names), ...presentIn(workspaces).flatMap(lintWorkspace)];
}

function lintWorkspace(workspace: PresentWorkspace): FileDiagnostic[] {
  const { of } = contentsOf(workspace);
  const groups = of("group").filter(({ name }) => name !== ALL_USERS);
  const people = peopleOf(workspace);
  const alike = lookAlikes("e-mail address", people);
  const reported = setOf(alike, "address");
  return [
    ...lookAlikes("attribute", of("attribute")),
    ...lookAlikes("group", [{ name: ALL_USERS, address: undefined }, ...groups]),
    ...alike,
    ...people.flatMap((person) => (reported.has(person.address) ? [] : mixed(person))),
    ...accented(people),
    ...valuesAlike(workspace),
  ];
}

/** An attribute of so many texts has one of nearly everybody, such as a number of theirs. */
const MOST_VALUES = 10_000;

/** The values of groups and people that look like another one of their attribute, which more of them have. */
function valuesAlike(workspace: PresentWorkspace): readonly FileDiagnostic[] {
  const { of } = contentsOf(workspace);
  const byAttribute = groupBy([...of("group_value"), ...of("member_value")], ({ name }) => name);
  return [...byAttribute].flatMap(([attribute, values]) => {
    const holders = groupBy(values, ({ managed }) => String(managed.value));
    if (holders.size < 2 || holders.size > MOST_VALUES) return [];
    const byNumber = [...holders].sort(([, few], [, many]) => many.length - few.length);
    const find = alikeIn(holders.keys(), (value) => value);
    const rank = new Map(byNumber.map(([value], i) => [value, i]));
    return byNumber.flatMap(([value, [{ address }]]) => {
      const other = find(value).find((text) => (rank.get(text) ?? 0) < (rank.get(value) ?? 0));
      if (other === undefined) return [];
      return [
        fileFinding("look-alike", ...valueLooksLike(attribute, value, other, "the file has too"), {
          address,
        }),
      ];
    });
  });
}

/**
 * The people whom the workspace names, each once, at the first place; none if all addresses are plain
 * letters: in their canonical form two such addresses look alike only if they are the same.
 */
function peopleOf(workspace: PresentWorkspace): readonly NameInFile[] {
  const { of } = contentsOf(workspace);
  const named = [...of("invite"), ...of("group_membership")];
  if (named.every(({ name }) => /^[\x21-\x7e]*$/.test(name))) return [];
  const people = new Map<string, NameInFile>();
  for (const one of named) if (!people.has(one.name)) people.set(one.name, one);
  return [...people.values()];
}

/** Plain letters come first, so that the odd one of two is reported. */
function lookAlikes(noun: string, things: readonly NameInFile[]): FileDiagnostic[] {
  const byKey = new Map<string, NameInFile>();
  return sortedBy(things, ({ address, name }) => (address === undefined ? "" : name)).flatMap((thing) => {
    const keys = lookAlikeKeys(thing.name);
    const other = keys.map((key) => byKey.get(key)).find((found) => found !== undefined);
    for (const key of keys) if (!byKey.has(key)) byKey.set(key, thing);
    return other === undefined ? [] : [lookAlike(noun, thing, other)];
  });
}

function lookAlike(noun: string, { name, address }: NameInFile, other: NameInFile): FileDiagnostic {
  const what = other.address === undefined ? "the built-in group" : `another ${noun}`;
  const detail = `${differenceText(name, other.name)} A reader can hardly tell the two apart. If you mean ${quote(other.name)}, write that; otherwise choose a different name.`;
  return fileFinding("look-alike", `${quote(name)} looks like ${quote(other.name)}, ${what}`, detail, {
    address,
  });
}

/** Addresses with a letter beyond a to z before the @, where most have none: hardly any mail server gives one. */
function accented(people: readonly NameInFile[]): FileDiagnostic[] {
  const odd = people.flatMap((person) => {
    const [local = ""] = person.name.split("@");
    const letters = [...new Set(local)].filter((letter) => /[^\p{ASCII}]/u.test(letter));
    return letters.length > 0 && !mixesScripts(person.name) ? [{ ...person, letters }] : [];
  });
  if (odd.length * 2 > people.length) return [];
  return odd.map(({ name, address, letters }) => {
    const summary = `${quote(name)} has ${letters.map(quote).join(", ")} before the @`;
    const detail =
      "Hardly any mail server has such an address, and the other addresses have plain letters. An address is compared letter by letter: if it is misspelt, an invite goes to nobody, or to somebody else.";
    return fileFinding("look-alike", summary, detail, { address });
  });
}

function mixed({ name, address }: NameInFile): FileDiagnostic[] {
  if (!mixesScripts(name)) return [];
  const odd = [...new Set(name)].filter((letter) => /[^\p{ASCII}\p{Script=Latin}]/u.test(letter));
  const signs = odd.map((letter) => `${quote(letter)} is ${codePoint(letter)}`).join(", ");
  const detail = `It mixes letters of several alphabets: ${signs}. An address that only looks like somebody's own belongs to somebody else. Type it anew.`;
  return [fileFinding("look-alike", `${quote(name)} mixes alphabets`, detail, { address })];
}

/**
 * The access that the file alone determines: groups with a declared precedence, the people listed in them,
 * and the values of both. Only the service knows the other members; the built-in group, which gives to
 * everybody what nothing else decides, is left out.
 */
function fileAccessOf(workspace: PresentWorkspace): IndexedState {
  const { of, heldBy } = contentsOf(workspace);
  const groups = of("group").flatMap(({ name, managed: { precedence } }) =>
    name === ALL_USERS || precedence === undefined ? [] : [{ name, precedence: Number(precedence) }],
  );
  const named = ({ name, owner, managed }: DesiredResource) => ({
    name,
    owner,
    value: String(managed.value),
  });
  const given = groups.map(({ name, precedence }) => ({
    precedence,
    values: heldBy("group_value", name).map(named),
    members: heldBy("group_membership", name),
  }));
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups: groups.map(({ name }) => name),
    members: sortedTexts(
      [...given.flatMap((group) => group.members), ...of("invite")].map(({ name }) => name),
    ),
    // An attribute without a group's value can have no tie.
    attributes: sortedTexts(given.flatMap(({ values }) => values).map(({ name }) => name)),
  };
  return { nameIndex, state: stateOf(nameIndex, given, of("member_value").map(named)) };
}
