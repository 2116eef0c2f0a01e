import { visibleName } from "../../util/escape.js";
import type { Graph } from "./graph.js";
import { type LadderWorkspace, ranked } from "./precedence-ladder.js";

/** Precedences as a picture: one chain a workspace, from the group that wins to the one that gives way to all. */
export function ladderGraph(ladder: readonly LadderWorkspace[]): Graph {
  const chains = ladder.map(({ workspace, groups }) =>
    ranked(groups).map(({ name, precedence, before }) => {
      const was =
        before === undefined || before === precedence ? "" : before === null ? " (new)" : ` (was ${before})`;
      return {
        id: JSON.stringify([workspace, name]),
        label: `${precedence}  ${visibleName(name)}${was}`,
        group: visibleName(workspace),
      };
    }),
  );
  return {
    nodes: chains.flat(),
    edges: chains.flatMap((chain) =>
      chain.slice(1).map(({ id }, i) => ({ from: chain[i]?.id ?? "", to: id })),
    ),
  };
}
