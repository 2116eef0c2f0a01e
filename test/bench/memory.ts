import type { Bench } from "./bench.js";
import { organizationFiles } from "./organization.js";
import { orgform, startService, usageOf } from "./run-process.js";
import { amountRow, type Row } from "./table.js";

const MOST = 300;

/** The most memory that a process held: planning with everything there and with nothing there, and applying it all. */
export async function memory({ folder }: Bench): Promise<readonly Row[]> {
  const { file, fullSeed, emptySeed, resources } = organizationFiles(folder, {
    groups: 1_000,
    members: 20_000,
  });
  const peak = async (seed: string, ...args: string[]): Promise<number> => {
    const service = await startService(seed);
    try {
      return (await usageOf(orgform([...args, "-f", file], service))).peakMegabytes;
    } finally {
      await service.stop();
    }
  };
  const row = (what: string, megabytes: number): Row =>
    amountRow(`peak memory of ${what}, ${resources} resources, 20,000 members`, megabytes, MOST, "MB");
  return [
    row("a plan, nothing to change", await peak(fullSeed, "plan")),
    row("a plan, all to create", await peak(emptySeed, "plan")),
    row("an apply, all to create", await peak(emptySeed, "apply", "--auto-approve")),
  ];
}
