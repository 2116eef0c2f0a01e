import { workspaceOf } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Step } from "../../model/plan/step.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { ACTION_SIGNS, addressInWorkspace, KIND_NOUNS } from "../labels.js";
import { type LadderWorkspace, ranked } from "./precedence-ladder.js";

/** A small directed graph to draw. Ids are only keys; labels may hold anything. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** `from` comes before `to`. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** A node; nodes of one group are drawn together. */
interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly group?: string;
}

/** A graph with what its reader must know about it. */
export interface PlanGraph {
  readonly graph: Graph;
  /** Says so where the picture shows less than the plan holds. */
  readonly note?: string;
}

/** From how many nodes on nobody reads a picture any more. */
const READABLE = 60;

/**
 * The execution order of a plan: a node a write, an edge for each thing that it waits for. Where that would be too
 * much to read, writes of one workspace, kind and action stand together; where even that is, the rest is left out.
 */
export function planGraph(plan: Pick<Plan, "steps">): PlanGraph {
  if (plan.steps.length <= READABLE) return { graph: stepGraph(plan.steps) };
  const whole = bundleGraph(plan.steps);
  const nodes = whole.nodes.slice(0, READABLE);
  const kept = new Set(nodes.map((node) => node.id));
  const edges = whole.edges.filter(({ from, to }) => kept.has(from) && kept.has(to));
  const rest = whole.nodes.length - nodes.length;
  const left = rest === 0 ? "" : `; ${count(rest, "bundle")} more did not fit`;
  return {
    graph: { nodes, edges },
    note: `${count(plan.steps.length, "write")} in bundles by workspace, kind and action${left}`,
  };
}

function stepGraph(steps: readonly Step[]): Graph {
  return {
    nodes: steps.map(({ step, address, action }) => ({
      id: String(step),
      label: `${step}  ${ACTION_SIGNS[action]} ${addressInWorkspace(address)}`,
      group: workspaceName(address),
    })),
    edges: steps.flatMap(({ step, needs }) =>
      needs.map((need) => ({ from: String(need), to: String(step) })),
    ),
  };
}

function bundleGraph(steps: readonly Step[]): Graph {
  const key = ({ address, kind, action }: Step): string =>
    JSON.stringify([workspaceName(address), kind, action]);
  const bundles = groupBy(steps, key);
  const bundleOf = new Map(steps.map((step) => [step.step, key(step)]));
  const edges = new Map<string, { from: string; to: string }>();
  for (const step of steps) {
    const to = key(step);
    for (const need of step.needs) {
      const from = bundleOf.get(need);
      if (from !== undefined && from !== to) edges.set(`${from}${to}`, { from, to });
    }
  }
  const nodes = [...bundles].map(([id, { 0: first, length }]) => {
    const what = count(length, ...KIND_NOUNS[first.kind]);
    return { id, label: `${ACTION_SIGNS[first.action]} ${what}`, group: workspaceName(first.address) };
  });
  return { nodes, edges: [...edges.values()] };
}

/** Precedences as a picture: one chain a workspace, from the group that wins to the one that gives way to all. */
export function ladderGraph(ladder: readonly LadderWorkspace[]): Graph {
  const chains = ladder.map(({ workspace, groups }) =>
    ranked(groups).map(({ name, precedence, before }) => {
      const was = before === null ? " (new)" : before === precedence ? "" : ` (was ${before})`;
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

const workspaceName = (address: string): string => visibleName(workspaceOf(address));
