import { originFacts, type Page, pageNotes, sumOf } from "../words/page.js";
import { proseText } from "../words/section.js";
import { html, nothing, paragraph } from "./html.js";
import { htmlPage } from "./html-page.js";
import { detailHtml, sectionHtml } from "./section-html.js";

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
