import type { Receipt } from "../../model/plan/receipt.js";
import { markdownCode, markdownFence, visible } from "../../util/escape.js";
import { countsText } from "../apply/event-text.js";
import { ACTION_SIGNS, addressText } from "../words/labels.js";

/** The result of an apply for a job's summary page: the counts, and every change that did not end as planned. */
export function receiptMarkdown(receipt: Receipt): string {
  const open = receipt.changes.filter((change) => change.outcome !== "done");
  const rows = open.map(
    ({ action, address, outcome, error }) =>
      `${ACTION_SIGNS[action]} ${addressText(address)}  ${outcome.replace("_", " ")}${error === undefined ? "" : `: ${visible(error)}`}`,
  );
  const { name, id } = receipt.organization;
  return [
    `### Apply: ${countsText(receipt.steps)}`,
    "",
    `Organization ${markdownCode(name)} (${markdownCode(id)})`,
    ...(rows.length === 0 ? [] : ["", markdownFence(rows, "text")]),
    "",
  ].join("\n");
}
