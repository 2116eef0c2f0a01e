import type { Config } from "../../config/config.js";
import { locateDiagnostics } from "../../config/text/location.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { asDiagnostic, findingsFrom, refusalsIn } from "../../model/plan/finding.js";
import type { Plan, PlanDocument } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { pageMarkdown } from "../../report/markdown/page-markdown.js";
import { planJson } from "../../report/plan/plan-json.js";
import { type PlanView, planPage } from "../../report/plan/plan-page.js";
import { pageText } from "../../report/text/page-text.js";
import { jsonText } from "../../report/words/json-text.js";
import { type CommandContext, outputStyleOf, sandboxOf } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";
import { type FindingsFormat, findingsProduct } from "../documents/findings-product.js";
import { reportAsOf } from "../documents/origin.js";
import { noteServiceWarnings } from "../documents/report-diagnostics.js";
import { writeOutput } from "../documents/write-output.js";
import { commitOfFiles, commitText } from "../git/file-commit.js";
import { filesOf } from "./load-desired.js";

/** The origin of a plan that its product shows. */
interface PlanOrigin {
  /** The configuration that has the places of findings. */
  readonly config?: Config;
  readonly asOf?: AsOf | undefined;
  /** The options of a saved plan; `null` if its file does not have them. */
  readonly made?: PlanDocument["made"] | null;
}

export type PlanFormat = "text" | "json" | "markdown" | "html" | FindingsFormat;

/** Prints a plan in the format asked for. */
export async function printPlan(
  context: CommandContext,
  options: CommonOptions<PlanFormat>,
  plan: Plan,
  origin: PlanOrigin,
): Promise<void> {
  await writeOutput(context, undefined, await formatPlan(context, options, plan, origin));
}

/** A plan in the format asked for. */
export async function formatPlan(
  context: CommandContext,
  options: CommonOptions<PlanFormat>,
  plan: Plan,
  { config, asOf, made }: PlanOrigin,
): Promise<string | Iterable<string>> {
  const files = made?.files ?? (config === undefined ? [] : filesOf(config));
  const { format = "text", full } = options;
  const view: PlanView = {
    asOf,
    sandbox: sandboxOf(context),
    readAt: made === undefined ? context.now().toISOString() : made?.at,
    files,
    hasApproval: true,
  };
  switch (format) {
    case "json":
      return jsonText(planJson(plan, asOf));
    case "markdown":
      return pageMarkdown(planPage(plan, view), full);
    case "html": {
      const { pageHtml } = await import("../../report/html/page-html.js");
      const fileCommit = config && (await commitOfFiles(context, config));
      const commit = fileCommit ? commitText(fileCommit) : made?.commit;
      return pageHtml(planPage(plan, { ...view, commit }));
    }
    case "sarif":
    case "junit": {
      reportAsOf(context, asOf);
      const findings = planFindings(plan);
      return await findingsProduct(format, locateDiagnostics(config, findings), {
        version: context.version,
        command: "plan",
        files,
      });
    }
    case "text":
      // The digest approves what is kept: the file of --out, or a plan that is shown again.
      return planAsText(context, options, plan, {
        asOf,
        hasApproval: options.out !== undefined || made !== undefined,
      });
  }
}

/** The plan for a person, with colour where stdout shows it. */
export function planAsText(
  context: CommandContext,
  options: CommonOptions<PlanFormat>,
  plan: Plan,
  view: PlanView = {},
): string {
  noteServiceWarnings(context, findingsFrom(plan, "service"));
  const { color, full = false } = options;
  const style = { ...outputStyleOf(context, context.stdout, color), full };
  return [...pageText(planPage(plan, view), style)].join("");
}

/**
 * The findings of a plan as diagnostics, without its changes: for test reports and code scanning. Diagnostics
 * first, then the guards that refuse, what the checks found, and warnings.
 */
function planFindings(plan: Plan): readonly Diagnostic[] {
  return [
    ...findingsFrom(plan, "file"),
    ...refusalsIn(plan).map(asDiagnostic),
    ...findingsFrom(plan, "check"),
    ...findingsFrom(plan, "plan"),
    ...findingsFrom(plan, "service"),
  ];
}
