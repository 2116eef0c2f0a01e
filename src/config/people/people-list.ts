import { canonicalEmail, emailAdvice, isEmail } from "../../model/email.js";
import { count } from "../../util/english.js";
import { atKey, atValue, mapEntry, numberEntry, textEntry } from "../build/build-context.js";
import { type DataMap, entry } from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { lineOf, type PeopleContext } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { type ListFile, type ListFiles, type ListRead, listPaths } from "./list/list-file.js";
import { warnOfMisspelt } from "./misspelt-texts.js";
import { cellReader, cellSpan, type ListOfPeople, type PersonRow, poolOf } from "./rows.js";
import { pickRows, reportColumn } from "./where.js";

/**
 * Reads the organization's people: the rows of all files that `only` takes, each person once. `undefined` where the
 * file names no list, or where nothing of it can be used; then there is an error, so that nothing is ever emptied by a
 * list that is missing, cut off, empty or damaged.
 */
export function readPeopleList(
  context: PeopleContext,
  root: DataMap,
  lists: ListFiles,
): ListOfPeople | undefined {
  const people = mapEntry(root, "people");
  if (people === undefined) return undefined;
  let isSound = true;
  const report: PeopleContext["report"] = (finding) => {
    if (finding.severity === "error") isSound = false;
    context.report(finding);
  };
  const own = { ...context, report };
  const read = readListFiles(own, people, lists);
  if (read.length === 0) return undefined;
  const cells = read.reduce((sum, { columns, records }) => sum + columns.length * records.length, 0);
  if (!context.budget.spend(cells * ENTRIES.cell, () => atValue(own, people, "file"))) return undefined;
  const columns = [...new Set(read.flatMap((file) => file.columns))].filter((name) => name !== "");
  const email = textEntry(people, "email") ?? "email";
  if (!columns.includes(email)) {
    reportColumn(own, email, columns, emailPlace(own, people, read));
    return undefined;
  }
  const files = read.filter((file) => hasAddresses(own, file, email));
  for (const file of files) warnOfCut(own, file, email);
  const sound = files.flatMap((file, i) => soundRows(file, i, email));
  const whole = poolOf(sound);
  const picking = { list: { files, columns, email }, pool: whole, whole };
  const idle: FileDiagnostic[] = [];
  const aside: PeopleContext["report"] = (one) => (one.severity === "error" ? report(one) : idle.push(one));
  const only = pickRows({ ...own, report: aside }, picking, mapEntry(people, "only"));
  for (const column of own.named.keys()) warnOfMisspelt({ ...own, report: aside }, picking, column);
  const rows = withAddresses(own, files, only, email);
  const atLeast = numberEntry(people, "at_least");
  if (isSound && rows.length === 0) {
    report(noRowCounts(own, people, sound.length, idle.shift()));
  } else if (isSound && atLeast !== undefined && rows.length < atLeast)
    report(tooFew(own, people, atLeast, rows.length));
  idle.forEach(report);
  return { files, columns, email, rows, pool: poolOf(rows), atLeast };
}

function readListFiles(context: PeopleContext, people: DataMap, lists: ListFiles): readonly ListFile[] {
  const delimiter = textEntry(people, "delimiter") ?? ",";
  const files = entry(people, "file");
  const isOne = typeof files === "string";
  return listPaths(people).flatMap((path, i, all): readonly ListFile[] => {
    const where = isOne ? atValue(context, people, "file") : atValue(context, files, i);
    if (all.indexOf(path) !== i) {
      const detail = "Each file of a list is named once.";
      context.report(fileFinding("invalid-value", `${quote(path)} is named twice`, detail, where));
      return [];
    }
    const { file, findings } = readListFile(path, where, delimiter, lists);
    for (const finding of findings) context.report(finding);
    return file === undefined ? [] : [file];
  });
}

function readListFile(path: string, where: Where, delimiter: string, lists: ListFiles): ListRead {
  const { findings, ...read } = lists(path, () => delimiter);
  return { ...read, findings: findings.map((finding) => ({ span: where.span, ...finding })) };
}

