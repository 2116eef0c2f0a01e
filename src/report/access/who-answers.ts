import { isOpenRow } from "../../access/values/resolution.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { type WhoAnswer, type WhoQuestion, type WhoValue, wayOf } from "../../plan/people/who.js";
import { wordsOf } from "../../plan/people/who-words.js";
import { lazyMap } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import type { Product } from "../product/product.js";
import { peopleWithin } from "../view/access-words.js";
import { type CountedFact, countedPeople } from "../view/counted-people.js";
import type { ProductOrigin } from "../words/as-of.js";
import {
  AWAITED,
  listedText,
  nameText,
  rawSourceText,
  rolesText,
  sourcedText,
  sourceText,
} from "../words/labels.js";
import type { Section } from "../words/section.js";
import type { Table } from "../words/table.js";

/** A question with its answers; of `isOpenOnly` those of people who are open alone. */
interface AnsweredQuestion {
  /** Of several, the people fit all of them. */
  readonly questions: readonly WhoQuestion[];
  readonly answers: readonly WhoAnswer[];
  readonly isOpenOnly: boolean;
  /** The number of people who are not members yet and will be among them. */
  readonly arriving?: number;
  /** True if a part of the data model that the question is about was not read. */
  readonly isUnread?: boolean;
}

/** People with the values that decide, one line a person and value. */
export function whoProduct(answered: AnsweredQuestion, origin: ProductOrigin): Product {
  const { questions, answers, arriving = 0, isUnread } = answered;
  const what = questions.flatMap((one) => wordsOf(one) ?? []).join(" ") || null;
  const isAboutObject = asksFor(answered, "object");
  const rows = rowsOf(answers, isAboutObject);
  return {
    page: () => ({
      title: what === null ? "Who sees what" : ["Who: ", { name: what }],
      sum: [what === null ? "Everybody" : { name: what }, foundText(answered)],
      origin,
      remarks: [...(isUnread ? [NOT_ALL_READ] : []), ...arrivingNote(arriving)],
      sections: BLOCKS.flatMap(([by, title]) => {
        const own = answers.filter((answer) => wayOf(answer) === by);
        const isMain = by.startsWith("value");
        if (own.length === 0 && (answers.length > 0 || by !== "values")) return [];
        const part = { ...answered, answers: own };
        const block = { id: isMain ? "who" : `who-${by}`, title };
        return [peopleSection(part, rowsOf(own, isAboutObject), block)];
      }),
    }),
    asOf: origin.asOf,
    csv: tableOf(CSV, rows),
    json: { what, people: answers },
  };
}

const asksFor = ({ questions }: AnsweredQuestion, kind: WhoQuestion["kind"]): boolean =>
  questions.some((one) => one.kind === kind);

const NOT_ALL_READ =
  "The data model cannot be read completely: it is unclear whether others reach it through the rest.";

const arrivingNote = (arriving: number): readonly string[] =>
  arriving === 0
    ? []
    : [
        `${count(arriving, "person who arrives", "people who arrive")} will be among them: --planned shows who.`,
      ];

/** The people by what lets them in, each a block with its title. */
const BLOCKS = [
  ["values", ""],
  ["value", ""],
  ["open", "Open: they have no value, or one that hides nothing"],
  ["column", "By column: they reach fields that have all columns of this one"],
  ["role", "By role: their values limit nothing"],
] as const;

/** The people line by line, and briefly counted. */
function peopleSection(
  answered: AnsweredQuestion,
  rows: Iterable<AnswerRow>,
  block: Pick<Section, "id" | "title">,
): Section {
  return {
    ...block,
    nouns: ["person", "people"],
    style: "table",
    parts: [],
    brief: () => countedPeople(lazyMap(rows, factOf(answered))),
    table: () => ({
      // A line a value of everybody is long enough: CSV and JSON have the rest.
      ...shownTable(rows, asksFor(answered, "everybody") ? ["Role", "Grants", "State"] : []),
      caption: !answered.answers.some(({ open }) => open)
        ? "A row for each person and value."
        : asksFor(answered, "object")
          ? "Open: only a missing value lets them in."
          : "Open: there is no value, or one that hides no rows.",
      kinds: lazyMap(rows, ({ state }) => state),
      naming: 1,
    }),
  };
}

/** The number of people, and of those whom a column or their role lets in: `: 12 people, 3 of them open; 2 people by role`. */
function foundText(answered: AnsweredQuestion): string {
  const { answers } = answered;
  if (asksFor(answered, "value") && !asksFor(answered, "object") && answers.length > 0)
    return `: ${waysText(answers)}`;
  const by = (block: WhoAnswer["by"]) => answers.filter((answer) => wayOf(answer) === block);
  const apart = (["column", "role"] as const).flatMap((block) =>
    by(block).length === 0 ? [] : [`; ${peopleWithin(by(block))} by ${block}`],
  );
  return foundByValues({ ...answered, answers: by("values") }) + apart.join("");
}

/** The people who see what a value stands for, each once by the first way that fits: `158 people: 156 by value, 2 by role`. */
function waysText(answers: readonly WhoAnswer[]): string {
  const ways = ["open", "value", "role"] as const;
  const found = new Map(
    ways.flatMap((way) => answers.flatMap(({ by, member }) => (by === way ? [[member, way] as const] : []))),
  );
  const counts = ways.flatMap((way) => {
    const people = [...found.values()].filter((one) => one === way).length;
    return people === 0 ? [] : [`${people} ${way === "open" ? way : `by ${way}`}`];
  });
  return `${peopleWithin(answers)}: ${counts.join(", ")}`;
}

