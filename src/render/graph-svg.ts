import { escapeHtml } from "../util/escape.js";
import type { Graph } from "./graph.js";
import { graphDot } from "./graph-dot.js";

/**
 * A graph as an `<svg>` element that follows the reader's light or dark mode (`currentColor`), without a prolog, so
 * that it is a file as well as a part of a page. The layout engine is loaded when it is first needed.
 */
export async function graphSvg(graph: Graph, label: string): Promise<string> {
  const { Graphviz } = await import("@hpcc-js/wasm-graphviz");
  const graphviz = await Graphviz.load();
  const svg = graphviz.dot(graphDot(graph));
  return accessible(svg.slice(svg.indexOf("<svg")), label);
}

/** Graphviz paints in black; its ids and titles are only its own and would collide with a page's. */
function accessible(svg: string, label: string): string {
  return svg
    .replace(/<!--[\s\S]*?-->\n?|<title>[^<]*<\/title>\n?/g, "")
    .replace(/<g id="[^"]*"/g, "<g")
    .replace(/ (fill|stroke)="black"/g, ' $1="currentColor"')
    .replaceAll("<text ", '<text fill="currentColor" ')
    .replace("<svg ", `<svg role="img" aria-label="${escapeHtml(label)}" `);
}
