import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { SHAPES, type Shape, type Size } from "../support/worlds/reorganization.js";
import type { Bench } from "./bench.js";
import { median } from "./compare.js";
import type { ShapeReport } from "./plan-shape.js";
import { amountRow, duration, type Row } from "./table.js";

const SIZE: Size = { groups: 200, members: 5_000, attributes: 20 };
const MOST_SECONDS = 2;
const ROUNDS = 3;
const SEEDS = Array.from({ length: 10 }, (_, i) => i + 1);
const MOST_SECONDS_MIXED = 3;

/** Processor time for planning a large reorganization that was read, with the part of the access-safe order in it. */
export async function accessOrder({ folder }: Bench): Promise<readonly Row[]> {
  return SHAPES.map((shape) => {
    const reports = Array.from({ length: ROUNDS }, () => ({
      plan: measureShape(folder, "plan", shape, SIZE),
      order: measureShape(folder, "order", shape, SIZE),
    }));
    const plan = median(reports.map((report) => report.plan.cpuMilliseconds));
    const order = median(reports.map((report) => report.order.cpuMilliseconds));
    const figures = `order ${duration(order)}, ${reports[0]?.plan.steps} steps`;
    const size = `${SIZE.groups} groups × ${SIZE.members} members × ${SIZE.attributes} attributes`;
    return amountRow(`CPU of a plan, ${size}, ${shape}`, plan / 1_000, MOST_SECONDS, "s", figures);
  });
}

/** The same for worlds in which a little of everything changes, with how many of them an exposure window is left in. */
export async function mixedOrder({ folder }: Bench): Promise<readonly Row[]> {
  return ["large", "dense"].map((size) => {
    const reports = SEEDS.map((seed) => run(folder, ["mixed", size, String(seed)]));
    const most = Math.max(...reports.map(({ cpuMilliseconds }) => cpuMilliseconds));
    const windows = reports.map((report) => report.windows).join(", ");
    const what = `CPU of a plan, 100 groups × 2000 members × 10 attributes, mixed writes, ${size}, the longest of ${SEEDS.length}`;
    return amountRow(what, most / 1_000, MOST_SECONDS_MIXED, "s", `exposure windows: ${windows}`);
  });
}

/** Plans, or only orders, one reorganization in a process of its own. */
export function measureShape(folder: string, what: "plan" | "order", shape: Shape, size: Size): ShapeReport {
  const { groups, members, attributes } = size;
  return run(folder, [what, shape, ...[groups, members, attributes].map(String)]);
}

function run(folder: string, args: readonly string[]): ShapeReport {
  return JSON.parse(
    execFileSync(process.execPath, [join(folder, "plan-shape.mjs"), ...args], { encoding: "utf8" }),
  );
}
