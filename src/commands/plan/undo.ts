import type { Client } from "../../api/operations.js";
import { duplicateWorkspaces } from "../../live/duplicates.js";
import { readLiveState } from "../../live/read-live-state.js";
import type { VisibleWorkspace } from "../../live/visible-workspaces.js";
import { parseRulePath } from "../../model/address.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { DEFAULT_LIMITS, type DesiredState, stricterLimits } from "../../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { FileFacts } from "../../plan/inputs.js";
import type { Planner } from "../../plan/planner.js";
import { workspacesIn } from "../../plan/undo/undo-changes.js";
import { createUndoPlanner } from "../../plan/undo/undo-planner.js";
import { readApproval } from "../documents/approval.js";
import { exists } from "../documents/exists.js";
import { printPlan } from "../documents/print-plan.js";
import { readReceipt } from "../documents/read-receipt.js";
import { type CommandError, fail } from "../session/command-error.js";
import { refuseSnapshot, withService } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { defaultFile } from "../session/default-file.js";
import { type LoadedFile, loadDesired } from "../session/load-desired.js";
import { type MadePlan, planOptionsOf } from "../session/make-plan.js";
import { readShowingProgress } from "../session/progress.js";
import { type ApprovalOptions, approveAndRun } from "./approve-and-run.js";

/** Options of `undo`. */
export interface UndoOptions extends ApprovalOptions {
  readonly receiptFile: string;
  readonly dryRun?: boolean;
}

/** The guards of an undo: those of the file, or without a file those of the apply. */
type Guards = Pick<DesiredState, "service" | "protect" | "limits" | "expect">;

/** `orgform undo`: takes back what an apply recorded, by a plan of its own with its own guards. */
export async function undo(context: CommandContext, asked: UndoOptions): Promise<Outcome> {
  const options: UndoOptions = { ...asked, isUndo: true };
  refuseSnapshot(options);
  const receipt = await readReceipt(options.receiptFile);
  const approval = await readApproval(undefined, options.approve);
  // A file that is not valid may hold guards: it is not the same as none.
  const hasFile = options.file !== undefined || (await exists(defaultFile()));
  const file = hasFile ? await loadDesired(context, options) : undefined;
  const guards = file?.desired ?? guardsOf(receipt);
  const { organization } = receipt;
  if (file !== undefined && file.desired.organization.id !== organization.id)
    throw otherOrganization(file.desired.organization.id, organization.id);
  return await withService(
    context,
    options,
    { organization, service: guards.service },
    async (connection) => {
      const planWith = async (archives: readonly string[]) => {
        const allowArchive = [...(options.allowArchive ?? []), ...archives];
        const planOptions = await planOptionsOf(context, { ...options, allowArchive });
        const planner = createUndoPlanner(receipt, guards, { ...planOptions, ...placesOfRules(file) });
        return await planUndo(context, connection.client, { receipt, planner, file: file?.desired });
      };
      const made = await planWith([]);
      const { plan } = made;
      if (options.dryRun === true) {
        await printPlan(context, options, plan);
        return plan.outcome;
      }
      const proposal = { ...made, again: planWith, approval, guards };
      const outcome = await approveAndRun(context, options, proposal, connection);
      if (outcome === "ok" && plan.applyable && file !== undefined) context.stderr.write(STILL_IN_FILE);
      return outcome;
    },
  );
}

/** The guards of a receipt, which may come from anywhere: they add to the defaults and never replace them. */
function guardsOf({ guards }: Receipt): Guards {
  const limits = stricterLimits(guards?.limits ?? DEFAULT_LIMITS, DEFAULT_LIMITS);
  return { service: {}, protect: guards?.protect ?? [], limits, expect: [] };
}

/** A receipt, and the planner that takes it back. */
interface Recorded {
  readonly receipt: Receipt;
  readonly planner: Planner;
  readonly file: DesiredState | undefined;
}

/** A receipt must call a workspace by its live name, or by the name that the file gives to its id. */
function assertSameWorkspaces(
  { workspaces = {} }: Receipt,
  { workspaces: live }: LiveState,
  file: DesiredState | undefined,
): void {
  for (const [name, id] of Object.entries(workspaces)) {
    const liveWorkspace = live.find((workspace) => workspace.id === id);
    const isPinned = file?.workspaces.some((workspace) => workspace.name === name && workspace.id === id);
    if (liveWorkspace === undefined || liveWorkspace.name === name || isPinned) continue;
    const detail = `The receipt means the workspace ${id}, which is called ${liveWorkspace.name} now. If that is the right one, give the file that calls it ${name} and pins it by this id with -f.`;
    throw fail(
      "refused",
      "other-workspace",
      `What the receipt calls ${name} is ${liveWorkspace.name}`,
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
async function planUndo(
  context: CommandContext,
  client: Client,
  { receipt, planner, file }: Recorded,
): Promise<MadePlan> {
  const names = new Set(workspacesIn(receipt));
  const ids = new Map(Object.entries(receipt.workspaces ?? {}));
  const known = new Set(ids.values());
  const selection = (visible: readonly VisibleWorkspace[]) => {
    const byName = visible.filter(({ name }) => names.has(name) && !ids.has(name));
    return {
      managed: visible.filter((workspace) => known.has(workspace.id) || byName.includes(workspace)),
      problems: duplicateWorkspaces(byName),
    };
  };
  const needs = (live: LiveState): readonly ReadNeed[] => {
    assertSameWorkspaces(receipt, live, file);
    return planner.needs(live);
  };
  const reading = { organizationId: receipt.organization.id, selection, needs, signal: context.stop };
  const live = await readShowingProgress(context, client, () => readLiveState(client, reading));
  return { plan: planner.plan(live), live };
}

/** The places of the file's rules; other places of the file have nothing to do with what is taken back. */
function placesOfRules(file: LoadedFile | undefined): { readonly file?: FileFacts } {
  if (file === undefined) return {};
  const locate: FileFacts["locate"] = (address) =>
    parseRulePath(address) === undefined ? undefined : file.config.locate(address);
  return { file: { diagnostics: [], locate } };
}

const STILL_IN_FILE =
  "The file still describes what was undone. Change the file as well, or the next apply does it again.\n";
