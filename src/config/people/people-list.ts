import { emailAdvice, isEmail } from "../../model/email.js";
import { count } from "../../util/english.js";
import { atKey, atValue, mapEntry, numberEntry, textEntry } from "../build/build-context.js";
import { type DataMap, entry } from "../text/data.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import type { Span } from "../text/source.js";
import { made, onePlace } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import { lineOf, type PeopleContext, personNamed } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { type ListFile, type ListFiles, listPaths } from "./list/list-file.js";
import { warnOfMisspelt } from "./misspelt-texts.js";
import { cellOf, cellSpan, type ListOfPeople, type PersonRow, poolOf } from "./rows.js";
import { pickRows, reportColumn } from "./where.js";

/**
 * Reads the organization's people: the rows of all files that `only` takes, each person once. `undefined` where the
 * file names no list, or where nothing of it can be used; then there is an error, so that nothing is ever emptied by a
 * list that is missing, cut off, empty or damaged.
 */
export function readPeopleList(
  outer: PeopleContext,
  root: DataMap,
  lists: ListFiles,
): ListOfPeople | undefined {
  const people = mapEntry(root, "people");
  if (people === undefined) return undefined;
  let isSound = true;
  const report: PeopleContext["report"] = (finding) => {
    if (finding.severity === "error") isSound = false;
    outer.report(finding);
  };
  const context = { ...outer, report };
  const files = readListFiles(context, people, lists);
  const [firstFile] = files;
  if (firstFile === undefined) return undefined;
  const cells = files.reduce((sum, { columns, records }) => sum + columns.length * records.length, 0);
  if (!context.budget.spend(cells * ENTRIES.cell, () => atValue(people, "file"))) return undefined;
  const columns = [...new Set(files.flatMap((file) => file.columns))].filter((name) => name !== "");
  const email = textEntry(people, "email") ?? "email";
  if (!columns.includes(email)) {
    // Without a name in the file, the header of the list is the place to look at.
    const where = people.email === undefined ? { span: firstFile.spanOf(-1, 0) } : atValue(people, "email");
    reportColumn(context, email, columns, where);
    return undefined;
  }
  const whole = poolOf(
    files.flatMap((file) => rowsOf(context, file, email)),
    columns,
  );
  const ofOnly: FileDiagnostic[] = [];
  const toOnly = { ...context, report: (finding: FileDiagnostic) => ofOnly.push(finding) };
  const chosen = pickRows(toOnly, whole, mapEntry(people, "only"));
  warnOfMisspelt(toOnly, whole);
  const rows = withAddresses(context, chosen, email);
  isSound &&= ofOnly.every(({ severity }) => severity !== "error");
  const atLeast = numberEntry(people, "at_least");
  if (isSound && rows.length === 0) report(noRowCounts(people, whole.rows.length, ofOnly.shift()));
  else if (isSound && atLeast !== undefined && rows.length < atLeast)
    report(tooFew(people, atLeast, rows.length));
  ofOnly.forEach(report);
  return { files, pool: poolOf(rows, columns), atLeast };
}

function readListFiles(context: PeopleContext, people: DataMap, lists: ListFiles): readonly ListFile[] {
  const delimiter = textEntry(people, "delimiter") ?? ",";
  const named = entry(people, "file");
  return listPaths(people).flatMap((path, i, all): readonly ListFile[] => {
    const where = typeof named === "string" ? atValue(people, "file") : atValue(named, i);
    if (all.indexOf(path) !== i) {
      const detail = "Each file of a list is named once.";
      context.report(fileFinding("invalid-value", `${quote(path)} is named twice`, detail, where));
      return [];
    }
    const { file, findings } = lists(path, () => delimiter);
    for (const finding of findings) context.report({ span: where.span, ...finding });
    return file === undefined ? [] : [file];
  });
}

/** The rows of a file that have as many cells as the header; the others were reported. */
function rowsOf(context: PeopleContext, file: ListFile, email: string): readonly PersonRow[] {
  const { columns, records, spanOf, isCut } = file;
  const address = columns.indexOf(email);
  if (address < 0) {
    reportColumn(context, email, columns, { span: spanOf(-1, 0) });
    return [];
  }
  if (isCut) context.report(cutOff(spanOf(records.length - 1, address)));
  made(records, (key) => onePlace(spanOf(Number(key), address)));
  const addressed = { ...file, address, indexes: new Map(columns.map((column, i) => [column, i])) };
  return records.flatMap((cells, key): readonly PersonRow[] =>
    cells.length === columns.length
      ? [{ person: personNamed(cells[address]?.trim() ?? ""), in: records, key, cells, file: addressed }]
      : [],
  );
}

/** Each person once; a row without a sound address, or with one that was there before, is an error. */
function withAddresses(
  context: PeopleContext,
  rows: readonly PersonRow[],
  column: string,
): readonly PersonRow[] {
  const first = new Map<string, PersonRow>();
  for (const row of rows) {
    const { email, display_email: shown } = row.person;
    const where = (): Where => ({ span: cellSpan(row) });
    const before = first.get(email);
    if (!isEmail(shown)) {
      const what =
        shown === ""
          ? "The row has no e-mail address"
          : `${quote(cellOf(row, column))} is not an e-mail address`;
      const rule = `The column ${quote(column)} holds one address for each person, such as ada@northwind.example. Correct the row, or leave it out with \`only\`; \`{${quote(column)}: "*"}\` leaves out rows without an address.`;
      const detail = `${emailAdvice(shown)} ${rule}`.trim();
      context.report(fileFinding("invalid-value", what, detail, where()));
    } else if (before !== undefined) {
      const detail = `It is in ${lineOf(context, cellSpan(before))} too. Letter case does not count. Nobody can tell which of the two rows is meant: keep one.`;
      context.report(fileFinding("duplicate-entry", `${quote(shown)} is in the list twice`, detail, where()));
    } else first.set(email, row);
  }
  return [...first.values()];
}

/** The warning of a list that was cut off inside its last line: it is well-formed, and an address that was cut may be another one's. */
function cutOff(span: Span): FileDiagnostic {
  const detail =
    "The other lines have one. If the export was cut off here, the last cell is not whole. If it is (some spreadsheets write lists like this), add the line break.";
  return fileFinding("list-cut", "The last line of the list has no line end", detail, { span });
}

/** The error for a list of which no row counts; `cause` is the finding on a condition of `only` that fits nobody. */
function noRowCounts(
  people: DataMap,
  read: number,
  cause: FileDiagnostic = fileFinding(
    "list-too-short",
    "No row of the list counts",
    `None of ${count(read, "row")} fits \`only\`.`,
    atKey(people, "only"),
  ),
): FileDiagnostic {
  const detail = `${cause.detail} Used as it is, the list would leave nobody in any group.`;
  return { ...cause, severity: "error", code: "list-too-short", detail };
}

/** The error for a list that is shorter than the file asks for: a list that was cut off is well-formed. */
function tooFew(people: DataMap, atLeast: number, rows: number): FileDiagnostic {
  const detail = `\`at_least\` asks for ${atLeast}: with fewer, groups would lose people because an export was cut off. Make the export again, or lower the number if so many have left.`;
  const summary = `The list has only ${count(rows, "row that counts", "rows that count")}`;
  return fileFinding("list-too-short", summary, detail, atValue(people, "at_least"));
}
