import type { Diagnostic } from "../../model/diagnostic.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { warningSection } from "../view/finding-sections.js";
import { momentText, type ProductOrigin, scopeFact } from "../words/as-of.js";
import type { Page } from "../words/page.js";
import { type Section, withItems } from "../words/section.js";
import type { ReviewCells } from "./review-cells.js";
import { NOT_COMPARED, type ReviewList } from "./review-list.js";

/** The kinds of rows by which a review can be filtered; a row may be of several. */
const KINDS = ["by role", "open", "not listed", "changed", "invited"] as const;

const COLUMNS: readonly (readonly [head: string, column: keyof ReviewCells])[] = [
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

/** The columns to fill in by hand: empty cells that keep their room, on paper alone. */
const BY_HAND = ["Decision", "Reviewer", "Date", "Note"];

/** A review: sorted by any column, narrowed by words, printed in full with room for a decision and a signature. */
export function reviewPage(
  list: ReviewList,
  origin: ProductOrigin,
  findings: readonly Diagnostic[] = [],
): Page {
  const people: Section = {
    id: "people",
    title: "",
    nouns: ["row", "rows"],
    style: "table",
    parts: [],
    table: () => ({
      caption:
        "A row for each person and workspace. On paper, and in the CSV file of the same name, there is room for decisions.",
      heads: [...COLUMNS.map(([head]) => head), ...BY_HAND],
      rows: list.rows.map((cells) => [
        ...COLUMNS.map(([, column]) => cells[column]),
        ...BY_HAND.map(() => ({ text: "" })),
      ]),
      kinds: list.rows.map((cells) => kindsOf(cells).join("|")),
    }),
  };
  return {
    title: `Access review of ${visibleName(list.organization.name)}`,
    sum: `${count(list.rows.length, "row")} as of ${momentText(list.asOf)}`,
    origin,
    facts: [
      list.scope === undefined ? ["Shows", "the whole organization"] : scopeFact(list.scope),
      ["Not compared", list.notCompared?.map(visibleName).join(", ") || undefined],
      ["Digest of the snapshot", list.snapshotDigest],
    ],
    sections: [people, ...withItems([warningSection(findings)])],
    foot: {
      text: "Reviewed by: ______________________ Date: ______________ Signature: ______________________",
    },
  };
}

function kindsOf({ limited_by, open, listed, changed, invited }: ReviewCells): readonly string[] {
  const [isByRole, isOpen, isUnlisted, hasChanged, isInvited] = KINDS;
  return [
    ...(limited_by === "nothing" ? [isByRole] : []),
    ...(open === "" ? [] : [isOpen]),
    ...(listed === "no" ? [isUnlisted] : []),
    ...(changed === "" || changed === NOT_COMPARED ? [] : [hasChanged]),
    ...(invited === "" ? [] : [isInvited]),
  ];
}
