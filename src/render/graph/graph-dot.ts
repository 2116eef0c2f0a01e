import { escapeDot } from "../../util/escape.js";
import { type Graph, groupedNodes } from "./graph.js";

/** A graph in Graphviz's language, left to right. Ends in a newline. */
export function graphDot(graph: Graph): string {
  const { ids, groups } = groupedNodes(graph);
  const lines = [
    "digraph orgform {",
    '  graph [rankdir="LR", bgcolor="transparent", fontname="sans-serif"];',
    '  node [shape="box", style="rounded", fontname="sans-serif", fontsize="11"];',
  ];
  let cluster = 0;
  for (const [group, nodes] of groups) {
    const indent = group === undefined ? "  " : "    ";
    if (group !== undefined)
      lines.push(`  subgraph cluster_${cluster++} {`, `    label="${escapeDot(group)}";`);
    for (const node of nodes) lines.push(`${indent}${ids.get(node.id)} [label="${escapeDot(node.label)}"];`);
    if (group !== undefined) lines.push("  }");
  }
  for (const { from, to } of graph.edges) {
    if (ids.has(from) && ids.has(to)) lines.push(`  ${ids.get(from)} -> ${ids.get(to)};`);
  }
  return `${[...lines, "}"].join("\n")}\n`;
}
