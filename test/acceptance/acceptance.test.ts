import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../src/acceptance/register.js";
import { runAcceptance } from "../../src/acceptance/run-acceptance.js";
import { createClient } from "../../src/api/client.js";
import type { Clock } from "../../src/api/schedule/clock.js";
import type { Habits } from "../../src/sandbox/start-sandbox.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";

interface Result {
  readonly assumption: string;
  readonly observed: string | null;
  readonly holds: boolean | null;
}

const open: Sandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close();
});

async function start(habits: Partial<Habits> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      users: [{ email: "grace@northwind.example", organization_admin: true }],
      workspaces: [{ name: "northwind-prod", groups: [{ name: "Sales", precedence: 10 }] }],
    },
    settings: { habits },
  });
  open.push(sandbox);
  return sandbox;
}

const folder = () => mkdtempSync(join(tmpdir(), "acceptance-"));

async function check({ url, token }: Sandbox, args: readonly string[] = [], cwd = folder()) {
  const run = await orgform(
    ["acceptance", "--organization", "org_northwind", "--auto-approve", "--out", "record.json", ...args],
    { cwd, env: { ORGFORM_BASE_URL: url, ORGFORM_TOKEN: token } },
  );
  const path = join(cwd, "record.json");
  const read = () => JSON.parse(readFileSync(path, "utf8")) as { readonly results: readonly Result[] };
  return { ...run, path, read };
}

const broken = (results: readonly Result[]) =>
  results.filter(({ holds }) => holds === false).map(({ assumption, observed }) => [assumption, observed]);

/** The workspaces of a sandbox but for the one of the run, with all that is in them. */
const others = ({ state }: Sandbox) =>
  state().workspaces.filter(({ name }) => !name.startsWith("orgform-acceptance-"));

describe("the register of assumptions", () => {
  it("names each once, and checks it or says why not", () => {
    const ids = ASSUMPTIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { says, otherwise, check } of ASSUMPTIONS) {
      expect(says).toMatch(/\.$/);
      expect(otherwise).toMatch(/\.$/);
      if (typeof check !== "function") expect(check.none).toMatch(/\.$/);
    }
  });
});

