import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXAMPLES, openWorkshop, TRACKED } from "./workshop.js";

/**
 * What a README of an example shows is so: its `sh` blocks are run in order against the organization beside it (or the
 * one that it names), and the lines of a `text` block that follows stand in what they printed, in this order; `…`
 * leaves some out. A comment says where the exit code is not 0.
 */
const READMES = TRACKED.filter((path) => /^[^/]+\/README\.md$/.test(path)).filter((path) =>
  readFileSync(join(EXAMPLES, path), "utf8").includes("```sh\norgform"),
);

describe.each(READMES.sort())("examples/%s", (path) => {
  it("says what happens", async () => {
    const page = readFileSync(join(EXAMPLES, path), "utf8");
    const folder = path.replace("/README.md", "");
    const named = /orgform sandbox --seed (\S+)/.exec(page)?.[1];
    const seed = named === undefined ? undefined : join(folder, named);
    if (seed !== undefined) expect(existsSync(join(EXAMPLES, seed)), seed).toBe(true);
    const { run, close } = await openWorkshop(seed ?? "quickstart/organization.json");
    try {
      for (const [, script = "", shown = ""] of page.matchAll(
        /^```sh\n(orgform [\s\S]*?)^```(?:\n\n```text\n([\s\S]*?)^```)?/gm,
      )) {
        const expected = Number(/# exit code (\d+)/.exec(script)?.[1] ?? 0);
        const { exitCode, output } = await run(script, folder);
        expect(exitCode, `${script}${output}`).toBe(expected);
        let rest = output;
        for (const line of shown.split("\n").filter((one) => one !== "" && one !== "…")) {
          const at = `\n${rest}\n`.indexOf(`\n${line}\n`);
          expect(at, `${script}does not print\n${line}\nbut\n${output}`).toBeGreaterThanOrEqual(0);
          rest = rest.slice(at + line.length);
        }
      }
    } finally {
      await close();
    }
  });
});

it("there are such pages", () => {
  expect(READMES.length).toBeGreaterThanOrEqual(6);
});
