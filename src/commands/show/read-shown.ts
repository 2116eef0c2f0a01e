import type { TimedEvent } from "../../model/plan/event.js";
import type { PlanDocument } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { shellWord } from "../../plan/guards/allowance.js";
import { isRecord } from "../../util/record.js";
import { type CommandError, usageError } from "../context/command-error.js";
import {
  type Checked,
  checkEvent,
  checkEvents,
  checkPlanOrFailure,
  type FailedRun,
} from "../documents/check-document.js";
import { notAsSaid, parsedJson, readText } from "../documents/read-json.js";
import { beginsAsReceipt, parseReceipt } from "../receipts/read-receipt.js";

/** A file that a command left, by what it is. */
export type Shown =
  | { readonly kind: "plan"; readonly document: PlanDocument }
  | { readonly kind: "failure"; readonly document: FailedRun }
  | { readonly kind: "receipt"; readonly document: Receipt }
  | { readonly kind: "events"; readonly document: readonly TimedEvent[] };

const HOW = "`show` takes a plan (`orgform plan --out FILE`), a receipt, or the JSON of `drift` or `apply`.";

/** Reads a saved plan, a receipt, or the JSON of a run; anything else is refused with the command that takes it. */
export async function readShown(path: string): Promise<Shown> {
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