describe("orgform acceptance", () => {
  it("finds every assumption true of the sandbox, writes nowhere else and cleans up", async () => {
    const sandbox = await start();
    const before = others(sandbox);
    const { exitCode, read, path, stdout } = await check(sandbox, ["--invite", "eve@northwind.example"]);
    const { results } = read();
    expect(broken(results)).toEqual([]);
    expect(exitCode).toBe(0);
    // What no run can check stays unchecked; everything else was looked at.
    const unchecked = results.filter(({ holds }) => holds === null).map(({ assumption }) => assumption);
    expect(unchecked).toEqual(
      ASSUMPTIONS.filter(({ check }) => typeof check !== "function").map(({ id }) => id),
    );
    expect(others(sandbox)).toEqual(before);
    const made = sandbox.state().workspaces.filter(({ name }) => name.startsWith("orgform-acceptance-"));
    expect(made).toHaveLength(1);
    expect(made[0]?.archived_at).toBeTruthy();
    expect(stdout).toContain("0 do not");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("writes a record without names, addresses or ids", async () => {
    const sandbox = await start();
    const { path } = await check(sandbox, ["--invite", "eve@northwind.example"]);
    const text = readFileSync(path, "utf8");
    const { organization, users, workspaces } = sandbox.state();
    const secrets = [
      organization.id,
      organization.name,
      sandbox.token,
      sandbox.url,
      ...users.flatMap(({ id, email }) => [id ?? email, email]),
      ...workspaces.flatMap(({ id, name }) => [id ?? name, name]),
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it("sends no invite unless an address is given", async () => {
    const sandbox = await start();
    const { read } = await check(sandbox);
    expect(sandbox.log().filter(({ path }) => path.endsWith("/invites"))).toEqual([]);
    expect(read().results.find(({ assumption }) => assumption === "invite-is-pending")?.holds).toBeNull();
  });

  it.each<[string, Partial<Habits>, readonly (readonly [string, string])[]]>([
    ["trims names", { names: "trimmed" }, [["group-names-are-kept", "trimmed"]]],
    [
      "compares names without letter case",
      { letter_case: "ignored" },
      [
        ["group-names-may-repeat", "409"],
        ["letter-case-of-group-names-counts", "409"],
      ],
    ],
    ["refuses equal names", { equal_names: "refused" }, [["group-names-may-repeat", "409"]]],
    ["sends pages", { page_size: 25 }, [["lists-are-whole", "pages"]]],
    [
      "answers 404 for a place that is out of reach",
      { unknown_place: "404" },
      [
        ["unknown-workspace-is-forbidden", "404"],
        ["unknown-group-is-forbidden", "404"],
      ],
    ],
    ["lets the last of a tie win", { tie: "last" }, [["winner-of-a-tie", "last"]]],
    ["lists the reserved attribute", { lists_email: true }, [["email-is-not-listed", "listed"]]],
    [
      "answers a second DELETE like the first",
      { repeated_delete: "204" },
      [["second-delete-is-not-found", "accepted"]],
    ],
  ])("names exactly what does not hold of a service that %s", async (_, habits, expected) => {
    const sandbox = await start(habits);
    const { exitCode, read, stdout } = await check(sandbox);
    expect(broken(read().results)).toEqual(expected);
    expect(exitCode).toBe(2);
    for (const [assumption] of expected) expect(stdout).toContain(`${assumption}: `);
    expect(sandbox.state().workspaces.filter(({ archived_at }) => !archived_at)).toHaveLength(1);
  });

  it("names a default role that no value limits", async () => {
    const { url, token } = await start();
    const client = createClient({ baseUrl: url, token });
    const { data: me } = await client.getMe();
    const withRole: typeof client = {
      ...client,
      async listInvites(request) {
        const { data, ...answer } = await client.listInvites(request);
        return { ...answer, data: data.map((invite) => ({ ...invite, role: "develop" })) };
      },
    };
    const run = { client: withRole, me, suffix: "test", invite: "eve@northwind.example" };
    const results: Result[] = [];
    for await (const event of runAcceptance({ ...run, stop: new AbortController().signal }))
      if (event.type === "check") results.push(event.result);
    expect(broken(results)).toEqual([["default-role-is-limited", "unlimited"]]);
  });

  it("names a service that shows writes late, and waits long enough for everything else", async () => {
    // One clock for both, which moves when somebody waits.
    let time = Date.parse("2026-11-23T08:00:00Z");
    const sandbox = await startSandbox({
      seed: { organization: { id: "org_northwind", name: "Northwind" } },
      settings: { habits: { read_lag_ms: 1_900 } },
      now: () => new Date(time),
    });
    open.push(sandbox);
    const clock: Clock = {
      now: () => time,
      random: () => 0,
      sleep: async (milliseconds) => {
        time += milliseconds;
      },
    };
    const client = createClient({ baseUrl: sandbox.url, token: sandbox.token, clock });
    const { data: me } = await client.getMe();
    const stop = new AbortController().signal;
    const results: Result[] = [];
    for await (const event of runAcceptance({ client, me, suffix: "test", stop, clock }))
      if (event.type === "check") results.push(event.result);
    expect(broken(results)).toEqual([["read-after-write", "within 2 s"]]);
  });

  it("refuses another organization before it writes anything", async () => {
    const sandbox = await start();
    const { url, token } = sandbox;
    const env = { ORGFORM_BASE_URL: url, ORGFORM_TOKEN: token };
    const { exitCode, stderr } = await orgform(
      ["acceptance", "--organization", "org_other", "--auto-approve"],
      {
        cwd: folder(),
        env,
      },
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain("This is not the organization org_other");
    expect(sandbox.log().map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /me"]);
  });

  it("needs the organization's id and an approval", async () => {
    const sandbox = await start();
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    const unnamed = await orgform(["acceptance", "--auto-approve"], { cwd: folder(), env });
    expect([unnamed.exitCode, unnamed.stderr]).toEqual([1, expect.stringContaining("--organization")]);
    const unapproved = await orgform(["acceptance", "--organization", "org_northwind"], {
      cwd: folder(),
      env,
    });
    expect([unapproved.exitCode, unapproved.stderr]).toEqual([3, expect.stringContaining("--auto-approve")]);
    expect(sandbox.log().every(({ method }) => method === "GET")).toBe(true);
  });

  it("refuses the token of one workspace", async () => {
    const sandbox = await startSandbox({
      seed: {
        organization: { id: "org_northwind", name: "Northwind" },
        users: [{ email: "grace@northwind.example", organization_admin: true }],
        workspaces: [{ name: "northwind-prod" }],
        tokens: [
          { token: "one", email: "grace@northwind.example", scope: "admin", workspace: "northwind-prod" },
        ],
      },
    });
    open.push(sandbox);
    const { exitCode, stderr } = await check({ ...sandbox, token: "one" });
    expect(exitCode).toBe(3);
    expect(stderr).toContain("This token cannot create a workspace");
    expect(sandbox.log().every(({ method }) => method === "GET")).toBe(true);
  });

  it("archives its workspace when the service fails in the middle", async () => {
    const sandbox = await start();
    sandbox.addFaults({ kind: "status", status: 401, match: { method: "PATCH" } });
    const { exitCode } = await check(sandbox);
    expect(exitCode).toBe(1);
    expect(sandbox.state().workspaces.filter(({ archived_at }) => !archived_at)).toHaveLength(1);
  });

  it("names what a killed run left, and writes nothing into it", async () => {
    const sandbox = await start();
    const { url, token } = sandbox;
    const left = await fetch(`${url}/workspaces`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "orgform-acceptance-0badcafe" }),
    });
    const { data } = (await left.json()) as { readonly data: { readonly id: string } };
    const { exitCode, stderr } = await check(sandbox);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`orgform-acceptance-0badcafe (${data.id})`);
    expect(sandbox.log().filter(({ path }) => path.includes(data.id))).toEqual([]);
  });

  it("makes a sandbox behave as the record says", async () => {
    const habits: Partial<Habits> = {
      names: "trimmed",
      unknown_place: "404",
      tie: "last",
      lists_email: true,
      repeated_delete: "204",
      letter_case: "ignored",
      read_lag_ms: 0,
    };
    const { path, read } = await check(await start(habits));
    const like = await startSandbox({
      seed: { organization: { id: "org_northwind", name: "Northwind" } },
      like: JSON.parse(readFileSync(path, "utf8")),
    });
    open.push(like);
    const again = await check(like);
    expect(again.read().results).toEqual(read().results);
    expect(broken(read().results)).toHaveLength(8);
  });
});
