import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { PlanDocument } from "../../src/model/generated/documents.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const BOB = "bob@northwind.example";

/** A file with these parts; those of a base are what the organization below is like. */
const fileOf = ({
  top = "",
  deny = "none",
  west = "none",
  workspace = "",
  group = "",
  members = `[${ADA}]`,
} = {}) => `version: 1
organization: {id: org_northwind}
${top}
workspaces:
  prod:
${workspace}
    attributes: {region: {data_type: string${deny === "" ? "" : `, deny: ${deny}`}}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 10${group}, values: {region: ${west}}, members: ${members}}
`;

const MODEL = (allowed: string) => ({
  "model/zenlytic_project.yml": "name: m\nprofile: m\nmodel-paths: [.]\nview-paths: [.]\n",
  "model/m.yml": `type: model\nname: m\nconnection: c\naccess_grants: [{name: g, user_attribute: region, allowed_values: [${allowed}]}]\n`,
  "model/pay.yml":
    'type: view\nname: pay\nmodel_name: m\nsql_table_name: PAY\nrequired_access_grants: [g]\nfields: [{name: a, field_type: dimension, type: string, sql: "$'.concat(
      '{TABLE}.A"}]\n',
    ),
});

/** A repository with two commits, and the plan of the second with the first as its base. */
async function planOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  ...args: string[]
) {
  const folder = await openFolder();
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "none" } },
          groups: [{ name: "West", precedence: 10, values: { region: "none" }, members: [ADA] }],
          members: [
            { email: ADA, role: "explore" },
            { email: BOB, role: "explore" },
          ],
        },
        { name: "old", members: [{ email: BOB, role: "explore" }] },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const cwd = folder.path("");
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@n.example", ...words], { cwd });
  git("init", "--quiet");
  for (const files of [before, after]) {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(folder.path(name)), { recursive: true });
      writeFileSync(folder.path(name), text);
    }
    git("add", ".");
    git("commit", "--quiet", "--allow-empty", "--message", "edit");
  }
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...words: string[]) => orgform(["plan", "--base", "HEAD~1", ...words, ...args], { cwd, env });
  const json = await run("--format", "json");
  const plan = JSON.parse(json.stdout) as PlanDocument;
  return {
    plan,
    code: json.exitCode,
    text: async () => (await run()).stdout,
    rules: plan.rules_changed.map(({ rule, before, after }) => [rule, before, after]),
    people: plan.people.map(({ member, verdict, adopted }) => [
      member,
      verdict,
      ...(adopted ? ["adopted"] : []),
    ]),
  };
}

const edit = (before: string, after: string, ...args: string[]) =>
  planOf({ "orgform.yaml": before }, { "orgform.yaml": after }, ...args);

it("calls it more where one edit declares a value empty and gives it", async () => {
  const { people, rules, code } = await edit(
    fileOf(),
    fileOf({ deny: "[none, all]", west: "all" }),
    "--fail-on",
    "widened",
  );
  expect(people).toEqual([[ADA, "widened"]]);
  expect(rules).toEqual([["workspaces.prod.attributes.region.deny", null, "all"]]);
  expect(code).toBe(3);
});

it("calls it more where the base does not have the workspace whose values the edit declares empty", async () => {
  const without = "version: 1\norganization: {id: org_northwind}\nworkspaces: {old: {}}\n";
  const now = fileOf({ deny: "[none, all]", west: "all", top: "" });
  const { people, code } = await edit(without, `${now}  old: {}\n`, "--fail-on", "widened");
  expect(people).toEqual([[ADA, "widened"]]);
  expect(code).toBe(3);
});

it("excuses no gain by a role that the same edit makes unlimited", async () => {
  const top = "unlimited_roles: [organization_admin, admin, develop, develop_without_deploy, explore]";
  const { people, code } = await edit(fileOf(), fileOf({ top, west: "all" }), "--fail-on", "widened");
  expect(people).toEqual([[ADA, "widened"]]);
  expect(code).toBe(3);
});

it("judges a value by the data model of the base as well, and everybody by what the edit makes of the model", async () => {
  const top = "data_model: model";
  const hidden = await planOf(
    { "orgform.yaml": fileOf({ top }), ...MODEL("all") },
    { "orgform.yaml": fileOf({ top, west: "all" }), ...MODEL("other") },
  );
  expect(hidden.people).toEqual([[ADA, "widened"]]);
  expect(hidden.rules).toEqual([["data_model", "as in the base", "changed"]]);
  const opened = await planOf(
    { "orgform.yaml": fileOf({ top }), ...MODEL("all") },
    { "orgform.yaml": fileOf({ top }), ...MODEL("none") },
  );
  expect(opened.people).toEqual([
    [ADA, "widened"],
    [BOB, "widened"],
  ]);
  const openedText = await opened.text();
  expect(openedText).toContain("Nothing to write. The live organization matches the file");
  expect(openedText).toContain("2 people change: 2 see more");
  // The same model in another spelling is the same.
  const spelled = { ...MODEL("all"), "model/m.yml": `# c\n${MODEL("all")["model/m.yml"]}` };
  const same = await planOf(
    { "orgform.yaml": fileOf({ top }), ...MODEL("all") },
    { "orgform.yaml": fileOf({ top }), ...spelled },
  );
  expect(same.people).toEqual([]);
});

