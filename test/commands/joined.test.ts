import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const CAL = "cal@northwind.example";
/** 2026-09-01, and days after it. */
const day = (n: number): string => String(1_788_220_800 + n * 86_400);

const FILE = (sales: readonly string[], execs: readonly string[] = []): string => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${sales.join(", ")}]}
      Execs: {precedence: 20, values: {region: all}, members: [${execs.join(", ")}]}
    members: {${[...new Set([...sales, ...execs])].map((person) => `${person}: {role: explore}`).join(", ")}}
`;

/** An organization that has invited Ada and Cal by an apply on the first day. */
async function open(people: readonly string[] = [ADA, CAL]) {
  const folder = await openFolder();
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const cwd = folder.path("");
  const runOn = (n: number, ...args: string[]) =>
    orgform(args, { cwd, env: { ...env, SOURCE_DATE_EPOCH: day(n) } });
  const write = (text: string) => folder.write("orgform.yaml", text);
  const receipts = (): string[] =>
    readdirSync(folder.path(".orgform/receipts"))
      .filter((name) => name.endsWith(".jsonl"))
      .sort();
  await write(FILE(people));
  expect(await runOn(0, "apply", "--auto-approve")).toMatchObject({ exitCode: 0 });
  return {
    folder,
    sandbox,
    runOn,
    write,
    receipts,
    accept: (email: string) =>
      sandbox.fetch(`${sandbox.origin}/_sandbox/accept-invite`, {
        method: "POST",
        body: JSON.stringify({ workspace: "prod", email }),
      }),
    /** The members of a group. */
    membersOf: (name: string) =>
      sandbox.state().workspaces[0]?.groups?.find((group) => group.name === name)?.members ?? [],
    /** Does in the product what a person would do there. */
    inProduct: async (method: string, path: string, body?: unknown) => {
      const state = sandbox.state();
      const group = (name: string) => state.workspaces[0]?.groups?.find((g) => g.name === name)?.id ?? "";
      const user = (email: string) => state.users?.find((u) => u.email === email)?.id ?? "";
      const at = path
        .replace("prod", state.workspaces[0]?.id ?? "")
        .replace("Sales", group("Sales"))
        .replace(ADA, user(ADA));
      const response = await sandbox.fetch(`${sandbox.url}${at}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(response.status).toBeLessThan(300);
    },
  };
}

it("gives people who have joined what was approved with their invites, once", async () => {
  const { runOn, accept, membersOf, receipts } = await open();
  expect(receipts()).toHaveLength(1);
  await accept(ADA);
  const drift = await runOn(1, "drift", "--since", ".orgform/receipts");
  expect(drift.exitCode).toBe(0);
  expect(drift.stdout).toContain("joined");
  expect((await runOn(1, "drift")).exitCode).toBe(2);

  expect((await runOn(1, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA]);
  expect((await runOn(2, "drift")).exitCode).toBe(0);

  // The second night: Cal is approved by the same apply, which is not the newest receipt any more.
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA, CAL]);
});

it("holds somebody whose role the file leaves open to the role that the service chose", async () => {
  const { runOn, accept, write, membersOf, sandbox } = await open([]);
  await write(FILE([ADA, CAL]).replaceAll("{role: explore}", "{}"));
  const first = await runOn(0, "apply", "--auto-approve", "--format", "json");
  expect(first.stdout.match(/"role":"explore"/g)).toHaveLength(2);
  await accept(ADA);
  await accept(CAL);
  const body = JSON.stringify({ email: CAL });
  expect((await sandbox.fetch(`${sandbox.origin}/_sandbox/promote`, { method: "POST", body })).ok).toBe(true);
  const night = await runOn(1, "apply", "--joined", "--auto-approve");
  expect(night.stdout.replace(/\s+/g, " ")).toContain("the role organization_admin instead of explore");
  expect(membersOf("Sales")).toEqual([ADA]);
});

