import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { renderSignIn } from "../../src/sign-in/render/render.js";
import { BLOCK, withApplication, withoutClientId } from "./block.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Answers what the script asks for, and notes every call as one line of JSON with the body that it was given. */
const FAKE_AZ = `#!/usr/bin/env node
const fs = require("node:fs");
const args = process.argv.slice(2);
const body = args.find((a) => a.startsWith("@"));
const call = { args, ...(body ? { body: JSON.parse(fs.readFileSync(body.slice(1), "utf8")) } : {}) };
fs.appendFileSync(process.env.CALLS, JSON.stringify(call) + "\\n");
const line = args.slice(0, 3).join(" ");
const calls = fs.readFileSync(process.env.CALLS, "utf8").split("\\n").filter(Boolean).map((text) => JSON.parse(text));
const tries = calls.filter((earlier) => earlier.args.slice(0, 3).join(" ") === line).length;
if (tries <= Number(JSON.parse(process.env.LATE)[line] ?? 0)) process.exit(1);
if (line === "cloud show --query") console.log("https://graph.microsoft.us/");
if (line === "account show --query") console.log(process.env.TENANT);
if (line === "ad app create") console.log("11111111-2222-4333-8444-555555555555");
if (line === "ad app show") console.log("66666666-7777-4888-9999-aaaaaaaaaaaa");
if (line === "ad sp show") process.exit(1);
`;

interface Call {
  readonly args: string[];
  readonly body?: { readonly requiredResourceAccess: readonly { readonly resourceAppId: string }[] };
}

/** `late` says how often each command fails before it works, because what was created is not known everywhere yet. */
function run(
  block: WarehouseSignIn,
  tenant: string,
  late: Readonly<Record<string, number>> = {},
): { calls: Call[]; failed: boolean; output: string } {
  const folder = mkdtempSync(join(tmpdir(), "az-"));
  folders.push(folder);
  for (const { name, text } of renderSignIn(block, "az").files) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "az"), FAKE_AZ);
  chmodSync(join(folder, "az"), 0o755);
  writeFileSync(join(folder, "sleep"), "#!/bin/sh\n");
  chmodSync(join(folder, "sleep"), 0o755);
  writeFileSync(join(folder, "calls"), "");
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    CALLS: join(folder, "calls"),
    TENANT: tenant,
    LATE: JSON.stringify(late),
  };
  let output = "";
  let failed = false;
  try {
    const script = join(folder, "create-application.sh");
    output = execFileSync("sh", [script], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch {
    failed = true;
  }
  const lines = readFileSync(join(folder, "calls"), "utf8").split("\n").filter(Boolean);
  return { calls: lines.map((line) => JSON.parse(line)), failed, output };
}

test("creates the application, its API, the service principal and the consent, in this order", () => {
  const { calls, output } = run(withoutClientId(), BLOCK.tenant_id);
  expect(calls.map(({ args }) => args.slice(0, 3).join(" "))).toEqual([
    "account show --query",
    "ad app create",
    "ad app show",
    "cloud show --query",
    "rest --method PATCH",
    "ad sp show",
    "ad sp create",
    "ad app permission",
  ]);
  const patch = calls[4];
  expect(patch?.args).toContain(
    "https://graph.microsoft.us/v1.0/applications/66666666-7777-4888-9999-aaaaaaaaaaaa",
  );
  expect(patch?.body?.requiredResourceAccess[0]?.resourceAppId).toBe("11111111-2222-4333-8444-555555555555");
  expect(output).toContain("az ad app credential reset --id 11111111-2222-4333-8444-555555555555");
  expect(output).toContain("--end-date '2027-01-31'");
});

const SLOW = ["ad app show", "rest --method PATCH", "ad sp create", "ad app permission"];

test("waits for what it created to be known everywhere", () => {
  const { calls, failed } = run(
    withoutClientId(),
    BLOCK.tenant_id,
    Object.fromEntries(SLOW.map((line) => [line, 2])),
  );
  expect(failed).toBe(false);
  for (const line of SLOW) {
    expect(calls.filter(({ args }) => args.slice(0, 3).join(" ") === line)).toHaveLength(3);
  }
});

test.each(SLOW)("gives up on `%s` after six tries, and goes no further", (line) => {
  const { calls, failed } = run(withoutClientId(), BLOCK.tenant_id, { [line]: 99 });
  expect(failed).toBe(true);
  expect(calls.filter(({ args }) => args.slice(0, 3).join(" ") === line)).toHaveLength(6);
  expect(calls.at(-1)?.args.slice(0, 3).join(" ")).toBe(line);
});

test("updates an application that the file knows", () => {
  const { calls } = run(BLOCK, BLOCK.tenant_id);
  expect(calls.map(({ args }) => args.slice(0, 3).join(" "))).not.toContain("ad app create");
});

test("stops before it writes when az is signed in to another tenant", () => {
  const { calls, failed } = run(BLOCK, "99999999-9999-4999-8999-999999999999");
  expect(failed).toBe(true);
  expect(calls).toHaveLength(1);
});

test("takes a name for a name, whatever it holds", () => {
  const name = `It's "$(touch pwned)" \`id\` $HOME \\`;
  const { calls } = run(withoutClientId(withApplication({ name })), BLOCK.tenant_id);
  expect(calls[1]?.args).toContain(name);
});
