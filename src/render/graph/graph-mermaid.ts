import { escapeMermaid } from "../../util/escape.js";
import { type Graph, groupedNodes } from "./graph.js";

/** A Mermaid flowchart, left to right. Ends in a newline. */
export function graphMermaid(graph: Graph): string {
  const { ids, groups } = groupedNodes(graph);
  const lines = ["flowchart LR"];
  let subgraph = 0;
  for (const [group, nodes] of groups) {
    const indent = group === undefined ? "  " : "    ";
    if (group !== undefined) lines.push(`  subgraph g${subgraph++}["${escapeMermaid(group)}"]`);
    for (const node of nodes) lines.push(`${indent}${ids.get(node.id)}["${escapeMermaid(node.label)}"]`);
    if (group !== undefined) lines.push("  end");
  }
  for (const { from, to } of graph.edges) {
    if (ids.has(from) && ids.has(to)) lines.push(`  ${ids.get(from)} --> ${ids.get(to)}`);
  }
  return `${lines.join("\n")}\n`;
}
