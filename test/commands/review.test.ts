import { cp, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { snapshot } from "../../src/commands/snapshot.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
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
  const sandbox = openSandbox({ seed: world(...seed) });
  try {
    await snapshot(testContext({ sandbox }).context, { out: folder.path(name) });
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
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true, bom: true });
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
  rows.map((row) => ({ ...row, decision, reviewer: "Nora", date: "2026-03-01" }));

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
    values: "region: emea [own value]",
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
  const rows: Row[] = parse(await folder.read("r.csv"), { columns: true, bom: true });
  expect(rows.find(({ member }) => member === PEOPLE[0])).toMatchObject({
    changed: 'left Sales; region west (Sales → "=cmd()")',
    verdict: "same",
  });
});

const members = (rows: readonly { readonly member?: string }[]) => rows.map(({ member }) => member);
const inState = (found: { readonly rows: readonly Row[] }, state: string) =>
  found.rows.filter((row) => row.state === state);

it("is closed once everybody is decided on, in any spreadsheet's CSV", async () => {
  const { rows, save, check } = await open();
  for (const delimiter of [",", ";", "\t"]) {
    await save(decided(rows).reverse(), delimiter);
    const found = await check();
    expect(found).toMatchObject({ exitCode: 0, list: { rows_differ: false } });
    expect(inState(found, "kept")).toHaveLength(rows.length);
  }
});

it("finds what is undecided, edited, forged, removed and doubled", async () => {
  const { rows, save, check, run } = await open();
  const [a = {}, b = {}, c = {}, d = {}, e = {}, gone, ...rest] = decided(rows);
  await save([
    { ...a, decision: "" },
    { ...b, reviewer: "" },
    { ...c, decision: "perhaps" },
    { ...d, groups: "Nothing" },
    e,
    e,
    ...rest,
  ]);
  const found = await check();
  expect(found).toMatchObject({ exitCode: 2, list: { rows_differ: true } });
  expect(members(inState(found, "undecided"))).toEqual([a.member, c.member]);
  expect(members(inState(found, "added"))).toEqual([gone?.member]);
  expect(found.rows.slice(0, 6).map(({ problems }: { problems: string[] }) => problems)).toEqual([
    [],
    ["no-reviewer"],
    ["unknown-decision"],
    ["edited"],
    ["twice"],
    ["twice"],
  ]);
  const { stdout } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(stdout).toContain(`perhaps is not keep, revoke or change: row 4, ${c.member} in prod`);
  expect(stdout).toContain("Rows were removed or added");
});

it.each([
  [{ date: "someday" }, "date-format"],
  [{ date: "01.10.2026" }, "date-format"],
  [{ date: "2026-02-30" }, "date-format"],
  [{ date: "2026-04-02" }, "date-future"],
  [{ date: "" }, "no-date"],
  [{ decision: "change" }, "no-note"],
  [{ reviewer: "P000@Northwind.Example" }, "own-review"],
  [{ reviewer: "P <p000@northwind.example>" }, "own-review"],
  [{ reviewer: "p000@north\u200bwind.example" }, "own-review"],
  [{ reviewer: "\u0440000@northwind.example" }, "own-review"],
  [{ reviewer: "\u200b" }, "no-reviewer"],
  [{ reviewer: "p0000@northwind.example", note: "p000@northwind.example" }, undefined],
])("looks at the day of a decision, its note and who made it: %j", async (edit, problem) => {
  const { rows, save, check } = await open();
  await save(decided(rows).map((row) => (row.member === PEOPLE[0] ? { ...row, ...edit } : row)));
  const found = await check();
  expect(found.rows.flatMap((row: { problems: string[] }) => row.problems)).toEqual(problem ? [problem] : []);
  expect(found.exitCode).toBe(problem ? 2 : 0);
});

