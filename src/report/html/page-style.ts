/** The style of a page: both colour schemes, telephones (rows become cards) and paper, where a filter hides no row. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --paper: #fff; --shade: #f6f8fa;
  --create: #116329; --update: #7d4e00; --delete: #a40e26; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4ae; --line: #3d444d; --paper: #0d1117;
  --shade: #161b22; --create: #56d364; --update: #e3b341; --delete: #ff7b72; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 78rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 0; display: inline; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
section > details { margin: 1.5rem 0; } summary { cursor: pointer; } section > details > summary { margin-bottom: .5rem; }
a { color: var(--link); } .skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; font-size: .9rem; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
code, td, pre { font-family: ui-monospace, monospace; font-size: .875em; overflow-wrap: anywhere; } td { overflow-wrap: break-word; }
.lead { font-size: 1.1rem; margin: .25rem 0; } .soft, caption { color: var(--soft); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
thead th { background: var(--shade); } tbody th { font-weight: 600; }
thead button { all: unset; cursor: pointer; } thead button:focus-visible { outline: 2px solid var(--link); }
th[aria-sort="ascending"] button::after { content: " ▲"; } th[aria-sort="descending"] button::after { content: " ▼"; }
.row-link { opacity: 0; text-decoration: none; font-weight: 400; } tr:hover .row-link, .row-link:focus { opacity: 1; }
tr:target { outline: 2px solid var(--link); }
.create { color: var(--create); } .update, .unclear, .widened, .moved { color: var(--update); } .delete, .opened { color: var(--delete); font-weight: 600; }
.alarm { border-left: 4px solid var(--delete); background: var(--shade); padding: .5rem 1rem; margin: .5rem 0; }
tbody th > span { white-space: nowrap; } td > span { overflow-wrap: break-word; } td ul { margin: 0; padding-left: 1rem; overflow-wrap: anywhere; }
ul.notes { list-style: none; padding: 0; } ul.notes > li { margin: .5rem 0; }
.filter { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; }
.filter[hidden], .filter [hidden] { display: none; }
pre { overflow-x: auto; background: var(--shade); padding: .75rem; white-space: pre-wrap; }
svg.flow { width: 100%; height: auto; max-width: 60rem; color: var(--ink); font: 13px system-ui, sans-serif; }
svg.flow text { fill: currentColor; } svg.flow rect { fill: var(--soft); } svg.flow path { fill: none; stroke: var(--update); stroke-opacity: .45; }
svg.flow path.opened { stroke: var(--delete); stroke-opacity: .7; } svg.flow path.closed { stroke: var(--create); }
@media screen { .on-paper { display: none; } }
@media screen and (max-width: 40rem) { body { padding: .75rem; } thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr, td, tbody th { display: block; border: 0; padding: .1rem 0; } tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  tr[hidden], td:empty { display: none; } td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); font-family: system-ui, sans-serif; } }
@page { size: A4 landscape; margin: 10mm; }
@media print { body { max-width: none; padding: 0; font-size: 11px; } nav, .filter, .skip, .row-link { display: none; }
  tr[hidden] { display: table-row; } .scroll { overflow: visible; } th, td { overflow-wrap: anywhere; padding: .15rem .3rem; }
  thead th { overflow-wrap: normal; } tbody th { min-width: 14rem; } thead button { display: contents; }
  .on-paper { min-width: 4.25rem; } table:has(.on-paper) thead { font-size: 9px; } table:has(.on-paper) tbody th { min-width: 10rem; }
  tr, .alarm, svg.flow { break-inside: avoid; } thead { display: table-header-group; } a { color: inherit; } }
`;
