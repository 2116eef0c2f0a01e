import { dirname, join, resolve } from "node:path";
import type { Receipt } from "../../model/plan/receipt.js";
import { OLD_RECEIPT } from "../../plan/guards/allowance.js";
import type { ApprovedArrival } from "../../plan/input/inputs.js";
import { approvedArrivals } from "../../plan/people/approved-arrivals.js";
import { visible } from "../../util/escape.js";
import { fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { FileOptions, ServiceOptions } from "../context/options.js";
import type { FoundReceipt } from "./newest-receipt.js";
import { assertSameService, isOfAnother, isReceipt, readReceipt } from "./read-receipt.js";
import { defaultFolder, type ReceiptOptions } from "./receipt-place.js";

const fs = process.getBuiltinModule("node:fs");

/** The options that say which receipts tell who has joined. */
export interface SinceOptions extends FileOptions, Pick<ServiceOptions, "sandbox"> {
  /** A receipt, or a folder of receipts. */
  readonly since?: string;
  readonly allow?: readonly string[];
}

/** An approval that is older says little about today. */
const MOST_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Reads the access that the newest receipt of an apply approved for people with an invite, and that no later receipt
 * gave them. The place of `--since`, or else the folder of the file, has that receipt; later ones are read in both.
 *
 * @throws CommandError for a link, a damaged receipt, and one that is too old, of the future or of another organization.
 */
export async function approvedSince(
  context: CommandContext,
  options: SinceOptions,
  organization: string,
): Promise<readonly ApprovedArrival[]> {
  const { since } = options;
  const beside = await defaultFolder(options);
  const place = since ?? beside;
  const source = await approvingReceipt(place, options, organization);
  if (source === undefined) {
    context.stderr.write(`${visible(place)} has no receipt of an apply: nobody counts as joined.\n`);
    return [];
  }
  assertRecent(source.receipt, context.now(), options.allow ?? []);
  const all = await receiptsIn(new Set([dirname(source.path), beside]));
  const later = all.filter(
    ({ path, receipt }) =>
      path !== source.path &&
      receipt.organization.id === organization &&
      !isOfAnother(receipt, options) &&
      startOf(receipt) >= startOf(source.receipt),
  );
  return approvedArrivals(
    source.receipt,
    later.map(({ receipt }) => receipt),
  );
}

/**
 * Ends a run with `--joined` whose receipt no later run would read: people would get what was approved a second time,
 * after somebody has taken it away by hand.
 */
export async function assertReceiptIsRead(options: SinceOptions & ReceiptOptions): Promise<void> {
  const { receipt, since } = options;
  if (receipt === undefined) return;
  const detail =
    "A person gets once what was approved for them, and the receipt of this run says who got it. Leave the option out, or name a .jsonl file in the folder of the receipts.";
  if (receipt === false) throw usageError("--joined needs its receipt, and --no-receipt writes none", detail);
  const folders = [await defaultFolder(options), ...(since === undefined ? [] : [since, dirname(since)])];
  const isRead =
    NAME.test(receipt) && folders.some((folder) => resolve(folder) === resolve(dirname(receipt)));
  if (!isRead) throw usageError(`--joined would not find its receipt at ${visible(receipt)}`, detail);
}

/** The receipt that approves, and its file. */
async function approvingReceipt(
  place: string,
  options: SinceOptions,
  organization: string,
): Promise<FoundReceipt | undefined> {
  const found = await fs.promises.lstat(place).catch(() => undefined);
  if (found === undefined && options.since === undefined) return undefined;
  if (found?.isSymbolicLink()) {
    const detail = "A link in a repository can lead anywhere. Name the receipt, or its folder, itself.";
    throw usageError(`${visible(place)} is a link`, detail);
  }
  if (found?.isDirectory())
    return (await receiptsIn([place])).findLast(
      ({ receipt }) =>
        receipt.organization.id === organization && !isOfAnother(receipt, options) && !isOfJoined(receipt),
    );
  const source = await readReceipt(place);
  assertOwn(source, place, organization);
  assertSameService(visible(place), source, options);
  if (isOfJoined(source)) {
    const detail =
      "It gave people what an earlier run had approved. Name the folder of receipts, or that earlier one.";
    throw usageError(
      `${visible(place)} is the receipt of a run with --joined, which approves nothing`,
      detail,
    );
  }
  return { path: join(place), receipt: source };
}

/** Receipts, and those that a later one of the same name has set aside. */
const NAME = /\.jsonl(?:\.\d+)?$/;

/** The receipts in folders, by when their runs began. A damaged one is an error: it may say who was provided for. */
async function receiptsIn(folders: Iterable<string>): Promise<readonly FoundReceipt[]> {
  const receipts: FoundReceipt[] = [];
  for (const folder of folders) {
    const entries = await fs.promises.readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile() || !NAME.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (await isReceipt(path)) receipts.push({ path, receipt: await readReceipt(path) });
    }
  }
  // Of two of one moment the later has a number in its name.
  return receipts.sort((a, b) => startOf(a.receipt) - startOf(b.receipt) || a.path.length - b.path.length);
}

const startOf = ({ started_at }: Receipt): number => Date.parse(started_at);

const isOfJoined = ({ joined }: Receipt): boolean => joined === true;

function assertOwn({ organization }: Receipt, place: string, id: string): void {
  if (organization.id === id) return;
  const summary = `${visible(place)} is of ${visible(organization.id)}; the file is for ${visible(id)}`;
  throw fail("refused", "wrong-organization", summary, "Name a receipt of this organization.");
}

function assertRecent(source: Receipt, now: Date, allow: readonly string[]): void {
  const days = Math.floor((now.getTime() - startOf(source)) / DAY_MS);
  if ((days >= -1 && days <= MOST_DAYS) || allow.includes(OLD_RECEIPT)) return;
  const summary =
    days < 0
      ? `The newest receipt of an apply is dated ${source.started_at}, which is in the future`
      : `The newest receipt of an apply is ${days} days old, more than ${MOST_DAYS}`;
  const why =
    days < 0
      ? "A clock was wrong, and later receipts may count as older."
      : "Since then somebody may have taken access from these people again.";
  const detail = `${why} Plan and apply as usual, which leaves a new receipt, or add \`--allow ${OLD_RECEIPT}\`.`;
  throw fail("refused", "old-receipt", summary, detail);
}
