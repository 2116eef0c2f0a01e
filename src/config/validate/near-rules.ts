import { entriesOf } from "../../access/values/grants.js";
import { rulePath } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredState, type Expectation, presentIn } from "../../model/state/desired-state.js";
import { type FileDiagnostic, warning } from "../text/file-diagnostic.js";
import { isOneSlip, quote } from "../text/wording.js";
import { nearestIn } from "./near-members.js";

/** The shortest value that is compared: most shorter ones are one letter from another value. */
const SHORTEST_VALUE = 5;

/**
 * Finds people and values in expectations that nothing in the file has, while something has one that differs by a slip: the
 * rule is about nobody, and would hold for ever. Of one expectation for several workspaces each place is named once.
 */
export function lintNearRules({
  expect,
  workspaces,
}: Pick<DesiredState, "expect" | "workspaces">): readonly FileDiagnostic[] {
  const known = new Map(presentIn(workspaces).map((workspace) => [workspace.name, contentsOf(workspace)]));
  return expect.flatMap((expectation, index) => {
    const contents = known.get(expectation.workspace);
    if (contents === undefined) return [];
    const { of } = contents;
    const people = new Set([...of("invite"), ...of("group_membership")].map(({ name }) => name));
    const near = nearestIn(people);
    const texts = textsOf(expectation);
    const values = [...of("group_value"), ...of("member_value")].flatMap(({ name, managed: { value } }) =>
      "attribute" in expectation && name === expectation.attribute
        ? [String(value), ...entriesOf(String(value))]
        : [],
    );
    return [
      ...membersOf(expectation).flatMap(([member, ...place]) => {
        const meant = people.has(member) ? undefined : near(member);
        if (meant === undefined) return [];
        const detail = `Did you mean ${quote(meant)}? A rule about somebody who is not there decides nothing. \`orgform plan\` tells whether there is somebody of that address.`;
        const summary = `${quote(member)} is not a listed member`;
        return [
          warning("member-undeclared", summary, detail, { address: rulePath("expect", index, ...place) }),
        ];
      }),
      ...texts.flatMap(([text, ...place]) => {
        const meant = values.includes(text) ? undefined : values.find((value) => isNear(text, value));
        if (meant === undefined) return [];
        const detail = `Did you mean ${quote(meant)}? A rule about a value that nobody gets checks nothing.`;
        const summary = `No value in the file is ${quote(text)}`;
        return [warning("fits-nobody", summary, detail, { address: rulePath("expect", index, ...place) })];
      }),
    ];
  });
}

/** A name, with its place in the rule. */
type Named = readonly [name: string, ...place: (string | number)[]];

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
