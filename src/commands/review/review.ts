import type { ValidFile } from "../../config/config.js";
import { scopeOf } from "../../live/snapshot/scope.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Moments } from "../../model/plan/view.js";
import type { LiveState } from "../../model/state/live-state.js";
import { otherAccounts } from "../../plan/checks/other-accounts.js";
import { liveWorkspaceOf } from "../../plan/input/inputs.js";
import { namedBy } from "../../plan/input/named-things.js";
import { createPlanner } from "../../plan/planner.js";
import { mostUrgentFirst, reviewChanges } from "../../plan/review/review-changes.js";
import { type ReviewRow, reviewedWorkspaces } from "../../plan/review/review-rows.js";
import { pageHtml } from "../../report/html/page-html.js";
import { reviewCsv, reviewList } from "../../report/review/review-list.js";
import { reviewPage } from "../../report/review/review-page.js";
import { scopeWords } from "../../report/words/as-of.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { type CommandContext, isOfSandbox } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { originOf } from "../documents/origin.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";
import { snapshotText } from "../documents/snapshot-text.js";
import { openSnapshot } from "../session/connect.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { planOptionsOf } from "../session/plan-options.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import { inSession, modelTelling } from "../session/session.js";
import { reviewFiles } from "./review-files.js";

interface ReviewOptions extends SharedOptions {
  /** An earlier snapshot. */
  readonly since?: string;
}

/** The command `orgform review`: writes who sees what as a page and a list to sign, and the snapshot that they are of. */
export async function review(context: CommandContext, options: ReviewOptions): Promise<Outcome> {
  const files = await reviewFiles(context, options.out ?? "review");
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const file = await session.file();
    const { client, asOf } = await session.connection();
    const model = await modelTelling(session);
    const live = await readEverything(context, client, {
      organizationId: file?.desired.organization.id,
      selection: workspacesNamed(options.workspace, asOf),
      ...(file && { isNamed: namedBy(file) }),
    });
    const scope = scopeOf(live);
    const sources = {
      model,
      desired: file?.desired.workspaces,
      unlimitedRoles: file?.desired.unlimited_roles,
      planned: (live: LiveState) => (file === undefined ? [] : momentsPlanned(context, options, file, live)),
    };
    const reviewed = reviewedWorkspaces(live, sources);
    const rows = reviewed.flatMap((workspace) => workspace.rows);
    const before =
      options.since === undefined
        ? undefined
        : await readEarlier(context, options.since, live.organization.id);
    const isCompared = ({ workspaceId }: ReviewRow): boolean => before?.shows(workspaceId) !== false;
    const notCompared = new Set(rows.filter((row) => !isCompared(row)).map(({ workspace }) => workspace));
    const changes =
      before && reviewChanges(rows.filter(isCompared), reviewedWorkspaces(before.live, sources));
    const findings = [
      ...reviewed.flatMap((workspace) => workspace.findings),
      ...otherAccounts([...(changes?.values() ?? [])]),
    ];
    const snapshot = snapshotText(context, live, asOf);
    const list = reviewList(mostUrgentFirst(rows, changes), {
      organization: live.organization,
      asOf: snapshot.taken_at,
      orgformVersion: context.version,
      snapshotDigest: snapshot.digest,
      isSandbox: isOfSandbox(context, asOf),
      scope: scope.whole ? undefined : scope.workspaces,
      notCompared: [...notCompared],
      changes,
    });
    const origin = originOf(context, live, asOf, snapshot.taken_at);
    await files.write({
      html: pageHtml(reviewPage(list, origin, findings)),
      csv: reviewCsv(list),
      json: snapshot.text,
    });
    reportDiagnostics(context, options, findings);
    const [page = "", csv = "", json = ""] = files.paths.map(visible);
    context.stderr.write(
      `Wrote ${page}, ${csv} and ${json}: ${count(rows.length, "row")}. Carry decisions out by edits of the file; the next review \`--since ${json}\` shows what was done.\n`,
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

/** Who has what around the changes that the file makes in these workspaces, as a plan says it. */
function momentsPlanned(
  context: CommandContext,
  options: SharedOptions,
  { desired }: ValidFile,
  live: LiveState,
): readonly Moments[] {
  const workspaces = desired.workspaces.filter((one) => liveWorkspaceOf(live, one) !== undefined);
  const facts = { desired: { ...desired, expect: [], workspaces }, options: planOptionsOf(context, options) };
  return createPlanner(facts).plan(live).moments;
}

/** All that an earlier snapshot of the organization shows, and a test by id of the workspaces that it shows. */
async function readEarlier(
  context: CommandContext,
  path: string,
  organizationId: string,
): Promise<{ readonly live: LiveState; readonly shows: (workspaceId: string) => boolean }> {
  const { client, asOf } = await openSnapshot(path, organizationId);
  const selection = workspacesNamed(undefined, asOf);
  const live = await readEverything(context, client, { organizationId, selection });
  const held = new Set(live.workspaces.map(({ id }) => id));
  return { live, shows: (id) => asOf.scope === undefined || held.has(id) };
}
