import { expect, it } from "vitest";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { fileWith } from "../support/parse.js";
import { clientOf, planAgainst, type TestOptions } from "../support/plan-against.js";

const ADA = "ada@northwind.example";

async function planOf(workspaces: string, expectation: string) {
  const { findings } = await planWith(workspaces, expectation);
  return findings.map(({ code }) => code).filter((code) => code.startsWith("expectation"));
}

async function expectedOf(workspaces: string, expectation: string, options: TestOptions = {}) {
  return guardsOf(await planWith(workspaces, expectation, options)).filter(({ code }) =>
    code.startsWith("expectation"),
  );
}

async function planWith(
  workspaces: string,
  expectation: string,
  options: TestOptions = {},
  isPlaced = false,
) {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [{ name: "Wide", precedence: 1, members: [ADA] }],
        },
      ],
    },
  });
  const file = fileWith(`workspaces: {${workspaces}}\nexpect:\n  - ${expectation}\n`);
  return await planAgainst(clientOf(sandbox), file.desired, {
    ...(isPlaced ? { file } : {}),
    ...options,
  });
}

const NEVER = "{workspace: prod, attribute: region, never: [emea]}";

it.each([
  ["west", []],
  ["west, emeas", []],
  ["-emea", []],
  ["emea", ["expectation-failed"]],
  ["west, emea", ["expectation-failed"]],
  ["-west", ["expectation-failed"]],
  ["%", ["expectation-failed"]],
  ["", ["expectation-failed"]],
  ["em%", ["expectation-failed"]],
  // The engine refuses it, but a grant may look for entries.
  ["emea,", ["expectation-failed"]],
  ["west,", []],
])("never emea, and everybody has %j: %j", async (value, codes) => {
  const groups = `All Users: {values: {region: none}}, Wide: {values: {region: "${value}"}}`;
  expect(await planOf(`prod: {groups: {${groups}}}`, NEVER)).toEqual(codes);
});

it("never emea, and somebody has no value: they see what emea sees", async () => {
  const [guard, ...others] = await expectedOf("prod: {groups: {Wide: {values: {region: west}}}}", NEVER);
  expect(others).toEqual([]);
  expect(guard).toMatchObject({ code: "expectation-failed", refused: true });
  expect(guard?.message).toBe(
    "prod: region: admin@northwind.example would get no value, and so sees what emea sees as well. Give everybody a value that closes, such as `no-access` on All Users, or name those who may see it under `except_groups`",
  );
});

it("tells the value none from no value", async () => {
  const is = `{workspace: prod, member: ${ADA}, attribute: region, is: west}`;
  const [none] = await expectedOf("prod: {groups: {All Users: {values: {region: none}}}}", is);
  expect(none?.message).toBe(`prod: region: ${ADA} would get "none", not west`);
  const [nothing] = await expectedOf("prod: {groups: {Wide: {values: {}}}}", is);
  expect(nothing?.message).toBe(`prod: region: ${ADA} would get no value, not west`);
});

it("says of each offender why", async () => {
  const groups = "All Users: {values: {region: 'e%'}}, Wide: {values: {region: '-west'}}";
  const [guard] = await expectedOf(`prod: {groups: {${groups}}}`, NEVER);
  expect(guard?.message).toBe(
    "prod: region: ada@northwind.example would get -west; admin@northwind.example would get e%, of which it is not certain that it leaves out emea. Write entries in the same form instead",
  );
});

it("refuses what could not be decided because own values were not read, unless it is allowed by name", async () => {
  const workspaces = "prod: {groups: {All Users: {values: {region: none}}}}";
  const [guard, ...others] = await expectedOf(workspaces, NEVER, { accessReads: 1 });
  expect(others).toEqual([]);
  expect(guard).toEqual({
    code: "expectation-undecided",
    name: "expect-undecided",
    refused: true,
    message:
      "1 expectation about region in prod could not be decided: own values of 1 member were not read. `--access-reads 2` reads them all",
    actual: 1,
    override: "--allow expect-undecided=prod",
    addresses: ["prod/attributes/region"],
  });
  const refusedWith = async (options: TestOptions) =>
    (await expectedOf(workspaces, NEVER, options)).map(({ refused }) => refused);
  expect(await refusedWith({ accessReads: 2 })).toEqual([]);
  expect(await refusedWith({ accessReads: 1, allow: [["expect-undecided", "prod"]] })).toEqual([false]);
  expect(await refusedWith({ accessReads: 1, allow: [["expect-undecided", "Prod"]] })).toEqual([true]);
});

