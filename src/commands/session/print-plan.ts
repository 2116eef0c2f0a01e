import type { Config } from "../../config/config.js";
import { locateDiagnostics } from "../../config/text/location.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan, PlanDocument } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { planFindings } from "../../report/diagnostics/plan-findings.js";
import { planMarkdown } from "../../report/markdown/plan-markdown.js";
import { planJson } from "../../report/plan-json.js";
import { type PlanTextOptions, planText } from "../../report/text/plan-text.js";
import type { PlanView } from "../../report/view/change-blocks.js";
import { jsonText } from "../../report/words/json-text.js";
import { type CommandContext, outputStyleOf, sandboxOf } from "../context/context.js";
import type { CommonOptions, SharedOptions } from "../context/options.js";
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
  readonly isDrift?: boolean;
  /** The options of a saved plan; `null` if its file does not have them. */
  readonly made?: PlanDocument["made"] | null;
}

export type PlanFormat = "text" | "json" | "markdown" | "html" | FindingsFormat;

/** The options that decide how a plan is shown. */
type ShownOptions = CommonOptions<PlanFormat> & Pick<SharedOptions, "receiptFile">;

/** Prints a plan in the format asked for. */
export async function printPlan(
  context: CommandContext,
  options: ShownOptions,
  plan: Plan,
  origin: PlanOrigin = {},
): Promise<void> {
  await writeOutput(context, undefined, await formatPlan(context, options, plan, origin));
}

/** A plan in the format asked for. */
export async function formatPlan(
  context: CommandContext,
  options: ShownOptions,
  plan: Plan,
  { config, asOf, isDrift = false, made }: PlanOrigin,
): Promise<string> {
  const files = made?.files ?? (config === undefined ? [] : filesOf(config));
  const view: PlanView = {
    full: options.full === true,
    isDrift,
    asOf,
    sandbox: sandboxOf(context),
    readAt: made === undefined ? context.now().toISOString() : made?.at,
    files,
  };
  const { format = "text" } = options;
  switch (format) {
    case "json":
      return jsonText(planJson(plan, view));
    case "markdown":
      return planMarkdown(plan, view);
    case "html": {
      const { planHtml } = await import("../../report/html/plan-html.js");
      const found = made === undefined ? await commitOfFiles(context, files) : undefined;
      return planHtml(plan, { ...view, commit: found === undefined ? made?.commit : commitText(found) });
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
      return planAsText(context, options, plan, { asOf, isDrift });
  }
}

/** The plan for a person, with colour where stdout shows it. */
export function planAsText(
  context: CommandContext,
  options: ShownOptions,
  plan: Plan,
  more: Pick<PlanTextOptions, "asksForNames" | "asOf" | "isDrift"> = {},
): string {
  noteServiceWarnings(context, findingsFrom(plan, "service"));
  return planText(plan, {
    ...outputStyleOf(context, context.stdout, options.color),
    full: options.full === true,
    isUndo: options.receiptFile !== undefined,
    ...more,
  });
}
