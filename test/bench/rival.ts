import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./bench.js";
import { inTurn } from "./compare.js";
import { type OrganizationFiles, organizationFiles } from "./organization.js";
import { type Command, orgform, startService, timeOf, timeOfApply } from "./run-process.js";
import { duration, type Row, speedRow } from "./table.js";

/** By groups, with how many times faster plan and apply have to be than what people would use instead. */
const SIZES = [
  { groups: 100, plan: 3, apply: 10, rounds: 3 },
  { groups: 500, plan: 10, apply: 100, rounds: 1 },
];
const PLAN_ROUNDS = 5;

/** Planning and applying over HTTP, against Terraform's engine with built-in resources and no network at all. */
export async function rival({ folder, quick }: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { groups, plan, apply, rounds } of SIZES) {
    const files = organizationFiles(folder, { groups, members: groups * 3 });
    const terraform = openTerraform(folder, files);
    const what = (does: string): string =>
      `${does}, ${files.resources} resources, over \`terraform ${does.split(",")[0]}\` without network`;
    if (terraform === undefined) {
      rows.push(notMeasured(what("plan"), plan), notMeasured(what("apply"), apply));
      continue;
    }
    rows.push(await comparePlans(what("plan, all to create"), files, files.emptySeed, terraform, plan));
    if (quick && rounds === 1) {
      rows.push(notMeasured(what("apply"), apply));
      continue;
    }
    const applies = await inTurn(rounds, {
      orgform: () => timeOfApply(files),
      terraform: () => terraform.timeOfApply(),
    });
    rows.push(rowOf(what("apply"), applies, apply));
    rows.push(await comparePlans(what("plan, nothing to change"), files, files.fullSeed, terraform, plan));
  }
  return rows;
}

async function comparePlans(
  what: string,
  { file }: OrganizationFiles,
  seed: string,
  terraform: Terraform,
  least: number,
): Promise<Row> {
  const service = await startService(seed);
  try {
    const times = await inTurn(PLAN_ROUNDS, {
      orgform: () => timeOf(orgform(["plan", "-f", file], service)),
      terraform: () => timeOf(terraform.plan),
    });
    return rowOf(what, times, least);
  } finally {
    await service.stop();
  }
}

function rowOf(what: string, times: { orgform: number; terraform: number }, least: number): Row {
  const figures = `${duration(times.orgform)} : ${duration(times.terraform)}`;
  return speedRow(what, times.terraform / times.orgform, least, figures);
}

function notMeasured(what: string, least: number): Row {
  return { what, target: `≥ ${least}×`, measured: "not measured", met: undefined };
}

interface Terraform {
  readonly plan: Command;
  /** Each time from no state. */
  timeOfApply(): Promise<number>;
}

/** Terraform in the organization's folder, if there is one on PATH: initialized, without looking for updates. */
function openTerraform(folder: string, { terraform: cwd }: OrganizationFiles): Terraform | undefined {
  const settings = join(folder, "terraform.rc");
  writeFileSync(settings, "");
  const env = { HOME: folder, CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: settings, TF_IN_AUTOMATION: "1" };
  const init = spawnSync("terraform", ["init", "-input=false"], { cwd, env: { ...process.env, ...env } });
  if (init.status !== 0) return undefined;
  const command = (...args: string[]): Command => ({
    argv: ["terraform", ...args, "-input=false"],
    env,
    cwd,
  });
  return {
    plan: command("plan"),
    async timeOfApply() {
      for (const state of ["terraform.tfstate", "terraform.tfstate.backup"])
        rmSync(join(cwd, state), { force: true });
      return await timeOf(command("apply", "-auto-approve"));
    },
  };
}
