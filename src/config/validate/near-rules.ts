import { entriesOf } from "../../access/values/grants.js";
import { type ExpectationTerms, termsOf } from "../../kinds/rules/expectations.js";
import { rulePath } from "../../model/address.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import { type DesiredState, presentIn } from "../../model/state/desired-state.js";
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
    const rules = expect.flatMap((one, index) =>
      one.workspace === workspace.name ? [{ ...termsOf(one), index }] : [],
    );
    return [lintPeople, lintValues].flatMap((lint) => lint(rules, contentsOf(workspace)));
  });
}

/** A rule of one workspace, with its place among all. */
interface PlacedRule extends ExpectationTerms {
  readonly index: number;
}

function lintPeople(rules: readonly PlacedRule[], { of }: Contents): readonly FileDiagnostic[] {
  const asked = namesAsked(rules, "members");
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
  const asked = namesAsked(rules, "values");
  if (asked.length === 0) return [];
  const given = groupBy([...of("group_value"), ...of("member_value")], ({ name }) => name);
  return asked.flatMap(({ name: text, attribute = "", address }) => {
    const written = new Set((given.get(attribute) ?? []).map(({ managed: { value } }) => String(value)));
    const values = new Set([...written].flatMap((value) => [value, ...entriesOf(value)]));
    const meant = values.has(text) ? undefined : [...values].find((value) => isNear(text, value));
    if (meant === undefined) return [];
    const detail = `Did you mean ${quote(meant)}? A rule about a value that nobody gets checks nothing.`;
    return [fileFinding("fits-nobody", `No value in the file is ${quote(text)}`, detail, { address })];
  });
}

/** The names of some rules, each with its place in the file. */
const namesAsked = (rules: readonly PlacedRule[], of: "members" | "values") =>
  rules.flatMap(({ attribute, index, [of]: names = [] }) =>
    names.map(({ name, place }) => ({ name, attribute, address: rulePath("expect", index, ...place) })),
  );

const isNear = (text: string, value: string): boolean =>
  Math.min(text.length, value.length) >= SHORTEST_VALUE && isOneSlip(text, value);
