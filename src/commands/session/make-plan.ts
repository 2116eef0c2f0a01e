import type { ReadClient } from "../../api/operations.js";
import type { ReadModel } from "../../config/data-model/read-model.js";
import { readLiveStateFor } from "../../live/read-live-state-for.js";
import { canMatch, PATTERN_ADVICE } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import { COUNTING_GUARDS, NAMING_GUARDS } from "../../plan/guards/allowance.js";
import type { FileFacts, PlanOptions, Purpose } from "../../plan/inputs.js";
import { createPlanner } from "../../plan/planner.js";
import { visible } from "../../util/escape.js";
import { fail, usageError } from "./command-error.js";
import type { CommandContext } from "./context.js";
import { type LoadedFile, pathsOf } from "./load-desired.js";
import type { PlanningCommandOptions } from "./options.js";
import { wholeNumber } from "./options.js";
import { readShowingProgress } from "./progress.js";
import { readModel } from "./read-model.js";
import { signInFindings } from "./sign-in-findings.js";

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan {
  readonly plan: Plan;
  readonly live: LiveState;
}

/** The purpose of a plan, and what the caller needs to read beyond it. */
export interface PlanUse {
  readonly purpose?: Purpose;
  readonly also?: (live: LiveState) => readonly ReadNeed[];
}

/** Reads the live state and plans, with a read-only client, so that nothing here can write. */
export async function makePlan(
  context: CommandContext,
  options: PlanningCommandOptions,
  file: LoadedFile,
  client: ReadClient,
  { purpose = "apply", also }: PlanUse = {},
): Promise<MadePlan> {
  const { desired } = file;
  const model = await readModel(desired);
  const planOptions: PlanOptions = {
    ...(await planOptionsOf(context, options)),
    purpose,
    file: await factsOf(context, file, model),
    dataModel: model,
  };
  assertSameOrganization(desired, planOptions.base);
  const planner = createPlanner(desired, planOptions);
  const live = await readShowingProgress(context, client, () =>
    readLiveStateFor(desired, client, planOptions, { also, signal: context.stop, planner }),
  );
  const plan = planner.plan(live);
  if (options.since === undefined) return { plan, live };
  const { planSince } = await import("../snapshot/plan-since.js");
  const since = { snapshot: options.since, joinedOnly: options.joined === true };
  return { plan: await planSince(context, since, { desired, planOptions, live, plan }), live };
}

/** Problems of the sign-in are shown in every plan, and are no reason not to apply it. */
async function factsOf(
  context: CommandContext,
  { config, diagnostics }: LoadedFile,
  model: ReadModel | undefined,
): Promise<FileFacts> {
  return {
    diagnostics: [...diagnostics, ...(model?.diagnostics ?? [])],
    checks: await signInFindings(context, config),
    locate: config.locate,
    people: config.people,
  };
}

/** The options of planning, with the allowances for the guards of `apply` and `undo`. */
export async function planOptionsOf(
  context: CommandContext,
  options: PlanningCommandOptions,
): Promise<PlanOptions> {
  const accessReads = wholeNumber("--access-reads", options.accessReads, 0);
  const base = options.base === undefined ? undefined : await baseOf(context, options.base, options);
  return {
    orgformVersion: context.version,
    today: context.now().toISOString().slice(0, 10),
    allow: allowed(options.allow ?? []),
    allowArchive: options.allowArchive,
    only: options.only?.map(selecting),
    base: base?.desired,
    basePeople: base?.config.people,
    failOn: options.failOn,
    accessReads,
    showUnchanged: options.showUnchanged,
  };
}

/** The base of a plan; most plans have none, so that the code for it is loaded here. */
async function baseOf(
  context: CommandContext,
  base: string,
  options: PlanningCommandOptions,
): Promise<LoadedFile | undefined> {
  const { loadBase } = await import("./base.js");
  const loaded = await loadBase(context, base, options);
  if (loaded === undefined) {
    const files = pathsOf(options).map(visible).join(", ");
    context.stderr.write(
      `The base ${visible(base)} has nothing of ${files}: everything counts as new, and nothing as removed.\n`,
    );
  }
  return loaded;
}

/** Ends the command if the base is of another organization: nothing was removed from this one since. */
function assertSameOrganization(desired: DesiredState, base: DesiredState | undefined): void {
  const [id, other] = [desired.organization.id, base?.organization.id];
  if (other === undefined || other === id) return;
  const detail = `The file is for ${id}, the base for ${other}. Name the base of the same organization.`;
  throw fail("refused", "wrong-organization", "The base is of another organization", detail);
}

/** Ends the command for a pattern that can match nothing, which would look as if there were nothing to do. */
function selecting(pattern: string): string {
  if (canMatch(pattern)) return pattern;
  throw usageError(`--only ${pattern} can match no address`, PATTERN_ADVICE);
}

/** Ends the command for a guard that does not exist, which would look as if it had been allowed. */
function allowed(texts: readonly string[]): readonly (readonly [string, string])[] {
  return texts.map((text) => {
    const [, guard = "", value = ""] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (NAMING_GUARDS.has(guard)) return [guard, value];
    if (COUNTING_GUARDS.has(guard) && /^\d{1,9}$/.test(value)) return [guard, value];
    const detail = `A refused plan shows the exact override, such as --allow delete.group=29. Guards that take a number: ${[...COUNTING_GUARDS].join(", ")}; guards that take a name: ${[...NAMING_GUARDS].join(", ")}.`;
    throw usageError(`--allow ${text} names no guard`, detail);
  });
}
