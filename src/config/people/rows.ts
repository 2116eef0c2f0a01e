import { canonicalEmail } from "../../model/email.js";
import type { DesiredPerson } from "../../model/state/resource.js";
import { type Group, groupBy } from "../../util/collections.js";
import { alikeIn, type FindAlike } from "../../util/look-alike.js";
import type { DataList, DataMap } from "../text/data.js";
import type { Span } from "../text/source.js";
import type { ListFile } from "./list/list-file.js";

/** Somebody whom an entry of the file, or a row of its list, puts somewhere; `in` and `key` are its place. */
export interface PlacedPerson {
  readonly person: DesiredPerson;
  readonly in: DataMap | DataList;
  readonly key: string | number;
}

/** One person of the list. */
export interface PersonRow extends PlacedPerson {
  readonly key: number;
  readonly cells: readonly string[];
  readonly file: AddressedFile;
}

/** A file of a list that has the column of addresses. */
interface AddressedFile extends ListFile {
  readonly indexes: ReadonlyMap<string, number>;
  /** The index of the column with the address. */
  readonly address: number;
}

/** The organization's people, each once. */
export interface ListOfPeople {
  readonly files: readonly ListFile[];
  /** The rows that count. */
  readonly pool: Pool;
  /** The least number of rows that the file asks for. */
  readonly atLeast?: number | undefined;
}

/** Rows from which conditions pick. */
export interface Pool {
  readonly rows: readonly PersonRow[];
  /** The columns of all files of the list, in the order of their first appearance. */
  readonly columns: readonly string[];
  /** All rows of the list: a template may name what one of its workspaces has. */
  readonly whole: () => Pool;
  /** The rows by the texts of a column; made once. */
  readonly byColumn: (column: string) => ColumnIndex;
}

/** The rows of a pool by what a column holds. */
interface ColumnIndex {
  readonly rowsOf: ReadonlyMap<string, Readonly<Group<PersonRow>>>;
  /** The column's texts that look like another one. */
  readonly alike: FindAlike<string>;
}

/** A pool of rows; unless `whole` is given, they are the whole list. */
export function poolOf(rows: readonly PersonRow[], columns: readonly string[], whole?: Pool): Pool {
  const indexes = new Map<string, ColumnIndex>();
  const byColumn = (column: string): ColumnIndex => {
    const before = indexes.get(column);
    if (before !== undefined) return before;
    const rowsOf = groupBy(rows, (row) => cellOf(row, column));
    const index = { rowsOf, alike: alikeIn(rowsOf.keys(), (text) => text) };
    indexes.set(column, index);
    return index;
  };
  const pool: Pool = { rows, columns, whole: () => whole ?? pool, byColumn };
  return pool;
}

/** People of one workspace, group or list, who are found by their address. */
export interface PeopleByEmail<T extends PlacedPerson> {
  readonly people: readonly T[];
  readonly find: (email: string) => T | undefined;
}

/** People with an index of their addresses, which is made when somebody is looked for. */
export function byEmail<T extends PlacedPerson>(people: readonly T[]): PeopleByEmail<T> {
  let index: ReadonlyMap<string, T> | undefined;
  return {
    people,
    find(email) {
      index ??= new Map(people.map((placed) => [placed.person.email, placed]));
      return index.get(canonicalEmail(email));
    },
  };
}

/** The text of a column in a row: empty where the row's file does not have it. */
export function cellOf({ file, cells }: PersonRow, column: string): string {
  return cells[file.indexes.get(column) ?? -1] ?? "";
}

/** The place of a row's cell; of its address where its file has no such column. */
export function cellSpan({ file, key }: PersonRow, column?: string): Span {
  return file.spanOf(key, file.indexes.get(column ?? "") ?? file.address);
}
