import { escapeDot, escapeMermaid } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import type { Graph } from "./graph.js";

/** How a language writes the parts of a graph, a list of lines each. */
interface GraphLanguage {
  readonly head: readonly string[];
  readonly openGroup: (n: number, label: string) => readonly string[];
  readonly closeGroup: string;
  readonly node: (id: string, label: string) => string;
  readonly edge: (from: string, to: string) => string;
  readonly foot: readonly string[];
}

const MERMAID: GraphLanguage = {
  head: ["flowchart LR"],
  openGroup: (n, label) => [`subgraph g${n}["${escapeMermaid(label)}"]`],
  closeGroup: "end",
  node: (id, label) => `${id}["${escapeMermaid(label)}"]`,
  edge: (from, to) => `${from} --> ${to}`,
  foot: [],
};

const DOT: GraphLanguage = {
  head: [
    "digraph orgform {",
    '  graph [rankdir="LR", bgcolor="transparent", fontname="sans-serif"];',
    '  node [shape="box", style="rounded", fontname="sans-serif", fontsize="11"];',
  ],
  openGroup: (n, label) => [`subgraph cluster_${n} {`, `  label="${escapeDot(label)}";`],
  closeGroup: "}",
  node: (id, label) => `${id} [label="${escapeDot(label)}"];`,
  edge: (from, to) => `${from} -> ${to};`,
  foot: ["}"],
};

/** A Mermaid flowchart, left to right. Ends in a newline. */
export const graphMermaid = (graph: Graph): string => written(graph, MERMAID);

/** A graph in Graphviz's language, left to right. Ends in a newline. */
export const graphDot = (graph: Graph): string => written(graph, DOT);

function written({ nodes, edges }: Graph, language: GraphLanguage): string {
  const { head, openGroup, closeGroup, node, edge, foot } = language;
  const ids = new Map(nodes.map(({ id }, i) => [id, `n${i}`]));
  const idOf = (id: string): string => ids.get(id) ?? "";
  const groups = [...groupBy(nodes, ({ group }) => group)].map(([group, own], n) => {
    const lines = own.map(({ id, label }) => node(idOf(id), label));
    if (group === undefined) return lines;
    return [...openGroup(n, group), ...lines.map((line) => `  ${line}`), closeGroup];
  });
  const arrows = edges.flatMap(({ from, to }) =>
    ids.has(from) && ids.has(to) ? [edge(idOf(from), idOf(to))] : [],
  );
  const body = [...groups.flat(), ...arrows].map((line) => `  ${line}`);
  return `${[...head, ...body, ...foot].join("\n")}\n`;
}
