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
import { BEYOND, BROKEN_WORDS } from "../support/page-measures.js";
import { planWebPage } from "../support/plan-formats.js";

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

const rowsOf = (page: Page, section = "") => page.locator(`${section} [data-row]:visible`);
const filterText = async (page: Page, words: string) => await page.getByLabel("Filter rows").fill(words);

describe.runIf(hasBrowser)("the page of a plan, in a browser", () => {
  it("filters rows by what they are and by any text, and says how many are left", async () => {
    const page = await open(await planWebPage(northwind));
    const all = accessGroups(northwind);
    const output = page.locator("form.filter output");
    const rows = await page.locator("[data-row]").count();
    expect(await page.getByRole("search").count()).toBe(1);
    expect(await rowsOf(page, "#access").count()).toBe(all.length);
    expect(await output.textContent()).toBe(`${rows} of ${rows}`);

    await page.getByLabel("Show").selectOption("no longer open");
    const closed = all.filter(({ part }) => part === "narrowed").length;
    expect(await rowsOf(page).count()).toBe(closed);
    // On paper a filter hides nothing.
    await page.emulateMedia({ media: "print" });
    expect(await rowsOf(page).count()).toBe(rows);
    await page.emulateMedia({ media: "screen" });

    await page.getByLabel("Show").selectOption("all");
    await filterText(page, "region  SELLER-041@ no value");
    expect(await rowsOf(page).allTextContents()).toEqual([
      expect.stringContaining("seller-041@northwind.example"),
    ]);
    expect(await output.textContent()).toBe(`1 of ${rows}`);
    await page.keyboard.press("Enter");
    expect(await rowsOf(page).count()).toBe(1);
  });

  it("filters all sections by words, sorts a table by a column, and has a link to each row", async () => {
    const page = await open(await planWebPage(northwind));
    const all = await rowsOf(page).count();
    await filterText(page, "ada@ northwind");
    expect(await rowsOf(page).count()).toBeLessThan(all);
    for (const section of ["#access", "#changes"])
      for (const text of await rowsOf(page, section).allTextContents()) expect(text).toContain("ada@");
    await filterText(page, "");

    const precedences = page.locator("#ladder tbody td:nth-of-type(1)");
    const before = await precedences.allTextContents();
    const head = page.locator("#ladder thead").getByRole("button", { name: "Precedence" });
    await head.click();
    const sorted = [...before].sort((a, b) => Number(a) - Number(b));
    expect(sorted).not.toEqual(before);
    expect(await precedences.allTextContents()).toEqual(sorted);
    await head.click();
    expect(await page.locator('#ladder th[aria-sort="descending"]').count()).toBe(1);
    expect(await precedences.allTextContents()).toEqual([...sorted].reverse());

    for (const section of ["access", "changes", "ladder"]) {
      const link = page.locator(`#${section} [data-row]`).last().getByLabel("Link to this row");
      const target = decodeURIComponent((await link.getAttribute("href")) ?? "");
      await link.click();
      expect(await page.locator("[data-row]:target").getAttribute("id")).toBe(target.slice(1));
      expect(target).toMatch(new RegExp(`^#${section}-.`));
    }
    const ids = await page
      .locator("[data-row]")
      .evaluateAll((rows: { id: string }[]) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(all);
  });

  it("pictures who moves from value to value, and leaves out what one row says", async () => {
    const page = await open(await planWebPage(northwind));
    const pictures = await page.locator("svg.flow").all();
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      expect(await picture.getAttribute("aria-label")).toMatch(/ people from \d+ values? to \d+$/);
      expect(await picture.locator("path").count()).toBeGreaterThan(1);
    }
  });

  it("can be read without seeing it: landmarks, headings, named tables and rows, and words for signs", async () => {
    const page = await open(await planWebPage(northwind));
    for (const role of ["banner", "main", "contentinfo"] as const)
      expect(await page.getByRole(role).count(), role).toBe(1);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Northwind \u00b7 plan");
    const sections = await page.locator("main > section").all();
    expect(sections.length).toBeGreaterThan(5);
    for (const section of sections) expect(await section.getByRole("heading", { level: 2 }).count()).toBe(1);
    const tables = await page.getByRole("table").all();
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) {
      expect(await table.locator("caption").textContent()).not.toBe("");
      expect(await table.getByRole("columnheader").count()).toBeGreaterThan(1);
      const rows = await table.locator("tbody tr").count();
      expect(await table.getByRole("rowheader").count()).toBe(rows);
    }
    for (const text of await rowsOf(page, "#changes").allTextContents())
      expect(text).toMatch(/^[+~\u2212]to (add|change|remove): /);
  });

  it("prints everything but the controls", async () => {
    const page = await open(await planWebPage(northwind));
    const shown = await rowsOf(page).count();
    await filterText(page, "nothing is called this");
    expect(await rowsOf(page).count()).toBe(0);
    await page.emulateMedia({ media: "print" });
    for (const hidden of ["form.filter", ".row-link"])
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    expect(await rowsOf(page).count()).toBe(shown);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it.each([
    [1280, "screen", "light"],
    [1920, "screen", "dark"],
    [390, "screen", "light"],
    [1040, "print", "light"],
  ] as const)(
    "cuts nothing off and breaks no word: %d px wide, on %s, %s",
    async (width, media, colorScheme) => {
      const page = await open(await planWebPage(northwind), {
        viewport: { width, height: 900 },
        colorScheme,
      });
      await page.emulateMedia({ media });
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await page.evaluate(BEYOND)).toEqual([]);
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([]);
    },
  );

  it("has one card a person: beside each other on a screen, below each other on a telephone", async () => {
    const page = await open(await planWebPage(northwind), { viewport: { width: 1280, height: 700 } });
    const card = page.locator("#access .who").nth(1);
    const places = async () =>
      await Promise.all(
        [".name", ".val", ".badge"].map(async (part) => await card.locator(part).first().boundingBox()),
      );
    const [name, value, verdict] = await places();
    expect(value?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
    expect(verdict?.x).toBeGreaterThan((value?.x ?? 0) + (value?.width ?? 0));
    await page.setViewportSize({ width: 390, height: 700 });
    const [above, below] = await places();
    expect(below?.x).toBe(above?.x);
    expect(below?.y).toBeGreaterThan(above?.y ?? 0);
  });

  it("shows changes as a tree: what is in a group stands below it, further in", async () => {
    const page = await open(await planWebPage(northwind));
    const group = page.locator("#changes li", { hasText: "Sales West" }).first();
    const member = group.locator("xpath=following-sibling::li[1]");
    expect(await group.locator("s").allTextContents()).toEqual(["Sales", "10"]);
    expect(await member.textContent()).toContain("member ada@northwind.example");
    const left = async (row: typeof group, part: string) => (await row.locator(part).boundingBox())?.x ?? 0;
    const indent = await page.evaluate<number>(
      'parseFloat(getComputedStyle(document.querySelector("#changes .in")).paddingLeft)',
    );
    expect(indent).toBeGreaterThan(10);
    expect(await left(group, ".sym")).toBe(await left(member, ".sym"));
  });

  it("has colours of its own in the dark", async () => {
    const background = "getComputedStyle(document.body).backgroundColor";
    const light = await open(await planWebPage(northwind), { colorScheme: "light" });
    expect(await light.evaluate(background)).toBe("rgb(255, 255, 255)");
    const dark = await open(await planWebPage(northwind), { colorScheme: "dark" });
    expect(await dark.evaluate(background)).toBe("rgb(15, 19, 23)");
  });

  it("leaves out what a row does not have", async () => {
    const resource_changes = [
      change("create", "prod/groups/A", null, { precedence: 1 }),
      change("delete", "prod/groups/B", {}, null),
    ];
    const page = await open(await planWebPage(plan({ resource_changes })));
    expect(await rowsOf(page, "#changes").allInnerTexts()).toEqual([
      expect.stringMatching(/group A precedence 1/),
      expect.stringMatching(/group B/),
    ]);
    expect(await page.locator("#changes code").count()).toBe(1);
    expect(await page.locator("form.filter").isVisible()).toBe(false);
  });

  it("shows names that would attack it as text", async () => {
    const names = [
      "</td><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "javascript:alert(1)",
      "\u202egnp",
    ];
    for (const name of names) {
      const page = await open(await planWebPage(planNamed(name)));
      expect(await page.locator("img, iframe, object, embed").count()).toBe(0);
      expect(await page.locator("script").count()).toBe(1);
      expect(await page.locator("body").innerText()).toContain(name.replace("\u202e", "\\u{202e}"));
      await page.context().close();
      expect(misdeeds).toEqual([]);
    }
  });
});
