import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import type { PlanDocument } from "../../src/model/plan/plan.js";
import { product } from "../sandbox/call.js";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

/** People whose role values do not limit see everything, and every command says so. */

const at = (name: string) => `${name}@n.example`;
const [ADA, DEV, NORA, NEW] = ["ada", "dev", "nora", "new"].map(at) as [string, string, string, string];

const MODEL = {
  "model/hr.yml":
    "type: model\nname: hr\nconnection: c\naccess_grants: [{name: pay, user_attribute: region, allowed_values: [all]}]\n",
  "model/staff.yml": `type: view\nname: staff\nmodel_name: hr\nsql_table_name: hr.staff\nfields:\n  - {name: salary, field_type: dimension, type: number, sql: '\${TABLE}.salary', required_access_grants: [pay]}\n  - {name: city, field_type: dimension, type: string, sql: '\${TABLE}.city'}\n`,
};

const fileOf = (more = "", members = "", others = "") => `version: 1
organization: {id: org_n}
data_model: model
${more}
workspaces:
  prod:
    attributes: {region: {data_type: string, label: Region, deny: none}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 10, values: {region: west}, members: [${ADA}, ${DEV}]}
    members: {${members}}
  lab: {attributes: {region: {data_type: string, label: Region, deny: none}}, groups: {All Users: {values: {region: none}}}${others}}
`;

const seed = {
  organization: { id: "org_n", name: "N" },
  users: [{ email: NORA, organization_admin: true }],
  workspaces: ["prod", "lab"].map((name) => ({
    name,
    definitions: [{ name: "region", data_type: "string" as const, label: "Region" }],
    all_users: { values: { region: "none" } },
    members: [
      { email: ADA, role: "explore" },
      { email: DEV, role: "develop" },
    ],
  })),
};

let folder: Awaited<ReturnType<typeof openFolder>>;
let sandbox: ReturnType<typeof openSandbox>;
beforeEach(async () => {
  folder = await openFolder();
  sandbox = openSandbox({ seed });
  await mkdir(folder.path("model"));
  for (const [name, text] of Object.entries(MODEL)) await folder.write(name, text);
});

async function run(...command: readonly string[]) {
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return await orgform(command, { cwd: folder.path(""), env });
}

async function plan(file: string, ...words: readonly string[]) {
  await folder.write("orgform.yaml", file);
  const result = await run("plan", "--format", "json", ...words);
  return { ...result, plan: JSON.parse(result.stdout) as PlanDocument };
}

