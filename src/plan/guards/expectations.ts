import {
  checkExpectation,
  checkRoles,
  type KnownPeople,
  type Verdict,
} from "../../access/values/expectations.js";
import { limitedBy, ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import { peopleOf } from "../../access/view.js";
import { isOneSlip } from "../../config/text/wording.js";
import { checkDataExpectation } from "../../data-model/answer/data-expectations.js";
import { dataReaderOf } from "../../data-model/answer/people-data.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import { termsOf } from "../../kinds/rules/expectations.js";
import { ALL_USERS, attributeAddress, rulePath, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import type { View, Viewer } from "../../model/plan/view.js";
import type { Expectation } from "../../model/state/desired-state.js";
import { groupBy, setOf, sortedTexts } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import type { EndState } from "../checks/end-state.js";
import { placeOfRule } from "../input/file-facts.js";
import type { FileFacts, PlanOptions } from "../input/inputs.js";
import type { Objection } from "./allowance.js";
import type { JudgedExpectation, WorkspacePart } from "./plan-facts.js";
import { namesUnknown } from "./unknown-names.js";

/** Judges the expectations of a file in the planned end of one workspace; those that surely hold for everybody are left out. */
export function judgeExpectations(
  expect: readonly Expectation[],
  end: EndState,
  facts: ExpectationFacts,
): readonly JudgedExpectation[] {
  const isAsked = ({ workspace }: Expectation) => workspace === end.workspace.name;
  if (!expect.some(isAsked)) return [];
  const known = peopleAt(end);
  return expect.flatMap((expectation, i) =>
    isAsked(expectation) ? judge(expectation, i, end, { ...facts, expect, known }) : [],
  );
}

/** The facts by which expectations are judged: `file` says where each stands. */
interface ExpectationFacts {
  readonly file?: FileFacts;
  readonly dataModel?: ModelDescription | undefined;
}

interface Judging extends ExpectationFacts {
  readonly expect: readonly Expectation[];
  readonly known: KnownPeople;
}

/** Expectations that the end state breaks. */
export function brokenExpectations({ expectations }: WorkspacePart): readonly Objection[] {
  return withStatus("broken", expectations).map(({ address, range, ...one }) => {
    const message = `${one.workspace}: ${one.about}: ${one.because}${one.words}`;
    return { guard: "expect", message, addresses: [address], ...(range && { range }) };
  });
}

/** Expectations that could not be decided because not enough was read. */
export function undecidedExpectations(
  { expectations, end, workspace }: WorkspacePart,
  { purpose }: PlanOptions,
): readonly Objection[] {
  if (end === undefined) return [];
  const { length: members } = end.before.groupsOf;
  const ways = {
    values: `\`--access-reads ${members}\` reads them all`,
    model: "The findings about the model say where",
  };
  const lacking = groupBy(withStatus("unread", expectations), ({ lacks }) => lacks ?? "values");
  // Nobody can let drift read more own values.
  if (purpose === "drift") lacking.delete("values");
  return [...lacking].map(([lacks, unread]) => {
    const attributes = nameList(sortedTexts(unread.map(({ about }) => about)));
    const [{ because, words, range }] = unread;
    const message = `${count(unread.length, "expectation")} about ${attributes} in ${workspace.name} could not be decided: ${because}. ${ways[lacks]}${words}`;
    const addresses = [...setOf(unread, "address")];
    const subject = { guard: "expect-undecided", named: workspace.name, actual: unread.length } as const;
    return { ...subject, message, addresses, ...(range && { range }) };
  });
}

const withStatus = (status: JudgedExpectation["status"], judged: readonly JudgedExpectation[]) =>
  judged.filter((one) => one.status === status);

/** Returns true if an expectation that is not one of the file's would refuse the end of a workspace; `null` if nobody can say. */
export function refusedBy(
  expectation: Expectation,
  end: EndState,
  { dataModel }: ExpectationFacts,
): boolean | null {
  const [judged] = judgeExpectations([expectation], end, { dataModel });
  if (judged === undefined || judged.status === "by-value") return false;
  return judged.status === "broken" ? true : null;
}

/** A warning for each expectation about somebody who is not there yet. */
export function undecidedWarnings(judged: readonly JudgedExpectation[]): readonly Diagnostic[] {
  return withStatus("undecided", judged).map(({ workspace, about, because, address, words }) =>
    finding(
      "expectation-undecided",
      `an expectation about ${about} in ${workspace} is undecided: ${because}${words}`,
      "",
      { address },
    ),
  );
}

function judge(
  expectation: Expectation,
  index: number,
  end: EndState,
  { file, dataModel, expect, known }: Judging,
): readonly JudgedExpectation[] {
  const { name: workspace } = end.workspace;
  if (namesUnknown(expectation, end, expect)) return [];
  const verdict = verdictOn(expectation, end, known, dataModel);
  if (verdict === undefined) return [];
  const { about, attribute } = termsOf(expectation);
  const place = {
    workspace,
    about,
    address: attribute === undefined ? workspaceAddress(workspace) : attributeAddress(workspace, attribute),
    ...placeOfRule(rulePath("expect", index), file),
  };
  if (verdict.holds === true) {
    const { byRole } = verdict;
    return byRole ? [{ status: "by-value", because: "", seen: { workspace, ...byRole }, ...place }] : [];
  }
  const lacks = verdict.holds === undefined ? verdict.lacks : undefined;
  return [
    {
      status: verdict.holds === false ? "broken" : lacks ? "unread" : "undecided",
      ...(lacks && { lacks }),
      because: `${verdict.because}${nearMember(expectation, known)}`,
      ...place,
    },
  ];
}

/** A question after the member of the end state whom an expectation probably means, where it names none. */
function nearMember(expectation: Expectation, { people }: KnownPeople): string {
  if (expectation.kind !== "is" || people.some(({ member }) => member === expectation.member)) return "";
  const near = people.find(({ member }) => isOneSlip(member, expectation.member));
  return near === undefined ? "" : `. Did you mean ${near.member}?`;
}

function verdictOn(
  expectation: Expectation,
  { nameIndex, view }: EndState,
  known: KnownPeople,
  dataModel: ModelDescription | undefined,
): Verdict | undefined {
  // Without a data model it is an error of its own.
  if (expectation.kind === "data")
    return dataModel && checkDataExpectation(expectation, known, dataReaderOf(dataModel));
  // The organization admins of a new workspace are in the view if rosters show them.
  if (expectation.kind === "roles")
    return checkRoles(expectation, {
      ...known,
      people: known.people.filter(({ member }) => view.person(member)),
    });
  const { attribute } = expectation;
  return nameIndex.attributes.includes(attribute)
    ? checkExpectation(expectation, known)
    : { holds: undefined, because: `there is no attribute ${attribute}` };
}

/**
 * The people at the end, members before arrivals. A new workspace immediately has members whom the file need
 * not name, its organization admins, who are only in All Users.
 */
function peopleAt({ view, isNew, roles }: EndState): KnownPeople {
  const everybody = [...peopleOf(view)];
  const members = everybody.filter(({ presence }) => presence === "member");
  const arriving = everybody.filter(({ presence }) => presence !== "member");
  return {
    people: [...members, ...arriving, ...(isNew ? [anyAdmin(view, roles.unlimited)] : [])],
    unread: view.unread,
    groups: view.groups,
  };
}

/** Their address is none, so that no rule is about them in particular. */
function anyAdmin(view: View, unlimited: readonly string[]): Viewer {
  const values = view.attributes.flatMap((attribute): (readonly [string, EffectiveValue])[] => {
    const value = view.valueForAll(attribute);
    const source = { kind: "group", group: ALL_USERS, precedence: 0 } as const;
    return value === undefined ? [] : [[attribute, { value, source }]];
  });
  return {
    member: "an organization admin",
    role: ORGANIZATION_ADMIN,
    limitedBy: limitedBy(ORGANIZATION_ADMIN, unlimited),
    groups: [],
    values: Object.fromEntries(values),
  };
}
