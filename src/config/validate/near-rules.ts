import { entriesOf } from "../../access/values/grants.js";
import { rulePath } from "../../model/address.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import { type DesiredState, type Expectation, presentIn } from "../../model/state/desired-state.js";
import { groupBy, setOf } from "../../util/collections.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { isOneSlip, quote } from "../text/wording.js";
import { nearestIn } from "./near-members.js";

/** The shortest value that is compared: most shorter ones are one letter from another value. */
const SHORTEST_VALUE = 5;

/**
 * Finds people and values in expectations that nothing in the file has, while something has one that differs by a slip: the
 * rule is about nobody, and would hold for ever. Of one expectation for several workspaces each place is named once.
 */
export function lintNearRules({ expect, workspaces }: DesiredState): readonly FileDiagnostic[] {
  return presentIn(workspaces).flatMap((workspace) => {
    const rules = expect.flatMap((expectation, index) =>
      expectation.workspace === workspace.name ? [{ expectation, index }] : [],
    );
    if (rules.length === 0) return [];
    const contents = contentsOf(workspace);
    return [...lintPeople(rules, contents), ...lintValues(rules, contents)];
  });
}

/** A rule of one workspace, with its place among all. */
interface PlacedRule {
  readonly expectation: Expectation;
  readonly index: number;
}

function lintPeople(rules: readonly PlacedRule[], { of }: Contents): readonly FileDiagnostic[] {
  const asked = namesAsked(rules, membersOf);
  if (asked.length === 0) return [];
  const people = setOf([...of("invite"), ...of("group_membership")], "name");
  const near = nearestIn(people);
  return asked.flatMap(({ name: member, address }) => {
    const meant = people.has(member) ? undefined : near(member);
    if (meant === undefined) return [];
    const detail = `Did you mean ${quote(meant)}? A rule about somebody who is not there decides nothing. \`orgform plan\` tells whether there is somebody of that address.`;
    return [fileFinding("member-undeclared", `${quote(member)} is not a listed member`, detail, { address })];
  });
}

function lintValues(rules: readonly PlacedRule[], { of }: Contents): readonly FileDiagnostic[] {
  const asked = namesAsked(rules, textsOf);
  if (asked.length === 0) return [];
  const given = groupBy([...of("group_value"), ...of("member_value")], ({ name }) => name);
  return asked.flatMap(({ name: text, expectation, address }) => {
    const attribute = "attribute" in expectation ? (expectation.attribute ?? "") : "";
    const written = new Set((given.get(attribute) ?? []).map(({ managed: { value } }) => String(value)));
    const values = new Set([...written].flatMap((value) => [value, ...entriesOf(value)]));
    const meant = values.has(text) ? undefined : [...values].find((value) => isNear(text, value));
    if (meant === undefined) return [];
    const detail = `Did you mean ${quote(meant)}? A rule about a value that nobody gets checks nothing.`;
    return [fileFinding("fits-nobody", `No value in the file is ${quote(text)}`, detail, { address })];
  });
}

/** A name, with its place in the rule. */
type Named = readonly [name: string, ...place: (string | number)[]];

/** The names of some rules, each with its place in the file. */
const namesAsked = (rules: readonly PlacedRule[], namesOf: (of: Expectation) => readonly Named[]) =>
  rules.flatMap(({ expectation, index }) =>
    namesOf(expectation).map(([name, ...place]) => ({
      name,
      expectation,
      address: rulePath("expect", index, ...place),
    })),
  );

const listed = (key: string, names: readonly string[]): readonly Named[] =>
  names.map((name, i): Named => [name, key, i]);

function membersOf(expectation: Expectation): readonly Named[] {
  if ("member" in expectation) return [[expectation.member, "member"]];
  return expectation.kind === "roles" ? listed("only_members", expectation.only_members) : [];
}

function textsOf(expectation: Expectation): readonly Named[] {
  if (expectation.kind === "is") return [[expectation.is, "is"]];
  return expectation.kind === "never" ? listed("never", expectation.never) : [];
}

const isNear = (text: string, value: string): boolean =>
  Math.min(text.length, value.length) >= SHORTEST_VALUE && isOneSlip(text, value);