describe("a plan", () => {
  it("counts what happens to the values of a developer nowhere as gain or loss", async () => {
    const { plan: made } = await plan(fileOf());
    expect(
      made.people.map(({ member, verdict, reason, limited_by }) => [member, verdict, reason, limited_by]),
    ).toEqual([
      [ADA, "same", undefined, { before: "values", after: "values" }],
      [DEV, "same", "role", { before: "nothing", after: "nothing" }],
    ]);
    expect(made.access_changes.map(({ member, reason }) => [member, reason])).toEqual([
      [ADA, undefined],
      [DEV, "role"],
    ]);
    const without = fileOf().replace("data_model: model", "");
    const { plan: byValues } = await plan(without);
    expect(byValues.summary.access).toMatchObject({ widened: 1, same: 1, narrowed: 0 });
    expect((await plan(`${without}limits: {access: {widened: 1}}\n`)).plan.outcome).toBe("ok");
  });

  it("counts an invite with such a role as a gain, and lists it first", async () => {
    const invited = fileOf("", `${NEW}: {role: develop}, ${at("aaa")}: {role: explore}`);
    const { plan: made } = await plan(invited);
    expect(made.arrivals.map((one) => [one.member, one.unlimited, one.limited_by, one.denied])).toEqual([
      [at("aaa"), undefined, "values", undefined],
      [NEW, true, "nothing", undefined],
    ]);
    const { stdout } = await run("plan", "--full");
    expect(stdout).toContain("will see everything: role develop");
    expect(stdout.indexOf(NEW)).toBeLessThan(stdout.indexOf(at("aaa")));
    const guarded = fileOf("limits: {access: {widened: 0}}", `${NEW}: {role: develop}`)
      .replace("data_model: model", "")
      .replace(`[${ADA}, ${DEV}]`, "[]");
    expect((await plan(guarded)).plan.outcome).toBe("refused");
    const limited = guarded
      .replace("unlimited_roles", "x")
      .replace("version: 1", "version: 1\nunlimited_roles: [admin]");
    expect((await plan(limited)).plan.outcome).toBe("ok");
  });

  it("says of an organization admin that the role holds in every workspace", async () => {
    const { plan: made } = await plan(
      fileOf("", `${NEW}: {role: organization_admin}, ${ADA}: {role: explore}`),
    );
    expect(made.arrivals.map(({ workspace, member, role }) => [workspace, member, role])).toEqual([
      ["lab", NEW, "organization_admin"],
      ["prod", NEW, "organization_admin"],
    ]);
    expect((await run("plan", "--full")).stdout).toContain("will see everything in every workspace");
    const { stdout } = await run("who", "--planned", "--workspace", "lab", "--format", "json");
    const people = (JSON.parse(stdout) as { people: { member: string; limited_by: string }[] }).people;
    expect(people.find(({ member }) => member === NEW)?.limited_by).toBe("nothing");
  });

  it.each([
    ["invited", "", "planned"],
    ["awaited", ", arrive_by: sign_in", "sign_in"],
  ])(
    "carries an organization admin who is %s into the other workspaces, whatever role they list",
    async (_, how, invite) => {
      const others = `${how}, members: {${NEW}: {role: organization_admin}}`;
      const { plan: made } = await plan(fileOf("", `${NEW}: {role: explore}`, others));
      expect(made.arrivals.map(({ workspace, role, unlimited }) => [workspace, role, unlimited])).toEqual([
        ["lab", "organization_admin", true],
        ["prod", "organization_admin", true],
      ]);
      expect(made.arrivals[0]?.invite).toBe(invite);
    },
  );

  it("hints at the role of an invite that names none", async () => {
    await folder.write("orgform.yaml", fileOf("", `${NEW}: {}`));
    expect((await run("plan")).stdout).toContain("1 invite names no role, and no endpoint shows");
    await folder.write("orgform.yaml", fileOf("", `${NEW}: {role: explore}`));
    expect((await run("plan")).stdout).not.toContain("names no role");
  });

  it("says that a member of one workspace sees more once another one invites them as organization admin", async () => {
    await product(sandbox, "remove-member", { workspace: "prod", email: ADA });
    const file = fileOf("", `${ADA}: {role: organization_admin}`).replace(`[${ADA}, ${DEV}]`, `[${DEV}]`);
    const { plan: made } = await plan(file);
    expect(made.people.find(({ member }) => member === ADA)).toMatchObject({
      workspace: "lab",
      verdict: "widened",
      reason: "role",
      limited_by: { before: "values", after: "nothing" },
    });
  });

  it("names a live role that is unlimited where the file gives a limited one", async () => {
    const file = fileOf("", `${ADA}: {role: explore}`);
    const codes = async () => ((await plan(file)).plan.warnings ?? []).map(({ code }) => code);
    expect(await codes()).not.toContain("role-unlimited");
    await product(sandbox, "set-role", { workspace: "prod", email: ADA, role: "develop" });
    expect(await codes()).toContain("role-unlimited");
    const { exitCode, stdout } = await run("drift");
    expect([
      exitCode,
      stdout.match(/by the live role they see everything|sees everything in|role-unlimited/gi),
    ]).toEqual([2, ["role-unlimited", "By the live role they see everything"]]);
    expect(stdout).toMatch(/^1 person has another role than the file says: ada@/);
  });

  it("excuses no gain by a role that an edit takes off the list, and says that the list changed", async () => {
    await folder.write("base.yaml", fileOf());
    const file = fileOf("unlimited_roles: [admin]").replace("{region: west}", "{region: all}");
    const { plan: made } = await plan(file, "--base", "base.yaml");
    const dev = made.people.find(({ member }) => member === DEV);
    expect(dev?.verdict).toBe("widened");
    expect(dev).not.toHaveProperty("reason");
    expect(made.rules_changed.map(({ rule, before, after }) => [rule, before, after])).toEqual([
      ["unlimited_roles", "organization_admin", null],
      ["unlimited_roles", "develop", null],
      ["unlimited_roles", "develop_without_deploy", null],
    ]);
  });
});

