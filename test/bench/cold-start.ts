import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { organizationFiles } from "./organization.js";
import { orgform, startService, timeOf } from "./run-process.js";
import { duration, type Row, ratioRow } from "./table.js";

const ROUNDS = 31;

/** How long a command takes that has next to nothing to do, over a Node that has nothing to do. */
export async function coldStart({ folder }: Bench): Promise<readonly Row[]> {
  const { file, fullSeed } = organizationFiles(folder, { groups: 3, members: 9 });
  const service = await startService(fullSeed);
  try {
    const times = await inTurn(ROUNDS, {
      node: () => timeOf({ argv: [process.execPath, "-e", "0"] }),
      version: () => timeOf(orgform(["--version"])),
      help: () => timeOf(orgform(["--help"])),
      validate: () => timeOf(orgform(["validate", "-f", file])),
      plan: () => timeOf(orgform(["plan", "-f", file], service)),
    });
    const row = (what: string, measured: number, most: number): Row =>
      ratioRow(
        `cold start: ${what}, over \`node -e 0\``,
        measured / times.node,
        most,
        `${duration(measured)} : ${duration(times.node)}`,
      );
    return [
      row("`--version`", times.version, 1.2),
      row("`--help`", times.help, 1.4),
      row("`validate`, small file", times.validate, 2),
      row("`plan` on loopback, small file", times.plan, 3.5),
    ];
  } finally {
    await service.stop();
  }
}