it("finds what was kept and is not as it was, and who came", async () => {
  const { folder, rows, save, check } = await open();
  await taken(folder, "q4.json", PEOPLE.slice(0, 5));
  await save(decided(rows));
  const later = await check("q4.json");
  expect(members(inState(later, "changed"))).toEqual(PEOPLE.slice(2, 5));
  expect(inState(later, "changed")[0]?.differences).toContainEqual({
    fact: "groups",
    before: '"=cmd()"',
    after: '"=cmd()"; Sales',
  });
  expect(later.exitCode).toBe(2);
});

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
  const seed = {
    organization: { id: "org_northwind", name: "Northwind" },
    workspaces: [
      {
        name: "=prod",
        groups: [{ name: "Board", precedence: 10, members: [first] }],
        members: [first, second, ...others].map((email) => ({ email, role: "view" })),
      },
    ],
  };
  const sandbox = openSandbox({ seed });
  await snapshot(testContext({ sandbox }).context, { out: folder.path("q3.json") });
  await sandbox.close();
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  await run("review", "--live", "q3.json", "--out", "q3");
  const csv = await folder.read("q3.csv");
  const rows: Row[] = parse(csv, { columns: true, bom: true });
  expect(rows).toHaveLength(people.length + 1);
  expect(new Set(members(rows)).size).toBe(rows.length);
  expect(rows.filter(({ groups }) => groups === "Board").map(({ member }) => member)).toEqual([
    "'=ada@n.example",
  ]);
  await folder.write(
    "q3.csv",
    csv.replace(/,"","","",""(,"\w+","\w+","\{.*"\r?)$/gm, ',"keep","r","2026-03-01",""$1'),
  );
  const { exitCode, stdout } = await run("review", "check", "q3.csv", "--live", "q3.json");
  expect(stdout).toContain("6 rows: 6 kept.");
  expect(exitCode).toBe(0);
});

it("tells the workspaces of one name apart", async () => {
  const folder = await openFolder();
  const prod = { name: "prod", members: [{ email: "ada@n.example", role: "view" }] };
  const sandbox = openSandbox({
    seed: { organization: { id: "org_northwind", name: "Northwind" }, workspaces: [prod, prod] },
  });
  await snapshot(testContext({ sandbox }).context, { out: folder.path("q3.json") });
  await sandbox.close();
  const { exitCode } = await orgform(["review", "--live", "q3.json", "--out", "q3"], {
    cwd: folder.path(""),
  });
  expect(exitCode).toBe(0);
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true, bom: true });
  expect(new Set(rows.map(({ workspace }) => workspace)).size).toBe(2);
});

it("never writes over a file that exists, whatever it holds", async () => {
  const { folder, run } = await open();
  for (const name of ["q3.csv", "q3.html"]) await folder.write(name, "SIGNED");
  const again = await run("review", "--out", "q3", "--live", "q3.json");
  expect(again.exitCode).toBe(1);
  expect(again.stderr).toContain("q3.html, q3.csv exist already");
  await folder.write("q4.html", "");
  expect((await run("review", "--out", "q4.csv", "--live", "q3.json")).stderr).toContain(
    "q4.html exists already",
  );
  const check = await run("review", "check", "q3.csv", "--out", "q3", "--live", "q3.json");
  expect(check.exitCode).toBe(1);
  // Nothing is read, which would be a request a person, before it is known that the files can be written.
  const nowhere = await run("review", "--out", "missing/q5", "--live", "no-such.json");
  expect(nowhere.stderr).toContain("There is no folder missing");
  expect(await folder.read("q3.csv")).toBe("SIGNED");
  expect(await folder.read("q3.html")).toBe("SIGNED");
});

it.each([
  ["a list of the group", FILE, undefined, "orgform.yaml:6:49", "orgform.yaml:8:41"],
  [
    "the person's own groups",
    FILE.replace("[p000@northwind.example, p001@northwind.example]", "[]").replace(
      "{values",
      "{groups: [Sales], values",
    ),
    undefined,
    "orgform.yaml:8:41",
    "orgform.yaml:8:58",
  ],
  [
    "a row of the list",
    FILE.replace(
      "{members: [p000@northwind.example, p001@northwind.example]}",
      "{members: {where: {team: s}}}",
    )
      .replace(/ {4}members:\n.*/s, `    people: {values: {region: "\${person.region}"}}\n`)
      .replace("workspaces:", "people: {file: people.yaml}\nworkspaces:"),
    "- {email: p000@northwind.example, team: s}\n- {email: p001@northwind.example, team: s, region: emea}\n",
    "people.yaml:2",
    "people.yaml:2",
  ],
  [
    "no place",
    FILE.replace(", p001@northwind.example", "").replace("emea", "apac"),
    undefined,
    "set by hand",
    "set by hand",
  ],
])("says where what is still there comes from: %s", async (_, file, list, group, value) => {
  const { folder, rows, save, run } = await open();
  await folder.write("orgform.yaml", file);
  if (list !== undefined) await folder.write("people.yaml", list);
  await save(decided(rows).map((row) => (row.member === PEOPLE[1] ? { ...row, decision: "revoke" } : row)));
  const { stdout, exitCode } = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(exitCode).toBe(2);
  expect(stdout).toContain(`  p001@northwind.example in prod (revoke, Nora, 2026-03-01)
    group "=cmd()" (set by hand)
    group Sales (${group})
    own value region: emea (${value})
`);
  expect(stdout).toContain("32 rows: 1 open, 31 kept.");
});

