import fs from "node:fs";
import { readReviewFile } from "../../config/review/review-file.js";
import { otherForm } from "../../config/text/file-form.js";
import { COLUMNS } from "../../report/review/review-cells.js";
import { errorCode } from "../../util/error-code.js";
import { fail, unreadFile, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { noteFiles } from "../documents/note-files.js";
import { type ListedRow, listedRows } from "./listed-rows.js";

const MAKE_ONE = "Make one with `orgform review --out NAME`, and keep its columns.";
const MOST_BYTES = 100_000_000;

/** The rows of a list; there is one at least. */
export type ReviewRows = readonly ListedRow[];

/** Reads a list that `orgform review` wrote and people decided in. Any other file ends the command. */
export async function readReviewList(context: CommandContext, path: string): Promise<ReviewRows> {
  await noteFiles(context, { read: [path] });
  const list = readReviewFile(await textOf(path));
  if ("problem" in list) throw usageError(`${path} cannot be read`, `${list.problem} ${MAKE_ONE}`);
  const missing = COLUMNS.filter((column) => !list.columns.includes(column));
  if (missing.length > 0)
    throw usageError(`${path} is not a review`, `It lacks the columns ${missing.join(", ")}. ${MAKE_ONE}`);
  if (list.rows.length === 0) throw usageError(`${path} has no rows`, MAKE_ONE);
  return listedRows(list);
}

/** The organization that a list is of, as it says. */
export const organizationOf = ([first]: ReviewRows): string => first?.cells.organization ?? "";

/** Ends the command where a list is of another organization. */
export function assertOrganization(path: string, list: ReviewRows, expected: string): void {
  const id = organizationOf(list);
  if (id === expected) return;
  const detail = `The list is of ${id || "none"}, and the file or the service of ${expected}. Name a list and a file of the same organization.`;
  throw fail("refused", "wrong-organization", `${path} is of another organization`, detail);
}

/** Ends the command where a list was made in a sandbox and the run reads the service, or the other way round. */
export function assertSameSource(path: string, [first]: ReviewRows, isSandbox: boolean): void {
  const isMadeThere = (first?.cells.sandbox ?? "") !== "";
  if (isMadeThere === isSandbox) return;
  const [of, run] = isMadeThere ? ["a sandbox", "the service"] : ["the service", "a sandbox"];
  const detail = `What is so in a sandbox says nothing about the service. Name a list of ${run}, or change --sandbox and ORGFORM_SANDBOX.`;
  throw fail("refused", "other-service", `${path} is a review of ${of}, and this run reads ${run}`, detail);
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await fs.promises.stat(path);
    if (size > MOST_BYTES) throw usageError(`${path} is too large for a review`, MAKE_ONE);
    const bytes = await fs.promises.readFile(path);
    const form = otherForm(bytes);
    if (form !== undefined) throw usageError(`${path} is ${form.what}`, form.advice);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError)
      throw usageError(`${path} is not UTF-8`, "Save it as CSV UTF-8 in the spreadsheet.");
    if (errorCode(error) !== "") throw unreadFile(path, error, MAKE_ONE);
    throw error;
  }
}