function foundByValues(answered: AnsweredQuestion): string {
  const { answers, isOpenOnly } = answered;
  if (answers.length === 0) return isOpenOnly ? ": nobody is open" : ": nobody";
  const people = peopleWithin(answers);
  const open = asksFor(answered, "object") ? "only because they have no value" : "open";
  if (isOpenOnly) return `: ${people} ${open}`;
  const opened = countPeople(answers.filter((answer) => answer.open));
  return opened === 0 ? `: ${people}` : `: ${people}, ${opened} of them ${open}`;
}

interface AnswerRow {
  readonly answer: WhoAnswer;
  readonly value: WhoValue | undefined;
  readonly state: string;
}

/** The lines one after the other: of everybody in a large organization there are half a million. */
function rowsOf(answers: readonly WhoAnswer[], isAboutObject: boolean): Iterable<AnswerRow> {
  const lineOf = (answer: WhoAnswer, value: WhoValue | undefined): AnswerRow => ({
    answer,
    value,
    state: stateOf(answer, value, isAboutObject),
  });
  return {
    *[Symbol.iterator]() {
      for (const answer of answers) {
        if (answer.values.length === 0) yield lineOf(answer, undefined);
        for (const value of answer.values) yield lineOf(answer, value);
      }
    },
  };
}

interface AnswerColumn {
  readonly head: string;
  readonly of: (row: AnswerRow) => string;
}

/** The columns that people look at. */
const SHOWN: readonly AnswerColumn[] = [
  { head: "Workspace", of: ({ answer }) => visibleName(answer.workspace) },
  { head: "Member", of: ({ answer }) => nameText(answer.member) + standingText(answer) },
  { head: "Role", of: ({ answer }) => rolesText(answer) || "-" },
  { head: "Limited by", of: ({ answer }) => limitText(answer) },
  { head: "Through", of: ({ answer }) => nameList((answer.through ?? []).map(nameText)) || "-" },
  { head: "Attribute", of: ({ value }) => (value === undefined ? "-" : nameText(value.attribute)) },
  { head: "Value", of: ({ value }) => (value === undefined ? "-" : sourcedText(value)) },
  { head: "Source", of: ({ value }) => (value?.source ? sourceText(value.source) : "-") },
  { head: "Grants", of: ({ value }) => (value?.grants ?? []).map(nameText).join(", ") || "-" },
  { head: "State", of: ({ state }) => state },
  { head: "Listed", of: ({ answer }) => listedText(answer.listed) },
];

function standingText({ arriving, arrive_by }: WhoAnswer): string {
  if (arriving !== true) return "";
  return arrive_by === undefined ? " (arriving)" : ` (${AWAITED})`;
}

/** All columns, with names and values as they are. */
const CSV: readonly AnswerColumn[] = [
  { head: "workspace", of: ({ answer }) => answer.workspace },
  { head: "member", of: ({ answer }) => answer.member },
  { head: "role", of: ({ answer }) => rolesText(answer, (role) => role) },
  { head: "attribute", of: ({ value }) => value?.attribute ?? "" },
  { head: "value", of: ({ value }) => value?.value ?? "" },
  { head: "source", of: ({ value }) => rawSourceText(value?.source ?? null) },
  { head: "grants", of: ({ value }) => (value?.grants ?? []).join(" | ") },
  { head: "state", of: ({ state }) => state },
  { head: "arriving", of: ({ answer }) => (answer.arriving ? "yes" : "") },
  { head: "listed", of: ({ answer }) => listedText(answer.listed) },
  { head: "limited_by", of: ({ answer }) => answer.limited_by },
  { head: "by", of: ({ answer }) => answer.by ?? "" },
  { head: "through", of: ({ answer }) => (answer.through ?? []).join(" | ") },
];

/** The limit of a person: `values`, or `nothing: develop`. */
const limitText = (answer: WhoAnswer): string =>
  answer.limited_by === "values" ? answer.limited_by : `nothing: ${rolesText(answer)}`;

/** A table without some columns, and without those that hold nothing: `Listed` where the file lists nobody in full. */
function shownTable(rows: Iterable<AnswerRow>, dropped: readonly string[]): Table {
  const [first] = rows;
  const holds = ({ head, of }: AnswerColumn): boolean => {
    if (first === undefined) return head !== "Listed";
    for (const row of rows) if (!["", "-"].includes(of(row))) return true;
    return false;
  };
  const columns = SHOWN.filter((column) => !dropped.includes(column.head) && holds(column));
  return tableOf(columns, rows);
}

const tableOf = (columns: readonly AnswerColumn[], rows: Iterable<AnswerRow>): Table => ({
  heads: columns.map(({ head }) => head),
  rows: lazyMap(rows, (row) => columns.map(({ of }) => of(row))),
});

/** A line as a fact to count; where the question is about one attribute, the same value of two sources is two facts. */
const factOf =
  (answered: AnsweredQuestion) =>
  ({ answer: { workspace, member }, value, state }: AnswerRow): CountedFact => {
    const source =
      (asksFor(answered, "attribute") || asksFor(answered, "value")) && value?.source
        ? ` (${sourceText(value.source)})`
        : "";
    return {
      workspace,
      member,
      attribute: value === undefined ? "-" : nameText(value.attribute),
      text: value === undefined ? "-" : sourcedText(value) + source,
      isOpen: state === "open",
      isUnclear: state === "unclear",
    };
  };

/**
 * The state of an answer: for an object, whether and why the person reaches it; otherwise whether the value
 * hides anything.
 */
function stateOf({ reaches, open }: WhoAnswer, value: WhoValue | undefined, isAboutObject: boolean): string {
  if (reaches === "unclear") return "unclear";
  if (isAboutObject) return open ? "open" : "reaches";
  if (value === undefined) return "";
  if (isOpenRow(value)) return "open";
  return value.source?.kind === "tie" ? "tie" : "set";
}
