import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { EXAMPLES } from "../examples/workshop.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** An organization, empty unless it is given, and a folder for a list. */
async function open(seed: SandboxSeed = { workspaces: [] }) {
  const [sandbox, folder] = [openSandbox({ seed }), await openFolder()];
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  return { sandbox, folder, run };
}

it("bootstraps the company of examples/company in one go, and opens nobody when they join", async () => {
  const { sandbox, folder, run } = await open();
  copyFileSync(join(EXAMPLES, "company/people.csv"), folder.path("people.csv"));
  const people = readFileSync(folder.path("people.csv"), "utf8").match(/[^,]+@[^,]+(?=,active,)/g) ?? [];
  expect(await run("init", "--people", "people.csv")).toMatchObject({ exitCode: 0 });
  expect(await folder.read("orgform.yaml")).not.toMatch(/^ +(?:name|id|mail):/m);

  expect((await run("validate")).stdout).toBe("Success! The file is valid.\n");
  const applied = await run("apply", "--auto-approve", "--no-receipt", "--format", "json");
  expect(applied.exitCode).toBe(0);
  expect(people).toHaveLength(300);
  const sent = sandbox.log().filter(({ method, path }) => method === "POST" && path.endsWith("/invites"));
  expect(sent).toHaveLength(people.length);

  await Promise.all(
    people.map((email) =>
      sandbox.fetch(`${sandbox.origin}/_sandbox/accept-invite`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, workspace: "production" }),
      }),
    ),
  );
  const openPeople = async () =>
    JSON.parse((await run("who", "--open", "--format", "json")).stdout).people.filter(
      ({ open }: { open: boolean }) => open,
    );
  expect(await openPeople()).toEqual([]);
  expect(await run("apply", "--auto-approve", "--no-receipt")).toMatchObject({ exitCode: 0 });
  const { exitCode, stdout } = await run("plan", "--format", "json", "--detailed-exitcode");
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ deferred: [], resource_changes: [] });
  expect(await openPeople()).toEqual([]);
  const { people: members } = JSON.parse((await run("who", "--format", "json")).stdout);
  const ada = members.find(({ member }: { member: string }) => member === "ada.abt@contoso.example");
  const values: string[] = ada.values.map(
    ({ attribute, value }: Record<"attribute" | "value", string>) => `${attribute}=${value}`,
  );
  expect(values.sort()).toEqual(["cloud=eu", "department=Sales", "level=A", "region=west"]);
});

it("writes down the token's own user and the organization admins, who are in every workspace", async () => {
  const seed = {
    users: [
      { email: "Admin@northwind.example", organization_admin: true },
      { email: "owner@northwind.example", organization_admin: true },
    ],
    workspaces: [{ name: "old", members: [{ email: "bob@northwind.example", role: "view" }] }],
  };
  const { folder, run } = await open(seed);
  await folder.write("hr.csv", "email,team\nada@northwind.example,Sales\n");
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  expect(text.slice(text.indexOf("    members:"))).toMatch(
    /^ {4}members:\n {6}"?Admin@northwind\.example"?: \{\}\n {6}"?owner@northwind\.example"?: \{\}\n$/,
  );
  expect(await run("apply", "--auto-approve", "--no-receipt")).toMatchObject({ exitCode: 0 });
  const drift = await run("drift", "--format", "json");
  expect([drift.exitCode, JSON.parse(drift.stdout).not_listed]).toEqual([0, []]);
});

/** A list with one column more; each row has one of its texts. */
function listWith(column: string, texts: readonly string[], status: readonly string[] = ["active"]): string {
  const rows = Array.from(
    { length: 24 },
    (_, i) => `p${i}@northwind.example;${status[i % status.length]};${texts[i % texts.length]};${i}`,
  );
  return `mail;status;${column};id\n${rows.join("\n")}\n`;
}

it.each<[string, string, readonly string[]]>([
  ["names of people, also where several share one", "First Name", ["Ada", "Bob"]],
  ["texts that are several entries of a value", "teams", ["a,b", "c"].map((text) => `"${text}"`)],
  ["texts that a filter reads otherwise", "sign", ["-west", "east"]],
  ["texts that let see everything", "filter", ["%", "east"]],
  ["texts that differ only in letter case", "team", ["Sales", "sales"]],
  ["texts with braces", "team", ["$" + "{person.id}", "b"]],
  ["the attribute that the product fills", "email", ["a", "b"]],
])("makes no groups of %s", async (_, column, texts) => {
  const { folder, run } = await open();
  await folder.write("hr.csv", listWith(column, texts));
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  expect(await folder.read("orgform.yaml")).not.toContain("groups:");
  expect(await run("plan")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("24 arrive") });
});

