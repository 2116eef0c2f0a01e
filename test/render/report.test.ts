import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunResult } from "../../src/model/plan/run-result.js";
import { planJson } from "../../src/render/plan-json.js";
import { createReport } from "../../src/render/report.js";
import { reportMarkdown, reportText } from "../../src/render/report-text.js";
import { northwind, unchanged } from "./fixtures/northwind.js";
import { access, fromGroup, plan } from "./fixtures/plan-builder.js";
import { receipt } from "./fixtures/receipt.js";

const evil = planJson(
  plan({
    outcome: "error",
    errored: true,
    organization: { id: "org_9", name: "@evil | <b>\u001b[2J" },
  }),
);
const RESULTS: readonly RunResult[] = [
  { source: "unchanged.json", kind: "plan", ...planJson(unchanged) },
  { source: "northwind.json", kind: "plan", ...planJson(northwind) },
  { source: "evil.json", kind: "plan", ...evil },
  { ...receipt, source: "applied.json", kind: "apply" },
  {
    source: "lost.json",
    kind: "none",
    outcome: "error",
    diagnostics: [{ summary: "the run left no result" }],
  },
];
const report = createReport(RESULTS, "0.1.0");

test("many runs in one table, those that need somebody first, with why", async () => {
  await expect(reportText(report, { color: false })).toMatchFileSnapshot("expected/report.txt");
});

test("the same for a job's summary page, names harmless, what needs nobody folded", async () => {
  const markdown = reportMarkdown(report);
  expect(markdown).not.toContain("\u001b");
  await expect(markdown).toMatchFileSnapshot("expected/report.md");
});

test("the order of the results changes nothing, and the worst outcome is that of all", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...RESULTS], { minLength: 1 }), (some) => {
      const folded = createReport(some, "0.1.0");
      expect(folded).toEqual(createReport(some.toReversed(), "0.1.0"));
      const urgent = ["error", "refused", "interrupted", "ok"].find((o) =>
        some.some(({ outcome }) => outcome === o),
      );
      expect(folded.outcome).toBe(urgent);
    }),
  );
});

test("whose access an apply changed is counted once it has done all of it", () => {
  const access_changes = [
    access("prod", "a@x.example", "region", fromGroup("west", "Sales"), null),
    access("prod", "a@x.example", "customer", fromGroup("1", "Sales"), fromGroup("2", "Sales")),
    access("prod", "b@x.example", "region", null, fromGroup("west", "Sales")),
  ];
  const of = (outcome: "ok" | "partial") =>
    createReport([{ ...receipt, outcome, access_changes, source: "r.json", kind: "apply" }], "0.1.0");
  expect(of("ok").totals).toMatchObject({ people: 2, opened: 1 });
  expect(of("partial").runs[0]?.counts).not.toHaveProperty("people");
});

test("thousands of runs stay within what a comment takes, and what was left out is said", () => {
  const many = Array.from(
    { length: 3_000 },
    (_, i): RunResult => ({ ...evil, kind: "plan", source: `${i}.json` }),
  );
  const markdown = reportMarkdown(createReport([...many, ...RESULTS], "0.1.0"));
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
  expect(markdown.match(/org_9/g)?.length).toBeGreaterThan(300);
  expect(markdown).toContain("Left out for length");
});
