import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/call/api-error.js";
import { CommandError } from "../commands/context/command-error.js";
import type { CommandContext } from "../commands/context/context.js";
import { defaultFile } from "../commands/context/default-file.js";
import { findingsProduct } from "../commands/documents/findings-product.js";
import { reportDiagnostics } from "../commands/documents/report-diagnostics.js";
import { writeOutput } from "../commands/documents/write-output.js";
import { type Diagnostic, finding } from "../model/diagnostic.js";
import type { ApplyEvent } from "../model/plan/event.js";
import type { Outcome } from "../model/plan/plan.js";
import { validateJson } from "../report/diagnostics/diagnostics-json.js";
import { eventLine, jsonText } from "../report/words/json-text.js";
import { COMMANDS } from "./command-table.js";
import type { CommandSpec } from "./options/command-spec.js";
import { OUT_OPTION } from "./options/option-table.js";
import type { ParsedOptions } from "./options/option-types.js";

/** A command that ended without its product. */
export interface Failure {
  readonly outcome: Outcome;
  readonly diagnostics: readonly Diagnostic[];
  /** The stack, only for a defect of orgform. */
  readonly stack?: string;
}

/** The failure that an error of a command means. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CommandError) return { outcome: error.outcome, diagnostics: error.diagnostics };
  if (error instanceof ApiError) {
    const outcome = error.reason === "interrupted" ? "interrupted" : "error";
    return { outcome, diagnostics: [apiDiagnostic(error)] };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const diagnostic = finding(
    "internal",
    "This is a defect in orgform",
    "Please report it with the stack below and, if you can, the file that led to it. Take secrets out first.",
  );
  return { outcome: "error", diagnostics: [diagnostic], stack };
}

/**
 * Reports a failed command: for people on stderr, and with a format that is kept or read by programs also in the place
 * of the product, so that its reader finds a document and not nothing.
 */
export async function reportFailure(
  context: CommandContext,
  command: CommandSpec,
  options: ParsedOptions,
  failure: Failure,
): Promise<void> {
  const { outcome, diagnostics, stack } = failure;
  const isForTools = FOR_TOOLS.has(options.format);
  const isPage = options.format === "markdown" || options.format === "html";
  // A file that could not be written is not tried again.
  const canWrite =
    command.options.includes(OUT_OPTION) &&
    typeof options.out === "string" &&
    !diagnostics.some(({ code }) => code === "output");
  const output = canWrite ? String(options.out) : undefined;
  if (isForTools || isPage) {
    const product = await productIn(options, context, command, failure);
    await writeOutput(context, output, product).catch(() => writeOutput(context, undefined, product));
  }
  if (!isForTools || output !== undefined) {
    reportDiagnostics(context, options, diagnostics);
    if (outcome === "refused") context.stderr.write("Nothing was written.\n");
  }
  if (stack !== undefined) context.stderr.write(`${stack}\n`);
}

/** Formats that programs read: there the failure is a document as well. */
const FOR_TOOLS: ReadonlySet<unknown> = new Set(["json", "sarif", "junit"]);

/** A failure in a format; the code for pages is loaded by the few runs that fail into them. */
async function productIn(
  { format, file }: ParsedOptions,
  context: CommandContext,
  command: CommandSpec,
  failure: Failure,
): Promise<string> {
  const { diagnostics } = failure;
  if (format === "sarif" || format === "junit") {
    const files = Array.isArray(file) ? file.map(String) : [defaultFile()];
    return await findingsProduct(format, diagnostics, {
      version: context.version,
      command: command.name,
      files,
    });
  }
  if (format === "json") return productOf(context, command, failure);
  const { failurePage } = await import("../report/view/finding-sections.js");
  const page = failurePage(command.name, diagnostics);
  if (format === "html") return (await import("../report/html/page-html.js")).pageHtml(page);
  const { pageMarkdown } = await import("../report/markdown/page-markdown.js");
  return [...pageMarkdown(page)].join("");
}

/**
 * Reports a mistake in the command line as JSON, if JSON was asked for; the text message is already written.
 */
export async function reportMistake(
  context: CommandContext,
  argv: readonly string[],
  message: string,
): Promise<void> {
  if (!/(^| )--format[= ]json( |$)/.test(argv.join(" "))) return;
  const command = COMMANDS.find(({ name }) => name.split(" ").every((word) => argv.includes(word)));
  const summary = message.replace(/^error: /i, "");
  const detail = `\`orgform ${command === undefined ? "" : `${command.name} `}--help\` lists what there is.`;
  const diagnostics = [finding("usage", summary, detail)];
  await writeOutput(context, undefined, productOf(context, command, { outcome: "error", diagnostics }));
}

function productOf(context: CommandContext, command: CommandSpec | undefined, failure: Failure): string {
  const { outcome, diagnostics } = failure;
  const { version: orgform_version } = context;
  if (command?.failure === "events") {
    const timestamp = context.now().toISOString();
    return eventsOf(orgform_version, failure)
      .map((event) => `${eventLine(event, timestamp)}\n`)
      .join("");
  }
  if (command?.name === "validate") return jsonText(validateJson(diagnostics));
  const nothing = { applyable: false, complete: false, errored: true };
  return jsonText({ format_version: "1.0", orgform_version, outcome, ...nothing, diagnostics });
}

const eventsOf = (orgform: string, { outcome, diagnostics }: Failure): readonly ApplyEvent[] => [
  { type: "version", orgform, format_version: "1.0" },
  ...diagnostics.map((diagnostic) => ({ type: "diagnostic" as const, diagnostic })),
  {
    type: "apply_summary",
    outcome,
    steps: { done: 0, failed: 0, skipped: 0, not_started: 0, unknown: 0 },
    changes: { create: 0, update: 0, delete: 0 },
    warnings: 0,
  },
];
