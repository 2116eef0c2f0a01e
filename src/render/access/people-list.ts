import { escapeMarkdown } from "../../util/escape.js";
import { asOfLines, asOfNotes, type ProductOrigin } from "../as-of.js";
import { html, htmlTable, nothing, paragraph } from "../html/html.js";
import { factList, filterForm, htmlPage, originFacts } from "../html/html-page.js";
import { jsonText } from "../json-text.js";
import { csvTable, markdownTable, type Table, textTable } from "../table.js";

/** The forms in which a list of people can be had. */
export type ListFormat = "text" | "csv" | "json" | "markdown" | "html";

/** People and what they see, a row a person and value; the second column names the person. */
export interface PeopleList {
  readonly table: Table;
  /** Names and values as they are, so that they can be joined with other tables. */
  readonly csv: Table;
  readonly json: unknown;
  /** The sum: below a text, above Markdown (as Markdown). */
  readonly sum?: { readonly text: string; readonly markdown: string };
  readonly page: {
    readonly title: string;
    readonly lead: string;
    readonly section: { readonly id: string; readonly title: string };
    readonly caption: string;
    /** The kinds that a filter narrows the rows down to, and the kind of each row. */
    readonly filter?: {
      readonly what: string;
      readonly kinds: readonly string[];
      readonly rows: readonly string[];
    };
  };
}

/** A list in one of its forms; CSV and JSON have no place for the snapshot that stood for the service. */
export function peopleListIn(list: PeopleList, format: ListFormat, origin?: ProductOrigin): string {
  const asOf = origin?.asOf;
  const { table, sum } = list;
  const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");
  switch (format) {
    case "text":
      return lines([
        ...asOfLines(asOf),
        ...(table.rows.length === 0 ? [] : textTable(table)),
        ...(sum ? [sum.text] : []),
      ]);
    case "csv":
      return csvTable(list.csv);
    case "json":
      return jsonText(list.json);
    case "markdown": {
      const above = [...asOfNotes(asOf).map(escapeMarkdown), ...(sum ? [sum.markdown] : [])];
      return lines([...above.flatMap((line) => [line, ""]), ...markdownTable(table)]);
    }
    case "html":
      return pageOf(list, origin);
  }
}

function pageOf({ table, page }: PeopleList, origin: ProductOrigin | undefined): string {
  const { title, lead, section, caption, filter } = page;
  const rows = table.rows.map((cells, i) => ({ cells, kind: filter?.rows[i] }));
  const body = html`${filter ? filterForm(filter.what, filter.kinds) : nothing}${htmlTable(caption, table.heads, rows, 1)}`;
  const facts = origin ? factList(originFacts(origin)) : nothing;
  const head = html`<p class="lead">${lead}</p>${facts}${asOfNotes(origin?.asOf).map(paragraph)}`;
  return htmlPage(title, head, [{ ...section, body }]);
}
