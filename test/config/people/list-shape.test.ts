import { expect, it } from "vitest";
import { proposeFor } from "../../../src/config/people/first-file/propose.js";
import { listsIn, read, told } from "./read.js";

const ROWS = "Email,Dept\nada@b.example,Sales\nbob@b.example,Finance\n";
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** What a list is, where it is not what the file says, with the words that say so. */
const SHAPES: readonly (readonly [text: string | Uint8Array, place: string, says: string])[] = [
  [ROWS.replaceAll(",", ";"), "1:1", 'separated by ";"'],
  [ROWS.replaceAll(",", ";"), "1:1", 'delimiter: ";"'],
  [ROWS.replaceAll(",", "\t"), "1:1", String.raw`delimiter: "\t"`],
  [ROWS.replaceAll(",", "|"), "1:1", 'delimiter: "|"'],
  [`sep=;\r\n${ROWS.replaceAll(",", ";")}`, "1:1", 'Delete the line, and write `delimiter: ";"`'],
  [`sep=,\n${ROWS}`, "1:1", "Delete the line."],
  [`Northwind HR export,,\n${ROWS}`, "2:1", 'Delete the lines above "Email", "Dept"'],
  [`Northwind HR export\n${ROWS}`, "2:1", "below a title"],
  [`Northwind HR export\n\nAs of today,\n${ROWS}`, "4:1", "below a title"],
  [`Export,As of today\n${ROWS.replaceAll("\n", ",x\n")}`, "2:1", "below a title"],
  [`Export,As of today,\nAll offices,,\n${ROWS.replaceAll("\n", ",x\n")}`, "3:1", "below a title"],
  [ROWS.replaceAll("\n", "\r"), "1:1", "end with CR alone"],
  ["version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n", "1:1", "a pointer of Git LFS"],
  [utf16(ROWS), "1:1", "is UTF-16"],
  [utf16(ROWS).subarray(2), "1:1", "is UTF-16"],
  [utf16(ROWS).swap16(), "1:1", "is UTF-16"],
  [Buffer.from("PK\u0003\u0004\u0014\u0000"), "1:1", "a workbook"],
  [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), "1:1", "a workbook"],
  ["<!DOCTYPE html>\n<html></html>\n", "1:1", "a web page"],
  [`${ROWS}<<<<<<< HEAD\neve@b.example,Sales\n=======\n>>>>>>> other\n`, "4:1", "A merge is not finished"],
  ['[{"email": "ada@b.example"}]\n', "1:1", "The list is JSON"],
];

it.each(SHAPES)("a list is called what it is: %j", (text, place, says) => {
  const config = read("people: {file: p.csv, email: Email}\nworkspaces: {w: {people: {}}}", {
    "p.csv": text,
  });
  expect(told(config).map((one) => one.split(" ")[0])).toEqual([`p.csv:${place}`]);
  expect(config.desired).toBeNull();
  const [{ summary = "", detail = "" } = {}] = config.diagnostics;
  expect(`${summary} ${detail}`).toContain(says);
});

it("a column that is not there is told with those that are", () => {
  const config = read("people: {file: p.csv}\nworkspaces: {w: {people: {}}}", { "p.csv": ROWS });
  expect(told(config)).toEqual(["p.csv:1:1 unknown-column"]);
  expect(config.diagnostics[0]?.detail).toContain('Its columns: "Email", "Dept".');
});

it.each([
  ["a single column", "Email\nada@b.example\n", ","],
  ["a header with empty names", "Email,,\nada@b.example,1,2\n", ","],
  ["a cell with a semicolon", 'Email,Note\nada@b.example,"a;b"\n', ","],
  ["a quoted header", '"Email";"a,b"\nada@b.example;1\n', ";"],
])("a list is taken as it is: %s", (_, text, delimiter) => {
  const rest = `people: {file: p.csv, email: Email, delimiter: "${delimiter}"}\nworkspaces: {w: {people: {}}}`;
  expect(told(read(rest, { "p.csv": text }))).toEqual([]);
});

it("a first file for a list says of a title line what it is, and takes a column with one slip for that of the addresses", () => {
  const propose = (text: string) => proposeFor("p.csv", "p.csv", listsIn({ "p.csv": text }));
  expect(propose(`Northwind HR export;;\n${ROWS.replaceAll(",", ";")}`)).toEqual([
    expect.objectContaining({ summary: "The header of the list seems to be here, below a title" }),
  ]);
  const proposed = propose(`${ROWS}mailto:eve@b.example,Sales\n`);
  if (!("textWith" in proposed)) throw new Error("there should be a text");
  expect(proposed.textWith([])).toContain("email: Email");
});

it("a row with another sign between its cells is called so", () => {
  const rows = "Email;Dept;City\nada@b.example,Sales;Bern\n";
  const config = read('people: {file: p.csv, email: Email, delimiter: ";"}\nworkspaces: {w: {people: {}}}', {
    "p.csv": rows,
  });
  expect(told(config)).toEqual(["p.csv:2:1 list-damaged"]);
  expect(config.diagnostics[0]?.detail).toContain('It has "," where the other rows have ";" between cells.');
});

it.each(["xlsx", "xls", "xlsm", "ods", "numbers"])("a list named .%s is a workbook", (ending) => {
  const config = read(`people: {file: p.${ending}}\nworkspaces: {w: {people: {}}}`, {});
  expect(told(config)).toEqual(["orgform.yaml:3:16 invalid-value"]);
  expect(config.diagnostics[0]?.detail).toContain("Save the sheet as CSV UTF-8");
});
