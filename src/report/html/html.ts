import { compact } from "../../util/collections.js";
import { escapeHtml, isolated, visible } from "../../util/escape.js";
import { withCode } from "../words/section.js";
import { hasText, type PageCell, type PageTable } from "../words/table.js";

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

/**
 * Text in which an address may be broken, at a dot, an `@` and a slash, and nothing else: a browser breaks at a hyphen as
 * well, unless told not to. A word that is longer than a column is broken anywhere.
 */
export const breakable = (text: string): Html =>
  markup(
    escapeHtml(text)
      .split(/(?=@(?=\S))|(?<=@\S*)(?=\.(?=\S))|(?<=\/)/)
      .map((part) => part.replace(/\S+/g, wordHtml))
      .join("<wbr>"),
  );

/** Prose of ours, with its commands and keys as code. */
export const proseHtml = (text: string): Html =>
  html`${withCode(text).map((part) => (typeof part === "string" ? breakable(part) : html`<code>${breakable(part.name)}</code>`))}`;

function wordHtml(word: string): string {
  if (word.length > 32) return `<span class="long">${word}</span>`;
  return /\w-./.test(word) ? `<span class="word">${word}</span>` : word;
}

/**
 * A table with a caption. Columns that have no text in any row are left out, but the one that names its row; what is the
 * same in each of several rows is said once, above them.
 */
export function htmlTable({ caption, heads, rows, kinds = [], naming = 0 }: PageTable): Html {
  const all = [...rows];
  const [first = []] = all;
  const isSame = (at: number): boolean =>
    at !== naming &&
    all.length > 1 &&
    typeof first[at] === "string" &&
    all.every((row) => row[at] === first[at]);
  const constant = heads.map((head, at) => isSame(at) && first[at] !== "" && `${head}: ${first[at]}.`);
  const columns = heads.flatMap((head, at) =>
    at === naming || (!isSame(at) && all.some((row) => hasText(row[at] ?? "")))
      ? [{ head, at, place: all.every((row) => isRoom(row[at] ?? "")) ? ON_PAPER : nothing }]
      : [],
  );
  const ofRow = [...kinds];
  return html`<div class="scroll"><table><caption>${breakable(compact([caption, ...constant]).join(" "))}</caption><thead><tr>${columns.map(
    ({ head, place }) => html`<th scope="col"${place}>${head}</th>`,
  )}</tr></thead>
<tbody>${all.map((row, i) => {
    const texts = columns.map(({ at, place }) => {
      const cell = cellPart(row[at] ?? "");
      return at === naming ? html`<th scope="row">${cell}</th>` : html`<td${place}>${cell}</td>`;
    });
    return html`<tr data-row${kindOf(ofRow[i])}>${texts}</tr>
`;
  })}</tbody></table></div>
`;
}

/** The kind of a row, for the filter. */
export const kindOf = (kind: string | undefined): Html =>
  kind === undefined ? nothing : html` data-kind="${kind}"`;

/** Returns true for an empty cell with room of its own: a column of these is filled in on paper only. */
const isRoom = (cell: PageCell): boolean => typeof cell !== "string" && "text" in cell && cell.text === "";

const ON_PAPER = markup(' class="on-paper"');

/** Keeps an empty cell on paper. */
const ROOM = markup("&nbsp;");

function cellPart(cell: PageCell): Html {
  if (typeof cell === "string") return breakable(isolated(visible(cell)));
  if ("list" in cell) return html`<ul>${cell.list.map((text) => html`<li>${breakable(text)}</li>`)}</ul>`;
  if (cell.text === "") return ROOM;
  const text = cell.tone === undefined ? html`${cell.text}` : badge(cell.text, cell.tone);
  return cell.names === undefined
    ? text
    : html`<details><summary>${text}</summary>${breakable(cell.names)}</details>`;
}

/** A verdict in words, with its colour. */
export const badge = (text: string, tone: string): Html => html`<span class="badge ${tone}">${text}</span>`;