it("leaves a removal by hand alone", async () => {
  const { runOn, accept, membersOf, inProduct } = await open();
  await accept(ADA);
  expect((await runOn(1, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  await inProduct("DELETE", `/workspaces/prod/groups/Sales/members/${ADA}`);
  expect((await runOn(2, "drift", "--since", ".orgform/receipts")).exitCode).toBe(2);
  expect(await runOn(2, "apply", "--joined", "--auto-approve")).toMatchObject({ exitCode: 0 });
  expect(membersOf("Sales")).toEqual([]);
});

it("gives nothing that a later commit adds, and says so", async () => {
  const { runOn, accept, write, membersOf } = await open();
  await write(FILE([ADA, CAL], [ADA]));
  await accept(ADA);
  const night = await runOn(1, "apply", "--joined", "--auto-approve");
  expect(night).toMatchObject({ exitCode: 0 });
  expect(night.stdout).toContain("joined-differently");
  expect(night.stderr).toMatch(/Left out, .*2 changes/);
  expect([...membersOf("Sales"), ...membersOf("Execs")]).toEqual([]);
  expect((await runOn(1, "drift", "--since", ".orgform/receipts")).exitCode).toBe(2);
  // An apply approves the file anew: Ada gets both, and Cal's arrival is approved again.
  expect((await runOn(1, "apply", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Execs")).toEqual([ADA]);
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA, CAL]);
});

it("does not take what a run with --joined saw for an approval", async () => {
  const { runOn, accept, write, membersOf } = await open();
  await accept(ADA);
  // Cal is still invited, and a commit that nobody has applied gives Cal more.
  await write(FILE([ADA, CAL], [CAL]));
  expect((await runOn(1, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA]);
  expect(membersOf("Execs")).toEqual([]);
});

it("knows an approval of what waits only, where an apply had nothing to write", async () => {
  const { runOn, accept, write, membersOf, receipts } = await open();
  await write(FILE([ADA, CAL], [CAL]));
  expect((await runOn(1, "apply", "--auto-approve")).exitCode).toBe(0);
  expect(receipts()).toHaveLength(2);
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Execs")).toEqual([CAL]);
});

it("takes no run for an approval that had nothing to ask", async () => {
  const { runOn, accept, write, membersOf, receipts } = await open();
  await write(FILE([ADA, CAL], [CAL]));
  const run = await runOn(1, "apply");
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("approves nothing for 2 people"),
  });
  expect(receipts()).toHaveLength(1);
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect([...membersOf("Sales"), ...membersOf("Execs")]).toEqual([]);
});

it("takes nothing for approved that the apply left out", async () => {
  const { runOn, accept, write, membersOf } = await open();
  await write(FILE([ADA, CAL], [ADA, CAL]));
  const without = ["--exclude", `**/${ADA}`, "--exclude", "prod/groups/Execs/members/*"];
  const run = await runOn(1, "apply", "--auto-approve", ...without);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).not.toContain(ADA);
  await accept(ADA);
  await accept(CAL);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect([...membersOf("Sales"), ...membersOf("Execs")]).toEqual([]);
});

it("gives all of a person or nothing, whatever the patterns select", async () => {
  const { runOn, accept, membersOf, write } = await open();
  await write(FILE([ADA, CAL], [ADA]));
  expect((await runOn(1, "apply", "--auto-approve")).exitCode).toBe(0);
  await accept(ADA);
  const joined = ["apply", "--joined", "--auto-approve"];
  const narrow = await runOn(2, ...joined, "--only", "prod/groups/Execs/**");
  expect(narrow.exitCode).toBe(0);
  expect(narrow.stderr).toContain(
    "Left out, because --only and --exclude select a part of what was approved for the person",
  );
  expect(narrow.stderr).not.toContain("nobody who has joined");
  expect((await runOn(2, ...joined, "--exclude", "prod/groups/Sales/**")).exitCode).toBe(0);
  expect(membersOf("Execs")).toEqual([]);
  expect((await runOn(2, ...joined, "--only", "prod/**")).exitCode).toBe(0);
  expect(membersOf("Execs")).toEqual([ADA]);
});

it("is nothing to a workspace of the same name, where the apply that approved it wrote nothing either", async () => {
  const { folder, runOn, receipts, sandbox } = await open();
  expect((await runOn(1, "apply", "--auto-approve")).exitCode).toBe(0);
  const text = readFileSync(folder.path(`.orgform/receipts/${receipts()[1] ?? ""}`), "utf8");
  expect(text).toContain(`"workspaces":{"prod":"${sandbox.state().workspaces[0]?.id}"}`);
});

describe("the receipts", () => {
  const joined = ["apply", "--joined", "--auto-approve"];

  it("are none before the first apply: nobody counts as joined", async () => {
    const { folder, runOn, accept, membersOf } = await open();
    await accept(ADA);
    mkdirSync(folder.path("none"));
    const run = await runOn(1, ...joined, "--since", "none");
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("nobody counts as joined") });
    expect(membersOf("Sales")).toEqual([]);
  });

  it("may be named: what later ones beside it gave counts, too", async () => {
    const { runOn, accept, receipts, inProduct, membersOf } = await open();
    const first = `.orgform/receipts/${receipts()[0] ?? ""}`;
    await accept(ADA);
    expect((await runOn(1, ...joined)).exitCode).toBe(0);
    await inProduct("DELETE", `/workspaces/prod/groups/Sales/members/${ADA}`);
    expect((await runOn(2, ...joined, "--since", first)).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([]);
    const second = `.orgform/receipts/${receipts()[1] ?? ""}`;
    expect(await runOn(2, ...joined, "--since", second)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("approves nothing"),
    });
  });

  it("of more than 90 days are refused, unless that is allowed", async () => {
    const { runOn, accept, membersOf } = await open();
    await accept(ADA);
    expect(
      await runOn(90, ...joined, "--since", ".orgform/receipts", "--allow", "old-receipt"),
    ).toMatchObject({ exitCode: 0 });
    await accept(CAL);
    const old = await runOn(91, ...joined);
    expect(old).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("91 days old") });
    expect((await runOn(91, ...joined, "--allow", "old-receipt")).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA, CAL]);
  });

  it("of another organization are refused where they are named, and passed over in a folder", async () => {
    const { folder, runOn, accept, receipts, membersOf } = await open();
    const [name = ""] = receipts();
    const text = readFileSync(folder.path(`.orgform/receipts/${name}`), "utf8");
    const other = text.replaceAll("org_northwind", "org_other").replaceAll("2026-09-01", "2026-09-02");
    writeFileSync(folder.path(".orgform/receipts/other.jsonl"), other);
    await accept(ADA);
    expect(await runOn(3, ...joined, "--since", ".orgform/receipts/other.jsonl")).toMatchObject({
      exitCode: 3,
    });
    expect((await runOn(3, ...joined)).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA]);
  });

  it("of a moment that is still to come are refused", async () => {
    const { runOn, accept, membersOf } = await open();
    await accept(ADA);
    expect(await runOn(-3, ...joined)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("in the future"),
    });
    expect(membersOf("Sales")).toEqual([]);
  });

  it("beside the file count as well where others are named, so that nobody gets twice what was taken away", async () => {
    const { folder, runOn, accept, inProduct, membersOf } = await open();
    renameSync(folder.path(".orgform/receipts"), folder.path("kept"));
    await accept(ADA);
    expect((await runOn(1, ...joined, "--since", "kept")).exitCode).toBe(0);
    await inProduct("DELETE", `/workspaces/prod/groups/Sales/members/${ADA}`);
    expect((await runOn(2, ...joined, "--since", "kept")).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([]);
  });

  it("have to be where the next run looks for them", async () => {
    const { runOn, accept, membersOf } = await open();
    await accept(ADA);
    for (const receipt of [
      ["--no-receipt"],
      ["--receipt", "mine.jsonl"],
      ["--receipt", ".orgform/receipts/mine"],
    ])
      expect(await runOn(1, ...joined, ...receipt)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("who got it"),
      });
    expect(membersOf("Sales")).toEqual([]);
    expect((await runOn(1, ...joined, "--receipt", ".orgform/receipts/mine.jsonl")).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA]);
  });

  it("that are links or damaged are errors", async () => {
    const { folder, runOn, receipts } = await open();
    symlinkSync(folder.path(`.orgform/receipts/${receipts()[0] ?? ""}`), folder.path("link.jsonl"));
    expect(await runOn(1, ...joined, "--since", "link.jsonl")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is a link"),
    });
    const [first = "", , ...rest] = readFileSync(
      folder.path(`.orgform/receipts/${receipts()[0] ?? ""}`),
      "utf8",
    ).split("\n");
    writeFileSync(folder.path(".orgform/receipts/damaged.jsonl"), [first, "{}", ...rest].join("\n"));
    expect((await runOn(1, ...joined)).exitCode).toBe(1);
  });
});

