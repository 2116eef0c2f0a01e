import type { ReadClient } from "../../api/operations.js";
import type { ReadModel } from "../../config/model-files/read-model.js";
import { suggest } from "../../config/text/wording.js";
import { readLiveStateFor } from "../../live/read-live-state-for.js";
import { canMatch, PATTERN_ADVICE } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan } from "../../model/plan/plan.js";
import type { ProvidedPerson } from "../../model/plan/receipt.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { PlannedAccess } from "../../plan/assemble-plan.js";
import { GUARD_TABLE, parseAllowance, type RunOfAllow } from "../../plan/guards/allowance.js";
import type { EarlierMember, FileFacts, PlanOptions, Purpose } from "../../plan/input/inputs.js";
import { completeJoiners, isJoined } from "../../plan/people/joined.js";
import { createPlan, createPlanner } from "../../plan/planner.js";
import { addressText } from "../../report/words/labels.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { type CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { PlanningCommandOptions } from "../context/options.js";
import { wholeNumber } from "../context/options.js";
import { assertOutsideCheckout } from "../git/checkout.js";
import { folderOfFile, type ReceiptOptions } from "../receipts/receipt-place.js";
import type { Base } from "./base.js";
import type { LoadedFile } from "./load-desired.js";
import { readShowingProgress } from "./progress.js";
import { readModel } from "./read-model.js";
import { signInFindings } from "./sign-in-findings.js";

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan extends PlannedAccess {
  readonly live: LiveState;
  /** With `--joined`, the people who have joined and have everything that was approved for them. */
  readonly provided: readonly ProvidedPerson[];
}

/** The purpose of a plan, and what the caller needs to read beyond it. */
export interface PlanUse {
  readonly purpose?: Purpose;
  readonly also?: (live: LiveState) => readonly ReadNeed[];
}

/** Reads the live state and plans, with a read-only client, so that nothing here can write. */
export async function makePlan(
  context: CommandContext,
  options: PlanningCommandOptions & Pick<ReceiptOptions, "receipt">,
  file: LoadedFile,
  client: ReadClient,
  { purpose = "apply", also }: PlanUse = {},
): Promise<MadePlan> {
  const { desired } = file;
  const model = await readModel(desired);
  const base = await baseOf(context, options, file);
  const planOptions: PlanOptions = {
    ...planOptionsOf(context, options),
    base: base?.file?.desired,
    basePeople: base?.file?.config.people,
    newFiles: base?.newFiles,
    baseUnread: base?.leftOut,
    purpose,
    file: await factsOf(context, file, model, base?.findings),
    dataModel: model,
    ...(await joinedOptions(context, options, desired)),
  };
  assertSameOrganization(desired, planOptions.base);
  const planner = createPlanner(desired, planOptions);
  const live = await readShowingProgress(context, client, () =>
    readLiveStateFor(desired, client, planOptions, { also, signal: context.stop, planner }),
  );
  const first = planner.plan(live);
  const earlier = await invitedBefore(options, desired, first.plan);
  const { plan, moments } =
    earlier.length === 0 ? first : createPlanner(desired, { ...planOptions, earlier }).plan(live);
  const { joined } = planOptions;
  if (joined?.only !== true) return { plan, live, moments, provided: [] };
  const whole = createPlan(desired, live, { ...planOptions, joined: { ...joined, only: false } });
  sayLeftOut(context, whole, plan);
  // A part of the changes does not tell whether something is waiting for somebody.
  const isPart = options.only !== undefined || options.exclude !== undefined;
  const approved = isPart ? [] : joined.approved;
  const provided = completeJoiners(approved, desired, live, whole.resource_changes);
  return { plan, live, moments, provided };
}

/** Reads the access approved for people who have joined. Most plans do not ask for it, so its code is loaded here. */
async function joinedOptions(
  context: CommandContext,
  options: PlanningCommandOptions,
  { organization }: DesiredState,
): Promise<Pick<PlanOptions, "joined">> {
  if (options.since === undefined && options.joined !== true) return {};
  const { approvedSince } = await import("../receipts/since.js");
  const { approved, paths } = await approvedSince(context, options, organization.id);
  await assertOutsideCheckout(context, paths, await folderOfFile(options));
  return { joined: { approved, only: options.joined === true } };
}

/** Reads who was a member before, if the plan invites or awaits somebody: receipts prove it. */
async function invitedBefore(
  options: PlanningCommandOptions & Pick<ReceiptOptions, "receipt">,
  { organization }: DesiredState,
  { arrivals }: Plan,
): Promise<readonly EarlierMember[]> {
  if (arrivals.every(({ invite }) => invite === "pending")) return [];
  const { membersBefore } = await import("../receipts/since.js");
  return await membersBefore(options, organization.id);
}

