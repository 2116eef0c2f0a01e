import { escapeMarkdown, markdownFence } from "../../util/escape.js";
import { html, htmlTable, nothing, paragraph } from "../html/html.js";
import { factList, htmlPage, originFacts } from "../html/html-page.js";
import { asOfLines, asOfNotes, type ProductOrigin } from "../words/as-of.js";
import { jsonText } from "../words/json-text.js";
import { linesInPieces } from "../words/layout.js";
import { csvPieces, markdownTable, type Table, textTable } from "../words/table.js";

/** The forms in which a list of people can be had. */
export type ListFormat = "text" | "csv" | "json" | "markdown" | "html";

/**
 * People and what they see, a row a person and value; the second column names the person. A large organization has half
 * a million rows: they are better made one after the other, as they are gone through.
 */
export interface PeopleList {
  readonly table: Table;
  /** Of a list that is too long: what text and Markdown show instead of the table. */
  readonly counted?: readonly string[] | undefined;
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
    /** The kind of each row, to which the page's filter narrows them down. */
    readonly kinds?: Iterable<string>;
  };
}

/** Says if the file names somebody: `yes`, `no`, or nothing where it does not list everybody. */
export const listedCell = (listed: boolean | undefined): string =>
  listed === undefined ? "" : listed ? "yes" : "no";

/**
 * A list in one of its forms, in pieces of text; CSV and JSON have no place for the snapshot that stood for the service.
 */
export function* peopleListIn(
  list: PeopleList,
  format: ListFormat,
  origin?: ProductOrigin,
): Generator<string> {
  const asOf = origin?.asOf;
  const { table, counted, sum } = list;
  switch (format) {
    case "text": {
      const [first] = table.rows;
      const lines = first === undefined ? [] : textTable(table);
      yield* linesInPieces(asOfLines(asOf));
      yield* linesInPieces(counted ?? lines);
      if (sum !== undefined) yield `${sum.text}\n`;
      break;
    }
    case "csv":
      yield* csvPieces(list.csv);
      break;
    case "json":
      yield jsonText(list.json);
      break;
    case "markdown": {
      const above = [...asOfNotes(asOf).map(escapeMarkdown), ...(sum ? [sum.markdown] : [])];
      yield* linesInPieces(above.flatMap((line) => [line, ""]));
      yield* linesInPieces(counted === undefined ? markdownTable(table) : [markdownFence(counted, "text")]);
      break;
    }
    case "html":
      yield pageOf(list, origin);
  }
}

function pageOf({ table, page }: PeopleList, origin: ProductOrigin | undefined): string {
  const { title, lead, section, caption, kinds } = page;
  const body = htmlTable({ ...table, caption, ...(kinds && { kinds }), naming: 1 });
  const facts = origin ? factList(originFacts(origin)) : nothing;
  const head = html`<p class="lead">${lead}</p>${facts}${asOfNotes(origin?.asOf).map(paragraph)}`;
  return htmlPage(title, head, [{ ...section, body }]);
}