it("takes what is left to everybody for done, an invite that is pending or accepted not", async () => {
  const { folder, rows, save, check, run } = await open();
  const revoked = [PEOPLE[1], PEOPLE[2], "new@northwind.example"];
  await save(
    decided(rows).map((row) => (revoked.includes(row.member) ? { ...row, decision: "revoke" } : row)),
  );
  expect(members(inState(await check(), "open")).sort()).toEqual([...revoked].sort());
  const plain = { email: PEOPLE[1] ?? "", role: "view", values: {} };
  const later = world(PEOPLE.slice(0, 1));
  const [prod] = later.workspaces;
  const others = (prod?.members ?? []).filter(({ email }) => !revoked.includes(email));
  const [sales, everybody] = prod?.groups ?? [];
  const groups = [sales, { ...everybody, members: others.map(({ email }) => email) }];
  const accepted = { email: "new@northwind.example", role: "view", values: {} };
  const seed = {
    ...later,
    workspaces: [{ ...prod, groups, members: [...others, plain, accepted], invites: [] }],
  };
  const sandbox = openSandbox({ seed: seed as ReturnType<typeof world> });
  await snapshot(testContext({ sandbox }).context, { out: folder.path("q4.json") });
  await sandbox.close();
  const found = await check("q4.json");
  expect(members(inState(found, "done"))).toEqual([PEOPLE[1], PEOPLE[2]]);
  expect(members(inState(found, "open"))).toEqual(["new@northwind.example"]);
  const { stdout } = await run("review", "check", "done.csv", "--live", "q4.json");
  expect(stdout).toContain("left: role view; region: [no value, sees all]");
  expect(stdout).toContain("is not there any more");
  expect(stdout).toContain("accepted the invite: role view");
});

it("tells what is wrong with many rows in one line, and a list that nobody began with in a few", async () => {
  const { rows, save, run } = await open();
  await save(decided(rows).map((row) => ({ ...row, date: "01.03.2026" })));
  const { stdout } = await run("review", "check", "done.csv", "--live", "q3.json");
  const line =
    /^ {2}01\.03\.2026 is not a day written YYYY-MM-DD: row 2, .*; row 6, \S+ in prod; and 27 more$/m;
  expect(stdout).toMatch(line);
  expect(stdout).toContain("32 rows: 32 kept, 32 things wrong with the list.");
  await save(rows);
  const untouched = await run("review", "check", "done.csv", "--live", "q3.json");
  expect(untouched.stdout.split("\n").filter((text) => text.includes(" in prod"))).toHaveLength(20);
  expect(untouched.stdout).toContain("  and 12 more");
});

