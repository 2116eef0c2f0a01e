import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageHtml } from "../../src/report/html/page-html.js";
import { runProduct } from "../../src/report/log/log-product.js";
import { COLUMNS, type ReviewCells } from "../../src/report/review/review-cells.js";
import { reviewPage } from "../../src/report/review/review-page.js";
import { findChromium, launchChromium } from "../support/chromium.js";
import { BEYOND, BROKEN_WORDS } from "../support/page-measures.js";
import { receiptOf } from "../support/receipts.js";

/** The room of a landscape A4 page within its margins, at 96 dots per inch. */
const PAPER = { width: Math.floor((277 / 25.4) * 96), height: 700 };
const MEMBER = `${"anna-katharina.".repeat(3)}o@a-long-name-of-a-company.northwind.example`;
const LONG = `region: west (Sales West); ${"customer-id-0123456789".repeat(4)}`;

const row: ReviewCells = {
  ...(Object.fromEntries(COLUMNS.map((column) => [column, LONG])) as Omit<ReviewCells, "entries">), // all of them
  entries: { values: LONG.split("; "), data: LONG.split("; ") },
  member: MEMBER,
  workspace: "northwind-production",
  invited: "2026-03-01",
};

const ADMIN: ReviewCells = {
  ...row,
  member: "admin@northwind.example",
  name: "Nora North",
  role: "organization_admin",
  limited_by: "nothing",
  listed: "no",
  groups: "Account Managers; Region west",
  entries: {
    values: ["clearance: salaries (Account Managers)", "region: no-access (All Users)"],
    data: ["reaches 9 of 11", "hidden field:orders_east.amount"],
  },
  open: "",
  will_have: "",
  changed: "role explore → organization_admin",
  verdict: "sees more",
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
    expect(edges).toHaveLength(2 * (7 + 4));
    expect(Math.max(...edges)).toBeLessThanOrEqual(PAPER.width);
    for (const name of ["Decision", "Reviewer", "Date", "Note"])
      expect(await page.getByRole("columnheader", { name }).isVisible()).toBe(true);
  });

  it.each([
    ["print", PAPER.width],
    ["screen", 1280],
    ["screen", 1920],
    ["screen", 390],
  ] as const)("breaks no word and cuts nothing off: on %s, %d wide", async (media, width) => {
    const page = await open([ADMIN, { ...ADMIN, member: "bob@northwind.example", role: "develop" }], media);
    await page.setViewportSize({ width, height: 700 });
    expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
    expect(await page.evaluate(BEYOND)).toEqual([]);
  });

  it("begins with its people, and counts them by what to look at first", async () => {
    const page = await open([ADMIN, { ...ADMIN, workspace: "northwind-dev", changed: "" }], "screen");
    expect(await page.locator(".lead").textContent()).toBe(
      "1 person in 2 workspaces as of 2026-11-22 10:00 UTC",
    );
    expect(await page.locator(".counts li").allTextContents()).toEqual([
      "1 by role",
      "1 not listed",
      "1 changed",
      "1 invited",
    ]);
    expect(await page.locator("tbody td").allTextContents()).toContain(
      "organization_adminsees everythingnot listedinvited 2026-03-01in Account Managers; Region west",
    );
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
    const document = runProduct("a.jsonl", receipt).page();
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
