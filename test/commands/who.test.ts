import { describe, expect, it } from "vitest";
import { who } from "../../src/commands/access/who.js";
import { testContext } from "../support/context.js";
import { orgform } from "../support/run-in-process.js";
import { resolveIndependently } from "../support/worlds/plain-world.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { FILE, NORTHWIND, openNorthwind } from "./northwind.js";

type WhoOptions = Parameters<typeof who>[1];

async function run(options: WhoOptions) {
  const sandbox = await openNorthwind();
  const file = await (await openFolder()).write("orgform.yaml", FILE);
  const test = testContext({ sandbox });
  const outcome = await who(test.context, { file: [file], ...options });
  return { outcome, text: test.stdout(), notes: test.stderr(), sandbox };
}

interface Person {
  readonly member: string;
  readonly arriving?: true;
  readonly values: readonly { readonly attribute: string; readonly value: string | null }[];
}
const peopleIn = (json: string): readonly Person[] => JSON.parse(json).people;
const cells = (json: string): string[] =>
  peopleIn(json).flatMap(({ member, values }) =>
    values.map(({ attribute, value }) => `${member} ${attribute} ${value}`),
  );

it("agrees with what an independent resolver makes of the service's own state", async () => {
  const { text, sandbox } = await run({ format: "json", workspace: ["prod"] });
  const [prod] = sandbox.state().workspaces;
  const expected = [...resolveIndependently({ workspaces: prod === undefined ? [] : [prod] })].map(
    ([pair, values]) => `${pair.toLowerCase()} ${values[0] ?? null}`,
  );
  expect(cells(text)).toEqual(expected.sort());
});

it("shows the planned end state, with attributes that are still to come", async () => {
  const { text } = await run({ format: "json", workspace: ["prod"], planned: true });
  expect(cells(text)).toContain("ada@northwind.example region all");
  expect(cells(text)).toContain("bob@northwind.example team any");
  expect(cells(text)).toContain("bob@northwind.example level null");
});

it("has those who arrive among the planned, and marks them", async () => {
  const { text } = await run({ format: "json", workspace: ["prod"], planned: true });
  const arriving = peopleIn(text).filter((person) => person.arriving);
  expect(cells(JSON.stringify({ people: arriving }))).toEqual([
    "cal@northwind.example level null",
    "cal@northwind.example region no-access",
    "cal@northwind.example team any",
  ]);
  expect((await run({ format: "json" })).text).not.toContain("cal@northwind.example");
  expect((await run({ planned: true })).text).toContain("cal@northwind.example (arriving)");
  expect((await run({ planned: true, format: "csv" })).text).toContain(
    '"prod","cal@northwind.example","explore","team","any","All Users","","set","yes"',
  );
});

it("lists only members without a value when asked for", async () => {
  const { text, outcome } = await run({ open: true });
  expect(outcome).toBe("ok");
  expect(text).toBe(`WORKSPACE  MEMBER                 LIMITED BY  ATTRIBUTE  VALUE
lab        ada@northwind.example  values      region     no value (sees all)
prod       bob@northwind.example  values      team       no value (sees all)

By role: their values limit nothing

WORKSPACE  MEMBER                  LIMITED BY                   ATTRIBUTE  VALUE
lab        nora@northwind.example  nothing: organization_admin  region     no value (sees all)
prod       nora@northwind.example  nothing: organization_admin  team       no value (sees all)

1 person who arrives will be among them: --planned shows who.
Everybody: 2 people in 2 workspaces open; 1 person in 2 workspaces by role
`);
});

