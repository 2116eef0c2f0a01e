import type { Dirent } from "node:fs";
import fs from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { shellWord } from "../../plan/guards/allowance.js";
import { isOfJoined } from "../../plan/people/approved-arrivals.js";
import { newArrivals } from "../../plan/people/earlier-arrivals.js";
import { compareText } from "../../util/collections.js";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";
import { CommandError, usageError } from "../context/command-error.js";
import type { SharedOptions } from "../context/options.js";
import type { Checked } from "../documents/check-document.js";
import { completeReceipt, type FoundReceipt, findReceipt, firstLineOf, isOfAnother } from "./read-receipt.js";
import { newestOf, orderOf } from "./receipt-order.js";
import { defaultFolder } from "./receipt-place.js";

/** Files that version control and desktops put into any folder. */
const HARMLESS: ReadonlySet<string> = new Set([".gitignore", ".gitkeep", ".DS_Store"]);

/** The paths of all entries of a folder of receipts, which has no other use, with any name. */
export async function pathsIn(folder: string): Promise<readonly string[]> {
  return (await entriesOf(folder)).map(({ name }) => join(folder, name));
}

/**
 * The receipts of a folder, for a run that counts on them: none is skipped, because any of them may record
 * who was provided for. A folder that does not exist has none.
 *
 * @throws CommandError with the name of every entry that is no complete receipt, and for a folder that cannot
 * be read.
 */
export async function receiptsOf(folder: string): Promise<readonly FoundReceipt[]> {
  const receipts: FoundReceipt[] = [];
  const errors: Diagnostic[] = [];
  for (const entry of await existingEntries(folder)) {
    const path = join(folder, entry.name);
    const checked = await readEntry(path, entry);
    if ("problem" in checked) errors.push(...incompleteReceipt(path, checked.problem).diagnostics);
    else receipts.push(checked.document);
  }
  if (errors.length > 0) throw new CommandError("error", errors);
  return receipts;
}

/**
 * The receipt of the newest run next to the file that sent something: a run that only waited for somebody has
 * nothing to undo. Where a later one approved who arrives, and sent nothing, it is not clear which of the two is meant.
 */
export async function newestReceipt(options: SharedOptions): Promise<FoundReceipt> {
  const folder = await defaultFolder(options);
  const order = orderOf(await receiptsOf(folder));
  const ours = order.oldestFirst.filter(({ receipt }) => !isOfAnother(receipt, options));
  const sent = ours.filter(({ receipt }) => hasSent(receipt));
  const [one, ...others] = newestOf(sent, order);
  if (one === undefined) {
    const detail =
      "`apply` writes one there unless --no-receipt or --receipt says otherwise. Name the receipt of the run.";
    const where = options.sandbox === undefined ? "in the service" : "in a sandbox";
    throw usageError(`${visible(folder)} has no receipt of a run ${where} that wrote something`, detail);
  }
  const later = ours.findLast(
    ({ receipt }) => !hasSent(receipt) && approvesAnew(receipt) && order.isBefore(one.receipt, receipt),
  );
  if (later !== undefined)
    throw usageError(
      `The newest run wrote nothing: it only approved who arrives (${visible(later.path)})`,
      `Of that there is nothing to take back: change the file and apply it, so that something else is approved. To take back the run before it, name its receipt: orgform undo ${visible(shellWord(one.path))}`,
    );
  if (others.length === 0) return one;
  const names = [one, ...others].map(({ path }) => visible(path)).join(", ");
  throw usageError(
    "Which run is the newest cannot be told: none of these receipts follows the others",
    `Name the receipt of the run: ${names}.`,
  );
}

const hasSent = ({ changes }: Receipt): boolean =>
  changes.some(({ outcome }) => outcome === "done" || outcome === "unknown");

/** Returns true for a run that approved an arrival which no earlier one had approved so. */
const approvesAnew = (receipt: Receipt): boolean =>
  !isOfJoined(receipt) && newArrivals(receipt.arrivals).length > 0;

/** The error about a file that has to be a complete receipt. */
export function incompleteReceipt(path: string, problem: string): CommandError {
  const detail =
    "It may say what an earlier run did and who got what, so nothing goes on without it. Put the whole receipt there, or keep this elsewhere: a folder of receipts holds nothing else.";
  return usageError(`${visible(path)} is not a whole receipt`, `${problem} ${detail}`);
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !(entry.isFile() && HARMLESS.has(entry.name)))
    .sort((a, b) => compareText(a.name, b.name));
}

async function existingEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await entriesOf(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw usageError(`The folder of receipts ${visible(folder)} cannot be read`, `${errorCode(error)}.`);
  }
}

async function readEntry(path: string, entry: Dirent): Promise<Checked<FoundReceipt>> {
  if (entry.isSymbolicLink()) return { problem: "It is a link." };
  if (entry.isDirectory()) return { problem: "It is a folder." };
  if (!entry.isFile()) return { problem: "It is not a file." };
  try {
    return completeReceipt(path, await fs.promises.readFile(path));
  } catch (error) {
    return { problem: `It cannot be read (${errorCode(error)}).` };
  }
}

/**
 * The digests of the receipts that a new one follows: of those in these folders, each that no other one there follows.
 * What cannot be read is passed over here, and an error for the run that counts on it.
 */
export async function followedIn(folders: readonly string[]): Promise<readonly string[]> {
  const texts = await allIn(folders, (path) => fs.promises.readFile(path, "utf8"));
  const read = texts.flatMap((text) => firstLineOf(text) ?? []);
  const followed = new Set(read.flatMap(({ follows = [] }) => follows));
  const digests = new Set(read.map(({ digest }) => digest));
  return [...digests].filter((digest) => !followed.has(digest)).sort();
}

/**
 * The readable receipts in these folders, for a run that reports their content and depends on none of them.
 */
export async function readableIn(folders: readonly string[]): Promise<readonly FoundReceipt[]> {
  return await allIn(folders, findReceipt);
}

/** The results of `read` for the files in these folders with names of receipts, without unreadable ones. */
async function allIn<T>(
  folders: readonly string[],
  read: (path: string) => Promise<T>,
): Promise<readonly T[]> {
  const paths: string[] = [];
  for (const folder of new Set(folders.map((one) => resolve(one)))) {
    const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
    const named = entries.filter((entry) => entry.isFile() && entry.name.includes(".jsonl"));
    paths.push(...named.map(({ name }) => join(folder, name)));
  }
  const all = await Promise.allSettled(paths.map(read));
  return all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