/** The place for a finding on the address column: its name in the file, or else the header of the list. */
function emailPlace(context: PeopleContext, people: DataMap, [first]: readonly ListFile[]): Where {
  return people.email === undefined ? { span: first?.spanOf(-1, 0) } : atValue(context, people, "email");
}

function hasAddresses(context: PeopleContext, file: ListFile, email: string): boolean {
  if (file.columns.includes(email)) return true;
  reportColumn(context, email, file.columns, { span: file.spanOf(-1, 0) });
  return false;
}

/** Rows of as many cells as the header; the others were reported. */
function soundRows({ columns, records }: ListFile, file: number, email: string): readonly PersonRow[] {
  const index = columns.indexOf(email);
  const rows: PersonRow[] = [];
  for (const [record, cells] of records.entries()) {
    if (cells.length !== columns.length) continue;
    const display = cells[index]?.trim() ?? "";
    rows.push({ file, record, cells, email: canonicalEmail(display), display });
  }
  return rows;
}

/** Each person once; a row without a sound address, or with one that was there before, is an error. */
function withAddresses(
  context: PeopleContext,
  files: readonly ListFile[],
  rows: readonly PersonRow[],
  email: string,
): readonly PersonRow[] {
  const list = { files, email };
  const first = new Map<string, PersonRow>();
  const text = cellReader(files, email);
  for (const row of rows) {
    const where = (): Where => ({ span: cellSpan(list, row) });
    const before = first.get(row.email);
    if (!isEmail(row.display)) {
      const what =
        row.display === "" ? "The row has no e-mail address" : `${quote(text(row))} is not an e-mail address`;
      const rule = `The column ${quote(email)} holds one address for each person, such as ada@northwind.example. Correct the row, or leave it out with \`only\`.`;
      const detail = `${emailAdvice(row.display)} ${rule}`.trim();
      context.report(fileFinding("invalid-value", what, detail, where()));
    } else if (before !== undefined) {
      const span = cellSpan(list, before);
      const at = span === undefined ? "" : ` It is in ${lineOf(context, span)} too.`;
      const detail = `${at.trim()} Letter case does not count. Nobody can tell which of the two rows is meant: keep one.`;
      context.report(
        fileFinding("duplicate-email", `${quote(row.display)} is in the list twice`, detail, where()),
      );
    } else first.set(row.email, row);
  }
  return [...first.values()];
}

/** A list that was cut off inside its last line is well-formed, and an address that was cut may be another one's. */
function warnOfCut({ report }: PeopleContext, { isCut, records, columns, spanOf }: ListFile, email: string) {
  if (!isCut) return;
  const detail =
    "The other lines have one. If the export was cut off here, the last cell is not whole. If it is (some spreadsheets write lists like this), add the line break.";
  const span = spanOf(records.length - 1, columns.indexOf(email));
  report(fileFinding("list-cut", "The last line of the list has no line end", detail, { span }));
}

/** The error for a list of which no row counts; `cause` is the finding on a condition of `only` that fits nobody. */
function noRowCounts(
  context: PeopleContext,
  people: DataMap,
  read: number,
  cause: FileDiagnostic = fileFinding(
    "list-too-short",
    "No row of the list counts",
    `None of ${count(read, "row")} fits \`only\`.`,
    atKey(context, people, "only"),
  ),
): FileDiagnostic {
  const detail = `${cause.detail} Used as it is, the list would leave nobody in any group.`;
  return { ...cause, ...fileFinding("list-too-short", cause.summary, detail) };
}

/** The error for a list that is shorter than the file asks for: a list that was cut off is well-formed. */
function tooFew(context: PeopleContext, people: DataMap, atLeast: number, rows: number): FileDiagnostic {
  const detail = `\`at_least\` asks for ${atLeast}: with fewer, groups would lose people because an export was cut off. Make the export again, or lower the number if so many have left.`;
  const summary = `The list has only ${count(rows, "row that counts", "rows that count")}`;
  return fileFinding("list-too-short", summary, detail, atValue(context, people, "at_least"));
}