it("is nothing to a workspace that took the name of the one that was meant", async () => {
  const { runOn, accept, sandbox, write, membersOf } = await open([ADA]);
  await accept(ADA);
  const [prod] = sandbox.state().workspaces;
  expect(prod?.id).toBeDefined();
  await write(FILE([ADA]).replace("  prod:\n", `  prod:\n    id: ${prod?.id}\n`));
  expect((await runOn(1, "drift", "--since", ".orgform/receipts")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([]);
});

it("is not undone into somebody's approval", async () => {
  const { runOn, accept, membersOf, write } = await open();
  await write(`${FILE([ADA, CAL])}`.replace("region: west", "region: north"));
  expect((await runOn(1, "apply", "--auto-approve")).exitCode).toBe(0);
  expect((await runOn(1, "undo", "--auto-approve")).exitCode).toBe(0);
  await accept(ADA);
  expect((await runOn(2, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([]);
});

it("tells of somebody who had joined and is gone, beside the invite that would go out again", async () => {
  const { folder, runOn, accept, sandbox, membersOf } = await open([ADA]);
  await accept(ADA);
  expect((await runOn(1, "apply", "--joined", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toContain(ADA);
  const still = await runOn(2, "plan", "--since", ".orgform/receipts");
  expect(still.stdout).not.toContain("had joined");
  const response = await sandbox.fetch(`${sandbox.origin}/_sandbox/remove-member`, {
    method: "POST",
    body: JSON.stringify({ workspace: "prod", email: ADA }),
  });
  expect(response.ok).toBe(true);
  const said = `${ADA} had joined prod by 2026-09-02 and is no member now, so that the invite would go out again`;
  for (const command of [["plan"], ["plan", "--since", ".orgform/receipts"], ["apply", "--auto-approve"]]) {
    const gone = await runOn(3, ...command, "--fail-on", "warning");
    expect(gone.exitCode).toBe(3);
    expect(gone.stdout.replace(/\s+/g, " ")).toContain(said);
  }
  // What only tells stops at no receipt that cannot be read, and an invite may go out again all the same.
  writeFileSync(folder.path(".orgform/receipts/0.jsonl"), "");
  const applied = await runOn(3, "apply", "--auto-approve");
  expect(applied).toMatchObject({ exitCode: 0 });
  expect(applied.stdout.replace(/\s+/g, " ")).toContain(said);
});

it("says how to go on where a run with --joined cannot know if a person has got something", async () => {
  const { runOn, accept, sandbox, membersOf } = await open([ADA]);
  await accept(ADA);
  sandbox.addFaults({
    kind: "status",
    status: 504,
    match: { method: "POST", path: "/workspaces/*/groups/*/members" },
  });
  const stopped = await runOn(1, "apply", "--joined", "--auto-approve");
  expect(stopped).toMatchObject({
    exitCode: 5,
    stdout: expect.stringContaining("To go on:    orgform apply\n"),
  });
  sandbox.clearFaults();
  await runOn(2, "apply", "--joined", "--auto-approve");
  expect(membersOf("Sales")).toEqual([]);
  expect((await runOn(2, "apply", "--auto-approve")).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA]);
});
