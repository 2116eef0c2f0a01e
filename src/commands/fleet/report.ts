import { join } from "node:path";
import type { Outcome } from "../../model/plan/plan.js";
import { createReport, type Report } from "../../render/report.js";
import { reportMarkdown, reportText } from "../../render/report-text.js";
import { jsonText } from "../../render/words/json-text.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";
import { productStyle, writeOutput } from "../documents/write-output.js";
import { readResult } from "../receipts/read-result.js";
import { readJobs } from "./read-jobs.js";

export type ReportOptions = CommonOptions<"text" | "json" | "markdown"> & {
  readonly resultFiles: readonly string[];
  readonly jobs?: string;
};

/** `orgform fleet report`: combines many results into one; its outcome is that of the most urgent run. */
export async function fleetReport(context: CommandContext, options: ReportOptions): Promise<Outcome> {
  const results = await Promise.all([...new Set(await sourcesOf(options))].map(readResult));
  const folded = createReport(results, context.version);
  await writeOutput(context, options.out, format(context, options, folded));
  return folded.outcome;
}

/** The files to read: those that are named, or one for each organization of the list. */
async function sourcesOf({ jobs, resultFiles }: ReportOptions): Promise<readonly string[]> {
  if (jobs === undefined) return resultFiles;
  const [folder, ...more] = resultFiles;
  if (folder === undefined || more.length > 0)
    throw usageError("--jobs takes one folder of results", "Its results are FOLDER/ORGANIZATION_ID.json.");
  const ids = await readJobs(jobs);
  return ids.map((id) => join(folder, `${id}.json`));
}

function format(context: CommandContext, options: ReportOptions, folded: Report): string {
  switch (options.format ?? "text") {
    case "text":
      return reportText(folded, productStyle(context, options));
    case "json":
      return jsonText(folded);
    case "markdown":
      return reportMarkdown(folded);
  }
}
