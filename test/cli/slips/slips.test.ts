import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/config.js";
import { orgform } from "../../support/run-in-process.js";
import { COMMAND_SLIPS } from "./command-slips.js";
import { FILE_SLIPS, type FileSlip, SOUND_FILE } from "./file-slips.js";

function withSlip({ what, changes }: FileSlip): string {
  return changes.reduce((text, [written, instead]) => {
    if (!text.includes(written)) throw new Error(`${what}: the file has no ${written}`);
    return text.replace(written, () => instead);
  }, SOUND_FILE);
}

describe("a slip in the file", () => {
  it("is none in the sound file", () => {
    expect(parseConfig([{ filename: "a", text: SOUND_FILE }]).diagnostics).toEqual([]);
  });

  it.each(FILE_SLIPS)("$what: the only finding names its place and the way out", (slip) => {
    const findings = parseConfig([{ filename: "a", text: withSlip(slip) }]).diagnostics.map(
      ({ range, summary, detail }) => [
        `${range?.start.line}:${range?.start.column}`,
        `${summary} | ${detail}`,
      ],
    );
    expect(findings).toEqual([[slip.at, expect.stringMatching(slip.says)]]);
  });
});

const PLANNED_FILE = `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  northwind:
    attributes: {region: {data_type: string, deny: no-access}}
    groups: {All Users: {values: {region: no-access}}}
`;

describe("a slip on the command line", () => {
  const cwd = mkdtempSync(join(tmpdir(), "slips-"));
  beforeAll(async () => {
    writeFileSync(join(cwd, "orgform.yaml"), PLANNED_FILE);
    const applied = await orgform(["apply", "--auto-approve", "--no-receipt", "--sandbox", "org.json"], {
      cwd,
    });
    expect(applied).toMatchObject({ exitCode: 0 });
    // Something to approve.
    writeFileSync(join(cwd, "orgform.yaml"), PLANNED_FILE.replace("no-access}}}", "none}}}"));
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  it("in a folder below the file's is led to the file", async () => {
    const below = join(cwd, "models", "views");
    mkdirSync(below, { recursive: true });
    const { stdout, exitCode } = await orgform(["validate"], { cwd: below });
    expect(exitCode).toBe(1);
    expect(stdout).toContain('There is one at "../../orgform.yaml": change to its folder');
  });

  it.each(COMMAND_SLIPS)("$what: `orgform $line` names the way out", async ({ line, says, exitCode = 1 }) => {
    const { stdout, stderr, exitCode: ended } = await orgform(line.split(" "), { cwd });
    expect([ended, `${stderr} ${stdout}`.replace(/\s+/g, " ")]).toEqual([
      exitCode,
      expect.stringMatching(says),
    ]);
  });
});
