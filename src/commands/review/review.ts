import { scopeOf, scopeOfSnapshot } from "../../live/snapshot/scope.js";
import { snapshotClient } from "../../live/snapshot/snapshot-client.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { LiveState } from "../../model/state/live-state.js";
import { mostUrgentFirst, reviewChanges } from "../../plan/review/review-changes.js";
import { type ReviewRow, reviewedWorkspaces } from "../../plan/review/review-rows.js";
import { pageHtml } from "../../report/html/page-html.js";
import { DECISIONS } from "../../report/review/review-cells.js";
import {
  type DecisionCells,
  type ReviewList,
  reviewCsv,
  reviewList,
} from "../../report/review/review-list.js";
import { reviewPage } from "../../report/review/review-page.js";
import { scopeWords } from "../../report/words/as-of.js";
import { groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { keptInert, visible } from "../../util/escape.js";
import { seenText } from "../../util/unseen.js";
import { type CommandContext, isOfSandbox } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf } from "../documents/origin.js";
import { readSnapshot } from "../documents/read-snapshot.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import { inSession } from "../session/session.js";
import { decisionOf, lastDay } from "./decision.js";
import { newPair } from "./new-pair.js";
import { assertOrganization, assertSameSource, type ReviewRows, readReviewList } from "./read-list.js";

interface ReviewOptions extends SharedOptions {
  /** An earlier list, whose decisions hold where nothing has changed. */
  readonly carry?: string;
}

/** The command `orgform review`: writes who sees what as a page to read and a list to decide in. */
export async function review(context: CommandContext, options: ReviewOptions): Promise<Outcome> {
  const files = await newPair(context, options.out ?? "review");
  const earlier = options.carry === undefined ? undefined : await readReviewList(context, options.carry);
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const file = await session.file();
    const { client, asOf } = await session.connection();
    const model = await session.model();
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
        : await readSnapshotState(context, options.since, live.organization.id);
    const isCompared = ({ workspaceId }: ReviewRow): boolean => before?.shows(workspaceId) !== false;
    const notCompared = new Set(rows.filter((row) => !isCompared(row)).map(({ workspace }) => workspace));
    const changes =
      before && reviewChanges(rows.filter(isCompared), reviewedWorkspaces(before.live, sources));
    const decisions = earlier && decisionsToCarry(earlier, lastDay(now));
    const list = reviewList(live.organization, takenAt, mostUrgentFirst(rows, changes), {
      isSandbox,
      scope: scope.whole ? undefined : scope.workspaces,
      notCompared: [...notCompared],
      changes,
      decisionOf: ({ digest }) => decisions?.get(digest),
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

/** The complete state in a snapshot of the requested organization, and a test by id of the workspaces that it shows. */
async function readSnapshotState(
  context: CommandContext,
  path: string,
  organizationId: string,
): Promise<{ readonly live: LiveState; readonly shows: (workspaceId: string) => boolean }> {
  const snapshot = await readSnapshot(path, organizationId);
  const held = new Set(snapshot.workspaces.map(({ id }) => id));
  const live = await readEverything(context, snapshotClient(snapshot), organizationId, (visible) => ({
    managed: visible.filter(({ id }) => held.has(id)),
    problems: [],
  }));
  const { whole } = scopeOfSnapshot(snapshot);
  return { live, shows: (id) => whole || held.has(id) };
}

/**
 * The decisions of an earlier list by the digest of their rows: the same digest is the same person with the same facts.
 * A decision that lacks something, a row that was edited and one that stands there twice are left out.
 */
function decisionsToCarry(rows: ReviewRows, today: string): ReadonlyMap<string, DecisionCells> {
  const byDigest = groupBy(rows, ({ cells: { digest = "" } }) => digest);
  const carried = new Map<string, DecisionCells>();
  for (const [digest, [row, ...others]] of byDigest) {
    if (row?.facts === undefined || row.isEdited || others.length > 0) continue;
    const { cells, facts } = row;
    const { decision, problems } = decisionOf(cells, facts.member, today);
    if (decision === undefined || problems.length > 0) continue;
    const [, reviewer = "", date = "", note = ""] = DECISIONS.map((column) =>
      keptInert(seenText(cells[column] ?? "")),
    );
    carried.set(digest, { decision, reviewer, date, note });
  }
  return carried;
}
