import { createHash } from "node:crypto";
import { type Html, html, markup } from "./html.js";
import { PAGE_SCRIPT } from "./page-script.js";
import { PAGE_STYLE } from "./page-style.js";

/**
 * One self-contained page. Its policy forbids every request and every style and script but the ones written here,
 * so that even markup that slipped through could load and run nothing.
 */
export function htmlPage(title: string, header: Html, sections: Html, footer: Html): string {
  const policy = `default-src 'none'; style-src ${hash(PAGE_STYLE)}; script-src ${hash(PAGE_SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${markup(PAGE_STYLE)}</style>
</head>
<body>
<div class="page">
<header><h1>${title}</h1>
${header}${filter}</header>
<main>
${sections}</main>
<footer>${footer}</footer>
</div>
<script>${markup(PAGE_SCRIPT)}</script>
</body>
</html>
`.markup;
}

/**
 * The one filter of a page; it appears only where scripts run and there are many rows. A row is shown when it has each word,
 * and is of the kind that is chosen where rows have kinds.
 */
const filter = html`<form class="filter" role="search" hidden>
<label hidden>Show <select><option value="">all</option></select></label>
<label>Rows containing <input type="search" autocomplete="off" spellcheck="false" aria-label="Filter rows"></label>
<output aria-live="polite"></output>
</form>
`;

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
