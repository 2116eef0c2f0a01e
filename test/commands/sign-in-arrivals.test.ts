import { readdirSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { type SeedWorkspace, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const CAL = "cal@northwind.example";
const NIGHT = ["apply", "--auto-approve", "--base", "base.yaml", "--fail-on", "drift"];
const day = (n: number): Date => new Date((1_788_220_800 + n * 86_400) * 1_000);

const FILE = (role: string, how = "arrive_by: sign_in"): string => `version: 1
organization: {id: org_northwind}
templates: {by_sso: {${how}}}
workspaces:
  prod:
    extends: [by_sso]
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      Sales: {precedence: 10, values: {region: west}, members: [${ADA}, ${CAL}]}
    members: {${ADA}: ${role}, ${CAL}: {role: explore, values: {region: north}}}
`;

async function open(text: string, workspace: Partial<SeedWorkspace> = {}) {
  const folder = await openFolder();
  const prod = { name: "prod", provision_by_default: true, ...workspace };
  const sandbox = await startSandbox({ seed: { workspaces: [prod] } });
  onTestFinished(() => sandbox.close());
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const cwd = folder.path("");
  /** The file, which was applied as it is. */
  const write = async (again: string) => {
    for (const name of ["orgform.yaml", "base.yaml"]) await folder.write(name, again);
  };
  await write(text);
  const inProduct = async (action: string, body: unknown) => {
    const url = `${sandbox.origin}/_sandbox/${action}`;
    expect((await fetch(url, { method: "POST", body: JSON.stringify(body) })).status).toBe(201);
  };
  return {
    folder,
    sandbox,
    write,
    runOn: (n: number, ...args: string[]) => orgform(args, { cwd, env, now: day(n) }),
    signIn: (email: string) => inProduct("sso-sign-in", { email }),
    remove: (email: string) => inProduct("remove-member", { email, workspace: "prod" }),
    receipts: () => readdirSync(folder.path(".orgform/receipts")).filter((name) => name.endsWith(".jsonl")),
    membersOf: (name: string) =>
      sandbox.state().workspaces[0]?.groups?.find((group) => group.name === name)?.members ?? [],
    invites: () => sandbox.log().filter(({ method, path }) => method === "POST" && path.includes("invites")),
  };
}

it.each(["{role: explore}", "{}"])(
  "gives people who have signed in what the file gave them while they were awaited (%s)",
  async (role) => {
    const { runOn, signIn, receipts, membersOf, invites } = await open(FILE(role));
    const first = await runOn(0, "apply", "--auto-approve");
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.stdout).toContain("awaited: arrives by single sign-on");
    expect(receipts()).toHaveLength(1);
    expect((await runOn(0, "drift")).exitCode).toBe(0);
    expect((await runOn(0, ...NIGHT)).exitCode).toBe(0);

    await signIn(ADA);
    expect((await runOn(1, "drift")).exitCode).toBe(2);
    expect((await runOn(1, ...NIGHT)).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA]);
    expect((await runOn(1, "drift")).exitCode).toBe(0);

    await signIn(CAL);
    expect((await runOn(2, ...NIGHT)).exitCode).toBe(0);
    expect(membersOf("Sales")).toEqual([ADA, CAL]);
    expect((await runOn(2, "drift")).exitCode).toBe(0);
    expect((await runOn(2, "plan", "--detailed-exitcode")).exitCode).toBe(0);
    expect(invites()).toEqual([]);
  },
);

it("goes on for people who were invited before the workspace had single sign-on, and back", async () => {
  const { runOn, write, signIn, membersOf, invites } = await open(
    FILE("{role: explore}", "arrive_by: invite"),
  );
  await runOn(0, "apply", "--auto-approve");
  expect(invites()).toHaveLength(2);
  await write(FILE("{role: explore}"));
  const left = await runOn(1, "plan");
  expect(left.stdout.match(/invite-left-over/g)).toHaveLength(1);
  expect(left.stdout).toContain("The same of 1 more");
  await signIn(ADA);
  expect((await runOn(2, ...NIGHT)).exitCode).toBe(0);
  expect(membersOf("Sales")).toEqual([ADA]);
  await write(FILE("{role: explore}", "arrive_by: invite"));
  const back = await runOn(3, "plan", "--format", "json");
  expect(JSON.parse(back.stdout).arrivals).toMatchObject([{ member: CAL, invite: "pending" }]);
  expect(invites()).toHaveLength(2);
});

it("says in every answer that people are awaited", async () => {
  const { runOn, folder } = await open(FILE("{role: explore}"));
  const awaited = "awaited: arrives by single sign-on";
  const said = async (...args: string[]) =>
    withoutBreaks((await runOn(0, ...args)).stdout).replace(/\s+/g, " ");
  for (const format of ["text", "markdown", "html"]) {
    expect(await said("plan", "--format", format)).toContain(awaited);
    expect(await said("compare", "live", "planned", "--format", format)).toContain(awaited);
    expect(await said("who", "--planned", "--format", format)).toContain(awaited);
  }
  expect(await said("who", ADA)).toContain(`live: no member yet, ${awaited} once they have signed in`);
  const json = JSON.parse(await said("who", "--planned", "--format", "json"));
  expect(json.people).toContainEqual(
    expect.objectContaining({ member: ADA, arriving: true, arrive_by: "sign_in" }),
  );
  expect(await said("compare", "live", "planned", "--format", "json")).toContain('"arrive_by": "sign_in"');
  await runOn(0, "review", "--out", folder.path("q"));
  for (const name of ["q.csv", "q.html"]) expect(withoutBreaks(await folder.read(name))).toContain(awaited);
  expect(await folder.read("q.html")).not.toContain("invited awaited");
});

it("finds own values that claims have set, in drift and in a review", async () => {
  const { runOn, folder } = await open(FILE("{role: explore}"), {
    definitions: [{ name: "region", data_type: "string" }],
    all_users: { values: { region: "none" } },
    groups: [{ name: "Sales", precedence: 10, values: { region: "west" }, members: [ADA] }],
    members: [{ email: ADA, role: "explore", values: { region: "emea" } }],
  });
  const text = (run: { readonly printed: string }) => run.printed.replace(/\s+/g, " ");
  const outranks = 'the own value "emea" of region, which the file does not list, outranks "west" of Sales';
  expect(text(await runOn(0, "plan"))).not.toContain("outranks");
  const drift = text(await runOn(0, "drift"));
  expect(drift).toContain(outranks);
  expect(drift).toContain("`values: {}` at the person");
  expect(text(await runOn(0, "review", "--out", folder.path("q")))).toContain(outranks);
  expect(await folder.read("q.html")).toContain("outranks");
});

it("stays in an export beside the file, and through fmt", async () => {
  const { runOn, folder } = await open(FILE("{role: explore}"));
  await runOn(0, "apply", "--auto-approve");
  expect((await runOn(0, "export")).stdout).toContain("arrive_by: sign_in");
  expect((await runOn(0, "fmt")).exitCode).toBe(0);
  expect(await folder.read("orgform.yaml")).toContain("arrive_by: sign_in");
  await runOn(0, "export", "--out", "again.yaml");
  const again = await runOn(0, "plan", "-f", "again.yaml", "--format", "json");
  expect(JSON.parse(again.stdout)).toMatchObject({ resource_changes: [], arrivals: [] });
});
