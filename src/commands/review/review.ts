import { scopeOf } from "../../live/snapshot/scope.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { LiveState } from "../../model/state/live-state.js";
import { mostUrgentFirst, reviewChanges } from "../../plan/review/review-changes.js";
import { factsDigest } from "../../plan/review/review-facts.js";
import { type ReviewRow, reviewedWorkspaces } from "../../plan/review/review-rows.js";
import { pageHtml } from "../../report/html/page-html.js";
import { type ReviewList, reviewCsv, reviewList } from "../../report/review/review-list.js";
import { reviewPage } from "../../report/review/review-page.js";
import { scopeWords } from "../../report/words/as-of.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { type CommandContext, isOfSandbox } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf } from "../documents/origin.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";
import { openSnapshot } from "../session/connect.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import { inSession, modelTelling } from "../session/session.js";
import { decisionsToCarry, lastDay } from "./decision.js";
import { newPair } from "./new-pair.js";
import { assertOrganization, assertSameSource, factsKnownTo, readReviewList } from "./read-list.js";

interface ReviewOptions extends SharedOptions {
  /** An earlier list, whose decisions hold where nothing has changed. */
  readonly carry?: string;
  /** An earlier snapshot. */
  readonly since?: string;
}

/** The command `orgform review`: writes who sees what as a page to read and a list to decide in. */
export async function review(context: CommandContext, options: ReviewOptions): Promise<Outcome> {
  const files = await newPair(context, options.out ?? "review");
  const earlier = options.carry === undefined ? undefined : await readReviewList(context, options.carry);
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const file = await session.file();
    const { client, asOf } = await session.connection();
    const model = await modelTelling(session);
    const isSandbox = isOfSandbox(context, asOf);
    const now = context.now();
    const takenAt = asOf?.taken_at ?? `${now.toISOString().slice(0, 19)}Z`;
    const live = await readEverything(
      context,
      client,
      file?.desired.organization.id,
      workspacesNamed(options.workspace, asOf),
    );
    if (options.carry !== undefined && earlier !== undefined) {
      assertOrganization(options.carry, earlier, live.organization.id);
      assertSameSource(options.carry, earlier, isSandbox);
    }
    const scope = scopeOf(live);
    const desired = file?.desired.workspaces;
    const sources = { model, desired, unlimitedRoles: file?.desired.unlimited_roles };
    const reviewed = reviewedWorkspaces(live, sources);
    const rows = reviewed.flatMap((workspace) => workspace.rows);
    const findings = reviewed.flatMap((workspace) => workspace.findings);
    const before =
      options.since === undefined
        ? undefined
        : await readEarlier(context, options.since, live.organization.id);
    const isCompared = ({ workspaceId }: ReviewRow): boolean => before?.shows(workspaceId) !== false;
    const notCompared = new Set(rows.filter((row) => !isCompared(row)).map(({ workspace }) => workspace));
    const changes =
      before && reviewChanges(rows.filter(isCompared), reviewedWorkspaces(before.live, sources));
    const decisions = earlier && decisionsToCarry(earlier, lastDay(now));
    const known = factsKnownTo(earlier ?? []);
    const list = reviewList(live.organization, takenAt, mostUrgentFirst(rows, changes), {
      isSandbox,
      scope: scope.whole ? undefined : scope.workspaces,
      notCompared: [...notCompared],
      changes,
      decisionOf: (facts) => decisions?.get(factsDigest(known(facts))),
    });
    const origin = originOf(context, live, asOf, takenAt);
    await files.write(pageHtml(reviewPage(list, origin, findings)), reviewCsv(list));
    reportDiagnostics(context, options, findings);
    context.stderr.write(
      `Wrote ${visible(files.page)} and ${visible(files.csv)}: ${count(rows.length, "row")}, digest ${list.digest}. ${remainingText(list, options.carry)}\n`,
    );
    if (!scope.whole)
      context.stderr.write(`The review is of a part of the organization: ${scopeWords(scope.workspaces)}.\n`);
    if (notCompared.size > 0)
      context.stderr.write(
        `${nameList([...notCompared])} cannot be compared: ${visible(options.since ?? "")} does not show it.\n`,
      );
    return "ok";
  });
}

function remainingText({ rows }: ReviewList, carry: string | undefined): string {
  const next = "Decide in the CSV file, then run `orgform review check`.";
  if (carry === undefined) return next;
  const left = rows.filter(({ decision }) => decision === "").length;
  const carried = `${count(rows.length - left, "decision")} of ${visible(carry)} ${rows.length - left === 1 ? "holds" : "hold"}`;
  return `${carried}, ${count(left, "row")} ${left === 1 ? "needs" : "need"} one. ${next}`;
}

/** All that an earlier snapshot of the organization shows, and a test by id of the workspaces that it shows. */
async function readEarlier(
  context: CommandContext,
  path: string,
  organizationId: string,
): Promise<{ readonly live: LiveState; readonly shows: (workspaceId: string) => boolean }> {
  const { client, asOf } = await openSnapshot(path, organizationId);
  const live = await readEverything(context, client, organizationId, workspacesNamed(undefined, asOf));
  const held = new Set(live.workspaces.map(({ id }) => id));
  return { live, shows: (id) => asOf.scope === undefined || held.has(id) };
}
