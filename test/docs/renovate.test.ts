import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundledIn } from "../support/bundled.js";

const json = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"));

it("Renovate's first rule names each library that is bundled: its security update makes a release", () => {
  const notices = ["dist/THIRD-PARTY-LICENSES.txt", ".github/action/dist/THIRD-PARTY-LICENSES.txt"];
  const bundled = new Set(notices.flatMap(bundledIn).map(({ name }) => name));
  const direct = Object.keys(json("package.json").devDependencies).filter((name) => bundled.has(name));
  expect(json(".github/renovate.json").packageRules[0].matchPackageNames).toEqual(direct.sort());
});
