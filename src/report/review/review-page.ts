import type { Diagnostic } from "../../model/diagnostic.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { compact } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import { peopleWithin } from "../view/access-words.js";
import { warningSection } from "../view/finding-sections.js";
import { momentText, type ProductOrigin, scopeWords } from "../words/as-of.js";
import type { Page } from "../words/page.js";
import { type Section, withItems } from "../words/section.js";
import type { PageCell } from "../words/table.js";
import type { ReviewCells } from "./review-cells.js";
import { NOT_COMPARED, type ReviewList } from "./review-list.js";

/** The kinds of rows by which a review can be filtered, the worst first; a row may be of several. */
const KINDS: Readonly<Record<string, (cells: ReviewCells) => boolean>> = {
  "by role": ({ limited_by }) => limited_by === "nothing",
  open: ({ open }) => open !== "",
  "not listed": ({ listed }) => listed === "no",
  changed: ({ changed }) => changed !== "" && changed !== NOT_COMPARED,
  invited: ({ invited }) => invited !== "",
};

const kindsOf = (cells: ReviewCells): readonly string[] =>
  Object.keys(KINDS).filter((kind) => KINDS[kind]?.(cells));

/** Lines below each other, without the empty ones. */
const lines = (...texts: readonly (string | false)[]): PageCell => ({ list: compact(texts) });

const after = (words: string, text: string): string => (text === "" ? "" : `${words} ${text}`);

const COLUMNS: readonly (readonly [head: string, of: (cells: ReviewCells) => PageCell])[] = [
  ["Person", ({ member, name }) => lines(member, name)],
  ["Workspace", ({ workspace }) => workspace],
  [
    "Role and groups",
    ({ role, limited_by, listed, invited, groups }) =>
      lines(
        role,
        limited_by === "nothing" && "sees everything",
        listed === "no" && "not listed",
        // Of somebody whom nobody invites it says so.
        /^\d/.test(invited) ? `invited ${invited}` : invited,
        after("in", groups),
      ),
  ],
  ["Values", ({ entries, will_have }) => lines(...entries.values, after("will have:", will_have))],
  ["Open for", ({ open }) => open],
  // Values hold nothing back from somebody who sees everything.
  ["Data", ({ entries, limited_by }) => (limited_by === "nothing" ? "" : lines(...entries.data))],
  ["Changed", ({ changed, verdict }) => lines(verdict, changed)],
];

/** The columns to fill in by hand: empty cells that keep their room, on paper alone. */
const BY_HAND = ["Decision", "Reviewer", "Date", "Note"];

/** A review: sorted by any column, narrowed by words, printed in full with room for a decision and a signature. */
export function reviewPage(
  list: ReviewList,
  origin: ProductOrigin,
  findings: readonly Diagnostic[] = [],
): Page {
  const { scope } = list;
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
        ...COLUMNS.map(([, of]) => of(cells)),
        ...BY_HAND.map(() => ({ text: "" })),
      ]),
      kinds: list.rows.map((cells) => kindsOf(cells).join("|")),
    }),
  };
  return {
    title: `Access review of ${visibleName(list.organization.name)}`,
    sum: `${peopleWithin(list.rows)} as of ${momentText(list.asOf)}`,
    badges: Object.entries(KINDS).flatMap(([kind, isOf]) => {
      const people = countPeople(list.rows.filter(isOf));
      return people === 0 ? [] : [{ text: `${people} ${kind}`, tone: kind }];
    }),
    origin,
    facts: [
      ["Shows", scope ? `a part of the organization, ${scopeWords(scope)}` : "the whole organization"],
      ["Compared with", list.comparedWith],
      ["Not compared", list.notCompared?.map(visibleName).join(", ") || undefined],
      ["Digest of the snapshot", list.snapshotDigest],
    ],
    sections: [people, ...withItems([warningSection(findings)])],
    foot: {
      text: "Reviewed by: ______________________ Date: ______________ Signature: ______________________",
    },
  };
}
