import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@n.example";
const BOB = "bob@n.example";

/** An organization in which the account of Ada's address has this id. */
const world = (ada: string) => ({
  organization: { id: "org_n", name: "N" },
  users: [
    { id: ada, email: ADA },
    { id: "usr_bob", email: BOB },
  ],
  workspaces: ["lab", "prod"].map((name) => ({
    name,
    groups: [{ name: "Board", precedence: 10, members: [ADA] }],
    members: [ADA, BOB].map((email) => ({ email, role: "view" })),
  })),
});

async function open() {
  const folder = await openFolder();
  const moments = ["usr_then", "usr_now"].map((id) => openSandbox({ seed: world(id) }));
  onTestFinished(async () => {
    for (const sandbox of moments) await sandbox.close();
  });
  const [early, late] = moments.map((sandbox) => (...args: string[]) => {
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    return orgform(args, { cwd: folder.path(""), env });
  });
  if (early === undefined || late === undefined) throw new Error("there are two moments");
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_n}\nworkspaces: {lab: {}, prod: {}}\n",
  );
  expect((await early("snapshot", "--out", "then.json")).exitCode).toBe(0);
  return { folder, early, late };
}

const SAID = `1 address belongs to another account than before: ${ADA}`;

it("is said by a comparison, which refuses nothing for it", async () => {
  const { early, late } = await open();
  const { exitCode, stdout } = await late("compare", "then.json", "live", "--fail-on", "widened");
  expect(exitCode).toBe(0);
  expect(stdout).toContain(SAID);
  const json = JSON.parse((await late("compare", "then.json", "live", "--format", "json")).stdout);
  expect(json).toMatchObject({
    people: [],
    access_changes: [],
    warnings: [{ code: "another-account", message: SAID }],
  });
  expect((await early("compare", "then.json", "live")).stdout).not.toContain("another account");
});

it("is said by a review since then, on the page, at each row and on screen", async () => {
  const { folder, late } = await open();
  const { exitCode, stderr } = await late("review", "--since", "then.json", "--out", "q2");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(SAID)]);
  const rows: Record<string, string>[] = parse(await folder.read("q2.csv"), { columns: true, bom: true });
  expect(rows.filter(({ changed }) => changed !== "")).toMatchObject(
    ["lab", "prod"].map((workspace) => ({ workspace, member: ADA, changed: "another account" })),
  );
  expect(withoutBreaks(await folder.read("q2.html"))).toContain(SAID);
});
