import fs from "node:fs";
import type { ValidFile } from "../../config/config.js";
import { scopeOf } from "../../live/snapshot/snapshot-file.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { Moments } from "../../model/plan/view.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { otherAccounts } from "../../plan/checks/other-accounts.js";
import { liveWorkspaceOf } from "../../plan/input/inputs.js";
import { namedBy } from "../../plan/input/named-things.js";
import { createPlanner } from "../../plan/planner.js";
import { mostUrgentFirst, reviewChanges } from "../../plan/review/review-changes.js";
import { reviewedWorkspaces } from "../../plan/review/review-rows.js";
import { pageHtml } from "../../report/html/page-html.js";
import { reviewCsv, reviewList } from "../../report/review/review-list.js";
import { reviewPage } from "../../report/review/review-page.js";
import { asOfWords, scopeWords } from "../../report/words/as-of.js";
import { groupBy, setOf } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";
import { type CommandError, fail } from "../context/command-error.js";
import { type CommandContext, isOfSandbox } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { noteFiles } from "../documents/note-files.js";
import { originOf } from "../documents/origin.js";
import { reportDiagnostics } from "../documents/report-diagnostics.js";
import { snapshotText } from "../documents/snapshot-text.js";
import { assertWritable, cannotBeWritten } from "../documents/write-output.js";
import { openSnapshot } from "../session/connect.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { planOptionsOf } from "../session/plan-options.js";
import { readEverything, workspacesNamed } from "../session/read-live.js";
import { inSession, modelTelling } from "../session/session.js";

/** The page of a review, its list, and the snapshot that both are of. */
type ReviewTexts = Readonly<Record<"html" | "csv" | "json", string>>;

/** The files of a review, which are not there yet. */
interface ReviewFiles {
  readonly paths: readonly string[];
  /** Writes all of them, readable by their owner only, or none. */
  write(texts: ReviewTexts): Promise<void>;
}

const ENDINGS = ["html", "csv", "json"] as const;

/**
 * The files NAME.html, NAME.csv and NAME.json. Ends the command where one of them exists, because what stands in it may be
 * somebody's work, or where none can be written: before a long run, and not after it.
 */
async function reviewFiles(context: CommandContext, out: string): Promise<ReviewFiles> {
  const name = out.replace(/\.(html|csv|json)$/i, "");
  const files = ENDINGS.map((ending) => ({ ending, path: `${name}.${ending}` }));
  const paths = files.map(({ path }) => path);
  await noteFiles(context, { written: paths });
  const found = await Promise.all(
    paths.map(async (path) => ((await fs.promises.lstat(path).catch(() => undefined)) ? [path] : [])),
  );
  if (found.flat().length > 0) throw alreadyThere(found.flat());
  for (const path of paths) await assertWritable(path);
  return {
    paths,
    async write(texts) {
      const begun: string[] = [];
      for (const { ending, path } of files) {
        try {
          const file = await fs.promises.open(path, "wx", 0o600);
          begun.push(path);
          await file.writeFile(texts[ending]).finally(() => file.close());
        } catch (error) {
          for (const one of begun) await fs.promises.rm(one, { force: true });
          throw errorCode(error) === "EEXIST" ? alreadyThere([path]) : cannotBeWritten(path, error);
        }
      }
    },
  };
}

function alreadyThere(paths: readonly string[]): CommandError {
  const verb = paths.length === 1 ? "exists" : "exist";
  const detail =
    "A review replaces no file, because decisions may stand in it. Give another name with --out.";
  return fail("error", "output", `${nameList(paths)} ${verb} already`, detail);
}

interface ReviewOptions extends SharedOptions {
  /** An earlier snapshot. */
  readonly since?: string;
}

/** The command `orgform review`: writes who sees what as a page and a list to sign, and the snapshot that they are of. */
export async function review(context: CommandContext, options: ReviewOptions): Promise<Outcome> {
  const files = await reviewFiles(context, options.out ?? "review");
  return await inSession(context, options, { file: loadDesiredIfAny, isNamed: namedBy }, async (session) => {
    const file = await session.file();
    const { asOf } = await session.connection();
    const model = await modelTelling(session);
    const live = await session.live();
    const scope = scopeOf(live);
    const sources = {
      model,
      desired: file?.desired.workspaces,
      unlimitedRoles: file?.desired.unlimited_roles,
      planned: (live: LiveState) => (file === undefined ? [] : momentsPlanned(context, options, file, live)),
    };
    const reviewed = reviewedWorkspaces(live, sources);
    const rows = reviewed.flatMap((workspace) => workspace.rows);
    const { since } = options;
    const before = since === undefined ? since : await readEarlier(context, since, live.organization.id);
    const byPoint = groupBy(rows, ({ workspaceId }) => before?.shows(workspaceId) !== false);
    const notCompared = setOf(byPoint.get(false) ?? [], "workspace");
    const changes =
      before && reviewChanges(byPoint.get(true) ?? [], reviewedWorkspaces(before.live, sources));
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
      comparedWith: before && `a snapshot ${asOfWords(before.asOf)}`,
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
        `${nameList([...notCompared])} cannot be compared: ${visible(since ?? "")} does not show it.\n`,
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
): Promise<{
  readonly live: LiveState;
  readonly asOf: AsOf;
  readonly shows: (workspaceId: string) => boolean;
}> {
  const { client, asOf } = await openSnapshot(path, organizationId);
  const selection = workspacesNamed(undefined, asOf);
  const live = await readEverything(context, client, { organizationId, selection });
  const held = setOf(live.workspaces, "id");
  return { live, asOf, shows: (id) => asOf.scope === undefined || held.has(id) };
}
