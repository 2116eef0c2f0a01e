import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { call } from "./call.js";
import { world } from "./world.js";

const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
const program = join(folder, "sandbox.mjs");
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const source = new URL("../../src/sandbox/start-sandbox.ts", import.meta.url).pathname;
  const entry = join(folder, "entry.mjs");
  writeFileSync(
    entry,
    `import { startSandbox } from ${JSON.stringify(source)};
    const sandbox = await startSandbox({ file: process.argv[2], token: "org-token" });
    console.log(sandbox.url);`,
  );
  const transform = { define: { __filename: "import.meta.filename" } };
  await build({ input: entry, platform: "node", transform, output: { file: program, codeSplitting: false } });
});

async function startChild(file: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program, file], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface({ input: child.stdout }), "line");
  return { child, url };
}

test.each([1, 17, 60])(
  "kill -9 after %i answers loses nothing that was answered, and halves nothing",
  async (answers) => {
    const file = join(folder, `killed-after-${answers}`);
    const { child, url } = await startChild(file);
    const answered = new Set<string>();
    let sent = 0;
    const create = async () => {
      while (!child.killed) {
        sent += 1;
        const name = `workspace ${sent}`;
        const response = await fetch(`${url}/workspaces`, {
          method: "POST",
          headers: { authorization: "Bearer org-token", "content-type": "application/json" },
          body: JSON.stringify({ name }),
        });
        if (response.status === 201) answered.add(name);
        if (answered.size >= answers) child.kill("SIGKILL");
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, create));

    const sandbox = await startSandbox({ file });
    expect(sandbox.token).toBe("org-token");
    const { workspaces } = sandbox.state();
    const names = workspaces.map((workspace) => workspace.name);
    expect(names.filter((name) => answered.has(name)).length).toBe(answered.size);
    expect(new Set(names).size).toBe(names.length);
    for (const workspace of workspaces) {
      expect(workspace.all_users?.id).toBeDefined();
      expect(workspace.members).toMatchObject([
        { email: "admin@northwind.example", role: "organization_admin" },
      ]);
    }
    await sandbox.close();
  },
);

test("a world goes on where it was left: same state, token and settings, and no id twice", async () => {
  const file = join(folder, "continued");
  const first = await startSandbox({ file, seed: world, settings: { seats: 50 } });
  await call(first, "DELETE", "/workspaces/ws_prod/groups/grp_west");
  const made = await call(first, "POST", "/workspaces", { name: "new" });
  const state = first.state();
  expect(state.settings.seats).toBe(50);
  await first.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const second = await startSandbox({ file, seed: { organization: { id: "org_other", name: "Other" } } });
  expect(second.state()).toEqual(state);
  const again = await call(second, "POST", "/workspaces", { name: "new" });
  expect(again.data.id).not.toBe(made.data.id);
  await second.close();
});

test("an effect that was cut short in the file never was", async () => {
  const file = join(folder, "torn");
  const first = await startSandbox({ file, seed: world });
  const state = first.state();
  await first.close();
  appendFileSync(file, '[["groups","grp_west",nu');
  const second = await startSandbox({ file });
  expect(second.state()).toEqual(state);
  await second.close();
});

test.each(["version: 1", "version: 1\n", "{}\n"])(
  "a file of another kind is refused and left alone: %j",
  async (text) => {
    const file = join(folder, "foreign");
    writeFileSync(file, text);
    await expect(startSandbox({ file })).rejects.toThrow("is not a sandbox file");
    expect(readFileSync(file, "utf8")).toBe(text);
  },
);