describe("who", () => {
  it("lists such people apart, and says it first of one person", async () => {
    await folder.write("orgform.yaml", fileOf());
    const { stdout } = await run("who", "field:staff.salary", "--workspace", "prod", "--format", "json");
    const { people } = JSON.parse(stdout) as { people: { member: string; by: string }[] };
    expect(people.map(({ member, by }) => [member, by])).toEqual([
      [DEV, "role"],
      [NORA, "role"],
    ]);
    expect((await run("who", "field:staff.salary", "--workspace", "prod")).stdout).toContain(
      "field:staff.salary: nobody; 2 people by role",
    );
    const [first] = (await run("who", DEV)).stdout.split("\n");
    expect(first).toBe("lab: sees everything, whatever the values: role develop");
    expect((await run("who", ADA)).stdout).not.toContain("sees everything, whatever");
  });
});

describe("a role that holds everywhere", () => {
  const BOTH = "explore, and organization_admin everywhere";

  it("stands beside the role in the workspace, wherever a role is shown", async () => {
    const workspaces = seed.workspaces.map((one) => {
      const role = one.name === "lab" ? "organization_admin" : "explore";
      return { ...one, members: [{ email: ADA, role }, ...one.members.slice(1)] };
    });
    sandbox = openSandbox({ seed: { ...seed, workspaces } });
    const file = fileOf("", `${NORA}: {}, ${DEV}: {}`).replace(
      "    members",
      "    exact: {members: true}\n    members",
    );
    const { plan: made } = await plan(file.replace(`[${ADA}, ${DEV}]`, `[${DEV}]`));
    expect(made.not_listed.map(({ member, role, everywhere }) => [member, role, everywhere])).toEqual([
      [ADA, "explore", "organization_admin"],
    ]);
    expect((await run("plan", "--full")).stdout).toContain(`member, role ${BOTH}, in no group`);
    const who = ["who", "group:All Users"];
    const json = JSON.parse((await run(...who, "--format", "json")).stdout);
    expect(json.people.filter(({ member }: { member: string }) => member === ADA)[1]).toMatchObject({
      role: "explore",
      everywhere: "organization_admin",
    });
    expect((await run(...who, "--format", "csv")).stdout).toContain(`"${ADA}","${BOTH}"`);
    expect((await run("who", "region")).stdout).toMatch(new RegExp(`${ADA} +${BOTH} +nothing: ${BOTH} `));
    expect((await run("who", ADA)).stdout).toContain(
      `prod: sees everything, whatever the values: role ${BOTH}\n`,
    );
    await run("review", "--out", "review");
    expect(await folder.read("review.csv")).toContain(`"prod","${ADA}","${BOTH}"`);
  });
});

