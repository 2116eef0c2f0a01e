import type { ReviewFacts } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visible, visibleName } from "../../util/escape.js";
import { seenText } from "../../util/unseen.js";
import { momentText, type ProductOrigin, scopeFact } from "../words/as-of.js";
import { AWAITED, nameText, valueText } from "../words/labels.js";
import type { Page } from "../words/page.js";
import type { Part } from "../words/section.js";
import type { PageTable } from "../words/table.js";
import type { Cells } from "./review-cells.js";
import { decisionText } from "./review-page.js";
import {
  countProblems,
  countStates,
  type ResultRow,
  type ReviewResult,
  ROW_STATES,
  type RowProblem,
  STATE_TITLES,
  STATE_WORDS,
} from "./review-result.js";

/** The most undecided rows that are listed: an untouched list is not shown row by row. */
const MOST_UNDECIDED = 20;

/** Rows that are named of those with the same thing wrong. */
const MOST_PLACES = 5;

type HeldThing = ResultRow["holds"][number];

/** The result of a review: what is settled, what is not, and what is wrong with the list. The sum is of the rows by state. */
export function resultPage(result: ReviewResult, origin: ProductOrigin, notes: readonly string[] = []): Page {
  const { list, rows, otherWorkspaces } = result;
  const others = otherWorkspaces.map(nameText).join(", ");
  return {
    title: `Result of the access review of ${visibleName(origin.organization.name ?? origin.organization.id)}`,
    subject: [
      `${list.file}: ${count(list.rows, "row")} as of ${momentText(list.as_of)}, checked ${momentText(result.checkedAt)}`,
      ...(others === "" ? [] : [`The list names nobody in ${others}, so orgform did not check it`]),
    ],
    origin,
    facts: [
      ["List", `${visibleName(list.file)}, as of ${momentText(list.as_of)}`],
      scopeFact(result.scope),
      ["Digest of the list", list.digest],
      ["Not in the list", others === "" ? undefined : others],
    ],
    notes,
    sections: [
      {
        id: "rows",
        title: "What became of each decision",
        nouns: ["row", "rows"],
        style: "blocks",
        parts: [...stateParts(rows), ...problemParts(result)],
        table: () => resultTable(rows),
      },
    ],
    sum: sumText(result),
  };
}

/** The rows of each state that asks for a look, a part each. */
const stateParts = (rows: readonly ResultRow[]): readonly Part[] =>
  ROW_STATES.filter((state) => state !== "kept").flatMap((state) => {
    const inState = rows.filter((row) => row.state === state);
    const shown = state === "undecided" ? inState.slice(0, MOST_UNDECIDED) : inState;
    const more = inState.length - shown.length;
    const items = shown.map((row) => ({
      cells: [rowTitle(row)],
      details: foundTexts(row).map((code) => ({ code, depth: 2 })),
    }));
    const rest = more > 0 ? [{ cells: [`and ${more} more`] }] : [];
    return items.length === 0 ? [] : [{ title: STATE_TITLES[state], items: [...items, ...rest] }];
  });

const FACT_COLUMNS = [
  ["Person", "member"],
  ["Workspace", "workspace"],
  ["Role", "role"],
  ["Groups", "groups"],
  ["Values", "values"],
  ["Invited", "invited"],
] as const;

const resultTable = (rows: readonly ResultRow[]): PageTable => ({
  caption: "Facts and decisions as they stand in the list, and what was found.",
  heads: ["State", ...FACT_COLUMNS.map(([head]) => head), "Decision", "Found", "Wrong"],
  rows: rows.map((row) => [
    STATE_WORDS[row.state],
    ...FACT_COLUMNS.map(([, cell]) => row.cells[cell] ?? ""),
    row.state === "added" ? "" : decisionText(row.cells),
    foundTexts(row).join("; "),
    row.problems.map((problem) => PROBLEM_TEXTS[problem](row.cells)).join("; "),
  ]),
  kinds: rows.map(({ state }) => STATE_WORDS[state]),
  naming: 1,
});

/** The number of rows in each state, in one line. */
function sumText(result: ReviewResult): string {
  const counts = countStates(result);
  const states = ROW_STATES.filter((state) => counts[state] > 0).map(
    (state) => `${counts[state]} ${STATE_WORDS[state]}`,
  );
  const problems = countProblems(result);
  const wrong = problems === 0 ? [] : [`${count(problems, "thing")} wrong with the list`];
  return `${count(result.rows.length, "row")}: ${[...states, ...wrong].join(", ")}.`;
}