it.each([
  ["csv", /^"workspace","member"/],
  ["markdown", /^### Everybody: .*\n\n1 person who arrives .*\n\n\| Workspace \|/],
  ["html", /^<!doctype html>/i],
] as const)("comes as %s", async (format, start) => {
  expect((await run({ format })).text).toMatch(start);
});

it("lists members whose value is open as well", async () => {
  const file = FILE.replace("All Users: {values: {region: no-access,", 'All Users: {values: {region: "%",');
  expect(file).not.toBe(FILE);
  const sandbox = await openNorthwind();
  const test = testContext({ sandbox });
  const path = await (await openFolder()).write("orgform.yaml", file);
  await who(test.context, { file: [path], open: true, planned: true, workspace: ["prod"] });
  expect(test.stdout()).toMatch(/bob@northwind\.example +values +region +% \(sees all\) +All Users\n/);
  expect(test.stdout()).not.toContain(" any ");
});

it("refuses a variable without a value, which a pipeline does not know", async () => {
  const refused = run({ var: ["region="] });
  await expect(refused).rejects.toMatchObject({ outcome: "error", message: "--var region= gives no value" });
});

describe("a question about what is", () => {
  const file = `${FILE}  typo: {attributes: {region: {data_type: string}}}\n`;
  const ask = async (command: readonly string[]) => {
    const sandbox = await openNorthwind();
    const folder = await openFolder();
    await folder.write("orgform.yaml", file);
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    return await orgform(command, { cwd: folder.path(""), env });
  };
  const MISSING = "typo does not exist, or this token does not see it, so nobody in it is listed.\n";

  it.each([
    [["who", "--format", "csv"], MISSING],
    [["who", "--open", "--workspace", "typo"], MISSING],
    [["who", "region=", "--format", "csv"], MISSING],
  ] as const)("names a workspace that is not there, and nobody in it: %j", async (command, says) => {
    const { stdout, stderr } = await ask(command);
    expect(stderr).toBe(says);
    expect(stdout).not.toContain("typo");
  });

  it("has no live value in a workspace that is not there", async () => {
    const { stdout } = await ask(["who", "nora@northwind.example", "--format", "json"]);
    const { explanations } = JSON.parse(stdout);
    expect(explanations).toContainEqual(expect.objectContaining({ workspace: "typo", live: null }));
    expect((await ask(["who", "nora@northwind.example"])).stdout).toContain(
      "typo, nora@northwind.example, region\n  live: the workspace does not exist yet\n",
    );
  });

  it("makes no plan, and so no request that only a plan needs", async () => {
    const { sandbox } = await run({ what: ["region="], workspace: ["lab"] });
    // The roster may have an organization admin, who is one in lab as well.
    const paths = sandbox.log().flatMap(({ path }) => (path.includes("ws_prod") ? [path] : []));
    expect(paths).toEqual(["/workspaces/ws_prod/members"]);
    const planned = await run({ what: ["region="], workspace: ["lab"], planned: true });
    expect(planned.sandbox.log().filter(({ path }) => path.includes("ws_prod")).length).toBeGreaterThan(1);
  });
});

describe("what is asked about", () => {
  const members = async (options: WhoOptions) =>
    peopleIn((await run({ format: "json", workspace: ["prod"], ...options })).text).map(
      ({ member }) => member.split("@")[0],
    );

  it.each([
    ["region", ["ada", "bob", "nora"]],
    ["team", ["ada"]],
    ["region=west", ["ada", "nora"]],
    ["team=", ["bob", "nora"]],
    ["group:Sales", ["ada"]],
    ["group:All Users", ["ada", "bob", "nora"]],
    ["region=west group:Sales", ["ada"]],
    ["group:Sales team=", []],
  ])("%s: everybody who has it", async (what, names) => {
    expect(await members({ what: what.split(/ (?!Users)/) })).toEqual(names);
  });

  it("of a value, also where a workspace has no such attribute and all see everything", async () => {
    const { text } = await run({ what: ["team=own"], format: "json" });
    const { people } = JSON.parse(text) as { people: { workspace: string; member: string; by: string }[] };
    expect(people).toContainEqual(
      expect.objectContaining({ workspace: "lab", member: "ada@northwind.example", by: "open" }),
    );
  });

  it.each([
    ["west", "region=west"],
    ["WEST", "region=west"],
    ["Sales", "group:Sales"],
    ["region", "region"],
    ["no-access", "region=no-access"],
  ])("a bare word that fits one thing is taken for it: %s", async (word, meant) => {
    const { text } = await run({ what: [word], format: "json", workspace: ["prod"] });
    expect(JSON.parse(text).what).toBe(meant);
  });

  it("takes the name before the @ for the person, with every source", async () => {
    const { text } = await run({ what: ["bob"], format: "json" });
    expect(JSON.parse(text)).toMatchObject({ what: "bob@northwind.example", explanations: [{}, {}, {}] });
  });

  it("takes a word that is an attribute for it: what else it means has a form of its own", async () => {
    const file = FILE.replace("Execs: {precedence: 30,", "region: {precedence: 30, previously: [Execs],");
    const sandbox = await openNorthwind();
    const path = await (await openFolder()).write("orgform.yaml", file);
    const { context, stdout } = testContext({ sandbox });
    expect(await who(context, { file: [path], what: ["region"], planned: true, format: "json" })).toBe("ok");
    expect(JSON.parse(stdout()).what).toBe("region");
  });

  it("lists the meanings of a word that has several", async () => {
    const file = FILE.replace("Execs: {precedence: 30,", "own: {precedence: 30, previously: [Execs],");
    const sandbox = await openNorthwind();
    const path = await (await openFolder()).write("orgform.yaml", file);
    const asked = who(testContext({ sandbox }).context, { file: [path], what: ["own"], planned: true });
    await expect(asked).rejects.toMatchObject({
      outcome: "error",
      message: '"own" has several meanings here',
      diagnostics: [{ detail: expect.stringMatching(/orgform who group:own\n +orgform who team=own$/) }],
    });
  });

  it.each([
    ["wset", "orgform who region=west"],
    ["Salse", "orgform who group:Sales"],
    ["group:Salse", 'Did you mean "Sales"?'],
    ["regoin=west", 'Did you mean "region"?'],
    ["field:a.b", "as `data_model`"],
  ])("says what was probably meant by %s", async (what, help) => {
    const { diagnostics } = await ended(run({ what: [what] }));
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining(help) }]);
  });
});

