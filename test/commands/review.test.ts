import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { snapshot } from "../../src/commands/snapshot/snapshot.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { testContext } from "../support/context.js";
import { orgform } from "../support/run-in-process.js";
import { type Folder, openFolder } from "./folder.js";

type Row = Record<string, string>;

const PEOPLE = Array.from({ length: 30 }, (_, i) => `p${String(i).padStart(3, "0")}@northwind.example`);
const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      Sales: {members: [p000@northwind.example, p001@northwind.example]}
    members:
      p001@northwind.example: {values: {region: emea}}
`;

/** Everybody is in one of two groups; region comes from them alone, so that who leaves them is open. */
function world(sales: readonly string[], others = "-east") {
  return {
    organization: { id: "org_northwind", name: "=North,wind" },
    workspaces: [
      {
        name: "prod",
        definitions: [{ name: "region", data_type: "string" as const }],
        groups: [
          { name: "Sales", precedence: 10, members: [...sales], values: { region: "west" } },
          { name: "=cmd()", precedence: 5, members: PEOPLE, values: { region: others } },
        ],
        members: PEOPLE.map((email, i) => ({
          email,
          role: "view",
          values: i === 1 ? { region: "emea" } : {},
        })),
        invites: [{ email: "new@northwind.example", created_date: "2026-03-01T00:00:00Z" }],
      },
    ],
  };
}

/** A snapshot of the organization at some moment. */
async function taken(folder: Folder, name: string, ...seed: Parameters<typeof world>): Promise<string> {
  const sandbox = await startSandbox({ seed: world(...seed) });
  try {
    await snapshot(testContext({ sandbox }).context, { output: folder.path(name) });
    return name;
  } finally {
    await sandbox.close();
  }
}

async function open() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  await taken(folder, "q2.json", PEOPLE.slice(0, 1));
  await taken(folder, "q3.json", PEOPLE.slice(0, 2));
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  expect(await run("review", "--out", "q3", "--live", "q3.json", "--since", "q2.json")).toMatchObject({
    exitCode: 0,
  });
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true });
  const save = async (edited: readonly Row[], delimiter = ",") => {
    const cell = (text = "") => `"${text.replaceAll('"', '""')}"`;
    const columns = Object.keys(rows[0] ?? {});
    const lines = [columns, ...edited.map((row) => columns.map((column) => row[column] ?? ""))];
    await folder.write(
      "done.csv",
      `\ufeff${lines.map((line) => line.map(cell).join(delimiter)).join("\r\n")}\r\n`,
    );
  };
  const check = async (live = "q3.json") => {
    const { exitCode, stdout, stderr } = await run(
      "review",
      "check",
      "done.csv",
      "--live",
      live,
      "--format",
      "json",
    );
    return { exitCode, stderr, ...JSON.parse(stdout) };
  };
  return { folder, run, rows, save, check };
}

const decided = (rows: readonly Row[], decision = "keep"): Row[] =>
  rows.map((row) => ({ ...row, decision, reviewer: "Nora", date: "2026-10-01" }));