/** The findings about a row, a text each: what the person still has, what differs, what is left to do. */
export function foundTexts(row: ResultRow): readonly string[] {
  const { state, now, facts, holds } = row;
  if (now === undefined) return ["is not there any more"];
  switch (state) {
    case "open": {
      const left = [...holds.map(holdingText), ...(isChange(row) ? [] : unlimitedText(now))];
      return left.length > 0 ? left : [standingText(now, facts?.presence ?? "member")];
    }
    case "done":
      return isChange(row)
        ? row.differences.map(differenceText)
        : [`left: ${[`role ${now.role}`, ...(now.values === "" ? [] : [now.values])].join("; ")}`];
    case "added":
      return [
        [`role ${now.role}`, now.groups, now.values, now.invited && `invited ${now.invited}`]
          .filter(Boolean)
          .join("; "),
      ];
    default:
      return row.differences.map(differenceText);
  }
}

const isChange = ({ cells: { decision = "" } }: ResultRow): boolean =>
  seenText(decision).toLowerCase() === "change";

/** The role of somebody whom nothing limits: no file takes it away. */
const unlimitedText = ({ role = "", limited_by }: Cells): readonly string[] =>
  limited_by === "nothing" ? [`role ${role}, which nothing limits: take it away in the product`] : [];

function standingText({ role, invited }: Cells, before: ReviewFacts["presence"]): string {
  switch (before) {
    case "member":
      return `role ${role}, as it was`;
    case "invited":
      return `accepted the invite: role ${role}`;
    case "awaited":
      return invited === "" ? `signed in: role ${role}` : `${AWAITED}, role ${role}`;
  }
}

/** The mistakes in the list: equal ones are one line with the first of their rows, which count as in a spreadsheet. */
function problemParts({ list, rows }: ReviewResult): readonly Part[] {
  const found = rows.flatMap((row) =>
    row.problems.map((problem) => ({
      text: PROBLEM_TEXTS[problem](row.cells),
      place: `row ${row.number ?? 0}, ${who(row)}`,
    })),
  );
  const lines = [...groupBy(found, ({ text }) => text)].map(([text, same]) => {
    const shown = same.slice(0, MOST_PLACES).map(({ place }) => place);
    const more = same.length - shown.length;
    return `${text}: ${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
  });
  const all = [
    ...(list.rows_differ ? ["Rows were removed or added: the list does not match its digest"] : []),
    ...lines,
  ];
  const items = all.map((line) => ({ cells: [line] }));
  return items.length === 0 ? [] : [{ title: "Wrong with the list", tone: "alarm", items }];
}

const PROBLEM_TEXTS: Readonly<Record<RowProblem, (cells: Cells) => string>> = {
  edited: () => "Somebody edited the row: its cells, its facts and its digest do not agree",
  twice: () => "Stands in the list more than once",
  "unknown-decision": ({ decision = "" }) => `${visible(decision)} is not keep, revoke or change`,
  "no-note": () => "A change without a note that says what",
  "no-reviewer": () => "No reviewer",
  "odd-reviewer": ({ reviewer = "" }) => `${visible(reviewer)} is no name or address of a reviewer`,
  "no-date": () => "No date",
  "date-format": ({ date = "" }) => `${visible(date)} is not a day written YYYY-MM-DD`,
  "date-future": ({ date = "" }) => `${visible(date)} is in the future`,
  "own-review": () => "Reviewed by themselves",
};

const who = ({ workspace, member }: ResultRow): string => `${nameText(member)} in ${nameText(workspace)}`;

function rowTitle(row: ResultRow): string {
  const decision = row.state === "added" ? "" : visible(decisionText(row.cells));
  return decision === "" ? who(row) : `${who(row)} (${decision})`;
}

function holdingText({ what, name, value, place }: HeldThing): string {
  const thing = {
    group: `group ${nameText(name)}`,
    value: `own value ${nameText(name)}: ${valueText(value ?? "")}`,
    invite: `pending invite, role ${nameText(name)}`,
  }[what];
  return place === undefined ? thing : `${thing} (${place === null ? "set by hand" : visible(place)})`;
}

function differenceText({ fact, before, after }: ResultRow["differences"][number]): string {
  return `${fact}: ${visible(before) || "nothing"} → ${visible(after) || "nothing"}`;
}