it("makes groups of a column where an export has NULL for a few people, and none of NULL", async () => {
  const { folder, run } = await open();
  const list = listWith("region", ["west", "east"]).replace(";west;0\n", ";NULL;0\n");
  await folder.write("hr.csv", list);
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  expect(text).toContain("each: {region: [east, west]}");
  expect(text).not.toContain("NULL");
  const { exitCode, stdout } = await run("plan", "--format", "json");
  const arrivals: { member: string; values: { value: string }[] }[] = JSON.parse(stdout).arrivals;
  expect(exitCode).toBe(0);
  expect(arrivals.find(({ member }) => member === "p0@northwind.example")?.values).toMatchObject([
    { value: "no-access" },
  ]);
});

it("leaves out people who have no address yet, and people of another status", async () => {
  const { folder, run } = await open();
  const list = listWith("team", ["a", "b"], ["active", "active", "left"]).replace("p0@northwind.example", "");
  await folder.write("hr.csv", list);
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  expect(text).toContain('only: {status: active, mail: "*"} # leaves out left\n');
  expect(await run("plan")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("15 arrive") });
  await folder.write("orgform.yaml", text.replace(', mail: "*"', ""));
  const { exitCode, stdout } = await run("validate");
  expect(exitCode).toBe(1);
  expect(stdout.replace(/\s+/g, " ")).toContain('`{"mail": "*"}` leaves out rows without an address.');
});

it("makes no groups of words of the addresses, whatever the column is called", async () => {
  const { folder, run } = await open();
  const names = ["ada", "bob", "cy"];
  const rows = Array.from(
    { length: 24 },
    (_, i) => `${names[i % 3]}.x${i}@northwind.example,${names[i % 3]}`,
  );
  await folder.write("hr.csv", `email,who\n${rows.join("\n")}\n`);
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  expect(await folder.read("orgform.yaml")).not.toContain("groups:");
});

it("writes any text so that the file can be planned as it is", async () => {
  const { folder, run } = await open();
  const texts = ['"#\u2028x"', '"a: ""b"" \'c\'"', "no-access", "1.50", "yes"];
  await folder.write("hr.csv", listWith("cost center/#1", texts, ["here", "here", "here", "gone"]));
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  expect(text).toContain('delimiter: ";"');
  expect(text).toContain("only: {status: here} # leaves out gone");
  expect(text).toContain("at_least: 16");
  expect(text).toContain('label: "Cost center 1", required: true, deny: no-access-at-all');
  const plan = await run("plan", "--format", "json");
  const { resource_changes, guards, arrivals } = JSON.parse(plan.stdout);
  expect([plan.exitCode, guards, arrivals.length]).toEqual([0, [], 18]);
  const values = resource_changes
    .filter(({ type }: { type: string }) => type === "group_value")
    .map(({ change }: { change: { after: { value: string } } }) => change.after.value);
  expect(values.sort()).toEqual(
    ["#\u2028x", "1.50", "a: \"b\" 'c'", "no-access", "no-access-at-all", "yes"].sort(),
  );
});

it("gives each group a precedence of its own, also where one column's name begins another's", async () => {
  const { folder, run } = await open();
  const rows = Array.from({ length: 24 }, (_, i) => `p${i}@northwind.example,${"ab"[i % 2]},${"cd"[i % 2]}`);
  await folder.write("hr.csv", `email,cost,cost center\n${rows.join("\n")}\n`);
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  expect(await run("validate")).toMatchObject({ exitCode: 0, stderr: "" });
  const { warnings, resource_changes } = JSON.parse((await run("plan", "--format", "json")).stdout);
  expect(warnings).toEqual([]);
  expect(resource_changes.filter(({ type }: { type: string }) => type === "group")).toHaveLength(4);
});

const REGIONS = ["EMEA", "AMER", "APAC"];
const PEOPLE = Array.from({ length: 30 }, (_, i) => ({
  email: `p${i}@northwind.example`,
  region: REGIONS[i % 3] ?? "",
  level: i < 2 ? "C" : "",
  status: i === 11 ? "left" : "active",
}));

