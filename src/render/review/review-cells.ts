import type { AccessRow } from "../../model/plan/explanation.js";
import type { ReviewChange } from "../../plan/review/review-changes.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { inertText } from "../../util/escape.js";
import { listedText, nameText, sourcedText, sourceText } from "../words/labels.js";

const { createHash } = process.getBuiltinModule("node:crypto");

/** Facts that the digest of a row is of, in the order of the columns. */
export const FACTS = [
  "organization",
  "workspace",
  "member",
  "role",
  "listed",
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

/** The same of any file: a column may be missing. */
export type Cells = Readonly<Record<string, string | undefined>>;

/** The digest of a row's facts, worked out from its cells: also from those that came back. */
export function rowDigest(cells: Cells): string {
  return sha256(FACTS.map((fact) => cells[fact] ?? ""));
}

/** The digest of a list: of its moment and of what its rows say their digests are, in whatever order. */
export function listDigest(rows: readonly Cells[]): string {
  return sha256([
    [...new Set(rows.map(({ as_of }) => as_of ?? ""))].sort(),
    rows.map(({ digest }) => digest ?? "").sort(),
  ]);
}

/** A row of a list by whom it is about. */
export const cellsKey = ({ workspace = "", member = "" }: Cells): string =>
  JSON.stringify([workspace, member]);

const sha256 = (value: unknown): string =>
  createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 32);

/** A row as its cells are read again, with its digest and without decision: no two people are the same cells. */
export function cellsOf(
  organization: string,
  asOf: string,
  row: ReviewRow,
  change: ReviewChange | undefined,
): ReviewCells {
  const facts = {
    organization: nameCell(organization),
    as_of: asOf,
    workspace: nameCell(row.workspace),
    member: nameCell(row.member),
    role: inertText(row.role),
    listed: listedText(row.listed),
    groups: inertText(row.groups.map(spelledOut).map(nameText).join("; ")),
    values: inertText(row.values.map(valueText).join("; ")),
    open: inertText(row.open.map(spelledOut).map(nameText).join("; ")),
    data: inertText(dataText(row.data)),
    invited: inertText(row.invited ?? ""),
  };
  return {
    ...facts,
    changed: inertText(change === undefined ? "" : changeText(change)),
    verdict: change?.verdict ?? "",
    decision: "",
    reviewer: "",
    date: "",
    note: "",
    digest: rowDigest(facts),
    list_digest: "",
  };
}

/** A name as its cell has it; what looks like a hidden character written out is told from one that is. */
const nameCell = (name: string): string => inertText(spelledOut(name));

const spelledOut = (text: string): string => text.replaceAll("\\u{", "\\u{5c}u{");

function dataText(data: ReviewRow["data"]): string {
  if (data === undefined) return "";
  const { reached, unclear, hidden } = data;
  return [
    `reaches ${reached} of ${reached + unclear.length + hidden.length}`,
    ...unclear.map((object) => `unclear ${object}`),
    ...hidden.map((object) => `hidden ${object}`),
    ...data.rows.map((condition) => `rows ${condition}`),
  ].join("; ");
}

function valueText(row: AccessRow): string {
  const { attribute, value, source } = spelledOutRow(row);
  const from = source === null ? "" : ` (${sourceText(source)})`;
  return `${nameText(attribute)}: ${sourcedText({ value, source })}${from}`;
}

function spelledOutRow({ attribute, value, source, ...row }: AccessRow): AccessRow {
  const known = { ...row, attribute: spelledOut(attribute), value: value && spelledOut(value) };
  if (source === null || source.kind === "own") return { ...known, source };
  return source.kind === "group"
    ? { ...known, source: { ...source, group: spelledOut(source.group) } }
    : {
        ...known,
        source: {
          ...source,
          groups: source.groups.map(spelledOut),
          values: source.values.map(spelledOut),
        },
      };
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
  const [was, is] = [before, after].map((row) => sourcedText(row ?? { value: null, source: null }));
  if (was !== is) return `${nameText(attribute)} ${was} → ${is}`;
  const [from, to] = [before, after].map((row) => (row?.source ? sourceText(row.source) : "no source"));
  return `${nameText(attribute)} ${is} (${from} → ${to})`;
}
