/** The style of a page: both colour schemes, telephones (rows become cards) and paper, where a filter hides no row. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --bg: #fff; --ink: #1b1f24; --soft: #59636e; --line: #d9dee3; --card: #f7f8fa;
  --more: #8a4b00; --more-bg: #fff1dc; --less: #0b5c8a; --less-bg: #e4f2fb; --same: #4b5560; --same-bg: #eef0f2;
  --bad: #a8071a; --bad-bg: #fdecec; --add: #136f2e; --link: #3451b2; }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1317; --ink: #e6e9ed; --soft: #9aa5b1; --line: #2a3138; --card: #161b21;
  --more: #ffc57a; --more-bg: #3a2a12; --less: #8fd0f7; --less-bg: #12303f; --same: #aab4bf; --same-bg: #20262d;
  --bad: #ff9a9a; --bad-bg: #3d1518; --add: #7fdc98; --link: #9db2ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; }
.page { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; overflow-wrap: break-word; }
.page:has(th:nth-child(6)) { max-width: max(72rem, min(100%, 110rem)); }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0; } h1:not(:has(+ .lead)) { font-size: 1.75rem; color: inherit; }
h2 { font-size: 1.125rem; margin: 2.5rem 0 .75rem; } h2 small { font-weight: 400; color: var(--soft); font-size: .875rem; margin-left: .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; } p { margin: .375rem 0; max-width: 80ch; }
.lead { font-size: 1.75rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; margin: .25rem 0 1rem; max-width: 44ch; text-wrap: balance; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 1.5rem; padding: 0; list-style: none; }
.badge { display: inline-block; border-radius: 999px; padding: .1rem .6rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.badge { color: var(--soft); border: 1px solid var(--line); }
.opened, .bad { color: var(--bad); background: var(--bad-bg); border-color: transparent; }
.widened, .unclear, .moved { color: var(--more); background: var(--more-bg); border-color: transparent; }
.narrowed { color: var(--less); background: var(--less-bg); border-color: transparent; }
.same { color: var(--same); background: var(--same-bg); border-color: transparent; }
.who { border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(14rem, 1fr) minmax(18rem, 2fr) 10rem;
  grid-template-rows: auto 1fr; gap: .25rem 1.5rem; padding: .875rem 0; align-items: start; }
.who > :first-child { grid-row: span 2; } .who b { font-weight: 600; } .name { display: inline-block; max-width: 100%; } .soft, .why, caption, .place { color: var(--soft); font-size: .875rem; } .why { grid-column: 2 / 4; }
.val { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; } .val i { font-style: normal; color: var(--soft); font-size: .875rem; min-width: 5.5rem; }
.word { white-space: nowrap; } .long { overflow-wrap: anywhere; }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--card); border: 1px solid var(--line);
  border-radius: 4px; padding: 0 .3em; }
s { color: var(--soft); text-decoration-thickness: 1px; } .to { color: var(--soft); } .right { display: flex; flex-wrap: wrap; gap: .25rem; justify-content: end; }
.tree { border-top: 1px solid var(--line); padding: .75rem 0; margin: 0; list-style: none; }
.tree li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) auto; gap: .5rem; padding: .125rem 0; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tree .in { padding-left: 1.25rem; } .tree b { font-weight: 600; }
.sym { font-weight: 700; text-align: center; } .create { color: var(--add); } .update { color: var(--more); } .delete { color: var(--bad); }
.rule { border-left: 3px solid var(--bad); background: var(--bad-bg); padding: .75rem 1rem; border-radius: 0 6px 6px 0; margin: .5rem 0; }
.note { border-left: 3px solid var(--line); padding: .25rem 1rem; margin: .5rem 0; } .note p { margin: .125rem 0; color: var(--soft); }
.rule p { margin: .125rem 0; } .alarm { color: var(--bad); }
pre { background: var(--card); padding: .75rem; white-space: pre-wrap; font: .8125rem/1.5 ui-monospace, monospace; margin: .5rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } caption { text-align: left; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 600; } tbody th { font-weight: 600; min-width: 12rem; }
thead button { all: unset; cursor: pointer; } thead button:focus-visible { outline: 2px solid var(--link); }
th[aria-sort="ascending"] button::after { content: " ▲"; } th[aria-sort="descending"] button::after { content: " ▼"; }
td ul, th ul { margin: 0; padding: 0; list-style: none; } th li + li { font-weight: 400; } summary { cursor: pointer; }
[data-row]:target { outline: 2px solid var(--link); } a { color: var(--link); }
.row-link { position: absolute; background: var(--bg); opacity: 0; text-decoration: none; font-weight: 400; } [data-row]:hover .row-link, .row-link:focus { opacity: 1; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; color: var(--soft); font-size: .8125rem; margin: 3rem 0 0;
  border-top: 1px solid var(--line); padding-top: 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; } footer p { max-width: none; }
.filter { display: flex; flex-wrap: wrap; gap: 1rem; align-items: baseline; margin: 1rem 0; } [hidden] { display: none !important; }
section > details { margin-top: 2.5rem; } svg.flow { width: 100%; height: auto; max-width: 60rem; font: 13px system-ui, sans-serif; }
svg.flow text { fill: currentColor; } svg.flow rect { fill: var(--soft); } svg.flow path { fill: none; background: none; stroke: var(--more); stroke-opacity: .45; }
svg.flow path.opened { stroke: var(--bad); stroke-opacity: .7; } svg.flow path.closed { stroke: var(--less); }
@media screen { .on-paper { display: none; } }
@media screen and (max-width: 40rem) { .lead { font-size: 1.375rem; } .page { padding: 1.5rem 1rem; }
  .who { grid-template-columns: 1fr auto; } .who > :first-child { grid-row: auto; } .who .vals, .why, .right { grid-column: 1 / 3; justify-content: start; } .val i { min-width: 4.5rem; }
  .tree li { grid-template-columns: 1.25rem minmax(0, 1fr); } .tree .place { grid-column: 2; } .tree .place:empty { display: none; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr, td, tbody th { display: block; border: 0; padding: .1rem 0; } tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  td:empty { display: none; } td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); } }
@page { size: A4 landscape; margin: 10mm; }
@media print { body { font-size: 10.5pt; } .page, .page:has(th:nth-child(6)) { max-width: none; padding: 0; } .filter, .row-link { display: none !important; }
  tr[hidden] { display: table-row !important; } .who[hidden], .tree li[hidden] { display: grid !important; } .note[hidden], .rule[hidden] { display: block !important; } .scroll { overflow: visible; }
  table { font-size: 9pt; } th, td { padding: .15rem .3rem .15rem 0; } table:has(.on-paper) { font-size: 11px; }
  table:has(.on-paper) thead th { font-size: 9px; } .badge { white-space: normal; } thead button { display: contents; } thead { display: table-header-group; }
  .on-paper { min-width: 4rem; } tbody th { min-width: 8rem; } .who, .tree li, .note, tr, svg.flow { break-inside: avoid; } h2, h3 { break-after: avoid; } a { color: inherit; }
  .badge, .rule { border: 1px solid currentColor; } }
`;
