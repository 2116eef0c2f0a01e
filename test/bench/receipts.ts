import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { organizationFiles } from "./organization.js";
import { orgform, startService, usageOf } from "./run-process.js";
import { duration, type Row, ratioRow } from "./table.js";

const ROUNDS = 5;
const MOST = 1.05;

/**
 * The same apply with a receipt and without one: what a line before and after each write costs. It is the processor's
 * time of the command alone, of which the receipt is a larger part than of the time that passes.
 */
export async function receipts({ folder }: Bench): Promise<readonly Row[]> {
  const { file, emptySeed, resources } = organizationFiles(folder, { groups: 1_000, members: 3_000 });
  const cpuOf = async (...more: readonly string[]): Promise<number> => {
    const service = await startService(emptySeed);
    try {
      const apply = orgform(["apply", "--auto-approve", "-f", file, ...more], service);
      return (await usageOf(apply)).cpuMilliseconds;
    } finally {
      await service.stop();
    }
  };
  const times = await inTurn(ROUNDS, { without: () => cpuOf("--no-receipt"), with: () => cpuOf() });
  const figures = `${duration(times.with)} : ${duration(times.without)} of the processor`;
  return [ratioRow(`apply of ${resources} with a receipt`, times.with / times.without, MOST, figures)];
}
