import type { AccessRow } from "../../model/plan/explanation.js";
import type { ReviewChange } from "../../plan/review/review-changes.js";
import { rowKey } from "../../plan/review/review-changes.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { escapeCsv, visible } from "../../util/escape.js";
import { accessValueText, nameText, sourceText } from "../labels.js";
import { csvTable } from "../table.js";

const { createHash } = process.getBuiltinModule("node:crypto");

/** Facts that the digest of a row is of, in the order of the columns. */
export const FACTS = [
  "organization",
  "workspace",
  "member",
  "role",
  "groups",
  "values",
  "open",
  "data",
  "invited",
] as const;
/** The columns that a reviewer fills in. */
export const DECISIONS = ["decision", "reviewer", "date", "note"] as const;
/** All columns of the list. */
export const COLUMNS = [
  "organization",
  "as_of",
  ...FACTS.slice(1),
  "changed",
  "verdict",
  ...DECISIONS,
  "digest",
  "list_digest",
] as const;

/** Texts by column, as they stand in the file once it has been read again. */
export type ReviewCells = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** A review: a row for each person and workspace, and the digest that identifies the list. */
export interface ReviewList {
  readonly organization: { readonly id: string; readonly name: string };
  readonly asOf: string;
  readonly rows: readonly ReviewCells[];
  /** Of all rows together. */
  readonly digest: string;
  readonly hasModel: boolean;
  readonly hasChanges: boolean;
}

/** Puts a review into cells. Decisions are empty. */
export function reviewList(
  organization: ReviewList["organization"],
  asOf: string,
  rows: readonly ReviewRow[],
  changes?: ReadonlyMap<string, ReviewChange>,
): ReviewList {
  const made = rows.map((row) => cellsOf(organization.id, asOf, row, changes?.get(rowKey(row))));
  const digest = listDigest(made);
  return {
    organization,
    asOf,
    rows: made.map((cells) => ({ ...cells, list_digest: digest })),
    digest,
    hasModel: rows.some(({ data }) => data !== undefined),
    hasChanges: changes !== undefined,
  };
}

/** The list as CSV; what a spreadsheet would take for a formula is made inert. */
export function reviewCsv({ rows }: ReviewList): string {
  return csvTable({ heads: COLUMNS, rows: rows.map((row) => COLUMNS.map((column) => row[column])) });
}

/** The digest of a row's facts, worked out from its cells: also from those that came back. */
export function rowDigest(cells: Readonly<Record<string, string>>): string {
  return sha256(FACTS.map((fact) => cells[fact] ?? ""));
}

/** The digest of a list: of its moment and of what its rows say their digests are, in whatever order. */
export function listDigest(rows: readonly Readonly<Record<string, string>>[]): string {
  return sha256([
    [...new Set(rows.map(({ as_of }) => as_of ?? ""))].sort(),
    rows.map(({ digest }) => digest ?? "").sort(),
  ]);
}

const sha256 = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);

function cellsOf(
  organization: string,
  asOf: string,
  row: ReviewRow,
  change: ReviewChange | undefined,
): ReviewCells {
  const { data } = row;
  const texts = {
    organization,
    as_of: asOf,
    workspace: row.workspace,
    member: row.member,
    role: row.role,
    groups: row.groups.map(nameText).join("; "),
    values: row.values.map(valueText).join("; "),
    open: row.open.map(nameText).join("; "),
    data:
      data === undefined
        ? ""
        : [
            `reaches ${data.reached} of ${data.reached + data.hidden.length}`,
            ...data.hidden.map((object) => `hidden ${object}`),
            ...data.rows.map((condition) => `rows ${condition}`),
          ].join("; "),
    invited: row.invited ?? "",
    changed: change === undefined ? "" : changeText(change),
    verdict: change?.verdict ?? "",
    decision: "",
    reviewer: "",
    date: "",
    note: "",
  };
  // As it will be read again: what is made inert here is not made so twice.
  const inert = Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, cellText(text)]));
  return { ...(inert as typeof texts), digest: rowDigest(inert), list_digest: "" };
}

/** A text as its cell has it: a formula is made inert, what cannot be seen is written out. */
export const cellText = (text: string): string => escapeCsv(visible(text)).slice(1, -1).replaceAll('""', '"');

function valueText({ attribute, value, source }: AccessRow): string {
  return `${nameText(attribute)}: ${accessValueText(value)}${source === null ? "" : ` (${sourceText(source)})`}`;
}

/** The differences from the earlier moment, in words. */
function changeText({ isNew, role, joined, left, values }: ReviewChange): string {
  return [
    ...(isNew ? ["was not a member"] : []),
    ...(role === undefined ? [] : [`role ${role.map(nameText).join(" → ")}`]),
    ...joined.map((group) => `joined ${nameText(group)}`),
    ...left.map((group) => `left ${nameText(group)}`),
    ...values.map(valueChangeText),
  ].join("; ");
}

/** A value that stays has another source, which is then what differs. */
function valueChangeText({ attribute, before, after }: ReviewChange["values"][number]): string {
  const [was, is] = [before, after].map((row) => accessValueText(row?.value ?? null));
  if (was !== is) return `${nameText(attribute)} ${was} → ${is}`;
  const [from, to] = [before, after].map((row) => (row?.source ? sourceText(row.source) : "no source"));
  return `${nameText(attribute)} ${is} (${from} → ${to})`;
}
