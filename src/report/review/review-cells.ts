import { isOpen } from "../../access/values/value-meaning.js";
import type { ReviewFacts } from "../../model/plan/plan.js";
import type { ReviewChange } from "../../plan/review/review-changes.js";
import { factsDigest } from "../../plan/review/review-facts.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { inertJson, inertText } from "../../util/escape.js";
import {
  AWAITED,
  listedText,
  NO_VALUE,
  nameText,
  OWN_VALUE,
  SEES_ALL,
  sourcedText,
  sourceText,
  valueText,
} from "../words/labels.js";

/** The columns that say in words what the column `facts` holds. */
const SHOWN_FACTS = [
  "organization",
  "workspace",
  "member",
  "role",
  "limited_by",
  "listed",
  "groups",
  "values",
  "open",
  "data",
] as const;
/** The columns that a reviewer fills in. */
export const DECISIONS = ["decision", "reviewer", "date", "note"] as const;
/** The columns of a list that are about the person, without the organization. */
export const PERSON_COLUMNS = [...SHOWN_FACTS.slice(1), "invited"] as const;
/** All columns of the list. */
export const COLUMNS = [
  "organization",
  "as_of",
  ...PERSON_COLUMNS,
  "changed",
  "verdict",
  ...DECISIONS,
  "digest",
  "list_digest",
  "facts",
] as const;

/** The columns for reading that a list has only where some row has a text there. */
export const EXTRAS = ["name", "will_have"] as const;

/** Texts by column, as they stand in the file once it has been read again. */
export type ReviewCells = Readonly<Record<(typeof COLUMNS)[number], string>> &
  Readonly<Partial<Record<(typeof EXTRAS)[number], string>>>;

/** The same of any file: a column may be missing. */
export type Cells = Readonly<Record<string, string | undefined>>;

type ShownFacts = Pick<ReviewCells, (typeof SHOWN_FACTS)[number]>;

/** The facts of a row, with the text that is shown next to them. */
export interface ShownRow {
  readonly asOf: string;
  readonly facts: ReviewFacts;
  /** The moment of the invite. */
  readonly invited?: string | undefined;
  readonly change?: ReviewChange | undefined;
  readonly name?: string | undefined;
  /** The facts that hold once the invite is accepted and the file is applied. */
  readonly arriving?: ReviewFacts | undefined;
}

/** A row as its cells are read again, without decision. */
export function cellsOf({ asOf, facts, change, name, arriving, ...row }: ShownRow): ReviewCells {
  const invited = facts.presence === "awaited" ? AWAITED : (row.invited ?? "");
  return {
    ...shownFacts(facts),
    ...(name !== undefined && { name: nameCell(name) }),
    ...(arriving && { will_have: arrivingText(arriving) }),
    as_of: asOf,
    invited: inertText(/^\d{4}-\d\d-\d\dT/.test(invited) ? invited.slice(0, 10) : invited),
    changed: inertText(change === undefined ? "" : changeText(change)),
    verdict: change?.verdict ?? "",
    decision: "",
    reviewer: "",
    date: "",
    note: "",
    digest: factsDigest(facts),
    list_digest: "",
    facts: factsCell(facts),
  };
}

/** The groups and values of somebody who arrives: `in Sales West; region: west (Sales West)`. */
function arrivingText({ groups, values }: ReviewFacts): string {
  const joined = groups.length === 0 ? [] : [`in ${groups.map(listName).join(", ")}`];
  return inertText([...joined, ...values.map((one) => valueWords(one, (words) => words))].join("; "));
}

/** The cell of the facts: canonical JSON, in which escapes hide what a spreadsheet would run. */
export const factsCell = (facts: ReviewFacts): string => inertJson(canonicalJson(facts));

/** Stands for words of ours in the cells of {@link wordsIn}; no name holds it. */
const WORDS = "\u2400";

/**
 * The words of ours in the cells of a row, by how they are worded today; `undefined` where the cells say something else
 * than the facts. Another version may word it otherwise, so any words will do.
 */
export function wordsIn(
  cells: Cells,
  facts: ReviewFacts,
): readonly (readonly [string, string])[] | undefined {
  if (((cells.invited ?? "") === "") !== (facts.presence === "member")) return;
  const ours: string[] = [];
  const known = shownFacts(facts, (words) => {
    ours.push(words);
    return WORDS;
  });
  const found = SHOWN_FACTS.map((column) => patternOf(known[column]).exec(cells[column] ?? ""));
  if (found.some((match) => match === null)) return;
  const theirs = found.flatMap((match) => match?.slice(1) ?? []);
  return ours.map((words, i) => [words, theirs[i] ?? ""]);
}

