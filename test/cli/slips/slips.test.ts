import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/config.js";
import { orgform } from "../../support/run-in-process.js";
import { COMMAND_SLIPS } from "./command-slips.js";
import { type Change, COMPANY_FILE, COMPANY_LIST, type CompanySlip } from "./company.js";
import { COMPANY_SLIPS } from "./company-slips.js";
import { FILE_SLIPS, type FileSlip, SOUND_FILE } from "./file-slips.js";

function changed(text: string, [written, instead]: Change): string {
  if (!text.includes(written)) throw new Error(`the text has no ${written}`);
  return text.replace(written, () => instead);
}

const withSlip = ({ changes }: FileSlip): string => changes.reduce(changed, SOUND_FILE);

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

describe("a slip in a company", () => {
  const cwd = mkdtempSync(join(tmpdir(), "company-"));
  const write = (file: string, list: string | Uint8Array) => {
    writeFileSync(join(cwd, "orgform.yaml"), file);
    writeFileSync(join(cwd, "people.csv"), list);
  };
  beforeAll(async () => {
    write(COMPANY_FILE, COMPANY_LIST);
    const line = ["apply", "--auto-approve", "--no-receipt", "--sandbox", "org.json"];
    expect(await orgform(line, { cwd })).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  it("is none in the sound file and list", async () => {
    write(COMPANY_FILE, COMPANY_LIST);
    expect((await orgform(["validate"], { cwd })).stdout).toBe("Success! The file is valid.\n");
  });

  it.each(COMPANY_SLIPS)("$what: the first message says it", async (slip) => {
    const { file = [], list, line = "validate", says, exitCode = 1 } = slip;
    write(file.reduce(changed, COMPANY_FILE), listOf(list));
    const { printed, exitCode: ended } = await orgform(line.split(" "), { cwd });
    expect([ended, firstMessage(printed)]).toEqual([exitCode, expect.stringMatching(says)]);
  });
});

const listOf = (list: CompanySlip["list"]): string | Uint8Array =>
  list === undefined
    ? COMPANY_LIST
    : typeof list === "function"
      ? list(COMPANY_LIST)
      : changed(COMPANY_LIST, list);

/** The first error or warning on one line; the whole text where it has none. */
function firstMessage(printed: string): string {
  const parts = printed.split(/^(?=(?:Error|Warning): )/m);
  const first = parts.find((part) => /^(?:Error|Warning): /.test(part)) ?? printed;
  return first.replace(/\s+/g, " ");
}
