import { sankey, sankeyJustify, sankeyLinkHorizontal } from "d3-sankey";
import type { AccessChange } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { effectiveText, nameText } from "../words/labels.js";
import { type Html, html } from "./html.js";
import type { PageSection } from "./html-page.js";

/** The most values that a side shows by name; the others are one node. */
const MOST_VALUES = 12;
/** The most letters of a label; its title has the complete text. */
const MOST_LETTERS = 34;
const WIDTH = 900;
const ROW = 34;
/** The room of a side for its labels. */
const MARGIN = 270;

interface Node {
  readonly side: "before" | "after";
  readonly text: string;
}

interface Link {
  readonly source: number;
  readonly target: number;
  readonly value: number;
  readonly kind: AccessChange["kind"];
}

/**
 * Pictures of the people who move from value to value, one for each attribute of a workspace; none if one row of the
 * table has everything. The table has the same facts in words.
 */
export function flowSection(changes: readonly AccessChange[]): PageSection[] {
  const pictures = groupAlike(changes, ({ workspace, attribute }) => [workspace, attribute]).flatMap(
    (same) => {
      const [{ workspace, attribute }] = same;
      const what = `${nameText(attribute)} in ${nameText(workspace)}`;
      const picture = flowPicture(same, what);
      return picture === undefined
        ? []
        : [
            html`<h3>${what}</h3>
${picture}`,
          ];
    },
  );
  return pictures.length === 0 ? [] : [{ id: "flow", title: "From value to value", body: html`${pictures}` }];
}

function flowPicture(changes: readonly AccessChange[], what: string): Html | undefined {
  const before = sideOf(changes, "before");
  const after = sideOf(changes, "after");
  const nodes: Node[] = [];
  const indexOf = new Map<string, number>();
  const nodeOf = (side: Node["side"], text: string): number => {
    const key = `${side} ${text}`;
    const known = indexOf.get(key) ?? nodes.push({ side, text }) - 1;
    indexOf.set(key, known);
    return known;
  };
  const links = [
    ...groupBy(changes, (change) => JSON.stringify([before(change), after(change), change.kind])).values(),
  ].flatMap((same): Link[] => {
    const [one] = same;
    if (one === undefined) return [];
    const source = nodeOf("before", before(one));
    return [{ source, target: nodeOf("after", after(one)), value: same.length, kind: one.kind }];
  });
  if (links.length < 2) return undefined;
  const rows = Math.max(
    ...(["before", "after"] as const).map((s) => nodes.filter((n) => n.side === s).length),
  );
  const height = rows * ROW + 16;
  const layout = sankey<Node, Link>()
    .nodeWidth(10)
    .nodePadding(14)
    .nodeAlign(sankeyJustify)
    .extent([
      [MARGIN, 8],
      [WIDTH - MARGIN, height - 8],
    ])({ nodes: nodes.map((node) => ({ ...node })), links: links.map((link) => ({ ...link })) });
  const path = sankeyLinkHorizontal();
  const label = `${what}: ${count(changes.length, "person", "people")} from ${count(sizeOf(nodes, "before"), "value")} to ${sizeOf(nodes, "after")}`;
  return html`<svg class="flow" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">${layout.links.map(
    (link) =>
      html`<path class="${link.kind}" d="${path(link) ?? ""}" stroke-width="${Math.max(1, link.width ?? 1)}"><title>${count(link.value, "person", "people")}</title></path>`,
  )}${layout.nodes.map(({ x0 = 0, x1 = 0, y0 = 0, y1 = 0, side, text, value = 0 }) => {
    const [x, anchor] = side === "before" ? [x0 - 8, "end"] : [x1 + 8, "start"];
    return html`<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${Math.max(1, y1 - y0)}"/><text x="${x}" y="${(y0 + y1) / 2}" dy="0.35em" text-anchor="${anchor}">${shortened(text)} (${value})<title>${text}</title></text>`;
  })}</svg>
`;
}

const sizeOf = (nodes: readonly Node[], side: Node["side"]): number =>
  nodes.filter((node) => node.side === side).length;

/** The text of a change's value on one side: those of the most people by name. */
function sideOf(changes: readonly AccessChange[], side: Node["side"]): (change: AccessChange) => string {
  const sizes = [...groupBy(changes, (change) => effectiveText(change[side]))]
    .map(([text, same]) => ({ text, people: same.length }))
    .sort((a, b) => b.people - a.people);
  const others = sizes.length > MOST_VALUES ? sizes.slice(MOST_VALUES - 1) : [];
  const hidden = new Set(others.map(({ text }) => text));
  return (change) => {
    const text = effectiveText(change[side]);
    return hidden.has(text) ? count(hidden.size, "other value") : text;
  };
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= MOST_LETTERS ? text : `${letters.slice(0, MOST_LETTERS).join("")}…`;
}
