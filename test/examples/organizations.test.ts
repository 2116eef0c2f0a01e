import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXAMPLES, openWorkshop, TRACKED } from "./workshop.js";

/** Examples of several files, by the folder that is given to --file. */
const FOLDERS = ["many-workspaces/organization"];
/** Files that are there to be refused; the README that shows it is run by another test. */
const MEANT_TO_FAIL = ["default-deny/careless.yaml"];
/** Files of many hundred people, which a test of their own plans. */
const LARGE = ["company/orgform.yaml"];

const files = TRACKED.filter((path) => /\.ya?ml$/.test(path))
  .filter((path) => /^version: 1$/m.test(readFileSync(join(EXAMPLES, path), "utf8")))
  .filter(
    (path) =>
      ![...MEANT_TO_FAIL, ...LARGE].includes(path) &&
      !FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  )
  .sort();

describe.each([...files, ...FOLDERS])("examples/%s", (path) => {
  it("is valid and canonical, is applied, and then there is nothing left to do", async () => {
    const seed = join(dirname(path), "organization.json");
    const id = /organization: \{id: (\w+)/.exec(readFileSync(join(EXAMPLES, firstFile(path)), "utf8"))?.[1];
    const world = existsSync(join(EXAMPLES, seed)) ? seed : { organization: { id, name: "Example" } };
    const { run, close } = await openWorkshop(world);
    try {
      for (const script of [
        `orgform validate --file ${path}`,
        `orgform fmt --check --file ${path}`,
        `orgform apply --auto-approve --file ${path}`,
        `orgform drift --file ${path}`,
      ]) {
        const { exitCode, output } = await run(script, ".");
        expect(exitCode, `${script}\n${output}`).toBe(0);
      }
    } finally {
      await close();
    }
  });
});

it("covers every file of the examples that is an organization's", () => {
  expect(files.length).toBeGreaterThanOrEqual(6);
  for (const folder of FOLDERS) expect(existsSync(join(EXAMPLES, folder))).toBe(true);
});

function firstFile(path: string): string {
  return path.endsWith(".yaml") ? path : `${path}/organization.yaml`;
}
