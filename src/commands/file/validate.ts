import type { Config } from "../../config/config.js";
import { locateDiagnostics } from "../../config/text/location.js";
import { lintUnranked } from "../../config/validate/lint-values.js";
import { type Diagnostic, hasErrors } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import { validateJson } from "../../report/diagnostics/diagnostics-json.js";
import { diagnosticsText } from "../../report/diagnostics/diagnostics-text.js";
import { jsonText } from "../../report/words/json-text.js";
import { unplacedText } from "../../report/words/unplaced.js";
import { count } from "../../util/english.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { type FindingsFormat, findingsProduct } from "../documents/findings-product.js";
import { productStyle, writeOutput } from "../documents/write-output.js";
import { filesOf, loadFiles } from "../session/load-desired.js";
import { signInFindings } from "../session/sign-in-findings.js";

type ValidateOptions = SharedOptions<"text" | "json" | FindingsFormat>;

/** The command `orgform validate`: reports all findings about a file that need no token and no network. */
export async function validate(context: CommandContext, options: ValidateOptions): Promise<Outcome> {
  const config = await loadFiles(context, options);
  const diagnostics = [
    ...config.diagnostics,
    ...locateDiagnostics(config, lintUnranked(config.desired?.workspaces ?? [])),
    ...(await ruleFindings(config)),
    ...(await signInFindings(context, config)),
  ];
  await writeOutput(context, options.out, await format(context, options, diagnostics, config));
  return hasErrors(diagnostics) ? "error" : "ok";
}

/** Most files expect nothing, and name no data model. */
async function ruleFindings(config: Config): Promise<readonly Diagnostic[]> {
  const { desired } = config;
  if (desired === null || (desired.expect.length === 0 && desired.data_model === undefined)) return [];
  const { findingsOfRules } = await import("./rule-findings.js");
  return await findingsOfRules(config, desired);
}

async function format(
  context: CommandContext,
  options: ValidateOptions,
  diagnostics: readonly Diagnostic[],
  config: Config,
): Promise<string> {
  const { format = "text" } = options;
  switch (format) {
    case "json":
      return jsonText(validateJson(diagnostics));
    case "sarif":
    case "junit":
      return await findingsProduct(format, diagnostics, {
        version: context.version,
        command: "validate",
        files: filesOf(config),
      });
    case "text": {
      const errors = diagnostics.filter(({ severity }) => severity === "error").length;
      const warnings = diagnostics.length - errors;
      const also = warnings === 0 ? "" : `, with ${count(warnings, "warning")}`;
      const verdict =
        errors > 0 ? `Not valid: ${count(errors, "error")}${also}.` : `Success! The file is valid${also}.`;
      const style = productStyle(context, options);
      return `${diagnosticsText(diagnostics, style)}${unplacedIn(config)}${verdict}\n`;
    }
  }
}

/** The line on people of the list who are in no workspace, if there are any. */
function unplacedIn({ desired, people }: Config): string {
  const unplaced = desired === null ? undefined : people?.unplaced();
  return unplaced?.rows ? `${unplacedText(unplaced)}\n` : "";
}