describe("a long list", () => {
  const PEOPLE = Array.from({ length: 30 }, (_, i) => `anna.mueller-${i}@northwind.example`);
  const crowd = {
    ...NORTHWIND,
    workspaces: [
      {
        ...NORTHWIND.workspaces[0],
        members: PEOPLE.map((email, i) => ({ email, role: "view", values: { team: `t${i}` } })),
        groups: [],
      },
      NORTHWIND.workspaces[1],
    ],
  } as const;

  const crowdFile = async () =>
    (await openFolder()).write(
      "orgform.yaml",
      "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}, lab: {}}\n",
    );

  async function textOf(isTTY?: true): Promise<string> {
    const test = testContext({ sandbox: await openNorthwind(crowd), ...(isTTY && { isTTY }) });
    await who(test.context, { file: [await crowdFile()] });
    return test.stdout();
  }

  it("has everybody where it goes into a pipe", async () => {
    const text = await textOf();
    expect(PEOPLE.filter((person) => !text.includes(person))).toEqual([]);
    expect(text).not.toContain("--full");
  });

  it("is counted on a terminal, with the way to the rest", async () => {
    const text = await textOf(true);
    expect(text).toContain("--full shows every line");
    expect(text).not.toContain("anna.mueller-7@");
  });

  it.each(["anna", "Müller"])("of people is suggested by a name in their addresses: %s", async (what) => {
    const sandbox = await openNorthwind(crowd);
    const { diagnostics } = await ended(
      who(testContext({ sandbox }).context, { file: [await crowdFile()], what: [what] }),
    );
    const detail = diagnostics[0]?.detail;
    expect(detail).toMatch(/^Did you mean one of these\?\n {2}orgform who anna\.mueller-0@/);
    expect(detail).toContain("and 22 more");
  });

  it("of what has the word in its name is suggested, whatever it is", async () => {
    const groups = [
      { name: "Sales West", precedence: 1, members: [PEOPLE[0] ?? ""] },
      { name: "Sales North", precedence: 2, members: [] },
    ];
    const [prod, lab] = crowd.workspaces;
    const sandbox = await openNorthwind({ ...crowd, workspaces: [{ ...prod, groups }, lab] });
    const asked = who(testContext({ sandbox }).context, { file: [await crowdFile()], what: ["sales"] });
    expect((await ended(asked)).diagnostics[0]?.detail).toMatch(
      /^Did you mean one of these\?\n {2}orgform who 'group:Sales North'\n {2}orgform who 'group:Sales West'$/,
    );
  });

  it("of one workspace is suggested by its name", async () => {
    const sandbox = await openNorthwind(crowd);
    const asked = who(testContext({ sandbox }).context, { file: [await crowdFile()], what: ["LAB"] });
    expect((await ended(asked)).diagnostics[0]?.detail).toContain("  orgform who --workspace lab");
  });
});

