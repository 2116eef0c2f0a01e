import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { snapshot } from "../../src/commands/snapshot.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { type Folder, openFolder } from "./folder.js";

type Row = Record<string, string>;
type Seed = NonNullable<Parameters<typeof openSandbox>[0]>["seed"];

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

/** A snapshot of an organization. */
async function taken(folder: Folder, name: string, seed: Seed): Promise<void> {
  const sandbox = openSandbox({ seed });
  try {
    await snapshot(testContext({ sandbox }).context, { out: folder.path(name) });
  } finally {
    await sandbox.close();
  }
}

async function rowsOf(folder: Folder, name: string): Promise<Row[]> {
  return parse(await folder.read(name), { columns: true, bom: true });
}

/** Two moments, and the review of the second one since the first. */
async function open() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  await taken(folder, "before.json", world(PEOPLE.slice(0, 1)));
  await taken(folder, "now.json", world(PEOPLE.slice(0, 2)));
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  const made = await run("review", "--out", "q3", "--live", "now.json", "--since", "before.json");
  expect(made.exitCode).toBe(0);
  return { folder, run, made, rows: await rowsOf(folder, "q3.csv") };
}

it("is a page and a list of everybody, with what changed, and the snapshot that they are of", async () => {
  const { folder, run, rows, made } = await open();
  expect(made.stderr).toContain("Wrote q3.html, q3.csv and q3.json: 32 rows.");
  expect(rows).toHaveLength(31 + 1);
  expect(await folder.read("q3.html")).toMatch(
    /<dt>Compared with<.dt><dd>a snapshot as of .{0,80}before\.json/,
  );
  const row = (member: string) => rows.find((one) => one.member === member);
  const taken = JSON.parse(await folder.read("q3.json"));
  const [digest, version] = [taken.digest, taken.orgform_version];
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(row("p001@northwind.example")).toEqual({
    organization: "org_northwind",
    as_of: "2026-03-31T12:00:00Z",
    scope: "whole",
    workspace: "prod",
    member: "p001@northwind.example",
    name: "",
    role: "view",
    limited_by: "values",
    listed: "",
    groups: '"=cmd()"; Sales',
    values: "region: emea [own value]",
    open: "",
    data: "",
    invited: "",
    will_have: "",
    changed: "joined Sales",
    verdict: "sees the same",
    decision: "",
    reviewer: "",
    date: "",
    note: "",
    orgform_version: version,
    snapshot_digest: digest,
  });
  expect(row("new@northwind.example")?.invited).toBe("2026-03-01");
  const html = withoutBreaks(await folder.read("q3.html"));
  const head = ["as of 2026-03-31 12:00 UTC (now.json)", "org_northwind", "the whole organization"];
  for (const text of [...head, `orgform ${version}`, digest]) expect(html).toContain(text);
  expect(html).not.toMatch(/<script src|https?:\/\//);
  // It is the snapshot that it was made from, and is read like any other.
  expect(await folder.read("q3.json")).toBe(await folder.read("now.json"));
  const next = await run("review", "--out", "q4", "--live", "q3.json", "--since", "q3.json");
  expect(next.exitCode).toBe(0);
  expect((await rowsOf(folder, "q4.csv")).map(({ changed }) => changed).join("")).toBe("");
});

it("has room for decisions on paper only", async () => {
  const { folder } = await open();
  const page = withoutBreaks(await folder.read("q3.html"));
  for (const head of ["Decision", "Reviewer", "Date", "Note"])
    expect(page).toContain(`<th scope="col" class="on-paper">${head}</th>`);
  expect(page).toContain('<td class="on-paper">&nbsp;</td>');
  expect(page).toContain("@media screen { .on-paper { display: none; } }");
});

it("begins with a byte order mark", async () => {
  const { folder } = await open();
  expect((await folder.read("q3.csv")).startsWith('\ufeff"organization"')).toBe(true);
});

it("names the sources where somebody keeps a value and gets it from elsewhere", async () => {
  const folder = await openFolder();
  await taken(folder, "then.json", world(PEOPLE.slice(0, 1), "west"));
  await taken(folder, "now.json", world([], "west"));
  const args = ["review", "--out", "r", "--live", "now.json", "--since", "then.json"];
  expect(await orgform(args, { cwd: folder.path("") })).toMatchObject({ exitCode: 0 });
  const rows = await rowsOf(folder, "r.csv");
  expect(rows.find(({ member }) => member === PEOPLE[0])).toMatchObject({
    changed: 'left Sales; region west (Sales → "=cmd()")',
    verdict: "sees the same",
  });
});

const members = (rows: readonly Row[]) => rows.map(({ member }) => member);

it("keeps two names apart that a spreadsheet would show as one", async () => {
  const folder = await openFolder();
  const people = [
    "=ada@n.example",
    "'=ada@n.example",
    "''=ada@n.example",
    "x\\u{200b}@n.example",
    "x\u200b@n.example",
  ];
  const [first = "", second = "", ...others] = people;
  await taken(folder, "now.json", {
    organization: { id: "org_northwind", name: "Northwind" },
    workspaces: [
      {
        name: "=prod",
        groups: [{ name: "Board", precedence: 10, members: [first] }],
        members: [first, second, ...others].map((email) => ({ email, role: "view" })),
      },
    ],
  });
  await orgform(["review", "--live", "now.json", "--out", "q3"], { cwd: folder.path("") });
  const rows = await rowsOf(folder, "q3.csv");
  expect(rows).toHaveLength(people.length + 1);
  expect(new Set(members(rows)).size).toBe(rows.length);
  expect(members(rows.filter(({ groups }) => groups === "Board"))).toEqual(["'=ada@n.example"]);
  for (const text of rows.flatMap((row) => Object.values(row))) expect(text).not.toMatch(/^[=@]|\u200b/);
});

it("tells the workspaces of one name apart", async () => {
  const folder = await openFolder();
  const prod = { name: "prod", members: [{ email: "ada@n.example", role: "view" }] };
  await taken(folder, "now.json", {
    organization: { id: "org_northwind", name: "Northwind" },
    workspaces: [prod, prod],
  });
  const run = await orgform(["review", "--live", "now.json", "--out", "q3"], { cwd: folder.path("") });
  expect(run.exitCode).toBe(0);
  const rows = await rowsOf(folder, "q3.csv");
  expect(new Set(rows.map(({ workspace }) => workspace)).size).toBe(2);
});

it("never writes over a file that exists, whatever it holds", async () => {
  const { folder, run } = await open();
  const names = ["q3.html", "q3.csv", "q3.json"];
  for (const name of names) await folder.write(name, "SIGNED");
  const again = await run("review", "--out", "q3", "--live", "now.json");
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain("q3.html, q3.csv, q3.json exist already");
  for (const name of names) expect(await folder.read(name)).toBe("SIGNED");
  for (const ending of ["html", "csv", "json"]) {
    await folder.write(`${ending}.${ending}`, "");
    const { exitCode, stderr } = await run("review", "--out", `${ending}.csv`, "--live", "now.json");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${ending}.${ending} exists already`)]);
    for (const other of ["html", "csv", "json"].filter((one) => one !== ending))
      await expect(folder.read(`${ending}.${other}`)).rejects.toThrow("ENOENT");
  }
  // Nothing is read, which would be a request a person, before it is known that the files can be written.
  const nowhere = await run("review", "--out", "missing/q5", "--live", "no-such.json");
  expect(nowhere.stderr).toContain("There is no folder missing");
});

it("puts open people first, then those who are not listed, then those who changed", async () => {
  const { folder, run } = await open();
  const [open0, , , changed] = PEOPLE;
  const seed = world([changed ?? ""]);
  const [prod] = seed.workspaces;
  const groups = prod?.groups.map((group) =>
    group.precedence === 5 ? { ...group, members: group.members.filter((email) => email !== open0) } : group,
  );
  await taken(folder, "later.json", { ...seed, workspaces: [{ ...prod, groups }] } as typeof seed);
  const listed = PEOPLE.filter((_, i) => i !== 7).map((email) => `      ${email}: {}\n`);
  await folder.write(
    "orgform.yaml",
    `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    exact: {members: true}\n    members:\n${listed.join("")}`,
  );
  await run("review", "--out", "q4", "--live", "later.json", "--since", "q3.json");
  const list = await rowsOf(folder, "q4.csv");
  const first = ["admin@northwind.example", open0, "new@northwind.example", PEOPLE[7], PEOPLE[1], changed];
  expect(members(list).slice(0, 6)).toEqual(first);
  expect(list.slice(1, 4).map((row) => row.listed)).toEqual(["yes", "no", "no"]);
  const page = withoutBreaks(await folder.read("q4.html"));
  expect(page).toContain('<tr data-row data-kind="open|changed">');
  expect(page).toContain('<tr data-row data-kind="not listed|invited">');
  // On paper a row is there that the filter of the page hides.
  expect(/@media print \{[^@]*tr\[hidden\] \{ display: table-row !important; \}/.test(page)).toBe(true);
});

it("says what people reach in the data model", async () => {
  const folder = await openFolder();
  const example = fileURLToPath(new URL("../../examples/data-model", import.meta.url));
  await cp(example, folder.path("."), { recursive: true });
  const sandbox = openSandbox({ seed: JSON.parse(await folder.read("organization.json")) });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  await run("review", "--out", "q3");
  const rows = await rowsOf(folder, "q3.csv");
  expect(rows.length).toBeGreaterThan(1);
  for (const { data } of rows) expect(data).toMatch(/^reaches \d+ of \d+(;|$)/);
  expect(rows.some(({ data }) => data?.includes("hidden field:"))).toBe(true);
  await rm(folder.path("orgform.yaml"));
  await run("review", "--out", "without");
  for (const { data } of await rowsOf(folder, "without.csv")) expect(data).toBe("");
});

const JOINING = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      All Users: {values: {level: low}}
      Sales: {members: [new@northwind.example]}
      Fresh: {precedence: 20, values: {region: north}, members: [new@northwind.example]}
    members:
      new@northwind.example: {values: {team: blue}}
`;

it("says of somebody who is invited what they will have, as who --planned does, and by which names people go", async () => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", JOINING);
  const ada = { email: "ada@northwind.example", first_name: "Ada", last_name: "=Abt" };
  const sandbox = openSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      users: [ada],
      workspaces: [
        {
          name: "prod",
          definitions: ["region", "team", "level"].map((name) => ({ name, data_type: "string" as const })),
          groups: [{ name: "Sales", precedence: 10, members: [], values: { region: "west" } }],
          members: [{ email: ada.email, role: "view" }],
          invites: ["new", "other"].map((name) => ({
            email: `${name}@northwind.example`,
            created_date: "2026-03-01T07:13:11.614Z",
          })),
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  await run("review", "--out", "q1");
  const rows = await rowsOf(folder, "q1.csv");
  const row = (name: string) => rows.find(({ member }) => member === `${name}@northwind.example`);
  // The file's groups and values that are not live yet count: they are there before somebody accepts and it is applied.
  expect(row("new")).toMatchObject({
    groups: "",
    values: "",
    invited: "2026-03-01",
    will_have: "in Fresh, Sales; level: low (All Users); region: north (Fresh); team: blue [own value]",
  });
  expect(row("other")?.will_have).toBe(
    "level: low (All Users); region: [no value, sees all]; team: [no value, sees all]",
  );
  const who = JSON.parse((await run("who", "--planned", "--format", "json")).stdout);
  const planned = who.people.find(({ member }: Row) => member === "new@northwind.example");
  expect(planned.values).toMatchObject([
    { attribute: "level", value: "low" },
    { attribute: "region", value: "north", source: { group: "Fresh" } },
    { attribute: "team", value: "blue" },
  ]);
  expect(row("ada")).toMatchObject({
    name: "Ada =Abt",
    values: expect.stringContaining("level: [no value"),
    will_have: "",
  });
  const html = withoutBreaks(await folder.read("q1.html"));
  for (const text of ["will have: in Fresh, Sales; level: low", "Ada =Abt"]) expect(html).toContain(text);
  // A part of the organization is planned as a part: the file may name workspaces that were not read.
  await folder.write("orgform.yaml", `${JOINING}  lab: {groups: {Board: {precedence: 1}}}\n`);
  expect((await run("review", "--out", "part", "--workspace", "prod")).exitCode).toBe(0);
  expect((await rowsOf(folder, "part.csv")).map(({ will_have }) => will_have)).toContain(
    row("new")?.will_have,
  );
});
