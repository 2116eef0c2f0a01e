import { createHash } from "node:crypto";
import { type Html, html, markup, nothing } from "./html.js";

/** A section of a page, reachable from its navigation. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

/**
 * One self-contained page. Its policy forbids every request and every style and script but the ones written here,
 * so that even markup that slipped through could load and run nothing.
 */
export function htmlPage(
  title: string,
  header: Html,
  sections: readonly PageSection[],
  footer: Html = nothing,
): string {
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><h1>${title}</h1>
${header}</header>
<nav aria-label="Sections"><ul>${sections.map((s) => html`<li><a href="#${s.id}">${s.title}</a></li>`)}</ul></nav>
<main id="main">
${sections.map(
  (s) => html`<section id="${s.id}" aria-labelledby="${s.id}-title"><h2 id="${s.id}-title">${s.title}</h2>
${s.body}</section>
`,
)}</main>
<footer>${footer}</footer>
<script>${markup(SCRIPT)}</script>
</body>
</html>
`.markup;
}

/** The controls that narrow down the rows of the table after them; they appear only where scripts run.
 * A row is shown when it has every word, wherever. */
export function filterForm(what: string, choices: readonly string[]): Html {
  return html`<form class="filter" role="search" hidden>
<label>Show <select><option value="">all</option>${choices.map((c) => html`<option>${c}</option>`)}</select></label>
<label>containing <input type="search" autocomplete="off" spellcheck="false" aria-label="Filter ${what}"></label>
<output aria-live="polite"></output>
</form>
`;
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const SCRIPT = `
for (const form of document.querySelectorAll("form.filter")) {
  const rows = [...form.parentElement.querySelectorAll("tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const [select, input, output] = form.elements;
  const show = () => {
    const words = input.value.toLowerCase().split(/\\s+/);
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word)) || (select.value !== "" && row.dataset.kind !== select.value);
      if (!row.hidden) shown += 1;
    });
    output.value = shown + " of " + rows.length;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}
`;

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --paper: #fff; --shade: #f6f8fa;
  --create: #116329; --update: #7d4e00; --delete: #a40e26; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #3d444d; --paper: #0d1117;
  --shade: #161b22; --create: #56d364; --update: #e3b341; --delete: #ff7b72; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: var(--link); } .skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
code, td, pre { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; }
.lead { font-size: 1.1rem; margin: .25rem 0; } .soft, caption { color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
thead th { background: var(--shade); } tbody th { font-weight: 600; }
.create { color: var(--create); } .update, .changed { color: var(--update); } .delete, .opened { color: var(--delete); font-weight: 600; }
.alarm { border-left: 4px solid var(--delete); background: var(--shade); padding: .5rem 1rem; margin: .5rem 0; }
td.opened, td.changed, td.closed { overflow-wrap: break-word; }
.filter { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; } .filter[hidden] { display: none; }
pre { overflow-x: auto; background: var(--shade); padding: .75rem; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav, .filter, .skip { display: none; }
  tr, .alarm { break-inside: avoid; } thead { display: table-header-group; } a { color: inherit; } }
`;
