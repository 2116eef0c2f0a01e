import { type ReviewFile, readReviewFile } from "../../config/review/review-file.js";
import type { Outcome } from "../../model/plan/plan.js";
import { reviewRows } from "../../plan/review/review-rows.js";
import { asOfLines } from "../../render/as-of.js";
import { jsonText } from "../../render/json-text.js";
import { checkText } from "../../render/review/check-text.js";
import { COLUMNS, cellText, reviewList } from "../../render/review/review-list.js";
import { errorCode } from "../../util/error-code.js";
import { writeOutput } from "../documents/write-output.js";
import { fail, usageError } from "../session/command-error.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import type { LiveOptions } from "../session/options.js";
import { readModel } from "../session/read-model.js";
import { readEverything, workspacesNamed } from "../snapshot/read-everything.js";
import { checkList, isInOrder } from "./check-list.js";
import { revocationOf } from "./revocation.js";

const fs = process.getBuiltinModule("node:fs");

/** Options of `review check`. */
export interface ReviewCheckOptions extends LiveOptions<"text" | "json"> {
  readonly reviewFile: string;
}

const MAKE_ONE = "Make one with `orgform review --out NAME`, and keep its columns.";
const MOST_BYTES = 100_000_000;

/** `orgform review check`: finds what a list that came back lacks, whose access has changed, and how to revoke it. */
export async function reviewCheck(context: CommandContext, options: ReviewCheckOptions): Promise<Outcome> {
  const list = await readList(options.reviewFile);
  const file = await loadDesiredIfAny(context, options);
  const [{ cells: first } = { cells: {} as Readonly<Record<string, string>> }] = list.rows;
  const organizationId = file?.desired.organization.id ?? first.organization ?? "";
  if (first.organization !== organizationId)
    throw otherOrganization(options.reviewFile, organizationId, first.organization);
  return await withConnection(context, options, file?.desired, async ({ client, asOf }) => {
    const hasData = list.rows.some(({ cells }) => cells.data !== "");
    const model = hasData ? await readModel(file?.desired) : undefined;
    if (hasData && model === undefined)
      throw usageError("The list was made with a data model", "Name the file that has `data_model` with -f.");
    const live = await readEverything(context, client, organizationId, workspacesNamed(undefined));
    const listed = new Set(list.rows.map(({ cells }) => cells.workspace));
    const inList = { ...live, workspaces: live.workspaces.filter(({ name }) => listed.has(cellText(name))) };
    const people = reviewRows(inList, model);
    const { rows } = reviewList(live.organization, first.as_of ?? "", people);
    const current = people.flatMap(({ workspace, member }, i) =>
      rows.slice(i, i + 1).map((cells) => ({ ref: { workspace, member }, cells })),
    );
    const checked = checkList(list, current);
    const { revoke, ...found } = checked;
    const revocations = revoke.map((ref) => revocationOf(ref, live, file));
    const outcome: Outcome = isInOrder(checked) ? "ok" : "differences";
    const text =
      options.format === "json"
        ? jsonText({ format_version: "1.0", outcome, ...found, revocations, ...(asOf && { as_of: asOf }) })
        : [...asOfLines(asOf), checkText({ ...found, revocations })].join("\n");
    await writeOutput(context, options.output, text);
    return outcome;
  });
}

async function readList(path: string): Promise<ReviewFile> {
  let text: string;
  try {
    const { size } = await fs.promises.stat(path);
    if (size > MOST_BYTES) throw usageError(`${path} is too large for a review`, MAKE_ONE);
    text = new TextDecoder("utf-8", { fatal: true }).decode(await fs.promises.readFile(path));
  } catch (error) {
    if (error instanceof TypeError)
      throw usageError(`${path} is not UTF-8`, "Save it as CSV UTF-8 in the spreadsheet.");
    if (errorCode(error) !== "") throw usageError(`${path} cannot be read`, MAKE_ONE);
    throw error;
  }
  const list = readReviewFile(text);
  if ("problem" in list) throw usageError(`${path} cannot be read`, `${list.problem} ${MAKE_ONE}`);
  const missing = COLUMNS.filter((column) => !list.columns.includes(column));
  if (missing.length > 0)
    throw usageError(`${path} is not a review`, `It lacks the columns ${missing.join(", ")}. ${MAKE_ONE}`);
  if (list.rows.length === 0) throw usageError(`${path} has no rows`, MAKE_ONE);
  return list;
}

function otherOrganization(path: string, expected: string, id = "none") {
  const detail = `The file is for ${expected}, the list of ${id}. Name the file of the same organization with -f.`;
  return fail("refused", "wrong-organization", `${path} is of another organization`, detail);
}
