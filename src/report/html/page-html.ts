import { compact } from "../../util/collections.js";
import { firstSentence, furtherRefusals, originFacts, type Page, pageNotes } from "../words/page.js";
import { type Detail, type Item, type Part, proseText, type Section } from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import { flowPicture } from "./flow-picture.js";
import { badge, breakable, type Html, html, htmlTable, kindOf, nothing, proseHtml } from "./html.js";
import { htmlPage } from "./html-page.js";
import { cardHtml, changeTree } from "./rows.js";

/** A page that needs no network: the verdict, its sections, and last what identifies it. */
export function pageHtml(page: Page): string {
  const { title, origin, facts = [], badges = [], remarks = [], sections, foot } = page;
  const verdict = firstSentence(page);
  const known = (origin === undefined ? facts : originFacts(origin, facts)).map(([name, text]) =>
    text === undefined ? nothing : html`<dt>${name}</dt><dd>${breakable(text)}</dd>`,
  );
  const counts = badges.map(({ text, tone }) => html`<li>${badge(text, tone)}</li>`);
  return htmlPage(
    proseText(title),
    html`${
      verdict === undefined
        ? nothing
        : html`<p class="lead">${breakable(proseText(verdict))}</p>
`
    }${
      counts.length === 0
        ? nothing
        : html`<ul class="counts">${counts}</ul>
`
    }${[...furtherRefusals(page), ...pageNotes(page)].map(paragraph)}`,
    html`${sections.map(sectionHtml)}`,
    html`${remarks.map(paragraph)}${foot === undefined ? nothing : html`<p>${detailHtml(foot)}</p>`}${
      known.every(({ markup }) => markup === "")
        ? nothing
        : html`<dl>${known}</dl>
`
    }`,
  );
}

const LOOK = textStyle({ width: 110, color: false });

/** Prose of ours as a paragraph. */
const paragraph = (text: string): Html => html`<p>${proseHtml(text)}</p>
`;

/** A section of a page, with all of its rows; nothing of one that holds nothing. */
export function sectionHtml(section: Section): Html {
  const { id, title, lead = [], parts, style } = section;
  const flows = section.flows?.() ?? [];
  const table = section.table?.();
  const [row] = table?.rows ?? [];
  if (parts.length === 0 && flows.length === 0 && row === undefined) return nothing;
  const body = html`${lead.map(
    (detail) => html`<p${toned(detail)}>${detailHtml(detail)}</p>
`,
  )}${
    table === undefined
      ? parts.map((part) => partHtml(section, part))
      : row === undefined
        ? nothing
        : htmlTable(table)
  }${flows.map(flowPicture)}`;
  if (style === "folded")
    return html`<section id="${id}"><details><summary>${title}</summary>
${body}</details></section>
`;
  const [, name = title, ...more] = /^([^(:]+?)(?: \((.*?)\))?(?:: (.*))?$/.exec(title) ?? [];
  const small = compact(more).join(" · ");
  return html`<section id="${id}">${
    title === ""
      ? nothing
      : html`<h2>${name}${small === "" ? nothing : html` <small>${small}</small>`}</h2>
`
  }${body}</section>
`;
}

function partHtml({ style, tone }: Section, { title, tone: partTone, items }: Part): Html {
  const isAlarm = (item: Item): boolean => [tone, partTone, item.tone].includes("alarm");
  const isUntitled = title === undefined || (items.some(({ card }) => card) && partTone !== "alarm");
  const heading = isUntitled
    ? nothing
    : html`<h3${toned({ tone: partTone })}>${breakable(title)}</h3>
`;
  const changes = items.flatMap((item) => item.changes ?? []);
  if (changes.length > 0) return html`${heading}${changeTree(changes)}`;
  return html`${heading}${items.map((item) => {
    if (item.card !== undefined) return cardHtml(item.card);
    if (item.lines !== undefined) return preformatted(item.lines(LOOK));
    return noteHtml(item, isAlarm(item) || (style !== "notes" && item.tone === "delete"));
  })}`;
}

/** A thing to say in a box; a thing that is dangerous in a box of another colour. */
function noteHtml({ cells, code, names = [], details = [] }: Item, isAlarm: boolean): Html {
  const head = cells.join("  ").replace(/^- /, "\u2212 ");
  return html`<div class="${isAlarm ? "rule" : "note"}" data-row${kindOf(code)}><b>${proseHtml(head)}</b>${
    code === undefined ? nothing : html` <code>${breakable(code)}</code>`
  }${names.length === 0 ? nothing : html`<p>${breakable(names.join(", "))}</p>`}${details.map((detail) => html`<p${toned(detail)}>${detailHtml(detail)}</p>`)}</div>
`;
}

/** Prose, and a name or command after it. */
const detailHtml = ({ text = "", code }: Detail): Html =>
  html`${proseHtml(text)}${code === undefined ? nothing : html`${text === "" ? "" : " "}<code>${breakable(code)}</code>`}`;

/** Lines, each escaped on its own: a newline within one would make two of it. */
const preformatted = (lines: readonly string[]): Html =>
  html`<pre>${lines.map(
    (line) => html`${breakable(line)}
`,
  )}</pre>
`;

const toned = ({ tone }: { readonly tone?: string | undefined }): Html =>
  tone === "alarm" ? html` class="alarm"` : nothing;