/** An HR list of a company, and its organization: p4 has an own value, p5 another role, and two are in no list. */
function company(): { readonly list: string; readonly seed: SandboxSeed } {
  const rows = PEOPLE.map(
    ({ email, region, level, status }, i) => `${email},Name ${i},${status},${region},${level}`,
  );
  const among = (isMember: (person: (typeof PEOPLE)[number]) => boolean) =>
    PEOPLE.filter(isMember).map(({ email }) => email);
  const groups = REGIONS.map((region, i) => ({
    name: region,
    precedence: 10 + i,
    values: { region },
    members: among((person) => person.region === region),
  }));
  return {
    list: `mail,name,status,area,level\n${rows.join("\n")}\nnew@northwind.example,New,active,EMEA,\n`,
    seed: {
      users: [{ email: "grace@northwind.example", organization_admin: true }],
      workspaces: [
        {
          name: "Analytics",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "no-access" } },
          groups: [
            ...groups,
            {
              name: "Board",
              precedence: 20,
              members: [...among(({ level }) => level === "C"), "chair@northwind.example"],
            },
            { name: "Odd", precedence: 21, members: among(({ email }) => /^p[37]@/.test(email)) },
          ],
          members: [
            ...PEOPLE.map(({ email }, i) => ({
              email,
              role: i === 5 ? "develop" : "view",
              ...(i === 4 && { values: { region: "APAC" } }),
            })),
            { email: "chair@northwind.example", role: "view" },
          ],
        },
      ],
    },
  };
}

it("says of an organization that exists what the list explains, so that a plan is what the list changes", async () => {
  const { list, seed } = company();
  const { folder, run } = await open(seed);
  await folder.write("hr.csv", list);
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  for (const part of [
    "    people:\n      where: {}\n      role: view\n",
    "        members:\n          where: {area: EMEA}\n",
    "        members:\n          where: {level: C}\n          add: [chair@northwind.example]\n",
    "        members:\n          - p3@northwind.example\n          - p7@northwind.example\n",
    "      p4@northwind.example:\n        values:\n          # An own value beats every group; `values: {}` takes it away.\n          region: APAC\n      p5@northwind.example:\n        role: develop\n",
  ])
    expect(text).toContain(part);
  expect(text.match(/@northwind/g)).toHaveLength(7);
  const { stdout } = await run("plan", "--format", "json");
  const { resource_changes, not_listed } = JSON.parse(stdout);
  expect(resource_changes.map(({ address }: { address: string }) => address)).toEqual([
    "Analytics/groups/APAC/members/p11@northwind.example",
    "Analytics/members/new@northwind.example",
  ]);
  expect(not_listed).toMatchObject([{ member: "p11@northwind.example" }]);
});

it.each([
  ["as they are", (list: string) => list.replace(/new@.*\n/, ""), []],
  [
    "where somebody of the list joins, and an address is misspelt",
    (list: string) => `${list}p1@northwnid.example,Ada,active,LATAM,\n`,
    [
      "Analytics/members/new@northwind.example",
      "Analytics/members/p1@northwnid.example",
      "EMEA/members/new@northwind.example",
    ],
  ],
])(
  "takes people into one of several workspaces by a column, and leaves the others %s",
  async (_, change, invited) => {
    const { list, seed } = company();
    const members = PEOPLE.filter(({ region, status }) => region === "EMEA" && status === "active");
    const emea = { name: "EMEA", members: members.map(({ email }) => ({ email, role: "explore" })) };
    const lab = { name: "Lab", members: [{ email: "p1@northwind.example", role: "view" }] };
    const { folder, run } = await open({ ...seed, workspaces: [...(seed.workspaces ?? []), emea, lab] });
    await folder.write("hr.csv", change(list));
    expect(await run("init", "--people", "hr.csv")).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(
        "of the list. No column of the list tells who is in Lab, so the file names the people there. Run",
      ),
    });
    const text = await folder.read("orgform.yaml");
    expect(text).toContain("    people:\n      where: {area: EMEA}\n      role: explore\n");
    expect(text.slice(text.indexOf("  Lab:"))).not.toContain("people:");
    const { resource_changes } = JSON.parse((await run("plan", "--format", "json")).stdout);
    expect(resource_changes.map(({ address }: { address: string }) => address)).toEqual([
      "Analytics/groups/APAC/members/p11@northwind.example",
      ...invited,
    ]);
  },
);

it("ends where the list cannot be read, and writes nothing", async () => {
  const { folder, run } = await open();
  expect(await run("init", "--people", "none.csv")).toMatchObject({ exitCode: 1 });
  await folder.write("hr.csv", listWith("team", ["a", "b"]).replace("p3@", "p2@"));
  expect(await run("init", "--people", "hr.csv")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("duplicate-entry"),
  });
  await folder.write("hr.csv", "mailbox,team\np1@n.example,a\nn.example,b\n");
  expect(await run("init", "--people", "hr.csv")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"n.example" is not an e-mail address'),
  });
  await expect(folder.read("orgform.yaml")).rejects.toThrow();
});