describe("an expectation", () => {
  it("on a value that holds says beside it who sees that by their role", async () => {
    const never = '{workspace: "*", attribute: region, never: [west], except_groups: [West]}';
    const { plan: made } = await plan(fileOf(`expect: [${never}]`));
    const rule = { attribute: "region", never: ["west"] };
    // The developer of prod is in a group that the rule excepts.
    expect(made.seen_by_role).toEqual([
      { workspace: "lab", ...rule, members: [DEV, NORA] },
      { workspace: "prod", ...rule, members: [NORA] },
    ]);
    expect([made.outcome, made.warnings, made.guards]).toEqual(["ok", [], []]);
    const { stdout } = await run("plan", "--full");
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain(
      `region never west in prod holds by value; 1 person sees it by their role: ${NORA}.`,
    );
    expect(text).toContain(
      `region never west in lab holds by value; 2 people see it by their role: ${DEV}, ${NORA}.`,
    );
    const limited = await plan(fileOf(`expect: [${never}]\nunlimited_roles: [admin]`));
    expect(limited.plan).not.toHaveProperty("seen_by_role");
    const broken = await plan(fileOf(`expect: [${never.replace("[west]", "[none]")}]`));
    expect(broken.plan.outcome).toBe("refused");
    expect(broken.plan).not.toHaveProperty("seen_by_role");
  });

  const rule = (more: string) =>
    fileOf(`expect: [{workspace: prod, data: ["field:staff.salary"], only_groups: []${more}}]`);

  it("counts roles as reaching, and says which line leaves them out", async () => {
    const { plan: refused } = await plan(rule(""));
    expect(refused.outcome).toBe("refused");
    const [guard] = refused.guards;
    expect(guard?.message).toContain(`${DEV} (by the role develop)`);
    expect(guard?.message).toContain("except_roles: [develop, organization_admin]");
    expect((await plan(rule(", except_roles: [develop, organization_admin]"))).plan.outcome).toBe("ok");
    expect((await plan(rule(', except_roles: ["dev*", organization_admin]'))).plan.outcome).toBe("ok");
    expect((await plan(rule(", except_roles: [develop]"))).plan.outcome).toBe("refused");
  });

  it("says who alone has roles, or arrives with them", async () => {
    const roles = (only: string, members = "", where = "prod") =>
      fileOf(
        `expect: [{workspace: "${where}", roles: [organization_admin, admin], only_members: [${only}]}]`,
        members,
      );
    expect((await plan(roles(NORA))).plan.outcome).toBe("ok");
    expect((await plan(roles(ADA))).plan.outcome).toBe("refused");
    expect((await plan(roles(NORA, `${NEW}: {role: admin}`))).plan.outcome).toBe("refused");
    // An organization admin arrives everywhere.
    expect((await plan(roles(NORA, `${NEW}: {role: organization_admin}`, "lab"))).plan.outcome).toBe(
      "refused",
    );
    expect((await run("validate")).exitCode).toBe(1);
    expect((await run("validate")).stdout + (await run("validate")).stderr).toContain("expectation-failed");
    await folder.write("orgform.yaml", roles(NORA));
    expect((await run("validate")).exitCode).toBe(0);
  });

  it("warns of a role that orgform does not know", async () => {
    await folder.write("orgform.yaml", rule(", except_roles: [developer]"));
    const { stdout, stderr } = await run("validate");
    expect(stdout + stderr).toContain('orgform knows no role "developer"');
    expect(stdout + stderr).toContain("Did you mean");
  });
});

describe("a comparison", () => {
  it("says that somebody whose role was changed sees everything, or no longer", async () => {
    await folder.write("orgform.yaml", fileOf());
    await run("snapshot", "--out", "before.json");
    await product(sandbox, "set-role", { workspace: "prod", email: ADA, role: "admin" });
    await product(sandbox, "set-role", { workspace: "prod", email: DEV, role: "view" });
    const { stdout, exitCode } = await run(
      "compare",
      "before.json",
      "live",
      "--format",
      "json",
      "--fail-on",
      "widened",
    );
    expect(exitCode).toBe(3);
    const { people } = JSON.parse(stdout) as Pick<PlanDocument, "people">;
    expect(people.map(({ member, verdict, reason }) => [member, verdict, reason])).toEqual([
      [ADA, "widened", "role"],
      [DEV, "narrowed", "role"],
    ]);
    expect((await run("compare", "before.json", "live")).stdout).toContain("sees everything, by the role");
  });
});

