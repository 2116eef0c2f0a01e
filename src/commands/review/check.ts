import { basename } from "node:path";
import type { ValidFile } from "../../config/config.js";
import { scopeOf } from "../../live/snapshot/scope.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { LiveState } from "../../model/state/live-state.js";
import { holdingsOf } from "../../plan/review/holdings.js";
import { factsOf } from "../../plan/review/review-facts.js";
import { reviewRows } from "../../plan/review/review-rows.js";
import { pageHtml } from "../../report/html/page-html.js";
import { resultCsv, resultJson } from "../../report/review/result-files.js";
import { resultPage } from "../../report/review/result-page.js";
import { type Cells, cellsOf } from "../../report/review/review-cells.js";
import { isClosed, type ReviewResult } from "../../report/review/review-result.js";
import { pageText } from "../../report/text/page-text.js";
import { jsonText } from "../../report/words/json-text.js";
import { type CommandContext, isOfSandbox, outputStyleOf } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf } from "../documents/origin.js";
import { writeOutput } from "../documents/write-output.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import { inSession, modelTelling, type Session } from "../session/session.js";
import { type CurrentRow, checkRows, rowsDiffer } from "./check-rows.js";
import { lastDay } from "./decision.js";
import { newPair } from "./new-pair.js";
import {
  assertOrganization,
  assertSameSource,
  assertShown,
  assertSources,
  factsKnownTo,
  hasFact,
  isOfFile,
  organizationOf,
  type ReviewRows,
  readReviewList,
} from "./read-list.js";

interface ReviewCheckOptions extends SharedOptions<"text" | "json"> {
  readonly reviewFile: string;
}

/**
 * The command `orgform review check`: reports for each row of a returned list whether its decision was
 * carried out.
 */
export async function reviewCheck(context: CommandContext, options: ReviewCheckOptions): Promise<Outcome> {
  const list = await readReviewList(context, options.reviewFile);
  const files = options.out === undefined ? undefined : await newPair(context, options.out);
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const file = await session.file();
    const organizationId = file?.desired.organization.id ?? organizationOf(list);
    assertOrganization(options.reviewFile, list, organizationId);
    assertSources(list, file);
    const { client, asOf } = await session.connection();
    assertSameSource(options.reviewFile, list, isOfSandbox(context, asOf));
    const live = await readEverything(context, client, organizationId, workspacesNamed(undefined, asOf));
    const scope = scopeOf(live);
    assertShown(options.reviewFile, list, scope);
    const now = context.now();
    const checkedAt = asOf?.taken_at ?? `${now.toISOString().slice(0, 19)}Z`;
    const current = await currentRows(session, list, live);
    const { organization } = live;
    const shown = scope.whole ? undefined : scope.workspaces;
    const facts = { organization, checkedAt, today: lastDay(now), scope: shown };
    const result = resultOf(list, options.reviewFile, current, facts);
    const outcome: Outcome = isClosed(result) ? "ok" : "differences";
    const origin = originOf(context, live, asOf, checkedAt);
    const page = resultPage(result, origin, file === undefined ? [WITHOUT_FILE] : []);
    await files?.write(pageHtml(page), resultCsv(result));
    const text =
      options.format === "json"
        ? jsonText({ format_version: "1.0", outcome, ...resultJson(result), ...(asOf && { as_of: asOf }) })
        : pageText(page, outputStyleOf(context, context.stdout, options.color));
    await writeOutput(context, undefined, text);
    return outcome;
  });
}

/** The rows of today's list, with the facts that this list has. */
async function currentRows(
  session: Session<ReviewCheckOptions, ValidFile | undefined>,
  list: ReviewRows,
  live: LiveState,
): Promise<readonly CurrentRow[]> {
  const file = await session.file();
  const model = hasFact(list, "data") ? await modelTelling(session) : undefined;
  const desired = isOfFile(list) ? file?.desired.workspaces : undefined;
  const asOf = firstCells(list).as_of ?? "";
  const known = factsKnownTo(list);
  return reviewRows(live, { model, desired }).map((row) => {
    const facts = known(factsOf(live.organization.id, row));
    return {
      facts,
      cells: cellsOf({ asOf, facts, invited: row.invited }),
      holds: () => holdingsOf(row, live, file),
    };
  });
}

function resultOf(
  list: ReviewRows,
  path: string,
  current: readonly CurrentRow[],
  {
    today,
    ...facts
  }: Pick<ReviewResult, "organization" | "checkedAt" | "scope"> & { readonly today: string },
): ReviewResult {
  const { as_of = "", list_digest: digest = "" } = firstCells(list);
  const reviewed = new Set(list.map(({ facts, cells }) => facts?.workspace ?? cells.workspace));
  const isReviewed = ({ facts }: CurrentRow): boolean => reviewed.has(facts.workspace);
  const others = current.filter((row) => !isReviewed(row)).map(({ facts }) => facts.workspace);
  return {
    ...facts,
    list: { file: basename(path), as_of, digest, rows: list.length, rows_differ: rowsDiffer(list) },
    rows: checkRows(list, current.filter(isReviewed), today),
    otherWorkspaces: [...new Set(others)],
  };
}

const firstCells = ([first]: ReviewRows): Cells => first?.cells ?? {};

const WITHOUT_FILE = "Without a file, open rows do not name the place that gives the access.";
