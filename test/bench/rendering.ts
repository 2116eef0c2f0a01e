import { createPlan } from "../support/create-plan.js";
import { planHtml, planMarkdown } from "../support/plan-formats.js";
import { reorganization } from "../support/worlds/reorganization.js";
import type { Bench } from "./bench.js";
import { amountRow, type Row } from "./table.js";

const MOST_SECONDS = 0.5;

/** Pages of a plan with 3,000 changes that alter 20,000 values of 1,000 people, the first time in this process. */
export async function rendering(_: Bench): Promise<readonly Row[]> {
  const { desired, live } = reorganization("all values change", {
    groups: 150,
    members: 1_000,
    attributes: 20,
  });
  const plan = createPlan({ desired, options: { orgformVersion: "bench" } }, live);
  const row = async (what: string, render: () => string | Promise<string>): Promise<Row> => {
    const start = performance.now();
    const { length } = await render();
    const seconds = (performance.now() - start) / 1_000;
    const figures = `${Math.round(length / 1_000)} kB`;
    return amountRow(
      `${what} of a plan with ${plan.resource_changes.length} changes`,
      seconds,
      MOST_SECONDS,
      "s",
      figures,
    );
  };
  return [await row("Markdown", () => planMarkdown(plan)), await row("HTML", () => planHtml(plan))];
}
