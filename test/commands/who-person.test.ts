import { expect, it } from "vitest";
import { who } from "../../src/commands/access/who.js";
import type { Explanation } from "../../src/model/plan/explanation.js";
import { testContext } from "../support/context.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { FILE, openNorthwind } from "./northwind.js";

type WhoOptions = Parameters<typeof who>[1];

async function start(text = FILE) {
  const sandbox = await openNorthwind();
  const file = await (await openFolder()).write("orgform.yaml", text);
  const test = testContext({ sandbox });
  const run = (options: WhoOptions) => who(test.context, { file: [file], ...options });
  return { ...test, run, sandbox };
}

it("shows the winner and what it shadows, as it is and as planned", async () => {
  const { run, stdout } = await start();
  const options = { what: ["ADA@northwind.example"], workspace: ["prod"] };
  expect(await run(options)).toBe("ok");
  expect(stdout()).toContain(`prod, ada@northwind.example, region
  live
    →  west       Sales, precedence 20
       all        Execs, precedence 10, shadowed
       no-access  All Users, precedence 0, shadowed
  planned
    →  all        Execs, precedence 30
       west       Sales, precedence 20, shadowed
       no-access  All Users, precedence 0, shadowed
`);
});

it("counts all candidates of a tie as one winner", async () => {
  const { run, stdout } = await start(FILE.replace("precedence: 30", "precedence: 20"));
  const options = {
    what: ["ada@northwind.example"],
    workspace: ["prod"],
    format: "json" as const,
  };
  expect(await run(options)).toBe("ok");
  const { planned } = JSON.parse(stdout()).explanations[1];
  expect(planned.winner).toMatchObject({ value: "all | west", source: { kind: "tie", precedence: 20 } });
  expect(planned.shadowed).toMatchObject([{ value: "no-access" }]);
});

it("calls a tie one in tables too, and names every candidate", async () => {
  const { run, stdout } = await start(FILE.replace("precedence: 30", "precedence: 20"));
  expect(
    await run({ what: ["ada@northwind.example"], workspace: ["prod"], format: "markdown", planned: true }),
  ).toBe("ok");
  expect(stdout()).toMatch(/`region` \| `planned` \|.*`all or west` \|.*\| `tie` \|/);
});

it("covers every workspace that they are in, in JSON as well", async () => {
  const { run, stdout } = await start();
  expect(await run({ what: ["ada@northwind.example"], format: "json" })).toBe("ok");
  const { outcome, explanations } = JSON.parse(stdout());
  expect(outcome).toBe("ok");
  const seen = (explanations as Explanation[]).map(({ workspace, attribute, live, planned }) => [
    workspace,
    attribute,
    live?.winner?.value,
    planned.winner?.value,
  ]);
  expect(seen).toEqual([
    ["lab", "region", undefined, undefined],
    ["prod", "level", undefined, undefined],
    ["prod", "region", "west", "all"],
    ["prod", "team", "own", "own"],
  ]);
});

it("explains somebody who is invited: until the next apply, and after it", async () => {
  const { run, stdout } = await start(
    FILE.replace("team: c}}", "team: c}, members: [cal@northwind.example]}").replace(
      "  lab: {}",
      "    members: {dan@northwind.example: {}}\n  lab: {}",
    ),
  );
  expect(await run({ what: ["cal@northwind.example"] })).toBe("ok");
  expect(await run({ what: ["dan@northwind.example"] })).toBe("ok");
  expect(stdout()).toContain(`prod, cal@northwind.example, region
  live: no member yet, invited already
  once the invite is accepted
    →  no-access  All Users, precedence 0
  after the next apply
    →  all        Execs, precedence 30
       no-access  All Users, precedence 0, shadowed
`);
  expect(stdout()).toContain(`prod, dan@northwind.example, region
  live: no member yet, invited by this plan
  once the invite is accepted
    →  no-access  All Users, precedence 0
  after the next apply: the same
`);
});

it("is a row a source in tables, the winner first", async () => {
  const { run, stdout } = await start();
  expect(await run({ what: ["ada@northwind.example"], workspace: ["prod"], format: "csv" })).toBe("ok");
  expect(stdout().replaceAll('"', "").split("\r\n")).toEqual(
    expect.arrayContaining([
      "workspace,member,when,what,name,value,source,precedence,state",
      "prod,ada@northwind.example,live,attribute,region,west,Sales,20,wins",
      "prod,ada@northwind.example,live,attribute,region,all,Execs,10,shadowed",
      "prod,ada@northwind.example,planned,attribute,region,all,Execs,30,wins",
      "prod,ada@northwind.example,planned,attribute,level,,,,open",
    ]),
  );
});

it("keeps to what is open where asked for", async () => {
  const { run, stdout } = await start();
  await run({ what: ["bob@northwind.example"], open: true, format: "json" });
  const { explanations } = JSON.parse(stdout());
  expect(explanations.map(({ attribute }: Explanation) => attribute)).toEqual(["level", "team"]);
});

it("knows of an invite where the file names nobody", async () => {
  const { run, stdout } = await start(
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n",
  );
  expect(await run({ what: ["cal@northwind.example"], format: "json" })).toBe("ok");
  const { explanations } = JSON.parse(stdout());
  expect(explanations).toMatchObject([
    { attribute: "region", arriving: "pending", live: null, planned: { winner: { value: "no-access" } } },
    { attribute: "team", arriving: "pending", live: null, planned: { winner: null } },
  ]);
});

it("reads only what decides this member's values, where the plan needs nothing", async () => {
  const { run, sandbox } = await start(
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}, lab: {}}\n",
  );
  expect(await run({ what: ["bob@northwind.example"] })).toBe("ok");
  const paths = sandbox.log().map(({ path }) => path);
  expect(paths.filter((path) => /members\/.*user_attributes/.test(path))).toHaveLength(1);
  // Bob is in All Users alone.
  expect(paths.filter((path) => /groups\/.*user_attributes/.test(path))).toHaveLength(1);
});

it.each([
  [{ what: ["bobb@northwind.example"] }, "member-undeclared", 'Did you mean "bob@northwind.example"?'],
  [{ what: ["bob@northwind.example"], workspace: ["lab"] }, "member-undeclared", "ada@northwind.example"],
  [{ what: ["bob@northwind.example"], workspace: ["labs"] }, "unknown-workspace", 'Did you mean "lab"?'],
])("says what was probably meant by %j", async (options, code, help) => {
  const { run } = await start();
  const { outcome, diagnostics } = await ended(run(options));
  expect(outcome).toBe("error");
  expect(diagnostics).toMatchObject([{ code, detail: expect.stringContaining(help) }]);
});
