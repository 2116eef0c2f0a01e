import { escapeHtml } from "../../util/escape.js";

/** Markup that is safe to put into a page as it is; only {@link html} and {@link markup} make it. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** A template whose parts are escaped unless they are markup already, so that escaping cannot be forgotten. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.map((string, i) => string + (i < parts.length ? render(parts[i] ?? "") : ""));
  return { markup: text.join("") };
}

/** Text that somebody else already made safe, such as a picture. */
export const markup = (safe: string): Html => ({ markup: safe });

/** No markup. */
export const nothing: Html = markup("");

function render(part: Part): string {
  if (typeof part === "string") return escapeHtml(part);
  if (typeof part === "number") return String(part);
  return "markup" in part ? part.markup : part.map((one) => one.markup).join("");
}

/** A table with a caption for those who cannot see where it stands; the first cell of a row names the row. */
export function htmlTable(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead>
<tbody>${rows}</tbody></table></div>
`;
}
