import { type Config, locateDiagnostics } from "../../config/config.js";
import type { Plan } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { planFindings } from "../../render/diagnostics/plan-findings.js";
import { jsonText } from "../../render/json-text.js";
import { planMarkdown } from "../../render/markdown/plan-markdown.js";
import { planJson } from "../../render/plan-json.js";
import { type PlanTextOptions, planText } from "../../render/text/plan-text.js";
import type { PlanView } from "../../render/view/change-blocks.js";
import type { CommandContext } from "../session/context.js";
import { commitOfFiles } from "../session/file-commit.js";
import { filesOf } from "../session/load-desired.js";
import type { CommonOptions, PlanningOptions } from "../session/options.js";
import { sayAsOf } from "../snapshot/say-as-of.js";
import { type FindingsFormat, findingsProduct } from "./findings-product.js";
import { productLook, writeOutput } from "./write-output.js";

/** The origin of a plan, as far as its product shows it. */
export interface PlanOrigin {
  /** Gives findings their places. */
  readonly config?: Config;
  readonly asOf?: AsOf | undefined;
  readonly isDrift?: boolean;
}

/** The formats of a plan. */
export type PlanFormat = "text" | "json" | "markdown" | "html" | FindingsFormat;

/** Prints a plan in the format asked for. */
export async function printPlan(
  context: CommandContext,
  options: CommonOptions<PlanFormat> & PlanningOptions,
  plan: Plan,
  origin: PlanOrigin = {},
): Promise<void> {
  await writeOutput(context, options.output, await formatPlan(context, options, plan, origin));
}

async function formatPlan(
  context: CommandContext,
  options: CommonOptions<PlanFormat> & PlanningOptions,
  plan: Plan,
  { config, asOf, isDrift = false }: PlanOrigin,
): Promise<string> {
  const files = config === undefined ? [] : filesOf(config);
  const view: PlanView = { ...viewOf(options), isDrift, asOf, readAt: context.now().toISOString(), files };
  const { format = "text" } = options;
  switch (format) {
    case "json":
      return jsonText(planJson(plan, view));
    case "markdown":
      return planMarkdown(plan, view);
    case "html": {
      const { planHtml } = await import("../../render/html/plan-html.js");
      return planHtml(plan, { ...view, commit: await commitOfFiles(context, files) });
    }
    case "sarif":
    case "junit": {
      sayAsOf(context, asOf);
      const findings = planFindings(plan);
      return await findingsProduct(
        format,
        config === undefined ? findings : locateDiagnostics(config, findings),
        { version: context.version, command: "plan", files },
      );
    }
    case "text":
      return planAsText(context, options, plan, { asOf, isDrift });
  }
}

/** The plan for a person, with colour where stdout shows it. */
export function planAsText(
  context: CommandContext,
  options: CommonOptions<PlanFormat> & PlanningOptions,
  plan: Plan,
  more: Pick<PlanTextOptions, "asksForNames" | "asOf" | "isDrift"> = {},
): string {
  return planText(plan, {
    ...productLook(context, options),
    ...viewOf(options),
    isUndo: options.isUndo === true,
    ...more,
  });
}

function viewOf({ summary = false, showUnchanged = false }: PlanningOptions): PlanView {
  return { summary, showUnchanged };
}
