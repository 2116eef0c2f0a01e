import { visibleName } from "../../util/escape.js";
import { momentText } from "../as-of.js";
import { html, htmlTable } from "../html/html.js";
import { factList, filterForm, htmlPage } from "../html/html-page.js";
import type { ReviewCells, ReviewList } from "./review-list.js";

type Column = readonly [head: string, cell: keyof ReviewCells];

/**
 * A review as one page that needs no network: sorted by any column, narrowed by words, printed with room for a decision and
 * a signature.
 */
export function reviewHtml(
  list: ReviewList,
  from: { readonly version: string; readonly source: string },
): string {
  const columns: readonly Column[] = [
    ["Person", "member"],
    ["Workspace", "workspace"],
    ["Role", "role"],
    ["Groups", "groups"],
    ["Values", "values"],
    ["Open for", "open"],
    ...(list.hasModel ? ([["Data", "data"]] as const) : []),
    ["Invited", "invited"],
    ...(list.hasChanges
      ? ([
          ["Changed", "changed"],
          ["Verdict", "verdict"],
        ] as const)
      : []),
  ];
  const rows = list.rows.map((cells) => ({
    kind: kindOf(cells),
    cells: [...columns.map(([, cell]) => cells[cell]), ""],
  }));
  const heads = [...columns.map(([head]) => head), "Decision"];
  const people = {
    id: "people",
    title: "Who sees what",
    body: html`${filterForm("people", ["open", "changed", "invited"])}${htmlTable("One row a person and workspace. Decisions go into the CSV file of the same name.", heads, rows)}`,
  };
  const sign = {
    id: "signature",
    title: "Signature",
    body: html`<p>Reviewed by: ______________________ &nbsp; Date: ______________ &nbsp; Signature: ______________________</p>`,
  };
  return htmlPage(
    `Access review of ${visibleName(list.organization.name)}`,
    html`<p class="lead">${list.rows.length} rows as of ${momentText(list.asOf)}</p>
${factList([
  ["Organization", visibleName(list.organization.id)],
  ["Source", from.source],
  ["Made by", `orgform ${from.version}`],
  ["Digest of the list", list.digest],
])}`,
    [people, sign],
  );
}

function kindOf({ invited, changed, open }: ReviewCells): string {
  if (invited !== "") return "invited";
  if (changed !== "") return "changed";
  return open === "" ? "" : "open";
}
