import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { accessGroups } from "../../src/report/view/access-groups.js";
import { planNamed } from "../report/fixtures/hostile.js";
import { northwind } from "../report/fixtures/northwind.js";
import { change, plan } from "../report/fixtures/plan-builder.js";
import { findChromium, launchChromium } from "../support/chromium.js";
import { planHtml } from "../support/plan-formats.js";

let browser: Browser;
let folder: string;
/** What no page may do, from the moment it is opened. */
let misdeeds: string[];

/** A machine without a browser leaves these out, and says so; continuous integration has to have one. */
const hasBrowser = findChromium() !== undefined || Boolean(process.env.CI);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-browser-"));
  if (hasBrowser) browser = await launchChromium();
});

afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close();
  expect(misdeeds).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(html: string, options: BrowserContextOptions = {}): Promise<Page> {
  misdeeds = [];
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("request", (request) => {
    if (!request.isNavigationRequest()) misdeeds.push(`request ${request.url()}`);
  });
  page.on("console", (message) => misdeeds.push(`console ${message.text()}`));
  page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`));
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const path = join(folder, "plan.html");
  writeFileSync(path, html);
  await page.goto(pathToFileURL(path).href);
  return page;
}

const accessRows = (page: Page) => page.locator("#access tbody tr:visible");

describe.runIf(hasBrowser)("the page of a plan, in a browser", () => {
  it("filters access by effect and by any text, and says how many are left", async () => {
    const page = await open(await planHtml(northwind));
    const all = accessGroups(northwind);
    const output = page.locator("form.filter output");
    const rows = await page.locator("tbody tr").count();
    expect(await page.getByRole("search").count()).toBe(1);
    expect(await accessRows(page).count()).toBe(all.length);
    expect(await output.textContent()).toBe(`${rows} of ${rows}`);

    await page.getByLabel("Show").selectOption("no longer open");
    const closed = all.filter(({ part }) => part === "narrowed").length;
    expect(await accessRows(page).count()).toBe(closed);
    // On paper a filter hides nothing.
    await page.emulateMedia({ media: "print" });
    expect(await accessRows(page).count()).toBe(all.length);
    await page.emulateMedia({ media: "screen" });

    await page.getByLabel("Show").selectOption("all");
    await page.getByLabel("Filter rows").fill("region  SELLER-041@ west");
    expect(await accessRows(page).allTextContents()).toEqual([
      expect.stringContaining("seller-041@northwind.example"),
    ]);
    expect(await output.textContent()).toBe(`1 of ${rows}`);
    await page.keyboard.press("Enter");
    expect(await accessRows(page).count()).toBe(1);
  });

  it("filters all sections by words, sorts by a column, folds, and has a link to each row", async () => {
    const page = await open(await planHtml(northwind));
    const rows = page.locator("tbody tr:visible");
    const all = await rows.count();
    await page.getByLabel("Filter rows").fill("seller-041@ west");
    expect(await rows.count()).toBeLessThan(all);
    for (const text of await rows.allTextContents()) expect(text).toContain("seller-041@");
    await page.getByLabel("Filter rows").fill("");

    const values = page.locator("#access tbody tr td:nth-of-type(2)");
    const before = await values.allTextContents();
    await page.locator("#access thead").getByRole("button", { name: "Sees before" }).click();
    const sorted = await values.allTextContents();
    expect(sorted).toEqual([...before].sort(new Intl.Collator(undefined, { numeric: true }).compare));
    await page.locator("#access thead").getByRole("button", { name: "Sees before" }).click();
    expect(await page.locator('#access th[aria-sort="descending"]').count()).toBe(1);

    await page.locator("#changes > details > summary").click();
    expect(await page.locator("#changes tbody tr:visible").count()).toBe(0);

    const link = page.locator("#access tbody tr").last().getByLabel("Link to this row");
    const target = await link.getAttribute("href");
    await link.click();
    expect(await page.locator("tr:target").count()).toBe(1);
    expect(decodeURIComponent(target ?? "")).toMatch(/^#access-/);
  });

  it("pictures who moves from value to value, and leaves out what one row says", async () => {
    const page = await open(await planHtml(northwind));
    const pictures = await page.locator("svg.flow").all();
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(await picture.getAttribute("aria-label")).toMatch(/ people from \d+ values? to \d+$/);
      expect(await picture.locator("path").count()).toBeGreaterThan(1);
    }
  });

  it("can be read without seeing it: landmarks, headings, named tables and rows, a way past the navigation", async () => {
    const page = await open(await planHtml(northwind));
    for (const role of ["banner", "navigation", "main", "contentinfo"] as const)
      expect(await page.getByRole(role).count(), role).toBe(1);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Plan for Northwind");
    for (const section of await page.getByRole("region").all())
      expect(await section.getByRole("heading", { level: 2 }).count()).toBe(1);
    const tables = await page.getByRole("table").all();
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) {
      expect(await table.locator("caption").textContent()).not.toBe("");
      expect(await table.getByRole("columnheader").count()).toBeGreaterThan(1);
      const rows = await table.locator("tbody tr").count();
      expect(await table.getByRole("rowheader").count()).toBe(rows);
    }
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to the content");
  });

  it("prints everything but the controls", async () => {
    const page = await open(await planHtml(northwind));
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["nav", "form.filter", ".skip"])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await accessRows(page).count()).toBe(accessGroups(northwind).length);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("fits a telephone: a row becomes a card whose cells say what they are", async () => {
    const page = await open(await planHtml(northwind), { viewport: { width: 375, height: 700 } });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    const cell = page.locator("#access tbody td").first();
    expect(await cell.getAttribute("data-label")).toBe("Workspace");
    expect((await cell.boundingBox())?.width).toBeGreaterThan(250);
  });

  it("leaves out columns without any text, and on a telephone empty cells as well", async () => {
    const resource_changes = [
      change("create", "prod/groups/A", null, { precedence: 1 }),
      change("delete", "prod/groups/B", {}, null),
    ];
    const page = await open(await planHtml(plan({ resource_changes })));
    const heads = ["Change", "What", "Fields", "Kind", "Workspace"];
    expect(await page.locator("#changes thead th").allTextContents()).toEqual(heads);
    const empty = page.locator("tbody td:empty");
    const hidden = empty.and(page.locator(":not(:visible)"));
    expect(await empty.count()).toBe(1);
    expect(await hidden.count()).toBe(0);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await hidden.count()).toBe(1);
  });

  it("shows names that would attack it as text", async () => {
    const names = [
      "</td><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "javascript:alert(1)",
      "\u202egnp",
    ];
    for (const name of names) {
      const page = await open(await planHtml(planNamed(name)));
      expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
      expect(await page.locator("script").count()).toBe(1);
      expect(await page.locator("body").innerText()).toContain(name.replace("\u202e", "\\u{202e}"));
      await page.context().close();
      expect(misdeeds).toEqual([]);
    }
  });
});
