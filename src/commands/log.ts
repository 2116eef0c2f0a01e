import fs from "node:fs";
import { join } from "node:path";
import { askForFile } from "../config/text/near-file.js";
import type { Outcome } from "../model/plan/plan.js";
import type { Receipt } from "../model/plan/receipt.js";
import { logProduct } from "../report/log/log-product.js";
import { createLog } from "../report/log/run-log.js";
import { type ProductFormat, productIn } from "../report/product/product.js";
import { compareText } from "../util/collections.js";
import { count } from "../util/english.js";
import { visible } from "../util/escape.js";
import { CommandError, usageError } from "./context/command-error.js";
import type { CommandContext } from "./context/context.js";
import type { SharedOptions } from "./context/options.js";
import { noteFiles } from "./documents/note-files.js";
import { productStyle, writeOutput } from "./documents/write-output.js";
import { type FoundReceipt, findReceipt } from "./receipts/read-receipt.js";
import { folderOfFile } from "./receipts/receipt-place.js";

type LogOptions = SharedOptions<ProductFormat> & {
  /** Receipts, and folders of them. */
  readonly receipts?: readonly string[];
};

/**
 * The command `orgform log`: one line for each run, from its receipt; runs in a sandbox only if one is asked
 * for. A receipt that cannot be read makes it fail, after the others.
 */
export async function log(context: CommandContext, options: LogOptions): Promise<Outcome> {
  const { ORGFORM_FILE: file } = context.env;
  const places = options.receipts?.length
    ? options.receipts
    : [join(await folderOfFile({ file: file ? [file] : [] }), ".orgform", "receipts")];
  const paths = (await Promise.all(places.map(filesIn))).flat();
  await noteFiles(context, { read: paths });
  const receipts: FoundReceipt[] = [];
  let outcome: Outcome = "ok";
  for (const path of new Set(paths)) {
    try {
      receipts.push(await findReceipt(path));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      outcome = "error";
      // A log must not leave a run out silently.
      context.stderr.write(`${visible(error.diagnostics[0]?.summary ?? path)}: it is not in this log.\n`);
    }
  }
  const own = receipts.filter(({ receipt }) => !isOfAnother(receipt, options));
  if (own.length < receipts.length) reportLeftOut(context, options, receipts.length - own.length);
  const entries = createLog(own.toSorted(byMoment));
  const { format = "text" } = options;
  const product = productIn({ ...logProduct(entries), outcome }, format, productStyle(context, options));
  await writeOutput(context, options.out, product);
  return outcome;
}

/** Oldest first, by the runs' own time; of one moment the shorter name comes first, as a number makes the next one longer. */
const byMoment = (a: FoundReceipt, b: FoundReceipt): number =>
  Date.parse(a.receipt.started_at) - Date.parse(b.receipt.started_at) ||
  a.path.length - b.path.length ||
  compareText(a.path, b.path);

/** A log must not look as if these runs had not been. */
function reportLeftOut({ stderr }: CommandContext, { sandbox }: LogOptions, number: number): void {
  const runs = count(number, "run");
  stderr.write(
    sandbox === undefined
      ? `${runs} in a sandbox ${number === 1 ? "is" : "are"} not in this log: --sandbox lists those.\n`
      : `${runs} in the service ${number === 1 ? "is" : "are"} not in this log, which is of runs in a sandbox.\n`,
  );
}

/** Files that version control and desktops put into any folder. */
const HARMLESS: ReadonlySet<string> = new Set([".gitignore", ".gitkeep", ".DS_Store"]);

/** A receipt, or the entries of a folder of receipts, which has no other use, with any name. */
async function filesIn(path: string): Promise<readonly string[]> {
  try {
    if (!(await fs.promises.stat(path)).isDirectory()) return [path];
    const entries = await fs.promises.readdir(path, { withFileTypes: true });
    const names = entries.flatMap((entry) =>
      entry.isFile() && HARMLESS.has(entry.name) ? [] : [entry.name],
    );
    return names.sort(compareText).map((name) => join(path, name));
  } catch {
    const detail =
      "`apply` writes receipts to .orgform/receipts beside the file, or where --receipt says. Name the folder or the files.";
    throw usageError(`There is no file or folder ${visible(path)}`, askForFile(path) + detail);
  }
}

/** Returns true if a receipt is of a sandbox and the run that reads it of the service, or the other way round. */
const isOfAnother = (receipt: Receipt, { sandbox }: SharedOptions): boolean =>
  (receipt.sandbox === true) !== (sandbox !== undefined);
