import { expect, test } from "vitest";
import { DIAGNOSTIC_CODES } from "../../src/model/diagnostic-code.js";
import { diagnosticsSarif } from "../../src/report/diagnostics/diagnostics-sarif.js";
import { withoutLinks, withWebLinks } from "../../src/report/words/docs-address.js";
import { orgform } from "../support/run-in-process.js";

const TEXT =
  "See [tie](#tie), [the rules](#look-alike),\n[Every key](keys.md) and [values](access-model.md#what-a-value-means).";

test("a link of the documentation leads to the web, or is said in words", () => {
  expect(withWebLinks(TEXT, "0.1.0")).toBe(
    "See [tie](https://unpkg.com/orgform@0.1/docs/troubleshooting.md#tie), " +
      "[the rules](https://unpkg.com/orgform@0.1/docs/troubleshooting.md#look-alike),\n" +
      "[Every key](https://unpkg.com/orgform@0.1/docs/keys.md) and " +
      "[values](https://unpkg.com/orgform@0.1/docs/access-model.md#what-a-value-means).",
  );
  expect(withoutLinks(TEXT)).toBe(
    "See `orgform help tie`, the rules (`orgform help look-alike`), Every key (docs/keys.md) and values (docs/access-model.md).",
  );
});

test("no rule of code scanning and no help in a terminal has a link that leads nowhere", async () => {
  const all = Object.keys(DIAGNOSTIC_CODES) as (keyof typeof DIAGNOSTIC_CODES)[];
  const found = all.map((code) => ({ severity: "error", code, summary: "s", detail: "" }) as const);
  const log = JSON.stringify(diagnosticsSarif(found, { version: "0.1.0", command: "plan", files: [] }));
  expect(log).not.toMatch(/\]\((?!https:)/);
  expect(
    log.match(/"helpUri":"https:\/\/unpkg\.com\/orgform@0\.1\/docs\/troubleshooting\.md#/g),
  ).toHaveLength(all.length);
  for (const code of all) expect((await orgform(["help", code])).stdout, code).not.toMatch(/\]\(/);
});
