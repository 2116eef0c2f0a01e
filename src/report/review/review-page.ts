import type { Diagnostic } from "../../model/diagnostic.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { warningSection } from "../view/finding-sections.js";
import { momentText, type ProductOrigin, scopeFact } from "../words/as-of.js";
import type { Page } from "../words/page.js";
import { type Section, withItems } from "../words/section.js";
import type { ReviewCells } from "./review-cells.js";
import { NOT_COMPARED, type ReviewList } from "./review-list.js";

type Column = readonly [head: string, cell: keyof ReviewCells];

/** The kinds of rows by which a review can be filtered; a row may be of several. */
const KINDS = ["by role", "open", "not listed", "changed", "invited", "undecided"] as const;

const COLUMNS: readonly Column[] = [
  ["Person", "member"],
  ["Name", "name"],
  ["Workspace", "workspace"],
  ["Role", "role"],
  ["Limited by", "limited_by"],
  ["Listed", "listed"],
  ["Groups", "groups"],
  ["Values", "values"],
  ["Open for", "open"],
  ["Data", "data"],
  ["Invited", "invited"],
  ["Will have", "will_have"],
  ["Changed", "changed"],
  ["Verdict", "verdict"],
];

/** A review: sorted by any column, narrowed by words, printed in full with room for a decision and a signature. */
export function reviewPage(
  list: ReviewList,
  origin: ProductOrigin,
  findings: readonly Diagnostic[] = [],
): Page {
  const people: Section = {
    id: "people",
    title: "Who sees what",
    nouns: ["row", "rows"],
    style: "table",
    parts: [],
    table: () => ({
      caption: "A row for each person and workspace. Decisions go into the CSV file of the same name.",
      heads: [...COLUMNS.map(([head]) => head), "Decision"],
      rows: list.rows.map((cells) => [
        ...COLUMNS.map(([, cell]) => cells[cell] ?? ""),
        // Empty, it keeps its room on paper, for a decision by hand.
        { text: decisionText(cells) },
      ]),
      kinds: list.rows.map((cells) => kindsOf(cells).join("|")),
    }),
  };
  return {
    title: `Access review of ${visibleName(list.organization.name)}`,
    sum: `${count(list.rows.length, "row")} as of ${momentText(list.asOf)}`,
    origin,
    facts: [
      scopeFact(list.scope),
      ["Not compared", list.notCompared?.map(visibleName).join(", ") || undefined],
      ["Digest of the list", list.digest],
    ],
    sections: [people, ...withItems([warningSection(findings)])],
    foot: {
      text: "Reviewed by: ______________________ Date: ______________ Signature: ______________________",
    },
  };
}

/** A decision with who made it and when; empty where there is none. */
export const decisionText = ({
  decision = "",
  reviewer = "",
  date = "",
  note = "",
}: Readonly<Record<string, string | undefined>>): string =>
  [decision, reviewer, date, note].filter((text) => text !== "").join(", ");

function kindsOf({ limited_by, open, listed, changed, invited, decision }: ReviewCells): readonly string[] {
  const [isByRole, isOpen, isUnlisted, hasChanged, isInvited, isUndecided] = KINDS;
  return [
    ...(limited_by === "nothing" ? [isByRole] : []),
    ...(open === "" ? [] : [isOpen]),
    ...(listed === "no" ? [isUnlisted] : []),
    ...(changed === "" || changed === NOT_COMPARED ? [] : [hasChanged]),
    ...(invited === "" ? [] : [isInvited]),
    ...(decision === "" ? [isUndecided] : []),
  ];
}
