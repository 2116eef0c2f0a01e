import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { checkSignIn } from "../../src/sign-in/check/check.js";
import { renderSignIn, SIGN_IN_FORMATS } from "../../src/sign-in/render/render.js";
import { FINDINGS } from "../../src/sign-in/terms/finding.js";
import { NOW } from "./block.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("docs/sign-in.md");

const blocks: readonly (readonly [string, WarehouseSignIn])[] = [
  ["docs/sign-in.md", parse(/```yaml\n([^`]*)```/.exec(page)?.[1] ?? "").warehouse_sign_in],
  ["examples/sign-in", parse(read("examples/sign-in/orgform.yaml")).warehouse_sign_in],
];

test.each(blocks)("the block of %s has nothing to find, nor has its manifest", (_, block) => {
  const [portal] = renderSignIn(block, "portal").files;
  expect(checkSignIn(block, portal?.text, NOW)).toEqual({ outcome: "ok", findings: [] });
});

test("the pages name every finding and every format", () => {
  const findings = read("docs/sign-in-findings.md");
  for (const name of Object.keys(FINDINGS)) expect(findings).toContain(`\`${name}\``);
  for (const name of SIGN_IN_FORMATS.slice(0, -1)) expect(page).toContain(`\`${name}\``);
});
