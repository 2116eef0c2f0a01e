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
  /** Columns with the text that counts: that of {@link status}, and any address where a row has none. */
  readonly only: readonly (readonly string[])[];
  /** The rows of {@link only}. */
  readonly rows: Records;
  readonly role: ListColumn | undefined;
  readonly groups: readonly GroupColumn[];
  /** Columns whose texts may say who belongs together, those of groups first. */
  readonly telling: readonly ListColumn[];
}

/** Guesses from names and texts what the columns of a list mean. Names of people are never a group. */
export function describeColumns(file: ListFile): ListColumns {
  const all = columnsOf(file, file.records);
  // The next command reports a slip among the addresses, with its line.
  const isFound = (least: number): ListColumn | undefined =>
    all.find(({ texts }) => texts.filter((text) => isEmail(text.trim())).length > texts.length * least);
  const email = isFound(0.5) ?? isFound(0);
  const status = statusIn(file, all);
  const any = email !== undefined && email.filled < file.records.length ? [[email.name, "*"]] : [];
  const only = status === undefined ? any : [[status.column.name, status.present], ...any];
  const rows = file.records.filter((cells) =>
    only.every(([name = "", text]) => {
      const cell = cells[file.columns.indexOf(name)];
      return cell === text || (text === "*" && cell !== "");
    }),
  );
  const roles = new Set(choicesAtPath(["workspaces", "", "members", "", "role"]));
  const role = columnsOf(file, rows).find(
    ({ texts }) => texts.length > 0 && texts.every((text) => roles.has(text)),
  );
  const used = [email?.name, status?.column.name, role?.name];
  const said = rows.map((cells) => cells.map((cell) => (ABSENCES.has(cell) ? "" : cell)));
  const candidates = columnsOf(file, said).filter(
    (column) => !(used.includes(column.name) || isName(column, file, email)),
  );
  const groups = asGroups(candidates.filter((column) => isGroupLike(column, rows.length)));
  const others = candidates.filter(({ texts }) => texts.length > 0 && texts.length < rows.length);
  return { email, status, only, rows, role, groups, telling: [...groups, ...others] };
}

type Records = ListFile["records"];

function columnsOf({ columns }: ListFile, records: Records): readonly ListColumn[] {
  return columns.flatMap((name, i) => {
    if (name === "") return [];
    const cells = records.map((cells) => cells[i] ?? "").filter((cell) => cell !== "");
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
