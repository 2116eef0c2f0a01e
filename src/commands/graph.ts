import { groupAddress } from "../model/address.js";
import type { Outcome } from "../model/plan.js";
import { type AccessWorld, accessWorldsOf } from "../plan/access-worlds.js";
import { type PlanGraph, planGraph } from "../render/graph.js";
import { graphDot } from "../render/graph-dot.js";
import { graphMermaid } from "../render/graph-mermaid.js";
import { ladderGraph } from "../render/ladder-graph.js";
import type { LadderWorkspace } from "../render/precedence-ladder.js";
import { withConnection } from "./connect.js";
import type { CommandContext } from "./context.js";
import { emit } from "./emit.js";
import { loadDesired } from "./load-desired.js";
import { makePlan } from "./make-plan.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "./options.js";
import { reportPlanErrors } from "./plan-errors.js";

/** Options of `graph`. */
export type GraphOptions = FileOptions &
  ServiceOptions &
  Pick<PlanningOptions, "base" | "only"> &
  CommonOptions & { readonly what?: string };

/** `orgform graph`: the order of the plan's writes, or the groups by precedence, as a picture. */
export async function graph(context: CommandContext, options: GraphOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan, live } = await makePlan(context, options, file, connection.client);
    const { graph, note }: PlanGraph =
      options.what === "precedence"
        ? { graph: ladderGraph(accessWorldsOf(file.desired, live, plan).map(ladderOf)) }
        : planGraph(plan);
    reportPlanErrors(context, options, plan);
    if (graph.nodes.length === 0) context.stderr.write("There is nothing to draw.\n");
    if (note !== undefined) context.stderr.write(`Shown: ${note}.\n`);
    await emit(context, options.output, options.format === "dot" ? graphDot(graph) : graphMermaid(graph));
    return "ok";
  });
}

/** All groups that there will be. */
function ladderOf({ universe, live, planned, created, deleted }: AccessWorld): LadderWorkspace {
  const { workspace, groups } = universe;
  return {
    workspace,
    groups: groups.flatMap((name, g) => {
      const address = groupAddress(workspace, name);
      if (deleted.has(address)) return [];
      const before = created.has(address) ? null : (live.precedence[g] ?? 0);
      return [{ name, precedence: planned.precedence[g] ?? 0, before }];
    }),
  };
}
