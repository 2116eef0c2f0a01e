import { join } from "node:path";
import type { Outcome } from "../../model/plan/plan.js";
import { jsonText } from "../../render/json-text.js";
import { createReport, type Report } from "../../render/report.js";
import { reportMarkdown, reportText } from "../../render/text/report-text.js";
import { readResult } from "../documents/read-result.js";
import { productLook, writeOutput } from "../documents/write-output.js";
import { usageError } from "../session/command-error.js";
import type { CommandContext } from "../session/context.js";
import type { CommonOptions } from "../session/options.js";
import { readMatrix } from "./read-matrix.js";

/** Options of `report`. */
export type ReportOptions = CommonOptions<"text" | "json" | "markdown"> & {
  readonly resultFiles: readonly string[];
  readonly matrix?: string;
};

/** `orgform report`: combines many results into one; its outcome is that of the most urgent run. */
export async function report(context: CommandContext, options: ReportOptions): Promise<Outcome> {
  const results = await Promise.all([...new Set(await sourcesOf(options))].map(readResult));
  const folded = createReport(results, context.version);
  await writeOutput(context, options.output, format(context, options, folded));
  return folded.outcome;
}

/** The files to read: those that are named, or one for each organization of the matrix. */
async function sourcesOf({ matrix, resultFiles }: ReportOptions): Promise<readonly string[]> {
  if (matrix === undefined) return resultFiles;
  const [folder, ...more] = resultFiles;
  if (folder === undefined || more.length > 0)
    throw usageError("--matrix takes one folder of results", "Its results are FOLDER/ORGANIZATION_ID.json.");
  const ids = await readMatrix(matrix);
  return ids.map((id) => join(folder, `${id}.json`));
}

function format(context: CommandContext, options: ReportOptions, folded: Report): string {
  switch (options.format ?? "text") {
    case "text":
      return reportText(folded, productLook(context, options));
    case "json":
      return jsonText(folded);
    case "markdown":
      return reportMarkdown(folded);
  }
}
