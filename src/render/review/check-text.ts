import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { momentText } from "../words/as-of.js";
import { nameText, valueText } from "../words/labels.js";
import { blocksText } from "../words/layout.js";
import type { Cells } from "./review-cells.js";
import { decisionText } from "./review-html.js";
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

/** A list that nobody has begun with is not told row by row. */
const MOST_UNDECIDED = 20;

/** Rows that are named of those with the same thing wrong. */
const MOST_PLACES = 5;

type HeldThing = ResultRow["holds"][number];

/** The result of a review for a terminal. The last line is the sum. */
export function checkText(result: ReviewResult): string {
  const { list, rows } = result;
  const head = [
    `${visible(list.file)}: ${count(list.rows, "row")} as of ${visible(momentText(list.as_of))}, checked ${momentText(result.checkedAt)}`,
    ...otherLines(result),
  ];
  const blocks = ROW_STATES.filter((state) => state !== "kept").map((state) => {
    const inState = rows.filter((row) => row.state === state);
    const shown = state === "undecided" ? inState.slice(0, MOST_UNDECIDED) : inState;
    const more = inState.length - shown.length;
    return block(STATE_TITLES[state], [
      ...shown.flatMap((row) => [rowTitle(row), ...foundTexts(row).map((line) => `  ${line}`)]),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]);
  });
  return blocksText([
    head,
    ...blocks,
    block("Wrong with the list", problemLines(result, MOST_PLACES)),
    [sumText(result)],
  ]);
}

/** The number of rows in each state, in one line. */
export function sumText(result: ReviewResult): string {
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
  const { state, now, cells, holds } = row;
  if (now === undefined) return ["is not there any more"];
  switch (state) {
    case "open":
      if (holds.length > 0) return holds.map(holdingText);
      return [
        (cells.invited ?? "") === ""
          ? `role ${now.role}, as it was`
          : `accepted the invite: role ${now.role}`,
      ];
    case "done":
      return row.cells.decision?.trim().toLowerCase() === "change"
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

/**
 * The mistakes in the list: equal ones are one line with their rows, which count as in a spreadsheet; `most` of the rows
 * are named.
 */
export function problemLines(
  { list, rows }: Pick<ReviewResult, "list" | "rows">,
  most = Number.POSITIVE_INFINITY,
): readonly string[] {
  const found = rows.flatMap((row) =>
    row.problems.map((problem) => ({
      text: PROBLEM_TEXTS[problem](row.cells),
      place: `row ${row.number ?? 0}, ${who(row)}`,
    })),
  );
  return [
    ...(list.rows_differ ? ["Rows were removed or added: the list does not match its digest"] : []),
    ...[...groupBy(found, ({ text }) => text)].map(([text, same]) => {
      const shown = same.slice(0, most).map(({ place }) => place);
      const more = same.length - shown.length;
      return `${text}: ${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
    }),
  ];
}

const PROBLEM_TEXTS: Readonly<Record<RowProblem, (cells: Cells) => string>> = {
  edited: () => "Somebody edited the facts, which are not those of the digest",
  twice: () => "Stands in the list more than once",
  "unknown-decision": ({ decision = "" }) => `${visible(decision)} is not keep, revoke or change`,
  "no-note": () => "A change without a note that says what",
  "no-reviewer": () => "No reviewer",
  "no-date": () => "No date",
  "date-format": ({ date = "" }) => `${visible(date)} is not a day written YYYY-MM-DD`,
  "date-future": ({ date = "" }) => `${visible(date)} is in the future`,
  "own-review": () => "Reviewed by themselves",
};

const block = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];

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

function otherLines({ otherWorkspaces }: ReviewResult): readonly string[] {
  if (otherWorkspaces.length === 0) return [];
  return [
    `The list names nobody in ${otherWorkspaces.map(nameText).join(", ")}, so orgform did not check it`,
  ];
}