it("lists everybody who sees what a value stands for, by the first way that fits, in every format", async () => {
  const seed = {
    ...NORTHWIND,
    tokens: NORTHWIND.tokens.slice(0, 1),
    workspaces: [
      {
        id: "ws_prod",
        name: "prod",
        definitions: [{ name: "region", data_type: "string" as const }],
        members: Object.entries({
          ada: "west",
          bob: undefined,
          cy: "%",
          dev: "east",
          eve: "-east",
          fay: "we%",
          gil: "east",
        }).map(([name, region]) => ({
          email: `${name}@n.example`,
          role: name === "dev" ? "develop" : "view",
          ...(region !== undefined && { values: { region } }),
        })),
      },
    ],
  };
  const sandbox = await openNorthwind(seed);
  const folder = await openFolder();
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n",
  );
  const ask = async (...args: string[]) => {
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    return (await orgform(["who", ...args], { cwd: folder.path(""), env })).stdout;
  };
  const ways = (json: string) =>
    (JSON.parse(json).people as { member: string; by?: string; reaches: string }[]).map(
      ({ member, by, reaches }) => `${member.split("@")[0]} ${by} ${reaches}`,
    );
  const all = ["ada value yes", "bob open yes", "cy open yes", "dev role yes", "eve value yes"];
  const everybody = [...all, "fay value unclear", "nora role yes"];
  const json = await ask("region=west", "--format", "json");
  expect(ways(json)).toEqual(everybody);
  expect(Object.keys(JSON.parse(json))).toEqual(["format_version", "outcome", "what", "people"]);
  const [head, ...rows] = (await ask("region=west", "--format", "csv"))
    .trim()
    .replace(/["\r]/g, "")
    .split("\n");
  const at = head?.split(",").indexOf("by") ?? -1;
  const cells = rows.map((row) => row.split(","));
  expect(cells.map((row) => [row[1]?.split("@")[0], row[at]])).toEqual(
    everybody.map((way) => way.split(" ").slice(0, 2)),
  );
  for (const format of ["text", "markdown", "html"]) {
    const shown = (await ask("region=west", "--format", format)).replace(/<wbr>/g, "").replace(/\s+/g, " ");
    expect(shown).toContain("7 people: 2 open, 3 by value, 2 by role");
    for (const name of ["ada", "bob", "cy", "dev", "eve", "fay", "nora"])
      expect(shown).toContain(`${name}@n`);
    expect(shown).not.toContain("gil@n");
  }
  // Nobody has what is misspelt, although some see whatever it stands for.
  expect(await ask("region=north")).toContain("region=north: 6 people: 2 open, 2 by value, 2 by role");
  expect(ways(await ask("region=", "--format", "json"))).toEqual(["bob open yes", "nora role yes"]);
  expect(ways(await ask("region=west", "--open", "--format", "json"))).toEqual([
    "bob open yes",
    "cy open yes",
    "dev role yes",
    "nora role yes",
  ]);
  const attribute = await ask("region");
  expect(attribute).toContain("By role: their values limit nothing");
  expect(attribute).toContain("region: 5 people, 1 of them open; 1 person by role");
});

it("takes the address that the product fills in as the account has it, or as it is written", async () => {
  const sandbox = await openNorthwind();
  const invited = FILE.replace("  lab:", "    members: {Zoe@N.example: {role: view}}\n  lab:");
  const file = await (await openFolder()).write("orgform.yaml", invited);
  const membersWith = async (email: string) => {
    const { context, stdout } = testContext({ sandbox });
    await who(context, { file: [file], what: [`email=${email}`], planned: true, format: "json" });
    return peopleIn(stdout()).map(({ member }) => member);
  };
  expect(await membersWith("Ada@northwind.example")).toContain("ada@northwind.example");
  expect(await membersWith("Zoe@N.example")).toContain("zoe@n.example");
});
