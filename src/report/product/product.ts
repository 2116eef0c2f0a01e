import type { Outcome } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { pageHtml } from "../html/page-html.js";
import { pageMarkdown } from "../markdown/page-markdown.js";
import { type PageTextStyle, pageText } from "../text/page-text.js";
import { jsonPieces } from "../words/json-text.js";
import type { Page } from "../words/page.js";
import { csvPieces, type Table } from "../words/table.js";

/** A document that can be had in every format. */
export interface Product {
  /** Made when a format shows it: in a large organization it counts and sorts half a million values. */
  readonly page: () => Page;
  /** The moment that a snapshot shows, which JSON names. */
  readonly asOf?: AsOf | undefined;
  /** The table for CSV: names and values are unchanged, so that they can be joined with other tables. */
  readonly csv: Table;
  readonly json: object;
  readonly outcome?: Outcome;
}

/** The forms of a product. */
export type ProductFormat = "text" | "csv" | "json" | "markdown" | "html";

/** A product in one of its forms, in pieces of text. */
export function* productIn(
  { page, asOf, csv, json, outcome = "ok" }: Product,
  format: ProductFormat,
  style: PageTextStyle,
): Generator<string> {
  switch (format) {
    case "csv":
      return yield* csvPieces(csv);
    case "json":
      return yield* jsonPieces({ format_version: "1.0", outcome, ...(asOf && { as_of: asOf }), ...json });
    case "text":
      return yield* pageText(page(), style);
    case "markdown":
      return yield* pageMarkdown(page(), style.full);
    case "html":
      return yield pageHtml(page());
  }
}
