import { measureShape } from "./access-order.js";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { organizationFiles } from "./organization.js";
import { orgform, startService, timeOf, timeOfApply } from "./run-process.js";
import { duration, type Row, ratioRow } from "./table.js";

const MOST = 11;
const ROUNDS = 5;

/** Ten times the resources, and how many times the time; Node's start is taken off both, since it does not grow. */
export async function growth({ folder }: Bench): Promise<readonly Row[]> {
  const small = organizationFiles(folder, { groups: 100, members: 300 });
  const large = organizationFiles(folder, { groups: 1_000, members: 3_000 });
  const smallLive = await startService(small.fullSeed);
  const largeLive = await startService(large.fullSeed);
  try {
    const times = await inTurn(ROUNDS, {
      start: () => timeOf(orgform(["--version"])),
      smallValidate: () => timeOf(orgform(["validate", "-f", small.file])),
      largeValidate: () => timeOf(orgform(["validate", "-f", large.file])),
      smallPlan: () => timeOf(orgform(["plan", "-f", small.file], smallLive)),
      largePlan: () => timeOf(orgform(["plan", "-f", large.file], largeLive)),
      smallApply: () => timeOfApply(small),
      largeApply: () => timeOfApply(large),
      smallOrder: async () => cpuOfOrder(folder, 500),
      largeOrder: async () => cpuOfOrder(folder, 5_000),
    });
    const row = (what: string, before: number, after: number): Row => {
      const sizes = `${small.resources} → ${large.resources} resources`;
      return ratioRow(
        `growth of ${what}, ${sizes}`,
        after / before,
        MOST,
        `${duration(before)} → ${duration(after)}`,
      );
    };
    const { start } = times;
    return [
      row("validate", times.smallValidate - start, times.largeValidate - start),
      row("plan", times.smallPlan - start, times.largePlan - start),
      row("apply", times.smallApply - start, times.largeApply - start),
      ratioRow(
        "growth of the order, 1,000 → 10,000 writes",
        times.largeOrder / times.smallOrder,
        MOST,
        `${duration(times.smallOrder)} → ${duration(times.largeOrder)}`,
      ),
    ];
  } finally {
    await Promise.all([smallLive.stop(), largeLive.stop()]);
  }
}

function cpuOfOrder(folder: string, members: number): number {
  const size = { groups: 200, members, attributes: 20 };
  return measureShape(folder, "order", "everybody moves once", size).cpuMilliseconds;
}
