import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { orgform, timeOf } from "./run-process.js";
import { amountRow, type Row } from "./table.js";

const GROUPS = 20_000;

/** A file far larger than any organization needs. */
export async function validation({ folder }: Bench): Promise<readonly Row[]> {
  const file = join(folder, "large.yaml");
  const groups = Array.from(
    { length: GROUPS },
    (_, i) => `      Group ${i}:\n        precedence: ${i + 1}\n        values: {region: region ${i % 7}}\n`,
  );
  writeFileSync(file, `${HEAD}${groups.join("")}`);
  const { validate } = await inTurn(5, { validate: () => timeOf(orgform(["validate", "-f", file])) });
  return [amountRow(`validate, ${GROUPS.toLocaleString("en")} groups`, validate / 1_000, 2, "s")];
}

const HEAD = `version: 1
organization: {id: org_bench, name: Bench}
workspaces:
  prod:
    attributes:
      region: {data_type: string, label: Region}
    groups:
`;
