import { isOpenRow } from "../../access/values/resolution.js";
import { assertNever } from "../../model/internal-error.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { ValueSource } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { escapeCsv, markdownCode, visibleName } from "../../util/escape.js";
import { asOfLines, asOfMarkdown, asOfText } from "../as-of.js";
import { html, htmlTable, nothing } from "../html/html.js";
import { filterForm, htmlPage } from "../html/html-page.js";
import { jsonText } from "../json-text.js";
import { accessValueText, nameText, sourceText } from "../labels.js";
import { table } from "./layout.js";

/** The forms in which the access matrix can be had. */
export type MatrixFormat = "text" | "csv" | "json" | "markdown" | "html";

const HEADS = ["Workspace", "Member", "Attribute", "Value", "Source"] as const;
const CSV_HEADS = ["workspace", "member", "attribute", "value", "state", "source", "arriving"] as const;

/** Effective values, one line a member and attribute, in the order given. */
export function accessMatrix(rows: readonly AccessRow[], format: MatrixFormat, asOf?: AsOf): string {
  switch (format) {
    case "text":
      return lines([
        ...asOfLines(asOf),
        ...table([HEADS.map((head) => head.toUpperCase()), ...rows.map(cells)]),
      ]);
    case "csv":
      return lines([CSV_HEADS, ...rows.map(csvCells)].map(csvLine), "\r\n");
    case "json":
      return jsonText(rows);
    case "markdown":
      return lines([
        ...asOfMarkdown(asOf).flatMap((line) => [line, ""]),
        `| ${HEADS.join(" | ")} |`,
        `|${" --- |".repeat(HEADS.length)}`,
        ...rows.map((row) => `| ${cells(row).map(markdownCode).join(" | ")} |`),
      ]);
    case "html":
      return htmlMatrix(rows, asOf);
    default:
      return assertNever(format);
  }
}

const lines = (all: readonly string[], end = "\n"): string => all.map((line) => line + end).join("");

function cells({ workspace, member, attribute, value, source, arriving }: AccessRow): string[] {
  return [
    visibleName(workspace),
    nameText(member) + (arriving ? " (arriving)" : ""),
    nameText(attribute),
    accessValueText(value),
    source ? sourceText(source) : "-",
  ];
}

/** Values as they are: that there is none, or one that opens, says the state and not a word among the values. */
function csvCells(row: AccessRow): string[] {
  const { workspace, member, attribute, value, source, arriving } = row;
  const from = source ? rawSource(source) : "";
  return [workspace, member, attribute, value ?? "", stateOf(row), from, arriving ? "yes" : ""];
}

const stateOf = (row: AccessRow): "set" | "open" => (isOpenRow(row) ? "open" : "set");

/** Names as they are, so that they can be joined with other tables. */
function rawSource(source: ValueSource): string {
  switch (source.kind) {
    case "own":
      return "own value";
    case "group":
      return source.group;
    case "tie":
      return source.groups.join(" | ");
  }
}

const csvLine = (fields: readonly string[]): string => fields.map(escapeCsv).join(",");

function htmlMatrix(rows: readonly AccessRow[], asOf: AsOf | undefined): string {
  const body = rows.map((row) => {
    const [workspace = "", member = "", ...rest] = cells(row);
    return html`<tr data-kind="${stateOf(row)}"><td>${workspace}</td><th scope="row">${member}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
  });
  const open = rows.filter((row) => stateOf(row) === "open").length;
  return htmlPage(
    "Access",
    html`<p class="lead">${rows.length} effective values, ${open} of them open.</p>${
      asOf === undefined
        ? nothing
        : html`
<p>${asOfText(asOf)}</p>`
    }`,
    [
      {
        id: "matrix",
        title: "Who sees what",
        body: html`${filterForm("effective values", ["open", "set"])}${htmlTable("Open: there is no value, or one that hides no rows.", HEADS, body)}`,
      },
    ],
  );
}
