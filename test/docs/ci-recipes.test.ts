import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("describes every input and output of the action, and no other", () => {
  const { inputs, outputs } = parse(read("action.yml"));
  const page = read("docs/ci-recipes.md");
  const [table = ""] = /^\| Input [\s\S]*?\n\n/m.exec(page) ?? [];
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(inputs));
  const [sentence = ""] = /^Its outputs are .*$/m.exec(page) ?? [];
  expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(
    Object.keys(outputs).sort(),
  );
});
