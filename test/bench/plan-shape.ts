import { diffWorkspace } from "../../src/plan/diff/diff-workspace.js";
import { stepsOf } from "../../src/plan/order/steps.js";
import { accessPlanOf } from "../../src/plan/people/access-plan.js";
import { createPlan } from "../support/create-plan.js";
import { DENSE, LARGE, mixedWorld } from "../support/worlds/mixed-world.js";
import { type Reorganization, reorganization, type Shape } from "../support/worlds/reorganization.js";

/** What a reorganization cost in a process of its own, and what came of it. */
export interface ShapeReport {
  readonly cpuMilliseconds: number;
  readonly steps: number;
  /** Of a whole plan: the exposure windows that are left. */
  readonly windows?: number;
}

// Arguments: what to measure ("plan" or only the "order"), the shape, groups, members, attributes; or "mixed", "large"
// or "dense", and a seed.
const [, , what, shape, ...numbers] = process.argv;
const [groups = 0, members = 0, attributes = 0] = numbers.map(Number);
const world =
  what === "mixed"
    ? mixedWorld(shape === "dense" ? DENSE : LARGE, groups)
    : reorganization(shape as Shape, { groups, members, attributes });
process.stdout.write(JSON.stringify(what === "order" ? measureOrder(world) : measurePlan(world)));

function measurePlan({ desired, live }: Reorganization): ShapeReport {
  const options = { orgformVersion: "bench", accessReads: Number.MAX_SAFE_INTEGER };
  const { report, result } = measure(() => createPlan({ desired, options }, live));
  return { ...report, windows: result.exposure.windows.length };
}

function measureOrder({ desired, live }: Reorganization): ShapeReport {
  const [workspace] = desired.workspaces;
  const [found] = live.workspaces;
  if (workspace === undefined) throw new Error("a reorganization without a workspace");
  const { changes, match } = diffWorkspace(workspace, found, undefined);
  const access = accessPlanOf(workspace.name, found, match, changes);
  return measure(() => stepsOf(access)).report;
}

function measure<T extends { readonly steps: readonly unknown[] }>(run: () => T) {
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  const report: ShapeReport = { cpuMilliseconds: (user + system) / 1_000, steps: result.steps.length };
  return { report, result };
}
