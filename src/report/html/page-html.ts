import { originFacts, type Page, pageNotes } from "../words/page.js";
import { proseText } from "../words/section.js";
import { html, nothing, paragraph } from "./html.js";
import { htmlPage, type PageSection } from "./html-page.js";
import { detailHtml, sectionHtml } from "./section-html.js";

/** A page that needs no network; the sections of a plan have pictures between them, which HTML alone has. */
export function pageHtml(
  page: Page,
  sections: readonly PageSection[] = page.sections.map(sectionHtml),
): string {
  const { title, sum, origin, facts = [], refusals = [], foot } = page;
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
    html`${lead}${known}${[...pageNotes(page), ...refusals].map(paragraph)}`,
    sections,
    foot === undefined ? nothing : html`<p>${detailHtml(foot)}</p>`,
  );
}
