import { groupBy } from "../../util/collections.js";
import { alikeIn, type FindAlike } from "../../util/look-alike.js";
import type { ListFile } from "./list/list-file.js";

/** One person of the list. */
export interface PersonRow {
  /** The index of the file among the files of the list. */
  readonly file: number;
  readonly record: number;
  readonly cells: readonly string[];
  /** The address in canonical form, and as the list has it but for blanks around it. */
  readonly email: string;
  readonly display: string;
}

/** The organization's people, each once. */
export interface ListOfPeople {
  readonly files: readonly ListFile[];
  /** The columns of all files, in the order of their first appearance. */
  readonly columns: readonly string[];
  /** The rows that count. */
  readonly rows: readonly PersonRow[];
  readonly pool: Pool;
  /** The column with the address. */
  readonly email: string;
  /** The least number of rows that the file asks for. */
  readonly atLeast?: number | undefined;
}

/** Rows to pick from, with an index of each column that was asked about. */
interface Pool {
  readonly rows: readonly PersonRow[];
  readonly indexes: Map<string, ColumnIndex>;
}

/** The rows of a pool by what a column holds. */
interface ColumnIndex {
  readonly rowsOf: ReadonlyMap<string, readonly PersonRow[]>;
  /** The column's texts that look like another one. */
  readonly alike: FindAlike<string>;
}

/** A pool of rows without any column index yet. */
export function poolOf(rows: readonly PersonRow[]): Pool {
  return { rows, indexes: new Map() };
}

/** A list, with the rows from which conditions pick: those of a workspace, or all. */
export interface Picking {
  readonly list: Omit<ListOfPeople, "rows" | "pool">;
  readonly pool: Pool;
  /** All rows: a template may name what one of its workspaces has. */
  readonly whole: Pool;
}

type CellsOfRow = Pick<PersonRow, "file" | "cells">;

/** The text of a column in each row: empty where the row's file does not have it. */
export function cellReader(
  files: readonly Pick<ListFile, "columns">[],
  column: string,
): (row: CellsOfRow) => string {
  const indexes = files.map(({ columns }) => columns.indexOf(column));
  return ({ file, cells }) => cells[indexes[file] ?? -1] ?? "";
}

/** The place of a row's cell; of its address where its file has no such column. */
export function cellSpan(
  { files, email }: Pick<ListOfPeople, "files" | "email">,
  row: PersonRow,
  column = email,
) {
  const file = files[row.file];
  const index = file?.columns.indexOf(column) ?? -1;
  return file?.spanOf(row.record, index < 0 ? file.columns.indexOf(email) : index);
}

/** The rows of a pool by the texts of a column; made once. */
export function indexOf({ files }: Picking["list"], { rows, indexes }: Pool, column: string): ColumnIndex {
  const known = indexes.get(column);
  if (known !== undefined) return known;
  const rowsOf = groupBy(rows, cellReader(files, column));
  const index = { rowsOf, alike: alikeIn(rowsOf.keys(), (text) => text) };
  indexes.set(column, index);
  return index;
}
