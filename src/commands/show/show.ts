import { kindOfAddress } from "../../model/address.js";
import type { TimedEvent } from "../../model/plan/event.js";
import { asFindings, type PlanFinding, refusal } from "../../model/plan/finding.js";
import type { Outcome, Plan, PlanDocument } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { eventText } from "../../report/apply/event-text.js";
import { diagnosticsText } from "../../report/diagnostics/diagnostics-text.js";
import { runProduct } from "../../report/log/log-product.js";
import { type ProductFormat, productIn } from "../../report/product/product.js";
import { jsonText } from "../../report/words/json-text.js";
import { compact } from "../../util/collections.js";
import { shellWord, visible } from "../../util/escape.js";
import { isRecord } from "../../util/record.js";
import { type CommandError, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { CommonOptions } from "../context/options.js";
import {
  type Checked,
  checkEvent,
  checkEvents,
  checkPlanOrFailure,
  type FailedRun,
} from "../documents/check-document.js";
import { notAsSaid, parsedJson, readText } from "../documents/read-json.js";
import { productStyle, writeOutput } from "../documents/write-output.js";
import { parseReceipt } from "../receipts/read-receipt.js";
import { formatPlan, type PlanFormat } from "../session/print-plan.js";

/** A file that a command left, by what it is. */
type Shown =
  | { readonly kind: "plan"; readonly document: PlanDocument }
  | { readonly kind: "failure"; readonly document: FailedRun }
  | { readonly kind: "receipt"; readonly document: Receipt }
  | { readonly kind: "events"; readonly document: readonly TimedEvent[] };

const HOW = "`show` takes a plan (`orgform plan --out FILE`), a receipt, or the JSON of `drift` or `apply`.";

/** Reads a saved plan, a receipt, or the JSON of a run; anything else is refused with the command that takes it. */
async function readShown(path: string): Promise<Shown> {
  const text = await readText(path, HOW);
  if (beginsAsReceipt(text)) return { kind: "receipt", document: orFail(path, parseReceipt(text)) };
  const whole = parsedJson(text);
  if (isRecord(whole) && whole.type === undefined) {
    if ("taken_at" in whole)
      throw usageError(
        `${path} is a snapshot`,
        `To ask about it: \`orgform who --live ${shellWord(path)}\`.`,
      );
    const document = orFail(path, checkPlanOrFailure(whole));
    return "resource_changes" in document ? { kind: "plan", document } : { kind: "failure", document };
  }
  const lines = text.trimEnd().split("\n");
  if (!isRecord(parsedJson(lines[0] ?? ""))) throw notShown(path, "It is not JSON.");
  const events = lines.map((line) => orFail(path, checkEvent(parsedJson(line))));
  return { kind: "events", document: orFail(path, checkEvents(events)) };
}

function orFail<T>(path: string, checked: Checked<T>): T {
  if ("document" in checked) return checked.document;
  throw notAsSaid(path, checked, HOW) ?? notShown(path, checked.problem);
}

function notShown(path: string, problem: string): CommandError {
  const file = /\.ya?ml$/i.test(path)
    ? ` To plan a file of workspaces: \`orgform plan -f ${shellWord(path)}\`.`
    : "";
  return usageError(`\`show\` cannot read ${path}`, `${problem} ${HOW}${file}`);
}

interface ShowOptions extends CommonOptions<PlanFormat | ProductFormat> {
  readonly file: string;
  readonly summary?: boolean;
}

/** The command `orgform show`: shows a saved plan, a receipt or the JSON of a run. Sends no request. */
export async function show(context: CommandContext, options: ShowOptions): Promise<Outcome> {
  const shown = await readShown(options.file);
  await writeOutput(context, options.out, await product(context, options, shown));
  return "ok";
}

/** The forms of each kind of file: those of the command that wrote it, or that reads it. */
const FORMATS = {
  plan: ["text", "json", "markdown", "html", "sarif", "junit"],
  receipt: ["text", "json", "markdown", "csv", "html"],
  events: ["text", "json"],
  failure: ["text", "json"],
} as const satisfies Readonly<Record<Shown["kind"], readonly (PlanFormat | ProductFormat)[]>>;

/** A kind of file as people call it. */
const NOUNS: Readonly<Record<Shown["kind"], string>> = {
  plan: "A plan",
  receipt: "A receipt",
  events: "The JSON of an apply",
  failure: "The JSON of a run that failed",
};

async function product(
  context: CommandContext,
  options: ShowOptions,
  shown: Shown,
): Promise<string | Iterable<string>> {
  switch (shown.kind) {
    case "plan": {
      const format = formatFor(options, shown.kind, FORMATS.plan);
      if (format === "json") return jsonText(shown.document);
      const asked = { ...options, format };
      const { as_of: asOf, made = null } = shown.document;
      // The file may be anybody's, and this text is printed as it is.
      if (made?.sandbox) context.sandboxes.add(visible(made.sandbox));
      return await formatPlan(context, asked, planOfDocument(shown.document), { asOf, made });
    }
    case "receipt": {
      const format = formatFor(options, shown.kind, FORMATS.receipt);
      return productIn(runProduct(options.file, shown.document), format, productStyle(context, options));
    }
    case "events": {
      const format = formatFor(options, shown.kind, FORMATS.events);
      const { document } = shown;
      if (format === "json") return document.map((event) => `${JSON.stringify(event)}\n`).join("");
      const style = productStyle(context, options);
      return compact(document.map((event) => eventText(event, style)))
        .map((line) => `${line}\n`)
        .join("");
    }
    case "failure": {
      const format = formatFor(options, shown.kind, FORMATS.failure);
      if (format === "json") return jsonText(shown.document);
      return diagnosticsText(shown.document.diagnostics, productStyle(context, options));
    }
  }
}

function formatFor<Format extends string>(
  { format = "text" }: ShowOptions,
  kind: Shown["kind"],
  formats: readonly Format[],
): Format {
  const found = formats.find((one) => one === format);
  if (found !== undefined) return found;
  throw usageError(`${NOUNS[kind]} cannot be shown as ${format}`, `It takes ${formats.join(", ")}.`);
}

/**
 * The JSON of a plan as renderers take it: its lists are findings with their source again. It cannot be carried out:
 * what only an apply needs is not in it.
 */
function planOfDocument(document: PlanDocument): Plan {
  const {
    execution_order,
    labels: _,
    as_of: __,
    made: ___,
    warnings,
    checks,
    diagnostics,
    guards,
    ...rest
  } = document;
  return {
    ...rest,
    findings: [
      ...asFindings("file", diagnostics),
      ...warnings.map(({ message, detail = "", ...warning }): PlanFinding => {
        const from = warning.code === "service-warning" ? "service" : "plan";
        return { ...warning, severity: "warning", summary: message, detail, from };
      }),
      ...checks.map(({ message, detail = "", ...check }): PlanFinding => {
        return { ...check, summary: message, detail, from: "check" };
      }),
      ...guards.map(refusal),
    ],
    steps: execution_order.flatMap((step) => {
      const kind = kindOfAddress(step.address);
      return kind === undefined ? [] : [{ ...step, kind, fields: {} }];
    }),
    identities: [],
    counted_sources: [],
  };
}

/** Returns true if a text begins as a receipt does. */
function beginsAsReceipt(text: string): boolean {
  const [first = ""] = text.split("\n", 1);
  const line = parsedJson(first);
  return isRecord(line) && line.type === "run";
}
