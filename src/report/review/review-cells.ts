import { groupsBehind } from "../../access/values/effective-value.js";
import { isOpen } from "../../access/values/value-meaning.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { ReviewChange } from "../../plan/review/review-changes.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import { compact } from "../../util/collections.js";
import { inertText } from "../../util/escape.js";
import { VERDICT_WORDS } from "../view/access-words.js";
import {
  AWAITED,
  listedText,
  NO_VALUE,
  nameText,
  OWN_VALUE,
  rolesText,
  SEES_ALL,
  sourcedText,
  sourceText,
  valueText,
} from "../words/labels.js";

/** The columns that say what somebody has. A row has an empty text where it has nothing to say. */
export const COLUMNS = [
  "workspace",
  "member",
  "name",
  "role",
  "limited_by",
  "listed",
  "groups",
  "values",
  "open",
  "data",
  "invited",
  "will_have",
  "changed",
  "verdict",
] as const;

type Texts = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Texts by column, which no spreadsheet takes for formulas. */
export interface ReviewCells extends Texts {
  /** The entries of two columns, of which a text alone would not tell where one ends. */
  readonly entries: Readonly<Record<"values" | "data", readonly string[]>>;
}

/** A row in words, with what has changed since an earlier moment. */
export function cellsOf(row: ReviewRow, change: ReviewChange | undefined): ReviewCells {
  const { person, invited = "", name = "", arriving } = row;
  const entries = { values: row.values.map(valueWords), data: dataWords(row.data) };
  const texts: Texts = {
    workspace: spelledOut(row.workspace),
    member: spelledOut(row.member),
    name: spelledOut(name),
    role: spelledOut(rolesText(person, (role) => role)),
    limited_by: person.limitedBy,
    listed: listedText(row.listed),
    groups: row.groups.map(listName).join("; "),
    values: entries.values.join("; "),
    open: row.open.map(listName).join("; "),
    data: entries.data.join("; "),
    invited: person.presence === "sign_in" ? AWAITED : invited.replace(/^(\d{4}-\d\d-\d\d)T.*/, "$1"),
    will_have: arriving === undefined ? "" : arrivingText(arriving),
    changed: change === undefined ? "" : changeText(change),
    verdict: change?.verdict === undefined ? "" : VERDICT_WORDS[change.verdict],
  };
  const inert = Object.fromEntries(COLUMNS.map((column) => [column, inertText(texts[column])])) as Texts; // all of them
  return { ...inert, entries };
}

/** The groups and values of somebody who arrives: `in Sales West; region: west (Sales West)`. */
function arrivingText({ groups, values }: NonNullable<ReviewRow["arriving"]>): string {
  const joined = groups.length > 0 && `in ${groups.map(listName).join(", ")}`;
  return compact([joined, ...values.map(valueWords)]).join("; ");
}

const listName = (name: string): string => nameText(spelledOut(name));

/** A text that looks like a written-out hidden character is distinguished from one. */
const spelledOut = (text: string): string => text.replaceAll("\\u{", "\\u{5c}u{");

function dataWords(data: ReviewRow["data"]): readonly string[] {
  if (data === undefined) return [];
  const { reached, by_column = [], unclear, hidden, rows } = data;
  const all = reached + by_column.length + unclear.length + hidden.length;
  return [
    `reaches ${reached} of ${all}`,
    ...by_column.map((object) => `by column ${spelledOut(object)}`),
    ...unclear.map((object) => `unclear ${spelledOut(object)}`),
    ...hidden.map((object) => `hidden ${spelledOut(object)}`),
    ...rows.map((row) => `rows ${spelledOut(`${row.place} ${row.field}: ${row.value}`)}`),
  ];
}

function valueWords({ attribute, value, source }: AccessRow): string {
  const name = `${listName(attribute)}: `;
  if (value === null || source === null) return `${name}[${NO_VALUE}, ${SEES_ALL}]`;
  const shown = (source.kind === "tie" ? source.values : [value])
    .map((one) => valueText(spelledOut(one)) + (isOpen(one) ? ` [${SEES_ALL}]` : ""))
    .join(" | ");
  if (source.kind === "own") return `${name}${shown} [${OWN_VALUE}]`;
  const from = groupsBehind(source).map(listName).join(" | ");
  return `${name}${shown} (${from})${source.kind === "tie" ? " [tie]" : ""}`;
}

/** The differences from the earlier moment, in words. */
function changeText({ isNew, another_account, role, joined, left, values }: ReviewChange): string {
  return compact([
    isNew && "was not a member",
    another_account && "another account",
    role && `role ${role.map(nameText).join(" → ")}`,
    ...joined.map((group) => `joined ${nameText(group)}`),
    ...left.map((group) => `left ${nameText(group)}`),
    ...values.map(valueChangeText),
  ]).join("; ");
}

/** A value that stays has another source, which is then what differs. */
function valueChangeText({ attribute, before, after }: ReviewChange["values"][number]): string {
  const [former, current] = [before, after].map((row) => sourcedText(row ?? { value: null, source: null }));
  if (former !== current) return `${nameText(attribute)} ${former} → ${current}`;
  const [from, to] = [before, after].map((row) => (row?.source ? sourceText(row.source) : "no source"));
  return `${nameText(attribute)} ${current} (${from} → ${to})`;
}
