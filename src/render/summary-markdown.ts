import type { Plan } from "../model/plan.js";
import type { Receipt } from "../model/receipt.js";
import { peopleCount } from "./access-groups.js";
import { markdownCode, markdownFence, visible } from "./escape.js";
import { countsText } from "./event-text.js";
import { count } from "./layout.js";
import { ACTION_SIGNS, addressText } from "./phrases.js";

/** What a report needs of each plan; a plan's JSON has it. */
export type PlanResult = Pick<
  Plan,
  "organization" | "outcome" | "errored" | "summary" | "access_changes" | "guards" | "plan_digest"
>;

/** Plans of many organizations as one table, those that need somebody first. */
export function summaryMarkdown(results: readonly PlanResult[]): string {
  const rows = [...results]
    .sort((a, b) => urgency(a) - urgency(b))
    .map((result) => `| ${row(result).join(" | ")} |`);
  const differing = results.filter((result) => result.outcome !== "ok").length;
  return [
    `### ${count(results.length, "organization")}, ${differing} with something to look at`,
    "",
    "| Organization | Outcome | Add | Change | Remove | People | Opened |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...rows,
    "",
  ].join("\n");
}

const URGENCY = ["error", "partial", "refused", "stale", "interrupted", "differences", "ok"];
const urgency = ({ outcome }: PlanResult): number => URGENCY.indexOf(outcome);

function row({ organization, outcome, summary, access_changes }: PlanResult): (string | number)[] {
  return [
    `${markdownCode(organization.name)} ${markdownCode(organization.id)}`,
    outcome === "ok" ? "no changes" : outcome,
    summary.create,
    summary.update,
    summary.delete,
    peopleCount({ access_changes }),
    summary.access.opened,
  ];
}

/** What an apply did, for a job's summary page: the counts, and every change that did not end as planned. */
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
