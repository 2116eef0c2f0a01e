import { expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/generated/documents.js";
import { orgform } from "../support/run-built.js";
import { openFolder } from "./folder.js";
import { gitIn } from "./repository.js";

const [ADA, EVE] = ["ada@northwind.example", "eve@northwind.example"];

const fileOf = (groups: string, workspace = "") => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
${workspace}
    groups:
      All Users: {values: {region: none}}
${groups}
`;

/** What the product has: somebody put Ada into Exec by hand, and made Eve an admin, and Other for her. */
const LIVE = {
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: { region: "none" } },
      groups: [
        { name: "Exec", precedence: 20, values: { region: "all" }, members: [ADA] },
        { name: "Other", precedence: 30, values: { region: "east" }, members: [EVE] },
      ],
      members: [
        { email: ADA, role: "explore" },
        { email: EVE, role: "admin" },
      ],
    },
  ],
};

/** The people whose access an edit takes over, by the plan of the built command. */
async function adopted(before: string, after: string) {
  const folder = await openFolder();
  const git = gitIn(folder.path(""));
  await folder.write("orgform.yaml", before);
  await git("init", "--quiet");
  await git("add", "orgform.yaml");
  await git("commit", "--quiet", "--message", "base");
  await folder.write("orgform.yaml", after);
  await folder.write("org.json", JSON.stringify(LIVE));
  const args = ["plan", "--base", "HEAD", "--sandbox", "./org.json", "--format", "json"];
  const { stdout } = await orgform([...args, "--fail-on", "widened"], { cwd: folder.path("") });
  const { people, outcome, rules_changed }: PlanDocument = JSON.parse(stdout);
  const rules = rules_changed.map(({ rule, before: was, after: now }) => `${rule}: ${was} → ${now}`);
  return [
    outcome,
    ...people.flatMap((one) => (one.adopted ? [`${one.member} ${one.verdict}`] : [])),
    ...rules,
  ];
}

const EXEC = "      Exec: {precedence: 20, values: {region: all}, members: []}";
const EXEC_OF_ADA = EXEC.replace("[]", `[${ADA}]`);
const ACCEPTED = ["refused", `${ADA} widened`];

it.each([
  [
    "in a group that the edit renames",
    `      Chiefs: {previously: [Exec], values: {region: all}, members: [${ADA}]}`,
  ],
  ["whose list the edit does not give any more", "      Exec: {precedence: 20, values: {region: all}}"],
])("shows access that is taken over, %s", async (_, after) => {
  expect(await adopted(fileOf(EXEC), fileOf(after))).toEqual(expect.arrayContaining(ACCEPTED));
});

it("takes nothing over that the plan undoes, in a renamed group as well", async () => {
  const after = "      Chiefs: {precedence: 20, previously: [Exec], values: {region: all}, members: []}";
  expect(await adopted(fileOf(EXEC), fileOf(after))).toEqual([
    "ok",
    "workspaces.prod.groups.Chiefs.previously: null → Exec",
  ]);
});

const OTHER = "      Other: {precedence: 30}";
const OTHERS = "    exact: {groups: true}";

it.each([
  ["accepts", fileOf(EXEC_OF_ADA, OTHERS), fileOf(`${EXEC_OF_ADA}\n${OTHER}`, OTHERS)],
  ["does not delete any more", fileOf(EXEC_OF_ADA, OTHERS), fileOf(EXEC_OF_ADA)],
  ["stops to mark", fileOf(`${EXEC_OF_ADA}\n      Other: {state: absent}`), fileOf(EXEC_OF_ADA)],
])("shows access by a group that was made by hand, which the edit %s", async (_, before, after) => {
  expect(await adopted(before, after)).toEqual(expect.arrayContaining([`${EVE} same`]));
});

it("shows a role that an edit takes over, since no endpoint changes one", async () => {
  const [before = "", after = ""] = ["explore", "admin"].map((role) =>
    fileOf(EXEC_OF_ADA, `    members: {${EVE}: {role: ${role}}}`),
  );
  expect(await adopted(before, after)).toEqual([
    "ok",
    `workspaces.prod.members.${EVE}.role: explore → admin`,
  ]);
});
