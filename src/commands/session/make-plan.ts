import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { PlannedAccess } from "../../plan/assemble-plan.js";
import type { Facts, Purpose } from "../../plan/input/inputs.js";
import { createPlanner } from "../../plan/planner.js";
import { planOptionsOf } from "./plan-options.js";
import { readLive } from "./read-live.js";
import type { Session } from "./session.js";
import { signInFindings } from "./sign-in-findings.js";

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan extends PlannedAccess {
  readonly live: LiveState;
}

/** The use of a plan. */
interface PlanUse {
  readonly purpose?: Purpose;
  /** Further things that the caller needs to be read. */
  readonly also?: (live: LiveState) => readonly ReadNeed[];
  /** Names and patterns of the workspaces that are planned; all of the file without it. */
  readonly workspaces?: readonly string[] | undefined;
  /** The live names of workspaces that may be archived, in addition to those of `--allow`. */
  readonly archives?: readonly string[];
}

/** Reads the live state and plans, with a read-only client, so that nothing here can write. */
export async function makePlan(
  session: Session,
  { purpose = "apply", also = () => [], workspaces, archives }: PlanUse = {},
): Promise<MadePlan> {
  const { context, options } = session;
  const { client } = await session.connection();
  const file = await session.file();
  const { desired } = file;
  const dataModel = await session.model();
  const base = await session.base();
  const facts: Facts = {
    desired,
    options: { ...planOptionsOf(context, options, archives), workspaces, purpose },
    base: base?.file && { ...base.file, dataModel: await session.baseModel() },
    history: base,
    file: {
      ...file,
      diagnostics: [...(base?.findings ?? []), ...file.diagnostics, ...(dataModel?.diagnostics ?? [])],
      // Problems of the sign-in are shown in every plan, and are no reason not to apply it.
      checks: await signInFindings(context, file),
    },
    dataModel,
  };
  const planner = createPlanner(facts);
  const live = await readLive(context, client, {
    ...planner.reads,
    needs: (live) => [...planner.reads.needs(live), ...also(live)],
  });
  return { ...planner.plan(live), live };
}
