import type { Plan } from "../model/plan.js";
import type { PlanView } from "../render/change-blocks.js";
import { jsonText } from "../render/json-text.js";
import { planFindings } from "../render/plan-findings.js";
import { planJson } from "../render/plan-json.js";
import { planMarkdown } from "../render/plan-markdown.js";
import { planText } from "../render/plan-text.js";
import { type CommandContext, wantsColor, widthOf } from "./context.js";
import { emit } from "./emit.js";
import { halt } from "./halt.js";
import type { CommonOptions, PlanningOptions } from "./options.js";

/** Prints a plan in the format asked for. */
export async function printPlan(
  context: CommandContext,
  options: CommonOptions & PlanningOptions,
  plan: Plan,
): Promise<void> {
  await emit(context, options.output, await formatPlan(context, options, plan));
}

async function formatPlan(
  context: CommandContext,
  options: CommonOptions & PlanningOptions,
  plan: Plan,
): Promise<string> {
  const view = viewOf(options);
  switch (options.format ?? "text") {
    case "json":
      return jsonText(planJson(plan, view));
    case "markdown":
      return planMarkdown(plan, view);
    case "html": {
      const { planHtml } = await import("../render/plan-html.js");
      return planHtml(plan, view);
    }
    case "sarif": {
      const { diagnosticsSarif } = await import("../render/diagnostics-sarif.js");
      return jsonText(diagnosticsSarif(planFindings(plan), context.version));
    }
    case "junit": {
      const { diagnosticsJunit } = await import("../render/diagnostics-junit.js");
      return diagnosticsJunit(planFindings(plan), "orgform plan");
    }
    case "text":
      return planAsText(context, options, plan);
    default:
      throw halt(
        "error",
        "usage",
        `--format ${options.format} is not known`,
        "plan takes text, json, markdown, html, sarif or junit.",
      );
  }
}

/** The plan for a person, with colour where stdout shows it. */
export function planAsText(
  context: CommandContext,
  options: CommonOptions & PlanningOptions,
  plan: Plan,
  asksForNames = false,
): string {
  const toFile = options.output !== undefined && options.output !== "-";
  return planText(plan, {
    color: !toFile && wantsColor(context, context.stdout, options.color),
    width: widthOf(context.stdout),
    ...viewOf(options),
    isWayBack: options.isWayBack === true,
    asksForNames,
  });
}

function viewOf({ summary = false, showUnchanged = false }: PlanningOptions): PlanView {
  return { summary, showUnchanged };
}
