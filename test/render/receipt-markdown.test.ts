import { expect, test } from "vitest";
import { receiptMarkdown } from "../../src/render/markdown/receipt-markdown.js";
import { receipt } from "./fixtures/receipt.js";

test("an apply on a job's summary page: counts, and whatever is not done", async () => {
  await expect(receiptMarkdown(receipt)).toMatchFileSnapshot("expected/receipt.md");
});
