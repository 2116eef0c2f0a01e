import { expect, test } from "vitest";
import { receiptMarkdown, summaryMarkdown } from "../../src/render/summary-markdown.js";
import { northwind, unchanged } from "./fixtures/northwind.js";
import { plan } from "./fixtures/plan-builder.js";
import { receipt } from "./fixtures/receipt.js";

test("many organizations in one table, those that need somebody first", async () => {
  const failed = plan({
    outcome: "error",
    errored: true,
    organization: { id: "org_9", name: "@evil | <b>" },
  });
  await expect(summaryMarkdown([unchanged, northwind, failed])).toMatchFileSnapshot(
    "expected/organizations.md",
  );
});

test("an apply on a job's summary page: counts, and whatever is not done", async () => {
  await expect(receiptMarkdown(receipt)).toMatchFileSnapshot("expected/receipt.md");
});
