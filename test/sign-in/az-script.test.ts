import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execa } from "execa";
import { expect, onTestFinished, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { renderSignIn } from "../../src/sign-in/render/render.js";
import { type Call, programsHere } from "../support/programs-here.js";
import { BLOCK, withApplication, withoutClientId } from "./block.js";

const ANSWERS: Readonly<Record<string, string>> = {
  "cloud show --query": "https://graph.microsoft.us/\n",
  "ad app create": "11111111-2222-4333-8444-555555555555\n",
  "ad app show": "66666666-7777-4888-9999-aaaaaaaaaaaa\n",
};

interface AzCall {
  readonly args: readonly string[];
  readonly body?: { readonly requiredResourceAccess: readonly { readonly resourceAppId: string }[] };
}

const lineOf = ({ args }: Pick<AzCall, "args">): string => args.slice(0, 3).join(" ");

/** Notes every call with the body that it was given. */
function note({ args, cwd }: Call): AzCall {
  const body = args.find((word) => word.startsWith("@"));
  if (body === undefined) return { args };
  return { args, body: JSON.parse(readFileSync(resolve(cwd, body.slice(1)), "utf8")) };
}

/** `late` says how often each command fails before it works, because what was created is not known everywhere yet. */
async function run(
  block: WarehouseSignIn,
  tenant: string,
  late: Readonly<Record<string, number>> = {},
): Promise<{ calls: readonly AzCall[]; failed: boolean; output: string }> {
  const calls: AzCall[] = [];
  const programs = await programsHere({
    sleep: () => ({ stdout: "", exitCode: 0 }),
    az(call) {
      const noted = note(call);
      calls.push(noted);
      const line = lineOf(noted);
      const tries = calls.filter((earlier) => lineOf(earlier) === line).length;
      const fails = line === "ad sp show" || tries <= (late[line] ?? 0);
      const answer = line === "account show --query" ? `${tenant}\n` : (ANSWERS[line] ?? "");
      return fails ? { stdout: "", exitCode: 1 } : { stdout: answer, exitCode: 0 };
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "az-"));
  onTestFinished(async () => {
    await programs.close();
    rmSync(folder, { recursive: true });
  });
  for (const { name, text } of renderSignIn(block, "az").files) writeFileSync(join(folder, name), text);
  const { failed, stdout } = await execa("sh", [join(folder, "create-application.sh")], {
    cwd: folder,
    env: { PATH: `${programs.folder}:${process.env.PATH}` },
    extendEnv: false,
    reject: false,
    stdin: "ignore",
  });
  return { calls, failed, output: stdout };
}

test("creates the application, its API, the service principal and the consent, in this order", async () => {
  const { calls, output } = await run(withoutClientId(), BLOCK.tenant_id);
  expect(calls.map(lineOf)).toEqual([
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

test("waits for what it created to be known everywhere", async () => {
  const { calls, failed } = await run(
    withoutClientId(),
    BLOCK.tenant_id,
    Object.fromEntries(SLOW.map((line) => [line, 2])),
  );
  expect(failed).toBe(false);
  for (const line of SLOW) {
    expect(calls.filter((call) => lineOf(call) === line)).toHaveLength(3);
  }
});

test.each(SLOW)("gives up on `%s` after six tries, and goes no further", async (line) => {
  const { calls, failed } = await run(withoutClientId(), BLOCK.tenant_id, { [line]: 99 });
  expect(failed).toBe(true);
  expect(calls.filter((call) => lineOf(call) === line)).toHaveLength(6);
  expect(calls.map(lineOf).at(-1)).toBe(line);
});

test("updates an application that the file knows", async () => {
  const { calls } = await run(BLOCK, BLOCK.tenant_id);
  expect(calls.map(lineOf)).not.toContain("ad app create");
});

test("stops before it writes when az is signed in to another tenant", async () => {
  const { calls, failed } = await run(BLOCK, "99999999-9999-4999-8999-999999999999");
  expect(failed).toBe(true);
  expect(calls).toHaveLength(1);
});

test("takes a name for a name, whatever it holds", async () => {
  const name = `It's "$(touch pwned)" \`id\` $HOME \\`;
  const { calls } = await run(withoutClientId(withApplication({ name })), BLOCK.tenant_id);
  expect(calls[1]?.args).toContain(name);
});