it("puts open people first, then those who are not listed, then those who changed", async () => {
  const { folder, run } = await open();
  const [open0, , , changed] = PEOPLE;
  const seed = world([changed ?? ""]);
  const [prod] = seed.workspaces;
  const groups = prod?.groups.map((group) =>
    group.precedence === 5 ? { ...group, members: group.members.filter((email) => email !== open0) } : group,
  );
  const sandbox = openSandbox({
    seed: { ...seed, workspaces: [{ ...prod, groups }] } as ReturnType<typeof world>,
  });
  await snapshot(testContext({ sandbox }).context, { out: folder.path("q4.json") });
  await sandbox.close();
  const listed = PEOPLE.filter((_, i) => i !== 7).map((email) => `      ${email}: {}\n`);
  await folder.write(
    "orgform.yaml",
    `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    exact: {members: true}\n    members:\n${listed.join("")}`,
  );
  await run("review", "--out", "q4", "--live", "q4.json", "--since", "q3.json");
  const list: Row[] = parse(await folder.read("q4.csv"), { columns: true, bom: true });
  const first = ["admin@northwind.example", open0, "new@northwind.example", PEOPLE[7], PEOPLE[1], changed];
  expect(members(list).slice(0, 6)).toEqual(first);
  expect(list.slice(1, 4).map((row) => row.listed)).toEqual(["yes", "no", "no"]);
  const page = await folder.read("q4.html");
  expect(page).toContain('<tr data-kind="open|changed|undecided">');
  expect(page).toContain('<tr data-kind="not listed|invited|undecided">');
  // On paper a row is there that the filter of the page hides.
  expect(/@media print \{[^@]*tr\[hidden\] \{ display: table-row; \}/.test(page)).toBe(true);
});

it("does not take it for a change of access that the file lists somebody no more", async () => {
  const { folder, run } = await open();
  const file = (names: readonly string[]) =>
    folder.write(
      "orgform.yaml",
      `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  prod:\n    exact: {members: true}\n    members:\n${names.map((name) => `      ${name}: {}\n`).join("")}`,
    );
  await file(PEOPLE);
  await run("review", "--out", "list", "--live", "q3.json");
  const csv = await folder.read("list.csv");
  await folder.write(
    "list.csv",
    csv.replace(/"","","",""(?=,"\w+","\w+","\{.*"\r?$)/gm, '"change","Nora","2026-03-01","less"'),
  );
  await file(PEOPLE.slice(1));
  const { stdout } = await run("review", "check", "list.csv", "--live", "q3.json");
  expect(stdout).toContain("32 rows: 32 open.");
  await folder.write("empty.yaml", "version: 1\norganization: {id: org_northwind}\nworkspaces: {}\n");
  await rm(folder.path("orgform.yaml"));
  const without = await run("review", "check", "list.csv", "--live", "q3.json");
  expect(without.exitCode).toBe(1);
  expect(without.stderr).toContain("The list was made with a file that lists everybody");
});

it("says what people reach in the data model, and checks it with the model only", async () => {
  const folder = await openFolder();
  const example = fileURLToPath(new URL("../../examples/data-model", import.meta.url));
  await cp(example, folder.path("."), { recursive: true });
  const seed = JSON.parse(await folder.read("organization.json"));
  const sandbox = openSandbox({ seed });
  onTestFinished(() => sandbox.close());
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  await run("review", "--out", "q3");
  const rows: Row[] = parse(await folder.read("q3.csv"), { columns: true, bom: true });
  expect(rows.length).toBeGreaterThan(1);
  for (const { data } of rows) expect(data).toMatch(/^reaches \d+ of \d+/);
  expect(rows.some(({ data }) => data?.includes("hidden field:"))).toBe(true);
  expect((await run("review", "check", "q3.csv")).stdout).toContain(
    `${rows.length} rows: ${rows.length} undecided.`,
  );
  await rm(folder.path("orgform.yaml"));
  const without = await run("review", "check", "q3.csv");
  expect(without.stderr).toContain("The list was made with a data model");
});

it("shows and keeps what somebody wrote into a list without running it", async () => {
  const { folder, rows, save, run } = await open();
  const evil = "=cmd()\u001b[31m<script>";
  await save(
    decided(rows).map((row, i) =>
      i > 0
        ? row
        : {
            ...row,
            as_of: "\u001b[31m     T\u001b[31m",
            groups: evil,
            decision: evil,
            reviewer: evil,
            note: evil,
          },
    ),
  );
  const { stdout, exitCode } = await run(
    "review",
    "check",
    "done.csv",
    "--live",
    "q3.json",
    "--out",
    "result",
  );
  expect(exitCode).toBe(2);
  expect(stdout).not.toContain("\u001b");
  const result: Row[] = parse(await folder.read("result.csv"), { columns: true, bom: true });
  for (const text of Object.values(result[0] ?? {}))
    expect(text.startsWith("=") || text.includes("\u001b")).toBe(false);
  const page = await folder.read("result.html");
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toContain("\u001b");
  expect(page).toContain("Wrong with the list");
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

it("says of somebody who is invited what they will have, and by which names people go, for reading only", async () => {
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      Sales: {members: [new@northwind.example]}
    members:
      new@northwind.example: {values: {team: blue}}
`,
  );
  const ada = { email: "ada@northwind.example", first_name: "Ada", last_name: "=Abt" };
  const sandbox = openSandbox({
    seed: {
      organization: { id: "org_northwind", name: "Northwind" },
      users: [ada],
      workspaces: [
        {
          name: "prod",
          definitions: ["region", "team"].map((name) => ({ name, data_type: "string" as const })),
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
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  await run("review", "--out", "q1");
  const rows: Row[] = parse(await folder.read("q1.csv"), { columns: true, bom: true });
  const row = (name: string) => rows.find(({ member }) => member === `${name}@northwind.example`);
  expect(row("new")).toMatchObject({
    groups: "",
    values: "",
    invited: "2026-03-01",
    will_have: "in Sales; region: west (Sales); team: blue [own value]",
  });
  expect(row("other")?.will_have).toBe("region: [no value, sees all]; team: [no value, sees all]");
  expect(row("ada")).toMatchObject({ name: "Ada =Abt", will_have: "" });
  expect(JSON.parse(row("new")?.facts ?? "")).toMatchObject({ groups: [], values: [] });
  const html = await folder.read("q1.html");
  for (const text of ["Will have", "in Sales; region: west (Sales)", "Ada =Abt"])
    expect(html).toContain(text);
  const { stdout } = await run("review", "check", "q1.csv", "--format", "json");
  expect(JSON.parse(stdout).summary).toMatchObject({ problems: 0 });
});
