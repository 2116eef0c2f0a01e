import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  exampleCommand,
  exampleFile,
  readTroubleshooting,
  type TroubleshootingEntry,
} from "../../src/build/docs/troubleshooting-page.mjs";
import { DIAGNOSTIC_CODES } from "../../src/model/diagnostic-code.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const entries = readTroubleshooting().flatMap(({ codes }) => Object.entries(codes));

it("explains every code once, and no other", () => {
  expect(entries.map(([code]) => code).sort()).toEqual(Object.keys(DIAGNOSTIC_CODES).sort());
});

describe("the example of", () => {
  it.concurrent.each(entries.filter(([, { elsewhere }]) => elsewhere === undefined))(
    "%s produces it",
    async (code, entry) => {
      expect(await said(entry)).toContain(code);
    },
  );
});

/** The codes that the example's command prints, in whatever form. */
async function said(entry: TroubleshootingEntry): Promise<readonly string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-trouble-"));
  const sandbox = openSandbox({ seed: seedOf(entry), token: "t" });
  try {
    const file = exampleFile(entry);
    const files = { ...entry.files, ...(file === undefined ? {} : { "orgform.yaml": file }) };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    const args = exampleCommand(entry).split(" ");
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: "t", ...entry.env };
    const { stdout, stderr } = await orgform(args, { cwd, env });
    const codes = `${stdout}${stderr}`.matchAll(/(?:\[|orgform help |"code":\s*")([a-z-]+)(?:\]|"|$)/gm);
    return [...new Set([...codes].map(([, found]) => found ?? ""))];
  } finally {
    await sandbox.close();
    rmSync(cwd, { recursive: true });
  }
}

/** An organization of one workspace, unless the entry says more. */
function seedOf({ live, world }: TroubleshootingEntry): SandboxSeed {
  return world ?? { workspaces: [{ name: "northwind-prod", ...live }] };
}
