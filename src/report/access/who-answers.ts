import { isOpenRow } from "../../access/values/effective-value.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { type WhoAnswer, type WhoQuestion, type WhoValue, wayOf } from "../../plan/people/who.js";
import { wordsOf } from "../../plan/people/who-words.js";
import { compact, lazyMap } from "../../util/collections.js";
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
  return {
    page: () => ({
      title: what === null ? "Who sees what" : ["Who: ", { name: what }],
      sum: [what === null ? "Everybody" : { name: what }, foundText(answered)],
      origin,
      remarks: compact([
        isUnread &&
          "The data model cannot be read completely: it is unclear whether others reach it through the rest.",
        arriving > 0 &&
          `${count(arriving, "person who arrives", "people who arrive")} will be among them: --planned shows who.`,
      ]),
      sections: BLOCKS.flatMap(([by, title]) => {
        const own = answers.filter((answer) => wayOf(answer) === by);
        if (own.length === 0 && (answers.length > 0 || by !== "values")) return [];
        const id = by.startsWith("value") ? "who" : `who-${by}`;
        return [{ ...peopleSection({ ...answered, answers: own }), id, title }];
      }),
    }),
    asOf: origin.asOf,
    csv: tableOf(CSV, rowsOf(answered)),
    json: { what, people: answers },
  };
}

const asksFor = ({ questions }: AnsweredQuestion, kind: WhoQuestion["kind"]): boolean =>
  questions.some((one) => one.kind === kind);

/** The people by what lets them in, each a block with its title. */
const BLOCKS = [
  ["values", ""],
  ["value", ""],
  ["open", "Open: they have no value, or one that hides nothing"],
  ["column", "By column: they reach fields that have all columns of this one"],
  ["role", "By role: their values limit nothing"],
] as const;

/** The people line by line, and briefly counted. */
function peopleSection(answered: AnsweredQuestion): Omit<Section, "id" | "title"> {
  const rows = rowsOf(answered);
  return {
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
  const apart = (["column", "role"] as const).map((block) => {
    const people = by(block);
    return people.length === 0 ? "" : `; ${peopleWithin(people)} by ${block}`;
  });
  return foundByValues(answered, by("values")) + apart.join("");
}

/** The people who see what a value stands for, each once by the first way that fits: `158 people: 156 by value, 2 by role`. */
function waysText(answers: readonly WhoAnswer[]): string {
  const ways = ["open", "value", "role"] as const;
  const found = new Map(
    ways.flatMap((way) => answers.flatMap(({ by, member }) => (by === way ? [[member, way] as const] : []))),
  );
  const counts = ways.map((way) => {
    const people = [...found.values()].filter((one) => one === way).length;
    return people > 0 && `${people} ${way === "open" ? way : `by ${way}`}`;
  });
  return `${peopleWithin(answers)}: ${compact(counts).join(", ")}`;
}

function foundByValues(answered: AnsweredQuestion, answers: readonly WhoAnswer[]): string {
  const { isOpenOnly } = answered;
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
function rowsOf(answered: AnsweredQuestion): Iterable<AnswerRow> {
  const isAboutObject = asksFor(answered, "object");
  return {
    *[Symbol.iterator]() {
      for (const answer of answered.answers)
        for (const value of answer.values.length === 0 ? [undefined] : answer.values)
          yield { answer, value, state: stateOf(answer, value, isAboutObject) };
    },
  };
}

type AnswerColumn = readonly [head: string, of: (row: AnswerRow) => string];

/** The columns that people look at. */
const SHOWN: readonly AnswerColumn[] = [
  ["Workspace", ({ answer }) => visibleName(answer.workspace)],
  ["Member", ({ answer }) => nameText(answer.member) + standingText(answer)],
  ["Role", ({ answer }) => rolesText(answer) || "-"],
  ["Limited by", ({ answer }) => limitText(answer)],
  ["Through", ({ answer }) => nameList((answer.through ?? []).map(nameText)) || "-"],
  ["Attribute", ({ value }) => (value === undefined ? "-" : nameText(value.attribute))],
  ["Value", ({ value }) => (value === undefined ? "-" : sourcedText(value))],
  ["Source", ({ value }) => (value?.source ? sourceText(value.source) : "-")],
  ["Grants", ({ value }) => (value?.grants ?? []).map(nameText).join(", ") || "-"],
  ["State", ({ state }) => state],
  ["Listed", ({ answer }) => listedText(answer.listed)],
];

function standingText({ arriving, arrive_by }: WhoAnswer): string {
  if (arriving !== true) return "";
  return arrive_by === undefined ? " (arriving)" : ` (${AWAITED})`;
}

/** All columns, with names and values as they are. */
const CSV: readonly AnswerColumn[] = [
  ["workspace", ({ answer }) => answer.workspace],
  ["member", ({ answer }) => answer.member],
  ["role", ({ answer }) => rolesText(answer, (role) => role)],
  ["attribute", ({ value }) => value?.attribute ?? ""],
  ["value", ({ value }) => value?.value ?? ""],
  ["source", ({ value }) => rawSourceText(value?.source ?? null)],
  ["grants", ({ value }) => (value?.grants ?? []).join(" | ")],
  ["state", ({ state }) => state],
  ["arriving", ({ answer }) => (answer.arriving ? "yes" : "")],
  ["listed", ({ answer }) => listedText(answer.listed)],
  ["limited_by", ({ answer }) => answer.limited_by],
  ["by", ({ answer }) => answer.by ?? ""],
  ["through", ({ answer }) => (answer.through ?? []).join(" | ")],
];

/** The limit of a person: `values`, or `nothing: develop`. */
const limitText = (answer: WhoAnswer): string =>
  answer.limited_by === "values" ? answer.limited_by : `nothing: ${rolesText(answer)}`;

/** A table without some columns, and without those that hold nothing: `Listed` where the file lists nobody in full. */
function shownTable(rows: Iterable<AnswerRow>, dropped: readonly string[]): Table {
  const [first] = rows;
  const holds = ([head, of]: AnswerColumn): boolean => {
    if (first === undefined) return head !== "Listed";
    for (const row of rows) if (!["", "-"].includes(of(row))) return true;
    return false;
  };
  return tableOf(
    SHOWN.filter((column) => !dropped.includes(column[0]) && holds(column)),
    rows,
  );
}

const tableOf = (columns: readonly AnswerColumn[], rows: Iterable<AnswerRow>): Table => ({
  heads: columns.map(([head]) => head),
  rows: lazyMap(rows, (row) => columns.map(([, of]) => of(row))),
});

/** A line as a fact to count; where the question is about one attribute, the same value of two sources is two facts. */
function factOf(answered: AnsweredQuestion): (row: AnswerRow) => CountedFact {
  const isOfOne = asksFor(answered, "attribute") || asksFor(answered, "value");
  return ({ answer: { workspace, member }, value, state }) => {
    const source = isOfOne && value?.source ? ` (${sourceText(value.source)})` : "";
    return {
      workspace,
      member,
      attribute: value === undefined ? "-" : nameText(value.attribute),
      text: value === undefined ? "-" : sourcedText(value) + source,
      isOpen: state === "open",
      isUnclear: state === "unclear",
    };
  };
}

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
