import type { ValidFile } from "../../config/config.js";
import type { ReadModel } from "../../config/model-files/read-model.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import { InternalError } from "../../model/internal-error.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { PlannedAccess } from "../../plan/assemble/assemble-plan.js";
import type { Facts, Purpose } from "../../plan/input/inputs.js";
import { createPlanner } from "../../plan/planner.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import type { Base } from "./base.js";
import type { ReadConnection } from "./connect.js";
import { planOptionsOf } from "./plan-options.js";
import { readLive } from "./read-live.js";
import { signInFindings } from "./sign-in-findings.js";

/** What a run reads: each is read when it is first asked for, and once. */
export interface RunSources<
  Options = SharedOptions,
  File extends ValidFile | undefined = ValidFile | undefined,
> {
  readonly context: CommandContext;
  readonly options: Options;
  readonly file: () => Promise<File>;
  /** The data model that the file names, if it names one. */
  readonly model: () => Promise<ReadModel | undefined>;
  /** The file as it was at `--base`, if that is given. */
  readonly base: () => Promise<Base | undefined>;
  /** The data model that the base names; the same object as the file's where the two are the same. */
  readonly baseModel: () => Promise<ModelDescription | undefined>;
  /** The service, a sandbox or a snapshot (`--live`), for reading. */
  readonly connection: () => Promise<ReadConnection>;
}

/** A plan with what it was made from, so that it can be made again. */
export interface MadePlan extends PlannedAccess {
  readonly live: LiveState;
}

/** The use of a plan. */
interface PlanUse {
  readonly purpose?: Purpose | undefined;
  /** Further things that the caller needs to be read. */
  readonly also?: (live: LiveState) => readonly ReadNeed[];
  /** Names and patterns of the workspaces that are planned; all of the file without it. */
  readonly workspaces?: readonly string[] | undefined;
  /** The live names of workspaces that may be archived, in addition to those of `--allow`. */
  readonly archives?: readonly string[];
}

/** Reads the live state and plans, with a read-only client, so that nothing here can write. */
export async function makePlan(
  sources: RunSources,
  { purpose = "apply", also = () => [], workspaces, archives }: PlanUse,
): Promise<MadePlan> {
  const { context, options } = sources;
  const { client } = await sources.connection();
  const file = await sources.file();
  if (file === undefined) throw new InternalError("nothing says what to plan");
  const { desired, ...rest } = file;
  const dataModel = await sources.model();
  const base = await sources.base();
  const facts: Facts = {
    desired,
    options: { ...planOptionsOf(context, options, archives), workspaces, purpose },
    base: base?.file && { ...base.file, dataModel: await sources.baseModel() },
    history: base,
    file: {
      ...rest,
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
