import type { ProvidedPerson } from "../../model/plan/receipt.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { PlannedAccess } from "../../plan/assemble-plan.js";
import { stateOnDay } from "../../plan/input/ends.js";
import type { PlanOptions, Purpose } from "../../plan/input/inputs.js";
import { completeJoiners } from "../../plan/people/joined.js";
import { createPlan, createPlanner } from "../../plan/planner.js";
import { arrivalsBefore, invitedBefore, joinedOptions, reportLeftOut } from "./joined.js";
import { planOptionsOf } from "./plan-options.js";
import { readLive } from "./read-live.js";
import type { Session } from "./session.js";
import { signInFindings } from "./sign-in-findings.js";

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan extends PlannedAccess {
  readonly live: LiveState;
  /** The people who have joined and have everything that was approved for them, with `--joined`. */
  readonly provided: readonly ProvidedPerson[];
}

/** The use of a plan. */
interface PlanUse {
  readonly purpose?: Purpose;
  /** Further things that the caller needs to be read. */
  readonly also?: (live: LiveState) => readonly ReadNeed[];
  /** The live names of workspaces that may be archived, in addition to those of `--allow`. */
  readonly archives?: readonly string[];
}

/** Reads the live state and plans, with a read-only client, so that nothing here can write. */
export async function makePlan(
  session: Session,
  { purpose = "apply", also = () => [], archives }: PlanUse = {},
): Promise<MadePlan> {
  const { context, options } = session;
  const { client } = await session.connection();
  const file = await session.file();
  const own = planOptionsOf(context, options, archives);
  // A question may be answered on the day after.
  const desired = stateOnDay(file.desired, own.today);
  const dataModel = await session.model();
  const base = await session.base();
  const planOptions: PlanOptions = {
    ...own,
    base: base?.file?.desired,
    basePeople: base?.file?.people,
    newFiles: base?.newFiles,
    baseUnread: base?.leftOut,
    purpose,
    file: {
      ...file,
      diagnostics: [...(base?.findings ?? []), ...file.diagnostics, ...(dataModel?.diagnostics ?? [])],
      // Problems of the sign-in are shown in every plan, and are no reason not to apply it.
      checks: await signInFindings(context, file),
    },
    dataModel,
    ...(await joinedOptions(context, options, desired)),
  };
  const planner = createPlanner(desired, planOptions);
  const live = await readLive(context, client, {
    ...planner.reads,
    needs: (live) => [...planner.reads.needs(live), ...also(live)],
  });
  const { origins, joined } = planOptions;
  const approvedBefore = await arrivalsBefore(session, desired, planOptions, live);
  const known = { ...planOptions, approvedBefore };
  const first = (approvedBefore === undefined ? planner : createPlanner(desired, known)).plan(live);
  const earlier = await invitedBefore(options, desired, first.plan);
  const { plan, moments } =
    earlier.length === 0 ? first : createPlanner(desired, { ...known, earlier }).plan(live);
  if (origins === undefined) return { plan, live, moments, provided: [] };
  const whole = createPlan(desired, live, { ...planOptions, origins: undefined });
  reportLeftOut(context, whole, plan, origins);
  // A part of the changes does not show whether something is waiting for somebody.
  const isPart = options.only !== undefined || options.exclude !== undefined;
  const approved = isPart || joined === undefined ? [] : joined.approved;
  const provided = completeJoiners(approved, desired, live, whole.resource_changes);
  return { plan, live, moments, provided };
}
