import { parse } from "csv-parse/sync";
import { expect, it, onTestFinished } from "vitest";
import { call, product } from "../sandbox/call.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

type Row = Record<string, string>;

const person = (name: string) => `${name}@n.example`;
const [ADMIN, ADA, BOB, CY, EVE, FAY] = ["admin", "ada", "bob", "cy", "eve", "fay"].map(person) as [
  string,
  string,
  string,
  string,
  string,
  string,
];

/** Two workspaces of one template and one list: what stands there belongs to both. */
const FILE = `version: 1
organization: {id: org_n}
people: {file: people.csv}
templates:
  standard:
    attributes: {region: {data_type: string, label: Region}}
    people: {role: view}
    members: {${ADMIN}: {}}
    groups:
      All Users: {values: {region: no-access}}
      Sales: {precedence: 10, values: {region: west}, members: {where: {team: sales}}}
      Executives: {precedence: 20, values: {region: everywhere}, members: [${ADA}]}
workspaces:
  a-prod: {extends: [standard]}
  b-prod: {extends: [standard]}
`;

it("is decided, acted upon by an edit and in the product, and seen to be done in the next quarter", async () => {
  const folder = await openFolder();
  const members = [ADA, BOB, CY, EVE].map((email) => ({ email, role: "view" }));
  const sandbox = openSandbox({
    seed: {
      organization: { id: "org_n", name: "N" },
      users: [{ email: ADMIN, organization_admin: true }],
      workspaces: [
        { id: "ws_a", name: "a-prod", members },
        { id: "ws_b", name: "b-prod", members: members.slice(0, 3) },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (...args: string[]) => orgform(args, { cwd: folder.path(""), env });
  const apply = async (...names: string[]) => {
    await folder.write(
      "people.csv",
      `email,team\n${names.map((name) => `${name},${name === BOB ? "support" : "sales"}\n`).join("")}`,
    );
    const { exitCode, stderr } = await run("apply", "--auto-approve", "--no-receipt");
    expect(stderr + String(exitCode)).toMatch(/0$/);
  };
  const rowsOf = async (name: string): Promise<Row[]> =>
    parse(await folder.read(name), { columns: true, bom: true });

  await folder.write("orgform.yaml", FILE);
  await apply(ADA, BOB, CY);
  const { data: groups } = await call(sandbox, "GET", "/workspaces/ws_a/groups");
  const { data: people } = await call(sandbox, "GET", "/workspaces/ws_a/members");
  const idOf = (list: { id: string }[], name: string) =>
    list.find((one) => Object.values(one).includes(name))?.id ?? "";
  const byHand = `/workspaces/ws_a/groups/${idOf(groups, "Executives")}/members`;
  expect((await call(sandbox, "POST", byHand, { user_id: idOf(people, BOB) })).status).toBeLessThan(300);

  // The second quarter.
  expect((await run("review", "--out", "q2")).exitCode).toBe(0);
  const first = await rowsOf("q2.csv");
  expect(first.findIndex(({ limited_by }) => limited_by === "values")).toBe(
    first.filter(({ limited_by }) => limited_by === "nothing").length,
  );
  expect(first.find(({ limited_by }) => limited_by === "values")).toMatchObject({
    member: EVE,
    workspace: "a-prod",
    listed: "no",
  });
  expect(first.find(({ member }) => member === BOB)).toMatchObject({ listed: "yes", groups: "Executives" });

  // Bob is to leave Executives, Cy to leave Sales, Eve to leave.
  const edited = FILE.replace(
    "a-prod: {extends: [standard]}",
    `a-prod: {extends: [standard], groups: {Sales: {members: {except: [${CY}]}}}}`,
  );
  await folder.write("orgform.yaml", edited);
  await apply(ADA, BOB, CY);
  await product(sandbox, "remove-member", { workspace: "a-prod", email: EVE });
  await apply(ADA, BOB, CY, FAY);
  await product(sandbox, "accept-invite", { workspace: "a-prod", email: FAY });

  // The third quarter says that it was done, and who came.
  expect((await run("review", "--since", "q2.json", "--out", "q3")).exitCode).toBe(0);
  const next = await rowsOf("q3.csv");
  const changed = next.filter((row) => row.changed !== "");
  expect(changed.map((row) => [row.workspace, row.member, row.changed, row.verdict])).toEqual([
    ["a-prod", BOB, "left Executives; region everywhere → no-access", "sees other data"],
    ["a-prod", CY, "left Sales; region west → no-access", "sees other data"],
    ["a-prod", FAY, "was not a member", ""],
    ["b-prod", FAY, "was not a member", ""],
  ]);
  expect(next.filter(({ limited_by }) => limited_by === "values").slice(0, 4)).toEqual(changed);
  expect(next.map(({ member }) => member)).not.toContain(EVE);
});
