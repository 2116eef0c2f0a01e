import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

it("the page for contributors says of each dependency what it is for, and of nothing else", () => {
  const [, section = ""] = read(".github/CONTRIBUTING.md").split("## What each dependency is for");
  const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].slice(1);
  const named = rows.flatMap(([, names = ""]) => names.split(", "));
  expect(named.sort()).toEqual(Object.keys(JSON.parse(read("package.json")).devDependencies).sort());
});

it("nothing that a clone installs runs a script", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  expect(Object.keys(packages).filter((path) => packages[path].hasInstallScript)).toEqual([]);
});
