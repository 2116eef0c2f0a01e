import { groupAddress } from "../../model/address.js";
import type { Outcome } from "../../model/plan/plan.js";
import { accessOfWorkspaces, type WorkspaceAccess } from "../../plan/people/access-states.js";
import { ladderGraph, type PlanGraph, planGraph } from "../../render/graph/graph.js";
import { graphDot, graphMermaid } from "../../render/graph/graph-languages.js";
import type { LadderWorkspace } from "../../render/graph/precedence-ladder.js";
import { reportPlanErrors } from "../documents/report-diagnostics.js";
import { writeOutput } from "../documents/write-output.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import type { QuestionOptions } from "../session/options.js";
import { sayAsOf } from "../snapshot/say-as-of.js";

/** Options of `graph`. */
export interface GraphOptions extends QuestionOptions<"mermaid" | "dot"> {
  readonly what?: "order" | "precedence";
}

/** `orgform graph`: the order of the plan's writes, or the groups by precedence, as a picture. */
export async function graph(context: CommandContext, options: GraphOptions): Promise<Outcome> {
  const file = await loadDesired(context, options);
  return await withConnection(context, options, file.desired, async (connection) => {
    const { plan, live } = await makePlan(context, options, file, connection.client);
    const { graph, note }: PlanGraph =
      options.what === "precedence"
        ? { graph: ladderGraph(accessOfWorkspaces(file.desired, live, plan).map(ladderOf)) }
        : planGraph(plan);
    reportPlanErrors(context, options, plan);
    if (graph.nodes.length === 0) context.stderr.write("There is nothing to draw.\n");
    sayAsOf(context, connection.asOf);
    if (note !== undefined) context.stderr.write(`Shown: ${note}.\n`);
    await writeOutput(
      context,
      options.output,
      options.format === "dot" ? graphDot(graph) : graphMermaid(graph),
    );
    return "ok";
  });
}

/** All groups that there will be. */
function ladderOf({ nameIndex, live, planned, created, deleted }: WorkspaceAccess): LadderWorkspace {
  const { workspace, groups } = nameIndex;
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
