import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, it } from "vitest";
import { EXAMPLES } from "./workshop.js";

it("the start shows a full cycle, and leaves nothing in examples/ that another run could read", () => {
  const files = () => globSync("**", { cwd: EXAMPLES, dot: true }).sort();
  const before = files();
  const printed = execFileSync(process.execPath, [join(EXAMPLES, "quickstart/run.mjs")], {
    encoding: "utf8",
  });
  expect(printed).toContain("This was a full cycle.");
  expect(files()).toEqual(before);
});
