import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageHtml } from "../../src/report/html/page-html.js";
import { runProduct } from "../../src/report/log/log-product.js";
import { logEntryOf } from "../../src/report/log/run-log.js";
import { COLUMNS, type ReviewCells } from "../../src/report/review/review-cells.js";
import { reviewPage } from "../../src/report/review/review-page.js";
import { findChromium, launchChromium } from "../support/chromium.js";
import { receiptOf } from "../support/receipts.js";

/** The room of a landscape A4 page within its margins, at 96 dots per inch. */
const PAPER = { width: Math.floor((277 / 25.4) * 96), height: 700 };
const MEMBER = `${"anna-katharina.".repeat(3)}o@a-long-name-of-a-company.northwind.example`;
const LONG = `region: west (Sales West); ${"customer-id-0123456789".repeat(4)}`;

const row: ReviewCells = {
  ...(Object.fromEntries(COLUMNS.map((column) => [column, LONG])) as ReviewCells), // all of them
  member: MEMBER,
  workspace: "northwind-production",
  invited: "2026-03-01",
};

const reviewOf = (rows: readonly ReviewCells[]): string => {
  const organization = { id: "org_1", name: "Northwind" };
  const list = {
    organization,
    asOf: "2026-11-22T10:00:00Z",
    orgformVersion: "1.2.3",
    snapshotDigest: "sha256:0",
    rows,
  };
  return pageHtml(reviewPage(list, { organization, version: "1.2.3" }));
};

let browser: Browser;
/** A machine without a browser leaves these out; continuous integration has to have one. */
const hasBrowser = findChromium() !== undefined || Boolean(process.env.CI);

beforeAll(async () => {
  if (hasBrowser) browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

async function open(rows: readonly ReviewCells[], media: "print" | "screen") {
  const context = await browser.newContext({ viewport: PAPER });
  const page = await context.newPage();
  await page.setContent(reviewOf(rows));
  await page.emulateMedia({ media });
  return page;
}

describe.runIf(hasBrowser)("a review on paper", () => {
  it("has every column within the page, and room for decisions", async () => {
    const page = await open([row], "print");
    const edges: readonly number[] = await page.evaluate(
      `[...document.querySelectorAll("th, td")].map((cell) => cell.getBoundingClientRect().right)`,
    );
    expect(edges).toHaveLength(2 * (14 + 4));
    expect(Math.max(...edges)).toBeLessThanOrEqual(PAPER.width);
    for (const name of ["Decision", "Reviewer", "Date", "Note"])
      expect(await page.getByRole("columnheader", { name }).isVisible()).toBe(true);
  });

  it("is printed across, and repeats its heads: a browser repeats no button", async () => {
    const page = await open([row], "print");
    const look = await page.evaluate(
      `[getComputedStyle(document.querySelector("thead")).display, getComputedStyle(document.querySelector("thead button")).display]`,
    );
    expect(look).toEqual(["table-header-group", "contents"]);
    const pdf = await page.pdf({ preferCSSPageSize: true, format: "A4" });
    const [, width = "", height = ""] = /\/MediaBox \[0 0 (\d+)\S* (\d+)/.exec(pdf.toString("latin1")) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
  });

  it("has no columns for decisions on screen", async () => {
    const page = await open([row], "screen");
    expect(await page.locator("th", { hasText: "Decision" }).isVisible()).toBe(false);
  });
});

describe.runIf(hasBrowser)("the page of a run", () => {
  it("is named after the run, and cuts nothing off, however long an address is", async () => {
    const address = `northwind-production/groups/${"SalesWest".repeat(20)}/members/${MEMBER}`;
    const change = {
      address,
      kind: "group_membership",
      action: "create",
      before: null,
      after: { group: "Sales", member: MEMBER },
    } as const;
    const receipt = receiptOf({ changes: [change], source: { commit: "0123456789abcdef" } });
    const about = { changes: receipt.changes, access: [], arrivals: [] };
    const document = runProduct({ ...logEntryOf("a.jsonl", receipt), about }).page();
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.setContent(pageHtml(document));
    expect(await page.title()).toMatch(/^Apply: .+ \(.+\), \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const [inside, outside] = await page.evaluate<readonly [number, number]>(
      `(() => { const { scrollWidth, clientWidth } = document.querySelector(".scroll"); return [scrollWidth, clientWidth]; })()`,
    );
    expect(inside).toBeLessThanOrEqual(outside);
  });
});
