import { dirname, join, resolve } from "node:path";
import type { ReadModel } from "../../config/model-files/read-model.js";
import { duplicateWorkspaces } from "../../live/duplicates.js";
import { readLiveState } from "../../live/read-live-state.js";
import type { VisibleWorkspace } from "../../live/visible-workspaces.js";
import { parseRulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { FileFacts } from "../../plan/input/inputs.js";
import type { Planner } from "../../plan/planner.js";
import { workspacesIn } from "../../plan/undo/undo-of.js";
import { createUndoPlanner } from "../../plan/undo/undo-planner.js";
import { momentText } from "../../report/words/as-of.js";
import { visible } from "../../util/escape.js";
import { CommandError, fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile, FILE_NAMES } from "../context/default-file.js";
import { exists } from "../documents/exists.js";
import { noteFiles } from "../documents/note-files.js";
import { assertSameService, type FoundReceipt, findReceipt } from "../receipts/read-receipt.js";
import { newestReceipt } from "../receipts/receipt-folder.js";
import { folderOfReceipts } from "../receipts/receipt-place.js";
import { type LoadedFile, loadDesired } from "../session/load-desired.js";
import type { MadePlan } from "../session/make-plan.js";
import { planOptionsOf } from "../session/plan-options.js";
import { printPlan } from "../session/print-plan.js";
import { readShowingProgress } from "../session/read-live.js";
import { inSession } from "../session/session.js";
import { readApproval } from "./approval.js";
import { approveAndRun } from "./approve-and-run.js";
import type { ApprovalOptions, RunSession } from "./show-run.js";

export interface UndoOptions extends ApprovalOptions {
  readonly dryRun?: boolean;
}

/** The guards of an undo: those of the file, or without a file the defaults. */
type UndoRules = Pick<DesiredState, "service" | "protect" | "limits" | "expect">;

/** `orgform undo`: takes back what an apply recorded, by a plan of its own with its own guards. */
export async function undo(context: CommandContext, asked: UndoOptions): Promise<Outcome> {
  const { path, receipt } = await receiptOf(asked);
  await noteFiles(context, { read: [path] });
  const options: UndoOptions = { ...asked, ...(await fileBeside(asked)), receiptFile: path };
  const approval = await readApproval(undefined, options.approve);
  // A file that is not valid may hold guards: it is not the same as none.
  const hasFile = options.file !== undefined || (await exists(defaultFile()));
  const file = hasFile ? await loadDesired(context, options) : undefined;
  const guards = file?.desired ?? DEFAULT_GUARDS;
  const { organization } = receipt;
  const source = { file: async () => file, place: { organization, service: guards.service } };
  return await inSession(context, options, source, async (session) => {
    const dataModel = await modelIfAny(session);
    if (file !== undefined && file.desired.organization.id !== organization.id)
      throw otherOrganization(file.desired.organization.id, organization.id);
    context.stderr.write(aboutRun(path, receipt));
    const planWith = async (archives: readonly string[]) => {
      const planner = createUndoPlanner(receipt, guards, {
        ...planOptionsOf(context, options, archives),
        ...factsForUndo(file, dataModel?.diagnostics),
        denying: file?.desired,
        dataModel,
      });
      return await planUndo(session, receipt, planner);
    };
    const made = await planWith([]);
    const { plan } = made;
    if (options.dryRun === true) {
      await printPlan(context, options, plan);
      return plan.outcome;
    }
    const outcome = await approveAndRun(session, { ...made, again: planWith, approval });
    if (outcome === "ok" && plan.applyable && file !== undefined) context.stderr.write(STILL_IN_FILE);
    return outcome;
  });
}

const DEFAULT_GUARDS: UndoRules = { service: {}, protect: [], limits: DEFAULT_LIMITS, expect: [] };

/** The receipt that is named, or the newest one beside the file. */
async function receiptOf(options: UndoOptions): Promise<FoundReceipt> {
  const { receiptFile: path } = options;
  if (path === undefined) return await newestReceipt(options);
  const found = await findReceipt(path);
  assertSameService(path, found.receipt, options);
  return found;
}

/** The file beside a default folder of receipts somewhere else, where no file is named. */
async function fileBeside({ file, receiptFile }: UndoOptions): Promise<Pick<UndoOptions, "file">> {
  const folder = receiptFile === undefined ? undefined : folderOfReceipts(dirname(receiptFile));
  if (file !== undefined || folder === undefined || resolve(folder) === resolve("")) return {};
  for (const name of FILE_NAMES) {
    const path = join(folder, name);
    if (await exists(path)) return { file: [path] };
  }
  return {};
}

/** The line that names the run to take back. */
function aboutRun(path: string, { command, started_at, actor }: Receipt): string {
  const who = actor.email ?? actor.user_id;
  return `${visible(`Taking back the ${command} of ${momentText(started_at)} by ${who} (${path})`)}\n`;
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

/** The guards of such a file would be those of other people, and its service may be another one. */
function otherOrganization(id: string, recorded: string): CommandError {
  const detail = `The file is for ${id}, the receipt for ${recorded}. Name the file of the same organization with -f.`;
  return fail("refused", "wrong-organization", "The file is of another organization", detail);
}

/** Reads what the undo needs, and plans it; the plan says for each change if something no longer exists. */
async function planUndo(session: RunSession, receipt: Receipt, planner: Planner): Promise<MadePlan> {
  const { client } = await session.service();
  const file = await session.file();
  const names = new Set(workspacesIn(receipt));
  const ids = new Map(Object.entries(receipt.workspaces));
  const known = new Set(ids.values());
  const selection = (visible: readonly VisibleWorkspace[]) => {
    const byName = visible.filter(({ name }) => names.has(name) && !ids.has(name));
    return {
      managed: visible.filter((workspace) => known.has(workspace.id) || byName.includes(workspace)),
      problems: duplicateWorkspaces(byName),
    };
  };
  const needs = (live: LiveState): readonly ReadNeed[] => {
    assertSameWorkspaces(receipt, live, file?.desired);
    return planner.needs(live);
  };
  const reading = { organizationId: receipt.organization.id, selection, needs, signal: session.context.stop };
  const live = await readShowingProgress(session.context, client, () => readLiveState(client, reading));
  return { ...planner.plan(live), live, provided: [] };
}

/** The places of the file's rules, and what is to say of its data model; the rest of the file has nothing to do with it. */
function factsForUndo(
  file: LoadedFile | undefined,
  aboutModel: readonly Diagnostic[] = [],
): { readonly file?: FileFacts } {
  if (file === undefined) return {};
  const locate: FileFacts["locate"] = (address) =>
    parseRulePath(address) === undefined ? undefined : file.config.locate(address);
  return { file: { diagnostics: aboutModel, locate } };
}

/**
 * The data model of the file. An undo has to be possible where the model is not at hand, unless a rule of the file asks it:
 * its plan then says by values alone who sees more.
 */
async function modelIfAny(session: RunSession): Promise<ReadModel | undefined> {
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

const STILL_IN_FILE =
  "The file still describes what was undone. Change the file as well, or the next apply does it again.\n";
