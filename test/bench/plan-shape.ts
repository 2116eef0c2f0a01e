import { accessPlanOf } from "../../src/plan/access-plan.js";
import { createPlan } from "../../src/plan/create-plan.js";
import { diffWorkspace } from "../../src/plan/diff-workspace.js";
import { stepsOf } from "../../src/plan/steps.js";
import { type Reorganization, reorganization, type Shape } from "./access-worlds.js";

/** What a reorganization cost in a process of its own, and what came of it. */
export interface ShapeReport {
  readonly cpuMilliseconds: number;
  readonly steps: number;
}

// Arguments: what to measure ("plan" or only the "order"), the shape, groups, members, attributes.
const [, , what, shape, groups, members, attributes] = process.argv;
const world = reorganization(shape as Shape, {
  groups: Number(groups),
  members: Number(members),
  attributes: Number(attributes),
});
process.stdout.write(JSON.stringify(what === "order" ? measureOrder(world) : measurePlan(world)));

function measurePlan({ desired, live }: Reorganization): ShapeReport {
  return measure(() =>
    createPlan(desired, live, { orgformVersion: "bench", accessReads: Number.MAX_SAFE_INTEGER }),
  );
}

function measureOrder({ desired, live }: Reorganization): ShapeReport {
  const [workspace] = desired.workspaces;
  const [found] = live.workspaces;
  if (workspace === undefined) throw new Error("a reorganization without a workspace");
  const { changes, match } = diffWorkspace(workspace, found, undefined);
  const access = accessPlanOf(workspace.name, found, match, changes);
  return measure(() => stepsOf(changes, access));
}

function measure(run: () => { readonly steps: readonly unknown[] }): ShapeReport {
  const before = process.cpuUsage();
  const { steps } = run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMilliseconds: (user + system) / 1_000, steps: steps.length };
}