const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll(WORDS, "([\\p{L}\\p{M} ,'-]+)")}$`,
    "u",
  );

type Translate = (words: string) => string;

/**
 * The cells of a row's facts. Words stand alone in brackets, or before and between numbers and objects, which hold a
 * digit or a colon: so nobody takes a name for words of ours. They come in the order of the columns.
 */
export function shownFacts(facts: ReviewFacts, translate: Translate = (words) => words): ShownFacts {
  const { organization, workspace, member, role, limited_by = "", listed, groups, values, data } = facts;
  const open = values.filter((one) => one.values.length === 0 || one.values.some(isOpen));
  return {
    organization: nameCell(organization),
    workspace: nameCell(workspace),
    member: nameCell(member),
    role: nameCell(role),
    limited_by,
    listed: listedText(listed),
    groups: inertText(groups.map(listName).join("; ")),
    values: inertText(values.map((one) => valueWords(one, translate)).join("; ")),
    open: inertText(open.map(({ attribute }) => listName(attribute)).join("; ")),
    data: inertText(dataWords(data, translate)),
  };
}

/**
 * A name as its cell has it; a text that looks like a written-out hidden character is distinguished from one.
 */
const nameCell = (name: string): string => inertText(spelledOut(name));

const listName = (name: string): string => nameText(spelledOut(name));

const spelledOut = (text: string): string =>
  text.replaceAll("\\u{", "\\u{5c}u{").replaceAll(WORDS, "\\u{2400}");

function dataWords(data: ReviewFacts["data"], translate: Translate): string {
  if (data === undefined) return "";
  const { reached, seen, by_column = [], unclear, hidden, rows } = data;
  const all = reached + by_column.length + unclear.length + hidden.length;
  return [
    `${translate("reaches")} ${reached} ${translate("of")} ${all}${seen === undefined ? "" : ` #${seen}`}`,
    ...by_column.map((object) => `${translate("by column")} ${spelledOut(object)}`),
    ...unclear.map((object) => `${translate("unclear")} ${spelledOut(object)}`),
    ...hidden.map((object) => `${translate("hidden")} ${spelledOut(object)}`),
    ...rows.map((row) => `${translate("rows")} ${spelledOut(`${row.place} ${row.field}: ${row.value}`)}`),
  ].join("; ");
}

function valueWords(
  { attribute, source, values, groups }: ReviewFacts["values"][number],
  translate: Translate,
): string {
  const shown = values
    .map((value) => valueText(spelledOut(value)) + (isOpen(value) ? ` [${translate(SEES_ALL)}]` : ""))
    .join(" | ");
  const name = `${listName(attribute)}: `;
  const from = groups.map(listName).join(" | ");
  switch (source) {
    case "none":
      return `${name}[${translate(`${NO_VALUE}, ${SEES_ALL}`)}]`;
    case "own":
      return `${name}${shown} [${translate(OWN_VALUE)}]`;
    case "group":
      return `${name}${shown} (${from})`;
    case "tie":
      return `${name}${shown} (${from}) [${translate("tie")}]`;
  }
}

/** The differences from the earlier moment, in words. */
function changeText({ isNew, role, joined, left, values }: ReviewChange): string {
  return [
    ...(isNew ? ["was not a member"] : []),
    ...(role === undefined ? [] : [`role ${role.map(nameText).join(" → ")}`]),
    ...joined.map((group) => `joined ${nameText(group)}`),
    ...left.map((group) => `left ${nameText(group)}`),
    ...values.map(valueChangeText),
  ].join("; ");
}

/** A value that stays has another source, which is then what differs. */
function valueChangeText({ attribute, before, after }: ReviewChange["values"][number]): string {
  const [former, current] = [before, after].map((row) => sourcedText(row ?? { value: null, source: null }));
  if (former !== current) return `${nameText(attribute)} ${former} → ${current}`;
  const [from, to] = [before, after].map((row) => (row?.source ? sourceText(row.source) : "no source"));
  return `${nameText(attribute)} ${current} (${from} → ${to})`;
}
