import { dirname, join, resolve } from "node:path";
import type { Outcome } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { momentText } from "../../report/words/as-of.js";
import { visible } from "../../util/escape.js";
import { type CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile, FILE_NAMES } from "../context/default-file.js";
import { noteFiles } from "../documents/note-files.js";
import { exists } from "../documents/paths.js";
import { assertSameService, type FoundReceipt, findReceipt } from "../receipts/read-receipt.js";
import { folderOfReceipts } from "../receipts/receipt-place.js";
import { loadDesired } from "../session/load-desired.js";
import { printPlan } from "../session/print-plan.js";
import { inSession } from "../session/session.js";
import { readApproval } from "./approval.js";
import { approveAndRun } from "./approve-and-run.js";
import { modelIfAny, planUndo } from "./plan-undo.js";
import type { ApprovalOptions } from "./show-run.js";

interface UndoOptions extends ApprovalOptions {
  readonly dryRun?: boolean;
}

/**
 * The command `orgform undo`: undoes the recorded changes of an apply, by a plan of its own with its own
 * guards.
 */
export async function undo(context: CommandContext, asked: UndoOptions): Promise<Outcome> {
  const { path, receipt } = await receiptOf(asked);
  await noteFiles(context, { read: [path] });
  const options: UndoOptions = { ...asked, ...(await fileOfReceipts(asked)), receiptFile: path };
  const approval = await readApproval(undefined, options.approve);
  // A file that is not valid may hold guards: it is not the same as none.
  const hasFile = options.file !== undefined || (await exists(defaultFile()));
  const file = hasFile ? await loadDesired(context, options) : undefined;
  const { organization } = receipt;
  const source = { file: async () => file, place: { organization, service: file?.desired.service ?? {} } };
  return await inSession(context, options, source, async (session) => {
    const dataModel = await modelIfAny(session);
    if (file !== undefined && file.desired.organization.id !== organization.id)
      throw otherOrganization(file.desired.organization.id, organization.id);
    context.stderr.write(aboutRun(path, receipt));
    const planWith = (archives: readonly string[]) =>
      planUndo({ ...session, model: async () => dataModel }, receipt, archives);
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

/** The receipt that is named. */
async function receiptOf(options: UndoOptions): Promise<FoundReceipt> {
  const { receiptFile: path } = options;
  if (path === undefined) throw usageError("An undo needs a receipt", "Name the receipt of the run.");
  const found = await findReceipt(path);
  assertSameService(path, found.receipt, options);
  return found;
}

/** The file next to another default folder of receipts, if no file is named. */
async function fileOfReceipts({ file, receiptFile }: UndoOptions): Promise<Pick<UndoOptions, "file">> {
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

/** The guards of such a file would be those of other people, and its service may be another one. */
function otherOrganization(id: string, recorded: string): CommandError {
  const detail = `The file is for ${id}, the receipt for ${recorded}. Name the file of the same organization with -f.`;
  return fail("refused", "wrong-organization", "The file is of another organization", detail);
}

const STILL_IN_FILE =
  "The file still describes what was undone. Change the file as well, or the next apply does it again.\n";