/** Names the changes that a plan for people who have joined leaves out. */
function sayLeftOut({ stderr }: CommandContext, whole: Plan, plan: Plan): void {
  const kept = new Set(plan.resource_changes.map(({ address }) => address));
  const leftOut = groupBy(
    whole.resource_changes.filter(
      ({ address, change }) => change.actions[0] !== "no-op" && !kept.has(address),
    ),
    isJoined,
  );
  for (const [isWaitedFor, changes] of leftOut) {
    const why = isWaitedFor
      ? "--only and --exclude select a part of what was approved for the person, and they get all of it or nothing"
      : "nobody who has joined waits for it";
    const names = nameList(
      changes.map(({ address }) => addressText(address)),
      MOST_NAMED,
    );
    stderr.write(`Left out, because ${why}: ${count(changes.length, "change")}: ${names}\n`);
  }
}

/** Enough to show what a run left out. */
const MOST_NAMED = 20;

/** Problems of the sign-in are shown in every plan, and are no reason not to apply it. */
async function factsOf(
  context: CommandContext,
  { config, diagnostics }: LoadedFile,
  model: ReadModel | undefined,
  ofBase: readonly Diagnostic[] = [],
): Promise<FileFacts> {
  return {
    diagnostics: [...ofBase, ...diagnostics, ...(model?.diagnostics ?? [])],
    checks: await signInFindings(context, config),
    locate: config.locate,
    people: config.people,
  };
}

/** The options of planning, with the allowances for the guards of `apply` and `undo`. */
export function planOptionsOf(context: CommandContext, options: PlanningCommandOptions): PlanOptions {
  const accessReads = wholeNumber("--access-reads", options.accessReads, 0);
  return {
    orgformVersion: context.version,
    today: context.now().toISOString().slice(0, 10),
    allow: allowed(options.allow ?? [], options.isUndo === true ? "undo" : "plan"),
    only: options.only?.map((pattern) => selecting("--only", pattern)),
    exclude: options.exclude?.map((pattern) => selecting("--exclude", pattern)),
    failOn: options.failOn,
    accessReads,
  };
}

/** The base of a plan; most plans have none, so that the code for it is loaded here. */
async function baseOf(
  context: CommandContext,
  options: PlanningCommandOptions,
  now: LoadedFile,
): Promise<Base | undefined> {
  if (options.base === undefined) return undefined;
  const { loadBase } = await import("./base.js");
  return await loadBase(context, { base: options.base, options, now });
}

/** Ends the command if the base is of another organization: nothing was removed from this one since. */
function assertSameOrganization(desired: DesiredState, base: DesiredState | undefined): void {
  const [id, other] = [desired.organization.id, base?.organization.id];
  if (other === undefined || other === id) return;
  const detail = `The file is for ${id}, the base for ${other}. Name the base of the same organization.`;
  throw fail("refused", "wrong-organization", "The base is of another organization", detail);
}

/** Ends the command for a pattern that can match nothing, which would look as if there were nothing to do. */
function selecting(flag: string, pattern: string): string {
  if (canMatch(pattern)) return pattern;
  throw usageError(`${flag} ${pattern} can match no address`, PATTERN_ADVICE);
}

/** The parsed values of `--allow`. A name that allows nothing ends the command: it would look as if it did. */
function allowed(texts: readonly string[], run: RunOfAllow): NonNullable<PlanOptions["allow"]> {
  return texts.map((text) => {
    const given = parseAllowance(text, run);
    if (given === undefined) throw allowsNothing(text, run);
    return given;
  });
}

/** The error of an `--allow` that allows nothing. */
function allowsNothing(text: string, run: RunOfAllow): CommandError {
  const guard = /^[^=]+(?==)/.exec(text)?.[0] ?? text;
  const row = GUARD_TABLE.get(guard);
  const shows = "A refused plan shows the exact flag.";
  if (row === undefined) {
    const names = [...GUARD_TABLE.values()].flatMap(({ name, takes }) => (takes === undefined ? [] : [name]));
    const meant = suggest(guard, names);
    const guess = meant === undefined ? "" : `Did you mean ${meant}? `;
    const detail = `${guess}${shows} \`orgform help guards\` lists all guards.`;
    return usageError(`--allow ${text} names no guard`, detail);
  }
  if (row.only !== undefined && row.only !== run)
    return usageError(
      `--allow ${guard} allows nothing here`,
      run === "undo" ? "An undo does not take it. Leave it out." : "Only an undo takes it. Leave it out.",
    );
  switch (row.takes) {
    case "number":
      return usageError(
        `--allow ${text} has no number`,
        `Write it with the number to allow, such as --allow ${guard}=2. ${shows}`,
      );
    case "name":
    case "person":
      return usageError(
        `--allow ${text} has no name`,
        `Write it with the name, as --allow ${guard}=NAME. ${shows}`,
      );
    case "nothing":
      return usageError(`--allow ${text} has a value`, `Write it without one: --allow ${guard}.`);
    default:
      return usageError(
        `--allow ${text} names a guard that no option allows`,
        `\`orgform help ${guard}\` says what to do instead.`,
      );
  }
}
