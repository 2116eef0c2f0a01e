import { isOpenRow } from "../../access/values/resolution.js";
import { shellWord } from "../../plan/guards/allowance.js";
import type { AlsoSeeing, WhoAnswer, WhoQuestion, WhoValue } from "../../plan/people/who.js";
import { wordsOf } from "../../plan/people/who-words.js";
import { lazyMap } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visible, visibleName } from "../../util/escape.js";
import type { Product } from "../product/product.js";
import { type CountedFact, countedPeople } from "../text/counted-people.js";
import { peopleWithin } from "../view/access-words.js";
import { isTooLong } from "../view/folding.js";
import type { ProductOrigin } from "../words/as-of.js";
import { AWAITED, listedText, nameText, rawSourceText, sourcedText, sourceText } from "../words/labels.js";
import type { Section } from "../words/section.js";
import type { Table } from "../words/table.js";

/** A question with its answers; of `isOpenOnly` those of people who are open alone. */
interface AnsweredQuestion {
  readonly question: WhoQuestion;
  readonly answers: readonly WhoAnswer[];
  readonly isOpenOnly: boolean;
  /** The number of people who are not members yet and will be among them. */
  readonly arriving?: number;
  /** The people who see what the value stands for without having it. */
  readonly also?: AlsoSeeing | undefined;
  /** True if the answer is about what people will see after the plan. */
  readonly isPlanned?: boolean;
  /** True if a part of the data model that the question is about was not read. */
  readonly isUnread?: boolean;
}

/** People with the values that decide, one line a person and value. */
export function whoProduct(answered: AnsweredQuestion, origin: ProductOrigin): Product {
  const { question, answers, arriving = 0, isUnread } = answered;
  const what = wordsOf(question) ?? null;
  const isAboutObject = question.kind === "object";
  const rows = rowsOf(answers, isAboutObject);
  return {
    page: () => ({
      title: what === null ? "Who sees what" : ["Who: ", { name: what }],
      sum: [what === null ? "Everybody" : { name: what }, foundText(answered)],
      origin,
      remarks: [...(isUnread ? [NOT_ALL_READ] : []), ...alsoNotes(answered), ...arrivingNote(arriving)],
      sections: BLOCKS.flatMap(([by, title]) => {
        const own = answers.filter((answer) => (answer.by ?? "values") === by);
        const isMain = by === "values";
        if (own.length === 0 && !isMain) return [];
        const part = { ...answered, answers: own };
        const block = isMain ? { id: "who", title } : { id: `who-${by}`, title, isTitled: true as const };
        return [peopleSection(part, rowsOf(own, isAboutObject), block)];
      }),
    }),
    asOf: origin.asOf,
    csv: tableOf(CSV, rows),
    json: { what, people: answers, ...alsoCounts(answered) },
  };
}

const NOT_ALL_READ =
  "The data model cannot be read completely: it is unclear whether others reach it through the rest.";

/** Whom the list of those who have a value does not show, and the command that does. */
function alsoNotes({ question, also, isPlanned }: AnsweredQuestion): readonly string[] {
  if (question.kind !== "value" || also === undefined) return [];
  const { attribute } = question;
  const lists = (more: string) =>
    `orgform who ${visible(shellWord(attribute))}${more}${isPlanned ? " --planned" : ""} lists them`;
  const note = (word: string, { length }: readonly string[], who: string): string[] =>
    length === 0 ? [] : [`${word} ${count(length, "person", "people")} ${who}.`];
  return [
    ...note(
      "Also seen by",
      also.open,
      `with no value, one that hides nothing, or a role that nothing limits: ${lists(" --open")}`,
    ),
    ...note(
      "Seen, or perhaps seen, by",
      also.byOther,
      `with another value, such as one that excludes entries: ${lists("")}`,
    ),
  ];
}

function alsoCounts({ also }: AnsweredQuestion) {
  const [open, other] = [also?.open.length ?? 0, also?.byOther.length ?? 0];
  return open + other > 0 ? { also_seen_by: { open, other } } : {};
}

const arrivingNote = (arriving: number): readonly string[] =>
  arriving === 0
    ? []
    : [
        `${count(arriving, "person who arrives", "people who arrive")} will be among them: --planned shows who.`,
      ];

/** The people by what lets them in, each a block with its title. */
const BLOCKS = [
  ["values", "People"],
  ["column", "By column: they reach fields that have all columns of this one"],
  ["role", "By role: their values limit nothing"],
] as const;

/** The people line by line, and briefly counted. */
function peopleSection(
  { question, answers }: AnsweredQuestion,
  rows: Iterable<AnswerRow>,
  block: Pick<Section, "id" | "title" | "isTitled">,
): Section {
  return {
    ...block,
    nouns: ["person", "people"],
    style: "table",
    parts: [],
    usual: isTooLong(answers)
      ? [{ items: [{ cells: [], lines: (look) => countedPeople(lazyMap(rows, factOf(question)), look) }] }]
      : undefined,
    table: () => ({
      // A line a value of everybody is long enough: CSV and JSON have the rest.
      ...shownTable(rows, question.kind === "everybody" ? ["Role", "Grants", "State"] : []),
      caption:
        question.kind === "object"
          ? "Open: only a missing value lets them in. Unclear: it is not certain that they reach it."
          : "Open: there is no value, or one that hides no rows.",
      kinds: lazyMap(rows, ({ state }) => state),
      naming: 1,
    }),
  };
}

/** The number of people, and of those whom a column or their role lets in: `: 12 people, 3 of them open; 2 by role`. */
function foundText(answered: AnsweredQuestion): string {
  const by = (block: WhoAnswer["by"]) => answered.answers.filter((answer) => answer.by === block);
  const others = [by("column"), by("role")].flat();
  const answers = answered.answers.filter((answer) => !others.includes(answer));
  const apart = (["column", "role"] as const).flatMap((block) =>
    by(block).length === 0 ? [] : [`; ${peopleWithin(by(block))} by ${block}`],
  );
  return foundByValues({ ...answered, answers }) + apart.join("");
}

function foundByValues({ question, answers, isOpenOnly }: AnsweredQuestion): string {
  const open = answers.filter((answer) => answer.open);
  const isAboutObject = question.kind === "object";
  if (answers.length === 0) return isOpenOnly ? ": nobody is open" : ": nobody";
  const people = peopleWithin(answers);
  if (isOpenOnly) return `: ${people} ${isAboutObject ? "only because they have no value" : "open"}`;
  const isNothingElse = question.kind === "value" && question.entry === "";
  if (open.length === 0 || isNothingElse) return `: ${people}`;
  const opened = new Set(open.map(({ member }) => member)).size;
  return `: ${people}, ${opened} of them ${isAboutObject ? "only because they have no value" : "open"}`;
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
  { head: "Role", of: ({ answer }) => (answer.role === null ? "-" : nameText(answer.role)) },
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
  { head: "role", of: ({ answer }) => answer.role ?? "" },
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
const limitText = ({ limited_by, role }: WhoAnswer): string =>
  limited_by === "values" ? limited_by : `nothing: ${nameText(role ?? "")}`;

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
  ({ kind }: WhoQuestion) =>
  ({ answer: { workspace, member }, value, state }: AnswerRow): CountedFact => {
    const source =
      ["attribute", "value"].includes(kind) && value?.source ? ` (${sourceText(value.source)})` : "";
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