it("is a page and a list of everybody, with what changed", async () => {
  const { folder, rows } = await open();
  expect(rows).toHaveLength(31 + 1);
  const row = (member: string) => rows.find((one) => one.member === member);
  expect(row("p001@northwind.example")).toMatchObject({
    organization: "org_northwind",
    as_of: "2026-03-31T12:00:00Z",
    workspace: "prod",
    role: "view",
    groups: "'=cmd(); Sales".replace("=cmd()", '"=cmd()"').replace("'", ""),
    values: "region: emea (own value)",
    changed: "joined Sales",
    decision: "",
  });
  expect(row("new@northwind.example")?.invited).not.toBe("");
  const html = await folder.read("q3.html");
  for (const text of ["as of 2026-03-31 12:00 UTC (q3.json)", "org_northwind", rows[0]?.list_digest ?? "?"])
    expect(html).toContain(text);
  expect(html).not.toMatch(/<script src|https?:\/\//);
});

it("names the sources where somebody keeps a value and gets it from elsewhere", async () => {
  const folder = await openFolder();
  await taken(folder, "then.json", PEOPLE.slice(0, 1), "west");
  await taken(folder, "now.json", [], "west");
  const args = ["review", "--out", "r", "--live", "now.json", "--since", "then.json"];
  expect(await orgform(args, { cwd: folder.path("") })).toMatchObject({ exitCode: 0 });
  const rows: Row[] = parse(await folder.read("r.csv"), { columns: true });
  expect(rows.find(({ member }) => member === PEOPLE[0])).toMatchObject({
    changed: 'left Sales; region west (Sales → "=cmd()")',
    verdict: "same",
  });
});

it("is in order once everybody is decided on, in any spreadsheet's CSV", async () => {
  const { rows, save, check } = await open();
  for (const delimiter of [",", ";", "\t"]) {
    await save(decided(rows).reverse(), delimiter);
    expect(await check()).toMatchObject({ exitCode: 0, rows_differ: false });
  }
});

it("finds what is undecided, missing, edited, forged, removed, added and changed since", async () => {
  const { folder, rows, save, check, run } = await open();
  const [a = {}, b = {}, c = {}, d = {}, e = {}, ...rest] = decided(rows);
  await save([
    { ...a, decision: "" },
    { ...b, reviewer: "" },
    { ...c, decision: "perhaps" },
    { ...d, groups: "Nothing" },
    e,
    e,
    ...rest.slice(1),
  ]);
  const found = await check();
  const members = (list: readonly Row[]) => list.map(({ member }) => member);
  expect(found).toMatchObject({ exitCode: 2, rows_differ: true });
  expect(members(found.undecided)).toEqual([a.member]);
  expect(found.incomplete).toEqual([expect.objectContaining({ member: b.member, lacks: ["reviewer"] })]);
  expect(found.unknown).toEqual([expect.objectContaining({ member: c.member, decision: "perhaps" })]);
  const { stdout } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(stdout).toContain("32 rows: 30 decided, 0 to revoke");
  expect(members(found.edited)).toEqual([d.member]);
  expect(members(found.twice)).toEqual([e.member]);
  expect(members(found.not_listed)).toEqual([rest[0]?.member]);
  // The groups are what they were when the list was made, and are not any more.
  await taken(folder, "q4.json", PEOPLE.slice(0, 5));
  await save(decided(rows));
  const later = await check("q4.json");
  expect(members(later.changed)).toEqual(PEOPLE.slice(2, 5));
  expect(later.exitCode).toBe(2);
});

it("prints the edits that revoke, and warns where they open somebody", async () => {
  const { folder, rows, save, run } = await open();
  await save(decided(rows).map((row) => (row.member === PEOPLE[1] ? { ...row, decision: "revoke" } : row)));
  const { stdout, exitCode } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(exitCode).toBe(0);
  expect(stdout).toContain("orgform.yaml:6:49: take p001@northwind.example out of the group Sales");
  expect(stdout).toContain("orgform.yaml:8:7: write `values: {}` for p001@northwind.example");
  expect(stdout).toContain("Warning: without these they have no value that holds them back for region");
  expect(await folder.read("orgform.yaml")).toBe(FILE);
});

it("knows workspaces and people whose names the list had to make inert", async () => {
  const folder = await openFolder();
  const person = "+ada@northwind.example";
  const group = { name: "Sales", precedence: 10, members: [person], values: { region: "west" } };
  const prod = {
    name: "=prod",
    definitions: [{ name: "region", data_type: "string" as const }],
    groups: [group],
  };
  const organization = { id: "org_northwind", name: "Northwind" };
  const sandbox = await startSandbox({ seed: { organization, workspaces: [prod] } });
  await snapshot(testContext({ sandbox }).context, { output: folder.path("q3.json") });
  await sandbox.close();
  await folder.write(
    "orgform.yaml",
    `version: 1
organization: {id: org_northwind}
workspaces: {=prod: {groups: {Sales: {members: [${person}]}}}}
`,
  );
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  await run("review", "--live", "q3.json", "--out", "q3");
  const decisions = (await folder.read("q3.csv")).replace(
    /,"","","",""(,"\w+","\w+"\r?)$/gm,
    ',"revoke","r","d",""$1',
  );
  await folder.write("q3.csv", decisions);
  const { exitCode, stdout } = await run("review", "check", "q3.csv", "--live", "q3.json");
  expect(stdout).toContain("orgform.yaml:3:49: take +ada@northwind.example out of the group Sales");
  expect(stdout).not.toContain("changed since");
  expect(exitCode).toBe(0);
});

it("names the edit of a membership that is said at the person", async () => {
  const { folder, rows, save, run } = await open();
  await folder.write(
    "orgform.yaml",
    FILE.replace("[p000@northwind.example, p001@northwind.example]", "[]").replace(
      "{values",
      "{groups: [Sales], values",
    ),
  );
  await save(decided(rows).map((row) => (row.member === PEOPLE[1] ? { ...row, decision: "revoke" } : row)));
  const { stdout } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(stdout).toContain("orgform.yaml:8:41: take p001@northwind.example out of the group Sales");
});

it("prints edits of the list where a row gives groups and values", async () => {
  const { folder, rows, save, run } = await open();
  const file = FILE.replace(
    "{members: [p000@northwind.example, p001@northwind.example]}",
    "{members: {where: {team: s}}}",
  )
    .replace(/ {4}members:\n.*/s, `    people: {values: {region: "\${person.region}"}}\n`)
    .replace("workspaces:", "people: {file: people.yaml}\nworkspaces:");
  await folder.write("orgform.yaml", file);
  await folder.write(
    "people.yaml",
    "- {email: p000@northwind.example, team: s}\n- {email: p001@northwind.example, team: s, region: emea}\n",
  );
  await save(
    decided(rows).map((row) =>
      PEOPLE.indexOf(row.member ?? "") >= 2 ? row : { ...row, decision: "revoke" },
    ),
  );
  const { stdout } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(stdout).toContain(
    "orgform.yaml:7:7: add p001@northwind.example to `except` under `members` of the group Sales (they come from people.yaml:2)",
  );
  expect(stdout).toContain("people.yaml:2: empty the cells that give p001@northwind.example region");
  expect(stdout).not.toMatch(/people.yaml:1: empty/);
});

it("says in words what is no review, and of whom another one is", async () => {
  const { folder, run, rows, save } = await open();
  await folder.write("done.csv", "a,b\n1,2\n");
  expect(await run("review", "check", "done.csv", "--live", "q3.json")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("lacks the columns"),
  });
  await save(decided(rows).map((row) => ({ ...row, organization: "org_other" })));
  expect((await run("review", "check", "done.csv", "--live", "q3.json")).exitCode).toBe(3);
});
