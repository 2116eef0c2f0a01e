import { describe, expect, it } from "vitest";
import { type AccessOptions, access } from "../../src/commands/access/access.js";
import { testContext } from "../support/context.js";
import { orgform } from "../support/run-in-process.js";
import { resolveIndependently } from "../support/world.js";
import { openFolder } from "./folder.js";
import { FILE, openNorthwind } from "./northwind.js";

async function run(options: AccessOptions) {
  const sandbox = await openNorthwind();
  const file = await (await openFolder()).write("orgform.yaml", FILE);
  const test = testContext({ sandbox });
  const outcome = await access(test.context, { file: [file], ...options });
  return { outcome, text: test.stdout(), notes: test.stderr(), sandbox };
}

const cells = (json: string): string[] =>
  JSON.parse(json).map(
    ({ member, attribute, value }: Record<string, string | null>) => `${member} ${attribute} ${value}`,
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
  const cal = JSON.parse(text).filter(({ arriving }: { arriving?: true }) => arriving);
  expect(
    cal.map(({ member, attribute, value }: Record<string, string>) => [member, attribute, value]),
  ).toEqual([
    ["cal@northwind.example", "level", null],
    ["cal@northwind.example", "region", "no-access"],
    ["cal@northwind.example", "team", "any"],
  ]);
  expect((await run({ format: "json" })).text).not.toContain("cal@northwind.example");
  expect((await run({ planned: true })).text).toContain("cal@northwind.example (arriving)");
  expect((await run({ planned: true, format: "csv" })).text).toContain(
    '"prod","cal@northwind.example","team","any","set","All Users","yes"',
  );
});

it("lists only members without a value when asked for", async () => {
  const { text, outcome } = await run({ open: true });
  expect(outcome).toBe("ok");
  expect(text).toBe(`WORKSPACE  MEMBER                  ATTRIBUTE  VALUE                SOURCE
lab        ada@northwind.example   region     no value (sees all)  -
lab        nora@northwind.example  region     no value (sees all)  -
prod       bob@northwind.example   team       no value (sees all)  -
prod       nora@northwind.example  team       no value (sees all)  -
`);
});

it.each([
  ["csv", /^"workspace","member"/],
  ["markdown", /^\| Workspace \|/],
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
  await access(test.context, { file: [path], open: true, planned: true, workspace: ["prod"] });
  expect(test.stdout()).toMatch(/bob@northwind\.example +region +% \(sees all\) +All Users\n/);
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
  const MISSING = "typo does not exist, or this token does not see it: nobody of it is listed.\n";

  it.each([
    [["access", "--format", "csv"], MISSING],
    [["access", "--open", "--workspace", "typo"], MISSING],
    [["who", "region=", "--format", "csv"], MISSING],
  ] as const)("names a workspace that is not there, and nobody in it: %j", async (command, says) => {
    const { stdout, stderr } = await ask(command);
    expect(stderr).toBe(says);
    expect(stdout).not.toContain("typo");
  });

  it("has no live value in a workspace that is not there", async () => {
    const { stdout } = await ask(["explain", "nora@northwind.example", "region", "--format", "json"]);
    const { explanations } = JSON.parse(stdout);
    expect(explanations).toContainEqual(expect.objectContaining({ workspace: "typo", live: null }));
    expect((await ask(["explain", "nora@northwind.example", "region"])).stdout).toContain(
      "typo, nora@northwind.example, region\n  live: the workspace does not exist yet\n",
    );
  });

  it("claims no more than was asked for, and says why an invited person has no rows", async () => {
    const open = await ask(["access", "--open", "--workspace", "prod", "--attribute", "region"]);
    expect(open.stderr).toBe("Nobody is open among those that you asked for.\n");
    const invited = await ask(["access", "--workspace", "prod", "--member", "Cal@northwind.example"]);
    expect(invited.stderr).toBe(
      "cal@northwind.example is invited and not a member yet: --planned shows what they will have.\n",
    );
  });
});