it.each<[string, Parameters<typeof fileOf>[0], Parameters<typeof fileOf>[0], unknown[]]>([
  [
    "a list that is not exact any more",
    { workspace: "    exact: {groups: true}" },
    {},
    [["workspaces.prod.exact.groups", true, false]],
  ],
  [
    "a pattern that protects",
    { top: 'protect: ["*/groups/West"]' },
    {},
    [["protect", "*/groups/West", null]],
  ],
  [
    "the last pattern that protects, in a list that is empty now",
    { top: 'protect: ["*/groups/West"]' },
    { top: "protect: []" },
    [["protect", "*/groups/West", null]],
  ],
  [
    "what the service has of the workspace itself",
    {},
    { workspace: "    provision_by_default: true" },
    [["workspaces.prod.provision_by_default", null, true]],
  ],
  [
    "a list that the file does not give any more, at its own key",
    { workspace: `    members: {${ADA}: {values: {}}}` },
    { workspace: `    members: {${ADA}: {}}` },
    [[`workspaces.prod.members.${ADA}.values`, {}, null]],
  ],
  ["a limit", { top: "limits: {access: {widened: 0}}" }, {}, [["limits.access.widened", 0, null]]],
  [
    "a former name",
    { group: ", previously: [Westen]" },
    {},
    [["workspaces.prod.groups.West.previously", "Westen", null]],
  ],
  [
    "a way to arrive",
    { workspace: "    arrive_by: sign_in" },
    {},
    [["workspaces.prod.arrive_by", "sign_in", "invite"]],
  ],
  ["the address of the service", {}, { top: "service: {region: eu}" }, [["service.region", null, "eu"]]],
  [
    "what is not there any more by an `except`",
    { members: `{add: [${ADA}], except: [${BOB}]}` },
    {},
    [["workspaces.prod.groups.West.members.except", BOB, null]],
  ],
])("shows %s", async (_, before, after, rules) => {
  const { plan, text } = await edit(fileOf(before), fileOf(after));
  expect(plan.rules_changed.map(({ rule, before: was, after: is }) => [rule, was, is])).toEqual(rules);
  const printed = await text();
  expect(printed).toContain("Rules changed (");
  expect(printed).toMatch(/Rules: 1 (removed|changed|added)\./);
});

it.each([
  [0, 5, "loosened"],
  [5, 0, "changed"],
])("says in the verdict that a limit lets more pass: %d to %d", async (before, after, word) => {
  const limited = (most: number) => fileOf({ top: `limits: {access: {widened: ${most}}}` });
  const { text } = await edit(limited(before), limited(after));
  expect(await text()).toContain(`Nobody sees anything else, and 1 rule is ${word}.`);
});

it("says that the list has another text now before who loses by it", async () => {
  const file = fileOf({
    top: "people: {file: p.csv}",
    workspace: "    people: {}",
    members: "{where: {area: West}}",
  });
  const list = (area: string) => `email,area\n${ADA},${area}\n${BOB},East\n`;
  const { text } = await planOf(
    { "orgform.yaml": file, "p.csv": list("West") },
    { "orgform.yaml": file, "p.csv": list("Western") },
  );
  const printed = await text();
  expect(printed).toMatch(
    /None of 2 rows of the list has "West"[\s\S]*\n {2}Group members\n {4}- groups\/West/,
  );
});

it("is silent about what means the same: comments, order, anchors, a default, a template written out", async () => {
  const templated = fileOf({
    top: "templates: {t: {exact: {groups: true}}}\nlimits: {delete: {count: 20}}",
    workspace: "    extends: [t]",
    members: `{add: [${BOB}, ${ADA}]}`,
    deny: "[none]",
  });
  const empty = {
    top: "protect: []\nexpect: []\nchecks: {}\nlimits: {access: {}}",
    group: ", previously: []",
  };
  const plain = `# about\n${fileOf({ ...empty, workspace: "    exact: {groups: true}", members: `[${ADA.toUpperCase()}, ${BOB}]` })}`;
  const { rules } = await edit(templated, plain);
  expect(rules).toEqual([]);
});

it("shows a membership that the edit adds as a change, and not as a rule as well", async () => {
  const { plan, rules } = await edit(fileOf(), fileOf({ members: `[${ADA}, ${BOB}]` }));
  expect(plan.resource_changes.map(({ address }) => address)).toEqual([`prod/groups/West/members/${BOB}`]);
  expect(rules).toEqual([]);
});

it("takes over what somebody did in the product with its verdict, which counts", async () => {
  // The base gives West another value than the product has.
  const { plan, people, text, code } = await edit(
    fileOf({ west: "never" }),
    fileOf(),
    "--fail-on",
    "warning",
  );
  expect(code).toBe(0);
  expect(plan.resource_changes).toEqual([]);
  expect(people).toEqual([[ADA, "narrowed", "adopted"]]);
  expect(plan.adopted).toMatchObject([
    { member: ADA, attribute: "region", before: { value: "never" }, after: { value: "none" } },
  ]);
  expect(await text()).toContain("Taken over from the product (1 person)");
  const gained = await edit(
    fileOf({ deny: "gone", west: "gone" }),
    fileOf({ deny: "gone" }),
    "--fail-on",
    "widened",
  );
  expect(gained.people).toEqual([[ADA, "widened", "adopted"]]);
  expect(gained.code).toBe(3);
});

it("counts whom an archive moves into another workspace as unclear", async () => {
  const { people, code } = await edit(
    fileOf(),
    `${fileOf()}  old: {state: absent}\n`,
    "--allow",
    "archive=old",
    "--fail-on",
    "widened",
  );
  expect(people).toContainEqual([BOB, "unclear"]);
  expect(code).toBe(3);
});
