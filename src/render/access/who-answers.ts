import type { AsOf } from "../../model/state/snapshot.js";
import type { WhoAnswer, WhoValue } from "../../plan/people/who.js";
import { count } from "../../util/count.js";
import { escapeCsv, markdownCode, visible, visibleName } from "../../util/escape.js";
import { asOfLines, asOfMarkdown, asOfText } from "../as-of.js";
import { html, htmlTable, nothing } from "../html/html.js";
import { htmlPage } from "../html/html-page.js";
import { jsonText } from "../json-text.js";
import { accessValueText, nameText, sourceText } from "../labels.js";
import { table } from "../text/layout.js";

/** The forms in which the answers of `who` can be had. */
export type WhoFormat = "text" | "json" | "csv" | "markdown" | "html";

const HEADS = ["Workspace", "Member", "Role", "Attribute", "Value", "Source", "Grants", "State"] as const;

/** People with the values that let them in, one line a person and value. `what` is the question as it was asked. */
export function whoAnswers(
  what: string,
  answers: readonly WhoAnswer[],
  format: WhoFormat,
  asOf: AsOf | undefined,
): string {
  const rows = answers.flatMap((answer) =>
    (answer.values.length === 0 ? [undefined] : answer.values).map((value) => ({ answer, value })),
  );
  const said = `${visible(what)}: ${count(answers.length, "person", "people")}`;
  switch (format) {
    case "text":
      return lines([
        ...asOfLines(asOf),
        ...(rows.length === 0
          ? []
          : table([HEADS.map((head) => head.toUpperCase()), ...rows.map((row) => cells(row, visibleName))])),
        said,
      ]);
    case "json": {
      const head = { format_version: "1.0", outcome: "ok", ...(asOf && { as_of: asOf }) };
      return jsonText({ ...head, what, people: answers });
    }
    case "csv":
      return lines([HEADS.map((head) => head.toLowerCase()), ...rows.map(csvCells)].map(csvLine), "\r\n");
    case "markdown":
      return lines([
        ...asOfMarkdown(asOf).flatMap((line) => [line, ""]),
        `${markdownCode(what)}: ${count(answers.length, "person", "people")}`,
        "",
        `| ${HEADS.join(" | ")} |`,
        `|${" --- |".repeat(HEADS.length)}`,
        ...rows.map((row) => `| ${cells(row, visibleName).map(markdownCode).join(" | ")} |`),
      ]);
    case "html":
      return htmlAnswers(said, rows, asOf);
  }
}

interface Row {
  readonly answer: WhoAnswer;
  readonly value: WhoValue | undefined;
}

const lines = (all: readonly string[], end = "\n"): string => all.map((line) => line + end).join("");

function cells({ answer, value }: Row, name: (text: string) => string): string[] {
  const { workspace, member, role, arriving } = answer;
  return [
    name(workspace),
    nameText(member) + (arriving ? " (arriving)" : ""),
    role === null ? "-" : nameText(role),
    value === undefined ? "-" : nameText(value.attribute),
    value === undefined ? "-" : accessValueText(value.value),
    value?.source ? sourceText(value.source) : "-",
    (value?.grants ?? []).map(nameText).join(", ") || "-",
    stateOf(answer),
  ];
}

/** `open`: only a missing value lets them in; `unclear`: it is not certain that they reach it. */
function stateOf({ reaches, open }: WhoAnswer): string {
  if (reaches === "unclear") return "unclear";
  return open ? "open" : "reaches";
}

/** Names and values as they are, so that they can be joined with other tables. */
function csvCells({ answer, value }: Row): string[] {
  const { workspace, member, role } = answer;
  const source = value?.source ?? null;
  const from = source === null ? "" : source.kind === "own" ? "own value" : sourceNames(source);
  const grants = (value?.grants ?? []).join(" | ");
  return [
    workspace,
    member,
    role ?? "",
    value?.attribute ?? "",
    value?.value ?? "",
    from,
    grants,
    stateOf(answer),
  ];
}

const sourceNames = (source: Exclude<WhoValue["source"], null | { kind: "own" }>): string =>
  source.kind === "group" ? source.group : source.groups.join(" | ");

const csvLine = (fields: readonly string[]): string => fields.map(escapeCsv).join(",");

function htmlAnswers(said: string, rows: readonly Row[], asOf: AsOf | undefined): string {
  const body = rows.map((row) => {
    const [workspace = "", member = "", ...rest] = cells(row, visibleName);
    return html`<tr><td>${workspace}</td><th scope="row">${member}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>
`;
  });
  const caption = "Open: only a missing value lets them in. Unclear: it is not certain that they reach it.";
  const moment = asOf === undefined ? nothing : html`<p>${asOfText(asOf)}</p>`;
  return htmlPage("Who", html`<p class="lead">${said}</p>${moment}`, [
    { id: "who", title: "People", body: htmlTable(caption, HEADS, body) },
  ]);
}
