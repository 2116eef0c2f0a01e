import { sankey, sankeyJustify, sankeyLinkHorizontal } from "d3-sankey";
import { count } from "../../util/english.js";
import type { Flow, Move } from "../words/section.js";
import { type Html, html } from "./html.js";

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

interface Link extends Pick<Move, "tone"> {
  readonly source: number;
  readonly target: number;
  readonly value: number;
}

/** The picture of a flow below its title. */
export function flowPicture({ title, moves }: Flow): Html {
  const nodes = (["before", "after"] as const).flatMap((side) =>
    [...new Set(moves.map((move) => move[side]))].map((text): Node => ({ side, text })),
  );
  const [before, after] = [sizeOf(nodes, "before"), sizeOf(nodes, "after")];
  const indexOf = new Map(nodes.map(({ side, text }, i) => [`${side} ${text}`, i]));
  const links = moves.map(
    (move): Link => ({
      source: indexOf.get(`before ${move.before}`) ?? 0,
      target: indexOf.get(`after ${move.after}`) ?? 0,
      value: move.people,
      tone: move.tone,
    }),
  );
  const height = Math.max(before, after) * ROW + 16;
  const layout = sankey<Node, Link>()
    .nodeWidth(10)
    .nodePadding(14)
    .nodeAlign(sankeyJustify)
    .extent([
      [MARGIN, 8],
      [WIDTH - MARGIN, height - 8],
    ])({ nodes: nodes.map((node) => ({ ...node })), links });
  const path = sankeyLinkHorizontal();
  const people = moves.reduce((sum, move) => sum + move.people, 0);
  const label = `${title}: ${count(people, "person", "people")} from ${count(before, "value")} to ${after}`;
  return html`<h3>${title}</h3>
<svg class="flow" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${height}">${layout.links.map(
    (link) =>
      html`<path class="${link.tone}" d="${path(link) ?? ""}" stroke-width="${Math.max(1, link.width ?? 1)}"><title>${count(link.value, "person", "people")}</title></path>`,
  )}${layout.nodes.map(({ x0 = 0, x1 = 0, y0 = 0, y1 = 0, side, text, value = 0 }) => {
    const [x, anchor] = side === "before" ? [x0 - 8, "end"] : [x1 + 8, "start"];
    return html`<rect x="${x0}" y="${y0}" width="${x1 - x0}" height="${Math.max(1, y1 - y0)}"/><text x="${x}" y="${(y0 + y1) / 2}" dy="0.35em" text-anchor="${anchor}">${shortened(text)} (${value})<title>${text}</title></text>`;
  })}</svg>
`;
}

const sizeOf = (nodes: readonly Node[], side: Node["side"]): number =>
  nodes.filter((node) => node.side === side).length;

function shortened(text: string): string {
  const letters = [...text];
  return letters.length <= MOST_LETTERS ? text : `${letters.slice(0, MOST_LETTERS).join("")}…`;
}
