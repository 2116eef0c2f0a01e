import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WhoAnswer } from "../../src/plan/people/who.js";
import { comparisonProduct } from "../../src/report/access/comparison.js";
import { personProduct } from "../../src/report/access/person-answer.js";
import { whoProduct } from "../../src/report/access/who-answers.js";
import { pageHtml } from "../../src/report/html/page-html.js";
import { logProduct } from "../../src/report/log/log-product.js";
import { createLog } from "../../src/report/log/run-log.js";
import { COLUMNS, type ReviewCells } from "../../src/report/review/review-cells.js";
import { reviewPage } from "../../src/report/review/review-page.js";
import { northwind, withDrift } from "../report/fixtures/northwind.js";
import { fromGroup } from "../report/fixtures/plan-builder.js";
import { findChromium, launchChromium } from "../support/chromium.js";
import { planWebPage } from "../support/plan-formats.js";
import { receiptOf } from "../support/receipts.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that another colour scheme can break: nothing else looks at colours. */
const OF_COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };
const runOf = (rules: object): string => `axe.run(document, {
  runOnly: ${JSON.stringify(rules)},
  resultTypes: ["violations"],
}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`;

const origin = { organization: { id: "org_1", name: "Northwind" }, version: "1.2.3" };

const ada: WhoAnswer = {
  workspace: "prod",
  member: "ada@northwind.example",
  role: "organization_admin",
  limited_by: "nothing",
  reaches: "yes",
  open: true,
  values: [
    { attribute: "region", value: null, source: null, grants: [] },
    { attribute: "team", value: "sales", source: { kind: "own" }, grants: ["sees_sales"] },
  ],
};

const cells = (given: Partial<ReviewCells>): ReviewCells => ({
  ...(Object.fromEntries(COLUMNS.map((column) => [column, ""])) as Omit<ReviewCells, "entries">), // all of them
  entries: { values: [], data: [] },
  workspace: "prod",
  ...given,
});

const review = {
  organization: origin.organization,
  asOf: "2026-11-22T10:00:00Z",
  orgformVersion: "1.2.3",
  snapshotDigest: "sha256:0",
  rows: [
    cells({ member: "ada@northwind.example", role: "organization_admin", open: "region", listed: "no" }),
    cells({ member: "bob@northwind.example", role: "explore", groups: "Sales West" }),
  ],
};

const compared = {
  from: "q3.json",
  to: "planned",
  origin,
  comparison: {
    access_changes: northwind.access_changes,
    people: [{ workspace: "prod", member: "ada@northwind.example", verdict: "widened" as const }],
  },
  outcome: "refused",
  refusals: ["--fail-on opened: 1 found"],
} as const;

const explanation = {
  workspace: "prod",
  member: "ada@northwind.example",
  attribute: "region",
  live: { winner: null, shadowed: [] },
  planned: { winner: fromGroup("west", "Sales West"), shadowed: [] },
};

const membership = {
  address: "prod/groups/Sales/members/ada@northwind.example",
  kind: "group_membership",
  action: "create",
  before: null,
  after: { group: "Sales", member: ada.member },
} as const;
const receipt = { ...receiptOf({ changes: [membership] }), warnings: ["Precedence 10 is shared"] };
const runs = createLog([{ path: "a.jsonl", receipt }]);

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  plan: () => planWebPage(northwind),
  "plan with drift": () => planWebPage(withDrift),
  review: () => pageHtml(reviewPage(review, origin)),
  who: () =>
    pageHtml(
      whoProduct({ questions: [{ kind: "everybody" }], answers: [ada], isOpenOnly: false }, origin).page(),
    ),
  "who PERSON": () =>
    pageHtml(personProduct({ member: ada.member, explanations: [explanation] }, origin).page()),
  log: () => pageHtml(logProduct(runs).page()),
  compare: () => pageHtml(comparisonProduct(compared).page()),
};

const VIEWS = [
  { colorScheme: "light", width: 1280, background: "rgb(255, 255, 255)" },
  { colorScheme: "dark", width: 1280, background: "rgb(15, 19, 23)" },
  { colorScheme: "light", width: 390, background: "rgb(255, 255, 255)" },
] as const;

let browser: Browser;
/** A machine without a browser leaves these out, and says so; continuous integration has to have one. */
const hasBrowser = findChromium() !== undefined || Boolean(process.env.CI);

beforeAll(async () => {
  if (hasBrowser) browser = await launchChromium();
});

afterAll(async () => {
  await browser?.close();
});

describe.runIf(hasBrowser)("axe finds nothing", () => {
  it.each(Object.keys(PAGES))(
    "on the page of %s, in the light, in the dark, and on a telephone",
    async (name) => {
      const page = await browser.newPage();
      await page.setContent((await PAGES[name]?.()) ?? "");
      await page.evaluate(AXE);
      for (const { colorScheme, width, background } of VIEWS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(background);
        const rules = colorScheme === "dark" ? OF_COLOURS : EVERY_RULE;
        expect(await page.evaluate<readonly string[]>(runOf(rules)), `${colorScheme}, ${width} wide`).toEqual(
          [],
        );
      }
      await page.close();
    },
  );
});
