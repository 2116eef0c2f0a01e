import { meaningOf } from "../../../access/values/value-meaning.js";
import { canonicalEmail, isEmail } from "../../../model/email.js";
import { CONNECTION_ATTRIBUTES, FILLED_BY_PRODUCT } from "../../../model/state/reserved-attributes.js";
import { compareText } from "../../../util/collections.js";
import { foldedName } from "../../../util/look-alike.js";
import { choicesAtPath } from "../../text/file-schema.js";
import { ABSENCES, type ListFile } from "../list/list-file.js";

/** The most texts of a column that may be groups. */
const MOST_GROUPS = 40;
const LONGEST_TEXT = 100;

/** One column, and what it holds. */
export interface ListColumn {
  readonly name: string;
  /** Different texts, without the empty one. */
  readonly texts: readonly string[];
  readonly filled: number;
}

/** A column whose texts can each be a group and a value of an attribute. */
export interface GroupColumn extends ListColumn {
  readonly attribute: string;
  readonly label: string;
}

/** The columns of a list, by the use that orgform guesses for each. */
export interface ListColumns {
  readonly email: ListColumn | undefined;
  /** A column with the state of people, and its text for those who work here. */
  readonly status: { readonly column: ListColumn; readonly present: string } | undefined;
  /** True if rows of {@link status} have no address: nobody can be invited there. */
  readonly hasGaps: boolean;
  /** Returns true if a row has the text of {@link status}, and an address. */
  readonly counts: (cells: readonly string[]) => boolean;
  /** The rows that count. */
  readonly rows: number;
  readonly role: ListColumn | undefined;
  readonly groups: readonly GroupColumn[];
  /** Columns that people do not share, names aside: own values perhaps. */
  readonly own: readonly ListColumn[];
}

/** Guesses from names and texts what the columns of a list mean. Names of people are never a group. */
export function describeColumns(file: ListFile): ListColumns {
  const all = columnsOf(file, file.records);
  // The next command reports a single slip among the addresses, with its line.
  const email = all.find(
    ({ texts }) => texts.length > 0 && texts.filter((text) => isEmail(text.trim())).length > texts.length / 2,
  );
  const status = statusIn(file, all);
  const cellOf = (cells: readonly string[], { name }: ListColumn) => cells[file.columns.indexOf(name)];
  const isPresent = (cells: readonly string[]) =>
    status === undefined || cellOf(cells, status.column) === status.present;
  const hasAddress = (cells: readonly string[]) => email === undefined || cellOf(cells, email) !== "";
  const present = file.records.filter(isPresent);
  const rows = present.filter(hasAddress);
  const used = new Set([email?.name, status?.column.name]);
  const roles = new Set(choicesAtPath(["workspaces", "", "members", "", "role"]));
  const role = columnsOf(file, rows).find(
    ({ name, texts }) => !used.has(name) && texts.length > 0 && texts.every((text) => roles.has(text)),
  );
  used.add(role?.name);
  const candidates = columnsOf(file, rows, ABSENCES).filter(
    (column) => !(used.has(column.name) || isName(column, file, email)),
  );
  const [groups, others] = [true, false].map((isGroup) =>
    candidates.filter((column) => isGroupLike(column, rows.length) === isGroup),
  );
  const own = others?.filter(({ texts }) => texts.length > 0 && texts.length < rows.length);
  return {
    email,
    status,
    hasGaps: rows.length < present.length,
    counts: (cells) => isPresent(cells) && hasAddress(cells),
    rows: rows.length,
    role,
    groups: asGroups(groups ?? []),
    own: own ?? [],
  };
}

type Records = ListFile["records"];

/** The columns that have a name, without cells that say nothing. */
function columnsOf(
  { columns }: ListFile,
  records: Records,
  absences?: ReadonlySet<string>,
): readonly ListColumn[] {
  return columns.flatMap((name, i) => {
    if (name === "") return [];
    const cells = records
      .map((cells) => cells[i] ?? "")
      .filter((cell) => cell !== "" && !absences?.has(cell));
    return [{ name, texts: [...new Set(cells)].sort(compareText), filled: cells.length }];
  });
}

const PRESENT = /^(?:active|current|employed|enabled|present|aktiv|actif|activo|attivo)$/i;

function statusIn({ columns, records }: ListFile, all: readonly ListColumn[]): ListColumns["status"] {
  const column = all.find((c) => /status|state|active/i.test(c.name) && c.texts.length <= 6 && c.filled > 0);
  if (column === undefined) return undefined;
  const index = columns.indexOf(column.name);
  const numberOf = (text: string) => records.filter((cells) => cells[index] === text).length;
  const byNumber = column.texts.toSorted((a, b) => numberOf(b) - numberOf(a));
  return { column, present: column.texts.find((text) => PRESENT.test(text)) ?? byNumber[0] ?? "" };
}

/** Returns true if several people share each text, nearly everybody has one, and each is one entry of a value. */
function isGroupLike({ texts, filled }: ListColumn, rows: number): boolean {
  const isShared = texts.length >= 2 && texts.length <= Math.min(MOST_GROUPS, rows / 2);
  const isFilled = filled >= rows * 0.9;
  const areApart = new Set(texts.map(foldedName)).size === texts.length;
  return isShared && isFilled && areApart && texts.every(isEntry);
}

function isEntry(text: string): boolean {
  const meaning = meaningOf(text);
  const isOne = meaning.kind === "these" && meaning.entries.length === 1;
  return isOne && text.trim() === text && text.length <= LONGEST_TEXT && !/[{}]/.test(text) && !isEmail(text);
}

const NAME =
  /^(?:(?:first|last|given|family|middle|full|display|user|preferred)[ _.-]?name|surname|(?:vor|nach)name)$/i;

/** Returns true if the column is named so, or if for half of the people a word of it stands in their own address. */
function isName(
  { name }: ListColumn,
  { columns, records }: ListFile,
  email: ListColumn | undefined,
): boolean {
  if (NAME.test(name)) return true;
  if (email === undefined) return false;
  const [at, address] = [columns.indexOf(name), columns.indexOf(email.name)];
  const alike = records.filter((cells) => {
    const [local = ""] = canonicalEmail(cells[address] ?? "").split("@");
    const words = (cells[at] ?? "").toLowerCase().split(/[^\p{L}]+/u);
    return words.some((word) => word.length > 1 && local.includes(word));
  });
  return alike.length >= records.length / 2;
}

/** Each column with a name of an attribute that no other has. */
function asGroups(columns: readonly ListColumn[]): readonly GroupColumn[] {
  const taken = new Set(["", FILLED_BY_PRODUCT, ...CONNECTION_ATTRIBUTES]);
  return columns.flatMap((column) => {
    const attribute = column.name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "")
      .join("_");
    if (taken.has(attribute)) return [];
    taken.add(attribute);
    const label = attribute.replaceAll("_", " ").replace(/^./u, (letter) => letter.toUpperCase());
    return [{ ...column, attribute, label }];
  });
}
