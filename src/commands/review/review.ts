import { snapshotClient } from "../../live/snapshot/snapshot-client.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { LiveState } from "../../model/state/live-state.js";
import { reviewChanges } from "../../plan/review/review-changes.js";
import { reviewRows } from "../../plan/review/review-rows.js";
import { asOfWords } from "../../render/as-of.js";
import { reviewHtml } from "../../render/review/review-html.js";
import { reviewCsv, reviewList } from "../../render/review/review-list.js";
import { count } from "../../util/count.js";
import { visible } from "../../util/escape.js";
import { writeOut } from "../documents/write-output.js";
import { usageError } from "../session/command-error.js";
import { withConnection } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import type { LiveOptions } from "../session/options.js";
import { readModel } from "../session/read-model.js";
import { readEverything, workspacesNamed } from "../snapshot/read-everything.js";
import { readSnapshot } from "../snapshot/read-snapshot.js";
import { reviewCheck } from "./check.js";

/** Options of `review`. */
export interface ReviewOptions extends LiveOptions<"text" | "json"> {
  /** `check` compares a list that came back, and makes none. */
  readonly action?: "check";
  readonly reviewFile?: string;
  /** The path of both files, without an ending. */
  readonly out?: string;
  readonly since?: string;
  readonly workspace?: readonly string[];
}

/** `orgform review`: writes who sees what as a page to read and a list to decide in; `review check` checks that list. */
export async function review(context: CommandContext, options: ReviewOptions): Promise<Outcome> {
  if (options.action === "check") {
    if (options.reviewFile === undefined)
      throw usageError("There is no list to check", "Name the CSV file: `orgform review check q3.csv`.");
    return await reviewCheck(context, { ...options, reviewFile: options.reviewFile });
  }
  const out = (options.out ?? options.output ?? "review").replace(/\.(html|csv)$/i, "");
  const file = await loadDesiredIfAny(context, options);
  return await withConnection(context, options, file?.desired, async ({ client, asOf }) => {
    const model = await readModel(file?.desired);
    const takenAt = asOf?.taken_at ?? `${context.now().toISOString().slice(0, 19)}Z`;
    const live = await readEverything(
      context,
      client,
      file?.desired.organization.id,
      workspacesNamed(options.workspace),
    );
    const rows = reviewRows(live, model);
    const before =
      options.since === undefined
        ? undefined
        : await readSnapshotState(context, options.since, live.organization.id);
    const changes = before && reviewChanges(rows, reviewRows(before, model), model);
    const list = reviewList(live.organization, takenAt, rows, changes);
    const source = asOf === undefined ? "read from the service" : `read from a snapshot, ${asOfWords(asOf)}`;
    await writeOut(`${out}.html`, reviewHtml(list, { version: context.version, source }));
    await writeOut(`${out}.csv`, reviewCsv(list));
    context.stderr.write(
      `Wrote ${visible(out)}.html and ${visible(out)}.csv: ${count(rows.length, "row")}, digest ${list.digest}. Decide in the CSV file, then run \`orgform review check\`.\n`,
    );
    return "ok";
  });
}

/** Everything that a snapshot holds, of the organization that is asked for. */
async function readSnapshotState(
  context: CommandContext,
  path: string,
  organizationId: string,
): Promise<LiveState> {
  const snapshot = await readSnapshot(path, organizationId);
  const held = new Set(snapshot.workspaces.map(({ id }) => id));
  return await readEverything(context, snapshotClient(snapshot), organizationId, (visible) => ({
    managed: visible.filter(({ id }) => held.has(id)),
    problems: [],
  }));
}
