import fs from "node:fs";
import type { ValidFile } from "../../config/config.js";
import { readReviewFile } from "../../config/review/review-file.js";
import { otherForm } from "../../config/text/file-form.js";
import type { ReviewFacts } from "../../model/plan/plan.js";
import type { Scope } from "../../model/state/snapshot.js";
import { withoutSeen } from "../../plan/review/review-facts.js";
import { COLUMNS } from "../../report/review/review-cells.js";
import { nameList } from "../../util/english.js";
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

/** Ends the command if it does not see a workspace of the list: it would call everybody there gone. */
export function assertShown(path: string, list: ReviewRows, { whole, workspaces }: Scope): void {
  const names = new Set(list.map(({ facts, cells }) => facts?.workspace ?? cells.workspace ?? ""));
  const missing = [...names].filter((name) => !workspaces.includes(name));
  if (whole || missing.length === 0) return;
  const detail = `It sees ${nameList(workspaces) || "no workspace"}. Use a token, or a snapshot, of the whole organization.`;
  throw usageError(`${path} has rows of ${nameList(missing)}, which this run does not see`, detail);
}

export const hasFact = (list: ReviewRows, fact: "data" | "listed"): boolean =>
  list.some(({ facts }) => facts?.[fact] !== undefined);

/** Returns a function to today's facts as far as the list knows them: a fact that its version lacks is not compared. */
export function factsKnownTo(list: ReviewRows): (facts: ReviewFacts) => ReviewFacts {
  const knowsSeen = list.some(({ facts }) => facts?.data?.seen !== undefined);
  return (facts) => (knowsSeen ? facts : withoutSeen(facts));
}

/** Returns true if a list holds facts, other than those of a data model, that only a file has. */
export const isOfFile = (list: ReviewRows): boolean =>
  hasFact(list, "listed") || list.some(({ facts }) => facts?.presence === "awaited");

/** Ends the command if a list holds facts that only a file has, and no file was named. */
export function assertSources(list: ReviewRows, file: ValidFile | undefined): void {
  if (hasFact(list, "data") && file?.desired.data_model === undefined)
    throw usageError("The list was made with a data model", "Name the file that has `data_model` with -f.");
  if (isOfFile(list) && file === undefined)
    throw usageError(
      "The list was made with a file that lists everybody or awaits somebody",
      "Name that file with -f.",
    );
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