it("names the attribute that a rule is about, and the line of the file where one is given", async () => {
  const open = "prod: {groups: {All Users: {values: {region: emea}}}}";
  const about = { addresses: ["prod/attributes/region"] };
  const [placed] = guardsOf(await planWith(open, NEVER, {}, true));
  expect(placed).toMatchObject({ ...about, range: { start: { line: 5 } } });
  expect(placed?.message).toMatch(/ \(orgform\.yaml:5\)$/);
  const [alone] = await expectedOf(open, NEVER);
  expect(alone).toMatchObject(about);
  expect(alone).not.toHaveProperty("range");
  expect(await planWith("prod: {attributes: {team: {data_type: string}}}", TEAM)).toMatchObject({
    findings: [{ from: "plan", code: "expectation-undecided", address: "prod/attributes/team" }],
  });
});

const TEAM = "{workspace: prod, attribute: team, member: nobody@northwind.example, is: emea}";

it.each([
  ["gives everybody what somebody may see", "emea", "", ["expectation-failed"]],
  [
    "gives everybody what nobody may see, but for a group",
    "emea",
    ", except_groups: [Emea]",
    ["expectation-failed"],
  ],
  ["gives everybody what is allowed", "none", ", except_groups: [Emea]", []],
  ["gives a member what nobody may see", "none", "", ["expectation-failed"]],
])("decides from the file about a workspace that is not there yet: it %s", async (_, all, except, codes) => {
  const groups = `All Users: {values: {region: ${all}}}, Emea: {precedence: 1, values: {region: emea}, members: [${ADA}]}`;
  const fresh = `{attributes: {region: {data_type: string}}, groups: {${groups}}, members: {${ADA}: {}}}`;
  expect(
    await planOf(`new: ${fresh}`, `{workspace: new, attribute: region, never: [emea]${except}}`),
  ).toEqual(codes);
});

it("decides that a new workspace leaves its admins open, whom no file names", async () => {
  const fresh = "{attributes: {region: {data_type: string}}}";
  const [guard] = await expectedOf(`new: ${fresh}`, "{workspace: new, attribute: region, never: [emea]}");
  expect(guard?.message).toContain("an organization admin would get no value");
});

it.each([
  ["{workspace: prod, attribute: reqion, never: [emea]}", "unknown-attribute 5:34 region"],
  [`{workspace: prod, attribute: reqion, member: ${ADA}, is: emea}`, "unknown-attribute 5:34 region"],
  [
    "{workspace: prod, attribute: region, never: [emea], except_groups: [Wide, Wdie]}",
    "unknown-group 5:79 Wide",
  ],
  ["{workspace: new, attribute: team, never: [emea]}", "unknown-attribute 5:33 "],
])("is an error for a rule that names what there is not: %s", async (expectation, expected) => {
  const plan = await planWith("prod: {}, new: {}", expectation, {}, true);
  expect(plan).toMatchObject({ outcome: "error", applyable: false });
  expect(guardsOf(plan)).toEqual([]);
  expect(
    findingsFrom(plan, "file").map(
      ({ code, range, detail }) =>
        `${code} ${range?.start.line}:${range?.start.column} ${/Did you mean "(.*?)"/.exec(detail)?.[1] ?? ""}`,
    ),
  ).toEqual([expected]);
});

it.each([
  "{workspace: prod, attribute: region, never: [emea], except_groups: [All Users, Wide]}",
  "{workspace: prod, attribute: team, never: [emea], except_groups: [New]}",
])("takes what the file or the live organization has: %s", async (expectation) => {
  const prod = "prod: {attributes: {team: {data_type: string}}, groups: {New: {precedence: 2}}}";
  expect(findingsFrom(await planWith(prod, expectation), "file")).toEqual([]);
});

it("asks nothing of a workspace that the run is not of", async () => {
  const wide = "prod: {groups: {Wide: {values: {region: emea}}}}, new: {}";
  const never = "{workspace: prod, attribute: region, never: [emea]}";
  expect(guardsOf(await planWith(wide, never, { workspaces: ["new"] }))).toEqual([]);
  expect((await planWith(wide, never, { workspaces: ["prod"] })).outcome).toBe("refused");
});

it("on roles knows who holds one everywhere by the roster of a workspace that no file names", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        { name: "a", members: [{ email: ADA, role: "organization_admin" }] },
        { name: "b", members: [{ email: ADA, role: "view" }] },
      ],
    },
  });
  const rule = "{workspace: b, roles: [organization_admin], only_members: [admin@northwind.example]}";
  const { desired } = fileWith(`workspaces: {b: {members: {${ADA}: {role: view}}}}\nexpect: [${rule}]\n`);
  const { outcome, findings } = await planAgainst(clientOf(sandbox), desired);
  expect([outcome, findings.map(({ summary }) => summary).join()]).toEqual([
    "refused",
    expect.stringMatching(`${ADA}.*by the role organization_admin, and the file says view`),
  ]);
});
