import type { ListFile } from "./list/list-file.js";

/** One person of the list. */
export interface Row {
  /** Which of the list's files. */
  readonly file: number;
  readonly record: number;
  readonly cells: readonly string[];
  /** The address in canonical form, and as the list has it but for blanks around it. */
  readonly email: string;
  readonly display: string;
}

/** The organization's people, each once. */
export interface PeopleList {
  readonly files: readonly ListFile[];
  /** Those of all files, in the order in which they are met. */
  readonly columns: readonly string[];
  /** Those that count. */
  readonly rows: readonly Row[];
  /** The column with the address. */
  readonly email: string;
}

type Cells = Pick<Row, "file" | "cells">;

/** The text of a column in each row: empty where the row's file does not have it. */
export function cellReader(
  files: readonly Pick<ListFile, "columns">[],
  column: string,
): (row: Cells) => string {
  const indexes = files.map(({ columns }) => columns.indexOf(column));
  return ({ file, cells }) => cells[indexes[file] ?? -1] ?? "";
}

/** The place of a row's cell; of its address where its file has no such column. */
export function cellSpan({ files, email }: Pick<PeopleList, "files" | "email">, row: Row, column = email) {
  const file = files[row.file];
  const index = file?.columns.indexOf(column) ?? -1;
  return file?.spanOf(row.record, index < 0 ? file.columns.indexOf(email) : index);
}
