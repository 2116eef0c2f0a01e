import { expect, it, onTestFinished } from "vitest";
import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { clientOf } from "../support/plan-against.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

// An undo takes back only what still is as the run left it; what somebody changed since is named and stays.

const ADA = "ada@northwind.example";

const APPLIED = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, label: Sales region}}
    members: {${ADA}: {values: {region: "3"}}}
    groups:
      East: {precedence: 60, values: {region: "2"}, members: []}
      Field: {precedence: 20, previously: [Sales]}
`;

/** What the file speaks of, as it was before the run. */
const BEFORE = { precedence: 50, value: "1", members: [ADA], own: "1", label: "Region", renamed: "Sales" };

function worldOf(sandbox: SandboxInProcess): typeof BEFORE {
  const { definitions = [], groups = [], members = [] } = sandbox.state().workspaces[0] ?? {};
  const east = groups.find(({ name }) => name === "East");
  return {
    precedence: east?.precedence ?? 0,
    value: east?.values?.region ?? "",
    members: [...(east?.members ?? [])],
    own: members.find(({ email }) => email === ADA)?.values?.region ?? "",
    label: definitions[0]?.label ?? "",
    renamed: groups.find(({ name }) => name !== "East")?.name ?? "",
  };
}

async function applied() {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string", label: "Region" }],
          members: [{ email: ADA, role: "view", values: { region: "1" } }],
          groups: [
            { name: "East", precedence: 50, values: { region: "1" }, members: [ADA] },
            { name: "Sales", precedence: 20 },
          ],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("applied.yaml", APPLIED);
  expect(worldOf(sandbox)).toEqual(BEFORE);
  const run = (...args: string[]) =>
    orgform(args, {
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
      cwd: folder.path(""),
    });
  const apply = await run("apply", "-f", "applied.yaml", "--auto-approve", "--receipt", "r.json");
  expect(apply.exitCode, apply.stdout + apply.stderr).toBe(0);
  const client = clientOf(sandbox);
  const workspace_id = sandbox.state().workspaces[0]?.id ?? "";
  const { data: groups } = await client.listGroups({ workspace_id });
  const groupId = (name: string) => groups.find((group) => group.name === name)?.id ?? "";
  return { sandbox, client, run, workspace_id, groupId };
}

const changedBySomebody: readonly (readonly [
  what: string,
  change: (stage: Awaited<ReturnType<typeof applied>>) => Promise<unknown>,
  theirs: Partial<typeof BEFORE>,
  said: string,
])[] = [
  [
    "a precedence",
    ({ client, workspace_id, groupId }) =>
      client.updateGroup({
        workspace_id,
        group_id: groupId("East"),
        body: { user_attribute_precedence: 70 },
      }),
    { precedence: 70 },
    "somebody changed it since",
  ],
  [
    "the value of a group",
    async ({ client, workspace_id, groupId }) => {
      const group_id = groupId("East");
      const [value] = (await client.listGroupValues({ workspace_id, group_id })).data;
      const user_attribute_id = value?.id ?? "";
      return client.updateGroupValue({ workspace_id, group_id, user_attribute_id, body: { value: "4" } });
    },
    { value: "4" },
    "somebody changed it since",
  ],
  [
    "an own value",
    async ({ client, workspace_id }) => {
      const user_id = (await client.listMembers({ workspace_id })).data.find(
        ({ email }) => email === ADA,
      )?.id;
      const owner = { workspace_id, user_id: user_id ?? "" };
      const { data } = await client.listMemberValues(owner);
      const user_attribute_id = data.find(({ source }) => source === "user")?.id ?? "";
      return client.updateMemberValue({ ...owner, user_attribute_id, body: { value: "4" } });
    },
    { own: "4" },
    "somebody changed it since",
  ],
  [
    "a label",
    async ({ client, workspace_id }) => {
      const { data } = await client.listAttributeDefinitions({ workspace_id });
      const user_attribute_definition_id = data.find(({ name }) => name === "region")?.id ?? "";
      const body = { label: "Theirs" };
      return client.updateAttributeDefinition({ workspace_id, user_attribute_definition_id, body });
    },
    { label: "Theirs" },
    "somebody changed it since",
  ],
  [
    "the name of a renamed group",
    ({ client, workspace_id, groupId }) =>
      client.updateGroup({ workspace_id, group_id: groupId("Field"), body: { name: "Theirs" } }),
    { renamed: "Theirs" },
    '"Field" is called "Theirs" now',
  ],
];

it.each(changedBySomebody)(
  "leaves %s that somebody changed since, and says so",
  async (_, change, theirs, said) => {
    const stage = await applied();
    await change(stage);
    const dry = await stage.run("undo", "r.json", "--dry-run", "--format", "json");
    const { warnings, resource_changes } = JSON.parse(dry.stdout);
    expect(warnings).toMatchObject([{ message: `not taken back: ${said}` }]);
    expect(resource_changes.map(({ address }: { address: string }) => address)).not.toContain(
      warnings[0].address,
    );
    expect(resource_changes).toHaveLength(5);
    const undo = await stage.run("undo", "r.json", "--auto-approve");
    expect(undo.exitCode, undo.stdout + undo.stderr).toBe(0);
    expect(worldOf(stage.sandbox)).toEqual({ ...BEFORE, ...theirs });
  },
);

it("finds nothing to do where everything is as it was before", async () => {
  const { run, sandbox } = await applied();
  expect((await run("undo", "r.json", "--auto-approve")).exitCode).toBe(0);
  expect(worldOf(sandbox)).toEqual(BEFORE);
  const again = await run("undo", "r.json", "--auto-approve");
  expect(again.stdout).toContain("No changes. Everything that can be undone already is.");
  expect(again.stdout).not.toContain("not taken back");
});
