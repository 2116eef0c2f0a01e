import { escapeCsv, markdownCell } from "../util/escape.js";
import { table } from "./text/layout.js";

/** Texts in rows below their heads, which each format dresses in its own way. */
export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Aligned columns below heads in capitals, a line each. */
export const textTable = ({ heads, rows }: Table): string[] =>
  table([heads.map((head) => head.toUpperCase()), ...rows]);

/** RFC 4180, the heads as they are; what a spreadsheet would take for a formula is made inert. */
export const csvTable = ({ heads, rows }: Table): string =>
  [heads, ...rows].map((fields) => `${fields.map(escapeCsv).join(",")}\r\n`).join("");

/** A table of GitHub's Markdown with every cell as code, a line each. */
export const markdownTable = ({ heads, rows }: Table): string[] => [
  `| ${heads.join(" | ")} |`,
  `|${" --- |".repeat(heads.length)}`,
  ...rows.map((row) => `| ${row.map(markdownCell).join(" | ")} |`),
];
