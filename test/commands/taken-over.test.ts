import { expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/generated/documents.js";
import { orgform } from "../support/run-in-process.js";
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

/** The people whose access an edit takes over, by its plan. */
async function adopted(
  before: string,
  after: string,
  live: object = LIVE,
  lists: Readonly<Record<string, string>> = {},
) {
  const folder = await openFolder();
  const git = gitIn(folder.path(""));
  await folder.write("orgform.yaml", before);
  for (const [name, text] of Object.entries(lists)) await folder.write(name, text);
  await git("init", "--quiet");
  await git("add", "orgform.yaml");
  await git("commit", "--quiet", "--message", "base");
  await folder.write("orgform.yaml", after);
  await folder.write("org.json", JSON.stringify(live));
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
    "refused",
    `${EVE} widened`,
    `workspaces.prod.members.${EVE}.role: explore → admin`,
  ]);
});

/** An organization in which somebody has deleted something that the file keeps; Ada is a member. */
const without = (gone: "Exec" | "region") => ({
  workspaces: [
    {
      name: "prod",
      definitions: gone === "region" ? [] : [{ name: "region", data_type: "string" }],
      all_users: { values: gone === "region" ? {} : { region: "east" } },
      groups: gone === "Exec" ? [] : [{ name: "Exec", precedence: 20, members: [ADA] }],
      members: [{ email: ADA, role: "explore" }],
    },
  ],
});

it("shows the value that an edit drops of an attribute which was deleted and is made again", async () => {
  const fileWith = (values: string) =>
    fileOf(`      Exec: {precedence: 20, values: {}, members: [${ADA}]}`).replace(
      "{region: none}}",
      `${values}}`,
    );
  const [before, after] = [fileWith("{region: none}"), fileWith("{}")];
  expect(await adopted(before, after, without("region"))).toEqual([
    ...ACCEPTED,
    "admin@northwind.example same",
  ]);
  expect(await adopted(before, before, without("region"))).not.toContain(`${ADA} widened`);
});

it("shows the value that an edit drops of a group which was deleted and is made again", async () => {
  const fileWith = (values: string) =>
    fileOf(`      Exec: {precedence: 20, values: ${values}, members: [${ADA}]}`).replace(
      "{region: none}}",
      "{region: east}}",
    );
  expect(await adopted(fileWith("{region: none}"), fileWith("{}"), without("Exec"))).toEqual(ACCEPTED);
  // Another value that the edit gives the same people hides nothing of it.
  const team = "\n      Team: {precedence: 5, values: {team: a}, members: []}";
  const [then, now] = [
    fileWith("{region: none}") + team,
    fileWith("{}") + team.replace("[]", `[${ADA}]`),
  ].map((text) => text.replace("deny: none}}", "deny: none}, team: {data_type: string, deny: a}}"));
  expect(await adopted(then ?? "", now ?? "", without("Exec"))).toEqual(ACCEPTED);
});

const PICKED = "members: {where: {level: C}, add: []}";

it("says somebody whom an edit adds beside a condition once: by what they take over, or by the change", async () => {
  const withList = (members: string) =>
    fileOf(`      Exec: {precedence: 20, values: {region: all}, ${members}}`, "    people: {}").replace(
      "workspaces:",
      "people: {file: people.csv}\nworkspaces:",
    );
  const list = { "people.csv": `email,level\n${ADA},A\n${EVE},B\n` };
  const add = (...who: readonly string[]) => withList(PICKED.replace("[]", `[${who.join(", ")}]`));
  expect(await adopted(withList(PICKED), add(ADA), LIVE, list)).toEqual(ACCEPTED);
  expect(await adopted(withList(PICKED), add(ADA, EVE), LIVE, list)).toEqual(ACCEPTED);
  // Who is picked anyway is in the group tomorrow as well, whatever the list then says.
  const picked = { "people.csv": list["people.csv"].replace("A\n", "C\n") };
  expect(await adopted(withList(PICKED), add(ADA), LIVE, picked)).toEqual([
    "ok",
    `workspaces.prod.groups.Exec.members.add: null → ${ADA}`,
  ]);
});
