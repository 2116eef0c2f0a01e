import { itemLines } from "../text/section-text.js";
import { originFacts, type Page, pageNotes, sumOf } from "../words/page.js";
import {
  type Detail,
  type Item,
  leadOf,
  type Part,
  proseText,
  type Section,
  withCode,
} from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import { flowPicture } from "./flow-picture.js";
import { type Html, html, htmlTable, nothing, paragraph } from "./html.js";
import { htmlPage, type PageSection } from "./html-page.js";

/** A page that needs no network. */
export function pageHtml(page: Page): string {
  const { title, origin, facts = [], refusals = [], remarks = [], sections, foot } = page;
  const sum = sumOf(page);
  const lead =
    sum === undefined
      ? nothing
      : html`<p class="lead">${proseText(sum)}</p>
`;
  const list = (origin === undefined ? facts : originFacts(origin, facts)).map(([name, text]) =>
    text === undefined ? nothing : html`<dt>${name}</dt><dd>${text}</dd>`,
  );
  const known =
    list.length === 0
      ? nothing
      : html`<dl class="facts">${list}</dl>
`;
  return htmlPage(
    proseText(title),
    html`${lead}${known}${[...pageNotes(page), ...refusals, ...remarks].map(paragraph)}`,
    sections.flatMap(sectionHtml),
    foot === undefined ? nothing : html`<p>${detailHtml(foot)}</p>`,
  );
}

const LOOK = textStyle({ width: 110, color: false });

/**
 * A section of a page; a part that is an alarm stands in words above a table, too. A section that holds nothing is left
 * out.
 */
export function sectionHtml(section: Section): readonly PageSection[] {
  const { id, title, parts, folded } = section;
  const flows = section.flows?.() ?? [];
  const table = section.table?.();
  const [row] = table?.rows ?? [];
  if (parts.length === 0 && flows.length === 0 && row === undefined && folded === undefined) return [];
  const shown = table === undefined ? parts : parts.filter(({ tone }) => tone === "alarm").map(withoutNames);
  const lead = leadOf(section).map(
    (detail) => html`<p${toned(detail)}>${detailHtml(detail)}</p>
`,
  );
  const body = shown.map((part) => partHtml(section, part));
  const below = table === undefined || row === undefined ? nothing : htmlTable(table);
  const last =
    folded === undefined
      ? nothing
      : html`<details><summary>${folded.title}</summary>
${htmlTable(folded.table())}</details>
`;
  return [{ id, title, body: html`${lead}${body}${flows.map(flowPicture)}${below}${last}` }];
}

/** A table below has the names. */
const withoutNames = (part: Part): Part => ({
  ...part,
  items: part.items.map(({ names: _, ...item }) => item),
});

function partHtml({ style, tone }: Section, part: Part): Html {
  const heading =
    part.title === undefined
      ? nothing
      : html`<h3>${part.title}</h3>
`;
  if (style === "notes")
    return html`${heading}<ul class="notes">${part.items.map((item) => noteHtml(item, tone))}</ul>
`;
  return html`${heading}${preformatted(itemLines(part.items, LOOK, "").flat(), { tone: part.tone ?? tone })}`;
}

function noteHtml({ cells, code, details = [], tone }: Item, sectionTone: Section["tone"]): Html {
  return html`<li${toned({ tone: sectionTone ?? tone })}><strong>${proseHtml(cells.join("  "))}</strong>${code === undefined ? nothing : html` <code>${code}</code>`}${details.map(
    (detail) => html`<br>${detailHtml(detail)}`,
  )}</li>
`;
}

/** Prose of ours, with its commands and keys as code. */
const proseHtml = (text: string): Html =>
  html`${withCode(text).map((part) => (typeof part === "string" ? html`${part}` : html`<code>${part.name}</code>`))}`;

/** Prose, and a name or command after it. */
const detailHtml = ({ text = "", code }: Detail): Html =>
  html`${proseHtml(text)}${code === undefined ? nothing : html`${text === "" ? "" : " "}<code>${code}</code>`}`;

/** Lines, each escaped on its own: a newline within one would make two of it. */
const preformatted = (lines: readonly string[], of: { readonly tone?: string | undefined }): Html =>
  html`<pre${toned(of)}>${lines.map(
    (line) => html`${line}
`,
  )}</pre>
`;

const toned = ({ tone }: { readonly tone?: string | undefined }): Html =>
  tone === "alarm" ? html` class="alarm"` : nothing;
