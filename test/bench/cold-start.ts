import * as nodeModule from "node:module";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { organizationFiles } from "./organization.js";
import { type Command, orgform, startService, timeOf } from "./run-process.js";
import { duration, type Row, ratioRow } from "./table.js";

const ROUNDS = 31;

/** From Node 22.8 on; the types are those of Node 20. */
const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: unknown };

/**
 * How long a command takes that has next to nothing to do, over a Node that has nothing to do. Where
 * `NODE_EXTRA_CA_CERTS` is set Node reads those certificates at every start, which flatters the ratios: then they are
 * given without it as well.
 */
export async function coldStart({ folder }: Bench): Promise<readonly Row[]> {
  const rows = await measure(folder, "", {});
  if (!process.env.NODE_EXTRA_CA_CERTS) return rows;
  return [...rows, ...(await measure(folder, ", without NODE_EXTRA_CA_CERTS", { NODE_EXTRA_CA_CERTS: "" }))];
}

async function measure(
  folder: string,
  where: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const { file, fullSeed } = organizationFiles(folder, { groups: 3, members: 9 });
  const service = await startService(fullSeed);
  const time = (command: Command): Promise<number> => timeOf({ ...command, env: { ...command.env, ...env } });
  try {
    const times = await inTurn(ROUNDS, {
      node: () => time({ argv: [process.execPath, "-e", "0"] }),
      version: () => time(orgform(["--version"])),
      help: () => time(orgform(["--help"])),
      validate: () => time(orgform(["validate", "-f", file])),
      plan: () => time(orgform(["plan", "-f", file], service)),
    });
    const row = (what: string, measured: number, most: number): Row => {
      const whole = `cold start of ${what}, over \`node -e 0\`, Node ${process.versions.node}${where}`;
      const figures = `${duration(measured)} : ${duration(times.node)}`;
      const reached = ratioRow(whole, measured / times.node, most, figures);
      // Node 20 keeps no compiled code: there it is what comes of it.
      return enableCompileCache === undefined ? { ...reached, target: "", met: undefined } : reached;
    };
    return [
      row("`--version`", times.version, 1.2),
      row("`--help`", times.help, 2),
      row("`validate`, small file", times.validate, 2.5),
      row("`plan` on loopback, small file", times.plan, 4.5),
    ];
  } finally {
    await service.stop();
  }
}
