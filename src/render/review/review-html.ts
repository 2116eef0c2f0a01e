import { visibleName } from "../../util/escape.js";
import { html, htmlTable, paragraph } from "../html/html.js";
import { factList, htmlPage, originFacts } from "../html/html-page.js";
import { asOfNotes, momentText, type ProductOrigin } from "../words/as-of.js";
import type { ReviewCells } from "./review-cells.js";
import type { ReviewList } from "./review-list.js";

type Column = readonly [head: string, cell: keyof ReviewCells];

/** The kinds of rows by which a review can be filtered; a row may be of several. */
const KINDS = ["open", "not listed", "changed", "invited", "undecided"] as const;

const COLUMNS: readonly Column[] = [
  ["Person", "member"],
  ["Workspace", "workspace"],
  ["Role", "role"],
  ["Listed", "listed"],
  ["Groups", "groups"],
  ["Values", "values"],
  ["Open for", "open"],
  ["Data", "data"],
  ["Invited", "invited"],
  ["Changed", "changed"],
  ["Verdict", "verdict"],
];

/** Keeps an empty cell on paper, for a decision by hand. */
const ROOM = html`&nbsp;`;

/**
 * A review as one page that needs no network: sorted by any column, narrowed by words, printed in full with room for a
 * decision and a signature.
 */
export function reviewHtml(list: ReviewList, origin: ProductOrigin): string {
  const table = {
    caption: "A row for each person and workspace. Decisions go into the CSV file of the same name.",
    heads: [...COLUMNS.map(([head]) => head), "Decision"],
    rows: list.rows.map((cells) => [...COLUMNS.map(([, cell]) => cells[cell]), decisionText(cells) || ROOM]),
    kinds: list.rows.map((cells) => kindsOf(cells).join("|")),
  };
  const people = {
    id: "people",
    title: "Who sees what",
    body: html`${htmlTable(table)}
<p>Reviewed by: ______________________ &nbsp; Date: ______________ &nbsp; Signature: ______________________</p>`,
  };
  return htmlPage(
    `Access review of ${visibleName(list.organization.name)}`,
    html`<p class="lead">${list.rows.length} rows as of ${momentText(list.asOf)}</p>
${factList(originFacts(origin, [["Digest of the list", list.digest]]))}${asOfNotes(origin.asOf).map(paragraph)}`,
    [people],
  );
}

/** A decision with who made it and when; empty where there is none. */
export const decisionText = ({
  decision = "",
  reviewer = "",
  date = "",
  note = "",
}: Readonly<Record<string, string | undefined>>): string =>
  [decision, reviewer, date, note].filter((text) => text !== "").join(", ");

function kindsOf({ open, listed, changed, invited, decision }: ReviewCells): readonly string[] {
  const [isOpen, isUnlisted, hasChanged, isInvited, isUndecided] = KINDS;
  return [
    ...(open === "" ? [] : [isOpen]),
    ...(listed === "no" ? [isUnlisted] : []),
    ...(changed === "" ? [] : [hasChanged]),
    ...(invited === "" ? [] : [isInvited]),
    ...(decision === "" ? [isUndecided] : []),
  ];
}
