import { resolve } from "node:path";
import type { Making, MakingOptions, Plan, PlanDocument } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { planJson } from "../../report/plan/plan-json.js";
import { jsonText } from "../../report/words/json-text.js";
import { defined } from "../../util/record.js";
import { type CommandError, usageError } from "../context/command-error.js";
import { type CommandContext, sandboxOf } from "../context/context.js";
import { defaultFile } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { writeOut, writeOutput } from "../documents/write-output.js";
import { commitOfFiles, commitText } from "../git/file-commit.js";
import { fixedBase } from "../session/base-name.js";
import { filesOf } from "../session/load-desired.js";
import { formatPlan, type PlanFormat } from "../session/print-plan.js";
import type { Session } from "../session/session.js";

/** Plans, saves the plan where `--out` says, and prints it in the format asked for. */
export async function printPlan(session: Session<SharedOptions<PlanFormat>>): Promise<Plan> {
  const { context, options } = session;
  const { plan } = await session.plan();
  const { asOf } = await session.connection();
  await savePlan(session, plan, asOf);
  const origin = { config: await session.file(), asOf };
  await writeOutput(context, undefined, await formatPlan(context, options, plan, origin));
  return plan;
}

/** Saves a plan as JSON where `--out` says, with how it was made; without a path it does nothing. */
export async function savePlan(session: Session, plan: Plan, asOf?: AsOf): Promise<void> {
  const { out } = session.options;
  if (out !== undefined)
    await writeOut(out, jsonText({ ...planJson(plan, asOf), made: await makingOf(session) }));
}

async function makingOf({ context, options, file }: Session): Promise<Making> {
  const config = await file();
  const commit = await commitOfFiles(context, config);
  return {
    at: `${context.now().toISOString().slice(0, 19)}Z`,
    ...(commit && { commit: commitText(commit) }),
    files: filesOf(config),
    ...defined({ sandbox: sandboxOf(context) }),
    options: await makingOptions(context, options),
  };
}

/** The options that decide what is planned: those of the connection and of the output are not among them. */
async function makingOptions(context: CommandContext, options: SharedOptions): Promise<MakingOptions> {
  const { file, base, var: variables, workspace, allow, failOn, accessReads } = options;
  return defined({
    file,
    base: base === undefined ? base : await fixedBase(context, base),
    var: variables,
    workspace,
    allow,
    fail_on: failOn,
    access_reads: accessReads,
  });
}

/**
 * The options of a run that carries out a saved plan: those that the plan was made with. A different option
 * would make another plan, and ends the command; a missing `--allow` is not different.
 */
export async function withMadeOptions<Options extends SharedOptions>(
  context: CommandContext,
  options: Options,
  path: string,
  { made }: PlanDocument,
): Promise<Options> {
  if (made === undefined) return options;
  const { file: _, ...present } = await makingOptions(context, options);
  for (const name of Object.keys(present) as (keyof typeof present)[]) {
    const [is, was] = [present[name], made.options[name]];
    const isMore =
      name === "allow" && present.allow?.some((one) => !made.options.allow?.includes(one)) === true;
    if (name === "allow" ? isMore : JSON.stringify(is) !== JSON.stringify(was))
      throw otherwise(path, flagOf(name), is, was);
  }
  const { fail_on, access_reads, ...same } = made.options;
  const { file } = options;
  return { ...options, ...same, ...defined({ file, failOn: fail_on, accessReads: access_reads }) };
}

/** Ends a run that carries out a saved plan with other files than those that the plan was made of. */
export function assertSameFiles(path: string, { made }: PlanDocument, { file }: SharedOptions): void {
  const pathsOf = (names: readonly string[] = [defaultFile()]): string =>
    JSON.stringify(names.map((name) => resolve(name)));
  const was = made?.options.file;
  if (made !== undefined && pathsOf(file) !== pathsOf(was)) throw otherwise(path, "--file", file, was);
}

const flagOf = (name: string): string => `--${name.replace("_", "-")}`;

function otherwise(path: string, flag: string, present: unknown, made: unknown): CommandError {
  const shown = (values: unknown): string =>
    [values]
      .flat()
      .map((value) => `${flag} ${value}`)
      .join(" ");
  const was = made === undefined ? `without ${flag}` : `with ${shown(made)}`;
  return usageError(
    `${path} was made ${was}, and this run has ${shown(present)}`,
    "An apply of a saved plan takes the options that the plan was made with: leave the option out, or make another plan with it.",
  );
}
