import { escapeHtml } from "../../util/escape.js";

/** Markup that is safe to put into a page as it is; only {@link html} and {@link markup} make it. */
export interface Html {
  readonly markup: string;
}

type HtmlPart = string | number | Html | readonly Html[];

/** A template whose parts are escaped unless they are markup already, so that escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const text = strings.map((string, i) => string + (i < parts.length ? render(parts[i] ?? "") : ""));
  return { markup: text.join("") };
}

/** Text that somebody else already made safe, such as a picture. */
export const markup = (safe: string): Html => ({ markup: safe });

/** No markup. */
export const nothing: Html = markup("");

function render(part: HtmlPart): string {
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map((one) => one.markup).join("");
}

/** Text as a paragraph. */
export const paragraph = (text: string): Html => html`<p>${text}</p>
`;

/** The same, for what nobody may miss. */
export const alarm = (text: string): Html => html`<p class="alarm">${text}</p>
`;

/** A row of a table; `kind` is what a filter narrows down to: several are separated by `|`. */
export interface HtmlRow {
  readonly cells: readonly HtmlPart[];
  readonly kind?: string | undefined;
}

/**
 * A table with a caption, for readers who cannot see what is above it; the cell in the column `naming` names its row.
 * Other columns that have no text in any row are left out.
 */
export function htmlTable(
  caption: string,
  heads: readonly string[],
  rows: readonly HtmlRow[],
  naming = 0,
): Html {
  const columns = heads.flatMap((head, at) =>
    at === naming || rows.some(({ cells }) => render(cells[at] ?? "") !== "") ? [{ head, at }] : [],
  );
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${columns.map(
    ({ head }) => html`<th scope="col">${head}</th>`,
  )}</tr></thead>
<tbody>${rows.map((row) => htmlRow(row, columns, naming))}</tbody></table></div>
`;
}

function htmlRow(
  { cells, kind }: HtmlRow,
  columns: readonly { readonly at: number }[],
  naming: number,
): Html {
  const texts = columns.map(({ at }) =>
    at === naming ? html`<th scope="row">${cells[at] ?? ""}</th>` : html`<td>${cells[at] ?? ""}</td>`,
  );
  return html`<tr${kind === undefined ? nothing : html` data-kind="${kind}"`}>${texts}</tr>
`;
}