describe("the list of unlimited roles", () => {
  const limitsOf = async (member: string) => {
    const { stdout } = await run("who", "--planned", "--format", "json");
    const { people } = JSON.parse(stdout) as {
      people: { workspace: string; member: string; limited_by: string }[];
    };
    return people
      .filter((one) => one.member === member)
      .map(({ workspace, limited_by }) => `${workspace} ${limited_by}`);
  };
  const withTemplate = (own: string) =>
    fileOf("templates: {strict: {unlimited_roles: [explore]}}").replace(
      "  prod:\n",
      `  prod:\n    extends: [strict]\n${own}`,
    );

  it("may come from a template, and holds where that is used and nowhere else", async () => {
    await folder.write("orgform.yaml", withTemplate(""));
    expect(await limitsOf(ADA)).toEqual(["lab values", "prod nothing"]);
    expect(await limitsOf(DEV)).toEqual(["lab nothing", "prod values"]);
    await folder.write("orgform.yaml", withTemplate("    unlimited_roles: [develop]\n"));
    expect(await limitsOf(ADA)).toEqual(["lab values", "prod values"]);
    expect(await limitsOf(DEV)).toEqual(["lab nothing", "prod nothing"]);
  });

  it("is that of the run for two revisions of the file, each of which gives who arrives a role", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], {
        cwd: folder.path(""),
      });
    git("init", "--quiet");
    const commit = async (roles: string, role: string) => {
      await folder.write("orgform.yaml", fileOf(roles, `${NEW}: {role: ${role}}, ${DEV}: {role: view}`));
      git("add", ".");
      git("commit", "--quiet", "--message", `${roles} ${role}`);
    };
    await commit("unlimited_roles: [view]", "explore");
    await commit("", "develop");
    const compared = async (...points: string[]) => {
      const { stdout } = await run("compare", ...points, "--format", "json");
      const { people } = JSON.parse(stdout) as Pick<PlanDocument, "people">;
      return people.map(({ workspace, member, verdict, reason }) => [workspace, member, verdict, reason]);
    };
    expect(await compared("HEAD~1", "HEAD")).toEqual([["prod", NEW, "widened", "role"]]);
    expect(await compared("HEAD", "HEAD~1")).toEqual([["prod", NEW, "narrowed", "role"]]);
  });

  it("stands first in a review, before people who are open", async () => {
    const workspaces = seed.workspaces.map((one) => (one.name === "lab" ? { ...one, all_users: {} } : one));
    sandbox = openSandbox({ seed: { ...seed, workspaces } });
    const order = async (file: string, name: string) => {
      await folder.write("orgform.yaml", file);
      await run("review", "--out", name);
      const [head = "", ...rows] = (await folder.read(`${name}.csv`)).trim().split("\n");
      const [member, workspace] = ["member", "workspace"].map((cell) =>
        head.replaceAll('"', "").split(",").indexOf(cell),
      );
      return rows.map((row) => row.split('","')).map((row) => `${row[member ?? 0]} ${row[workspace ?? 0]}`);
    };
    const mixed = [`${DEV} lab`, `${NORA} lab`, `${DEV} prod`, `${NORA} prod`];
    expect(await order(fileOf(), "usual")).toEqual([...mixed, `${ADA} lab`, `${ADA} prod`]);
    expect(await order(fileOf("unlimited_roles: [explore]"), "other")).toEqual([
      `${ADA} lab`,
      `${ADA} prod`,
      ...mixed,
    ]);
  });
});

it("an approval does not hold for somebody whose role has changed since", async () => {
  for (const file of [fileOf(), fileOf().replace("data_model: model", "")]) {
    const digest = async () => (await plan(file)).plan.plan_digest;
    const before = await digest();
    await product(sandbox, "set-role", { workspace: "prod", email: ADA, role: "view" });
    expect(await digest()).toBe(before);
    await product(sandbox, "set-role", { workspace: "prod", email: ADA, role: "develop" });
    expect(await digest()).not.toBe(before);
    await product(sandbox, "set-role", { workspace: "prod", email: ADA, role: "explore" });
    expect(await digest()).toBe(before);
  }
});
