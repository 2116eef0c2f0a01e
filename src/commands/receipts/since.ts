import fs from "node:fs";
import { dirname, resolve } from "node:path";
import type { Receipt } from "../../model/plan/receipt.js";
import { hasSwitch } from "../../plan/guards/allowance.js";
import type { ApprovedArrival, EarlierMember } from "../../plan/input/inputs.js";
import {
  approvedArrivals,
  arrivalsOf,
  earlierMembers,
  isOfJoined,
  type RunHistory,
} from "../../plan/people/approved-arrivals.js";
import { visible } from "../../util/escape.js";
import { CommandError, fail, unreadFile, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { assertOutsideCheckout } from "../git/checkout.js";
import { assertSameService, type FoundReceipt, isOfAnother } from "./read-receipt.js";
import { incompleteReceipt, readableIn, receiptsOf } from "./receipt-folder.js";
import { newestOf, orderOf, type ReceiptOrder } from "./receipt-order.js";
import { defaultFolder, earlierFolders, folderOfFile } from "./receipt-place.js";

/** An approval that is older says little about today. */
const MOST_DAYS = 90;
const DAY_MS = 86_400_000;

/** The access approved for people who have joined, with the receipts that record it. */
interface ApprovedSince {
  readonly approved: readonly ApprovedArrival[];
  /** The files that were read. */
  readonly paths: readonly string[];
}

/**
 * Reads the access that the newest receipt of an apply approved for people with an invite, and that no later receipt
 * gave them. The place of `--since`, or else the folder of the file, has that receipt; later ones are read in both.
 *
 * @throws CommandError for everything in these folders that is no whole receipt, and for a receipt that is too old, of
 * the future or of another organization.
 */
export async function approvedSince(
  context: CommandContext,
  options: SharedOptions,
  organization: string,
): Promise<ApprovedSince> {
  const { since } = options;
  const ownFolder = await defaultFolder(options);
  const place = since ?? ownFolder;
  const named = since === undefined || (await isFolder(since)) ? undefined : since;
  const folder = named === undefined ? place : dirname(named);
  const here = await receiptsOf(folder);
  const elsewhere = resolve(folder) === resolve(ownFolder) ? [] : await receiptsOf(ownFolder);
  const scope: ReceiptScope = { organization, options };
  const source = named === undefined ? undefined : approvingReceipt(named, here, scope);
  if (source === undefined && since !== undefined) assertNotOfOthers(since, here, scope);
  const history = historyOf([...here, ...elsewhere], scope);
  const newest = source === undefined ? newestApprovals(history, here) : [source];
  reportAmbiguity(context, place, newest);
  for (const { receipt } of newest) assertRecent(receipt, context.now(), options.allow ?? []);
  const [gap] = history.followingLost(newest.map(({ receipt }) => receipt));
  if (newest.length > 0 && gap !== undefined) reportGap(context, gap);
  if (newest.length === 0 || gap !== undefined) return { approved: [], paths: [] };
  return {
    approved: approvedArrivals(history, source?.receipt),
    paths: history.found.map(({ path }) => path),
  };
}

/**
 * Reads the access that the newest run next to the file had approved for people with an invite; `undefined`
 * if no comparison is possible: there is no receipt, the newest one is not certain, one is incomplete, or a
 * change under review can contain them.
 */
export async function approvedBefore(
  context: CommandContext,
  options: SharedOptions,
  organization: string,
): Promise<readonly ApprovedArrival[] | undefined> {
  try {
    const here = await receiptsOf(await defaultFolder(options));
    const history = historyOf(here, { organization, options });
    // A run that only takes away what has ended says nothing of who arrives.
    const saying = history.found.filter(
      ({ receipt: { ended, joined } }) => ended !== true || joined === true,
    );
    const [newest, ...others] = newestOf(saying, history);
    if (newest === undefined || others.length + history.followingLost([newest.receipt]).length > 0)
      return undefined;
    await assertOutsideCheckout(context, [newest.path], await folderOfFile(options));
    return arrivalsOf(newest.receipt);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Reads the former members from every readable receipt: they are reported, and decide nothing. */
export async function membersBefore(
  options: SharedOptions,
  organization: string,
): Promise<readonly EarlierMember[]> {
  const receipts = await readableIn(await earlierFolders(options));
  return earlierMembers(historyOf(receipts, { organization, options }));
}

/** Whose receipts count: those of the organization, in the service or in a sandbox, as the run is. */
interface ReceiptScope {
  readonly organization: string;
  readonly options: SharedOptions;
}

const isOurs = (receipt: Receipt, { organization, options }: ReceiptScope): boolean =>
  receipt.organization.id === organization && !isOfAnother(receipt, options);

/** The runs of an organization, with their files. */
interface FoundHistory extends RunHistory, Pick<ReceiptOrder, "followingLost"> {
  readonly found: readonly FoundReceipt[];
}

/** The history of one organization; other receipts still say what came before what. */
function historyOf(receipts: readonly FoundReceipt[], scope: ReceiptScope): FoundHistory {
  const { oldestFirst, ...order } = orderOf(receipts);
  const found = oldestFirst.filter(({ receipt }) => isOurs(receipt, scope));
  return { found, runs: found.map(({ receipt }) => receipt), ...order };
}

/** The newest runs that approve or end approvals; none if the place that was asked for has none. */
function newestApprovals(history: FoundHistory, here: readonly FoundReceipt[]): readonly FoundReceipt[] {
  const approving = history.found.filter(({ receipt }) => !isOfJoined(receipt));
  if (!approving.some((found) => here.includes(found))) return [];
  return newestOf(approving, history);
}

/** Notes on stderr that a receipt is known to be lost which may be of a later run. */
function reportGap({ stderr }: CommandContext, { path }: FoundReceipt): void {
  stderr.write(
    `${visible(path)} follows a receipt that is not here and may say who got what: nobody counts as joined. Put it back, or plan and apply as usual.\n`,
  );
}

/** Notes on stderr why nobody, or not everybody, counts as joined. */
function reportAmbiguity({ stderr }: CommandContext, place: string, newest: readonly FoundReceipt[]): void {
  const [first] = newest;
  if (first === undefined)
    stderr.write(`${visible(place)} has no receipt of an apply: nobody counts as joined.\n`);
  else if (newest.length > 1)
    stderr.write(
      `Which of these receipts is the newest cannot be told, so only what all of them approve counts: ${newest.map(({ path }) => visible(path)).join(", ")}\n`,
    );
  else if (first.receipt.command === "undo")
    stderr.write(`${visible(first.path)} is the receipt of an undo: nobody counts as joined.\n`);
}

/** Returns true if a path is a folder; it has to be there, and no link. */
async function isFolder(place: string): Promise<boolean> {
  const found = await fs.promises.lstat(place).catch((error: unknown) => {
    throw unreadFile(place, error, "Name a receipt, or a folder of receipts.");
  });
  if (found.isSymbolicLink()) {
    const detail = "A link in a repository can lead anywhere. Name the receipt, or its folder, itself.";
    throw usageError(`${visible(place)} is a link`, detail);
  }
  return found.isDirectory();
}

/**
 * The folder that the receipt of a run with `--joined` goes to. Ends a run whose receipt no later run would
 * read: people would get the approved access again, after somebody has removed it in the product.
 */
export async function assertReceiptIsRead(options: SharedOptions): Promise<string> {
  const { receipt, since } = options;
  const ownFolder = await defaultFolder(options);
  if (receipt === undefined) return ownFolder;
  const detail =
    "A person gets once what was approved for them, and the receipt of this run says who got it. Leave the option out, or name a .jsonl file in the folder of the receipts.";
  if (receipt === false) throw usageError("--joined needs its receipt, and --no-receipt writes none", detail);
  const folders = [ownFolder, ...(since === undefined ? [] : [since, dirname(since)])];
  const isRead =
    NAME.test(receipt) && folders.some((folder) => resolve(folder) === resolve(dirname(receipt)));
  if (!isRead) throw usageError(`--joined would not find its receipt at ${visible(receipt)}`, detail);
  return dirname(receipt);
}

/** The names that a receipt of `--joined` may have: receipts, and those that a later one of the same name has set aside. */
const NAME = /\.jsonl(?:\.\d+)?$/;

/** The receipt that is named; its folder was read. */
function approvingReceipt(
  place: string,
  ownFolder: readonly FoundReceipt[],
  scope: ReceiptScope,
): FoundReceipt {
  const found = ownFolder.find(({ path }) => resolve(path) === resolve(place));
  if (found === undefined) throw incompleteReceipt(place, "It is not a file.");
  const { receipt } = found;
  assertOurs(receipt, place, scope);
  if (isOfJoined(receipt) || receipt.command === "undo") {
    const what = isOfJoined(receipt) ? "a run with --joined" : "an undo";
    const detail = "Name the folder of receipts, or the receipt of an apply that approved something.";
    throw usageError(`${visible(place)} is the receipt of ${what}, which approves nothing`, detail);
  }
  return found;
}

/** Ends the command for a named folder that has receipts of others only, as for one such receipt. */
function assertNotOfOthers(folder: string, receipts: readonly FoundReceipt[], scope: ReceiptScope): void {
  const [first] = receipts;
  if (first === undefined || receipts.some(({ receipt }) => isOurs(receipt, scope))) return;
  assertOurs(first.receipt, folder, scope);
}

function assertOurs(receipt: Receipt, place: string, { organization, options }: ReceiptScope): void {
  const { id } = receipt.organization;
  if (id !== organization) {
    const summary = `${visible(place)} is of ${visible(id)}; the file is for ${visible(organization)}`;
    throw fail("refused", "wrong-organization", summary, "Name a receipt of this organization.");
  }
  assertSameService(visible(place), receipt, options);
}

const startOf = ({ started_at }: Receipt): number => Date.parse(started_at);

function assertRecent(source: Receipt, now: Date, allow: readonly string[]): void {
  const days = Math.floor((now.getTime() - startOf(source)) / DAY_MS);
  if ((days >= -1 && days <= MOST_DAYS) || hasSwitch(allow, "old-receipt")) return;
  const summary =
    days < 0
      ? `The newest receipt of an apply is dated ${source.started_at}, which is in the future`
      : `The newest receipt of an apply is ${days} days old, more than ${MOST_DAYS}`;
  const why =
    days < 0
      ? "A clock was wrong, so nobody knows how old the approval is."
      : "Since then somebody may have taken access from these people again.";
  const detail = `${why} Plan and apply as usual, which leaves a new receipt, or add \`--allow old-receipt\`.`;
  throw fail("refused", "old-receipt", summary, detail);
}
