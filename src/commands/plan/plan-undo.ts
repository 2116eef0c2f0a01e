import type { ValidFile } from "../../config/config.js";
import type { ReadModel } from "../../config/model-files/read-model.js";
import { parseRulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { FileFacts } from "../../plan/input/inputs.js";
import { createUndoPlanner } from "../../plan/undo/undo-planner.js";
import { visible } from "../../util/escape.js";
import { CommandError, fail } from "../context/command-error.js";
import type { MadePlan } from "../session/make-plan.js";
import { planOptionsOf } from "../session/plan-options.js";
import { readLive } from "../session/read-live.js";
import type { RunSession } from "./show-run.js";

/** The guards of an undo: those of the file, or without a file the defaults. */
type UndoRules = Pick<DesiredState, "service" | "protect" | "limits" | "expect">;

const DEFAULT_GUARDS: UndoRules = { service: {}, protect: [], limits: DEFAULT_LIMITS, expect: [] };

/** Reads what the undo needs, and plans it; the plan says for each change if something no longer exists. */
export async function planUndo(
  session: RunSession,
  receipt: Receipt,
  archives: readonly string[],
): Promise<MadePlan> {
  const { context, options } = session;
  const { client } = await session.service();
  const file = await session.file();
  const dataModel = await session.model();
  const planner = createUndoPlanner(receipt, file?.desired ?? DEFAULT_GUARDS, {
    ...planOptionsOf(context, options, archives),
    ...factsForUndo(file, dataModel?.diagnostics),
    denying: file?.desired,
    dataModel,
  });
  const needs = (live: LiveState): readonly ReadNeed[] => {
    assertSameWorkspaces(receipt, live, file?.desired);
    return planner.reads.needs(live);
  };
  const live = await readLive(context, client, { ...planner.reads, needs });
  return { ...planner.plan(live), live };
}

/** A receipt must call a workspace by its live name, or by the name that the file gives to its id. */
function assertSameWorkspaces(
  { workspaces }: Receipt,
  { workspaces: live }: LiveState,
  file: DesiredState | undefined,
): void {
  for (const [name, id] of Object.entries(workspaces)) {
    const liveWorkspace = live.find((workspace) => workspace.id === id);
    const isPinned = file?.workspaces.some((workspace) => workspace.name === name && workspace.id === id);
    if (liveWorkspace === undefined || liveWorkspace.name === name || isPinned) continue;
    const detail = `The receipt means the workspace ${id}. If the name has changed and the workspace is the right one, use -f with a file that pins ${name} to this id.`;
    throw fail(
      "refused",
      "other-workspace",
      `The workspace that the receipt calls ${name} is now called ${liveWorkspace.name}`,
      detail,
    );
  }
}

/** The places of the file's rules, and what is to say of its data model; the rest of the file has nothing to do with it. */
function factsForUndo(
  file: ValidFile | undefined,
  aboutModel: readonly Diagnostic[] = [],
): { readonly file?: FileFacts } {
  if (file === undefined) return {};
  const locate: FileFacts["locate"] = (address) =>
    parseRulePath(address) === undefined ? undefined : file.locate(address);
  return { file: { diagnostics: aboutModel, locate } };
}

/**
 * The data model of the file. An undo has to be possible where the model is not at hand, unless a rule of the file asks it:
 * its plan then says by values alone who sees more.
 */
export async function modelIfAny(session: RunSession): Promise<ReadModel | undefined> {
  try {
    return await session.model();
  } catch (error) {
    const file = await session.file();
    const isAsked = file?.desired.expect.some(({ kind }) => kind === "data" || kind === "reaches");
    if (!(error instanceof CommandError) || isAsked) throw error;
    session.context.stderr.write(
      `Without the data model, this plan shows values only: ${visible(error.message)}\n`,
    );
    return undefined;
  }
}
