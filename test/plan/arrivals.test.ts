import fc from "fast-check";
import { expect, it } from "vitest";
import { findingsFrom, guardsOf, refusalsIn } from "../../src/model/plan/finding.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import { approvedPart } from "../../src/plan/assemble/digest.js";
import { planDifferenceText } from "../../src/report/plan/plan-difference.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst, planIn } from "../support/plan-against.js";
import { desiredOf, plainWorlds, resolveIndependently, seedOf } from "../support/worlds/plain-world.js";

async function acceptAll(sandbox: Sandbox): Promise<void> {
  for (const { email } of sandbox.state().workspaces.flatMap(({ invites }) => invites ?? []))
    await sandbox.acceptInvites(email);
}

/** What everybody gets by the documented rule, `null` for nothing. */
const outcomes = (sandbox: Sandbox): ReadonlyMap<string, string | null> =>
  new Map([...resolveIndependently(sandbox.state())].map(([pair, [value = null]]) => [pair, value]));

it("says what those who arrive have once they accepted and the file is applied, and who is open until then", async () => {
  const worlds = fc.tuple(
    plainWorlds,
    fc.array(fc.constantFrom("member", "pending", "new"), { minLength: 5, maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(worlds, async ([world, standing]) => {
      const outside = new Set(
        world.people.flatMap(({ email }, i) => (standing[i] === "member" ? [] : [email])),
      );
      const seed = seedOf({
        ...world,
        people: world.people.filter(({ email }) => !outside.has(email)),
        groups: world.groups.map((g) => ({
          ...g,
          members: g.members.filter((email) => !outside.has(email)),
        })),
      });
      const invites = world.people.flatMap(({ email }, i) =>
        standing[i] === "pending" ? [{ email, role: "view" }] : [],
      );
      const sandbox = createSandbox({
        seed: {
          ...seed,
          workspaces: (seed.workspaces ?? []).map((workspace) => ({ ...workspace, invites })),
        },
      });
      const client = clientOf(sandbox);
      const desired = desiredOf(world);
      const plan = await planAgainst(client, desired);
      expect(plan.arrivals.map(({ member, invite }) => [member, invite])).toEqual(
        world.people.flatMap(({ email }, i) =>
          standing[i] === "member" ? [] : [[email, standing[i] === "new" ? "planned" : "pending"]],
        ),
      );
      expect(plan.summary.access.arriving).toBe(outside.size);
      await applyAgainst(client, plan);
      await acceptAll(sandbox);
      const accepted = outcomes(sandbox);
      const joined = await planAgainst(client, desired);
      expect(joined.arrivals).toEqual([]);
      await applyAgainst(client, joined);
      const end = outcomes(sandbox);
      const said = plan.arrivals.flatMap(({ member, values }) =>
        values.map(({ attribute, value }) => [`${member} ${attribute}`, value] as const),
      );
      expect(said).toHaveLength(outside.size * 3);
      for (const [pair, value] of said) expect([pair, end.get(pair) ?? null]).toEqual([pair, value]);
      const openThen = said.filter(([pair, value]) => value !== null && accepted.get(pair) === null);
      const findings = findingsFrom(plan, "file").filter(({ code }) => code === "arrives-open");
      expect(findings.map(({ address }) => address?.split("/").at(-1)).sort()).toEqual(
        [...new Set(openThen.map(([pair]) => pair.split(" ")[1]))].sort(),
      );
    }),
    { numRuns: 15, seed: 16 },
  );
});

const SEED: SandboxSeed = {
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      groups: [{ name: "West", precedence: 10, values: { region: "west" } }],
      invites: [{ email: "Ada@northwind.example", role: "view" }],
    },
  ],
};
const fileOf = (members: string, people: string): DesiredState =>
  desiredState(
    `workspaces: {prod: {groups: {West: {precedence: 10, members: ${members}}}, members: ${people}}}`,
  );

it("warns of a value of All Users that widens, for those who will have another one than this", async () => {
  const seed = {
    workspaces: (SEED.workspaces ?? []).map((one) => ({ ...one, all_users: { values: { region: "none" } } })),
  };
  const widened = async (value: string, group: string) => {
    const plan = await planIn(
      seed,
      `workspaces: {prod: {groups: {All Users: {values: {region: ${value}}}, West: {precedence: 10, members: ${group}}}}}`,
    );
    expect(plan.arrivals.flatMap(({ arrives_wider = [] }) => arrives_wider)).toHaveLength(
      plan.findings.filter(({ code }) => code === "arrives-wider").length,
    );
    return plan.findings.filter(({ code }) => code === "arrives-wider").map(({ address }) => address);
  };
  expect(await widened("east", "[ada@northwind.example]")).toEqual(["prod/attributes/region"]);
  // What they will have at the end is no news of the time before.
  expect(await widened("east", "[]")).toEqual([]);
  expect(await widened("none", "[ada@northwind.example]")).toEqual([]);
});

it("counts who sees more until the next apply as new, and as a gain, whatever the base gave them", async () => {
  const seed = {
    workspaces: (SEED.workspaces ?? []).map((one) => ({ ...one, all_users: { values: { region: "none" } } })),
  };
  const file = (value: string) =>
    `limits: {access: {widened: 0}}\nworkspaces: {prod: {attributes: {region: {data_type: string, deny: none}}, groups: {All Users: {values: {region: ${value}}}, West: {precedence: 10, members: [ada@northwind.example]}}}}`;
  const base = desiredState(file("none"));
  const same = await planIn(seed, file("none"), { base });
  expect([same.summary.access, same.outcome]).toMatchObject([{ arriving: 0, known: 1 }, "ok"]);
  const wider = await planIn(seed, file("east"), { base });
  expect(wider.summary.access).toMatchObject({ arriving: 1 });
  expect(wider.arrivals).toMatchObject([{ member: "ada@northwind.example", arrives_wider: ["region"] }]);
  expect(refusalsIn(wider).map(({ refuses }) => refuses.name)).toEqual(["access.widened"]);
  // Somebody loosened it in the product, and the edit accepts that.
  const loosened = {
    workspaces: seed.workspaces.map((one) => ({ ...one, all_users: { values: { region: "east" } } })),
  };
  const accepted = await planIn(loosened, file("east"), { base });
  expect(accepted.resource_changes.filter(({ change }) => change.actions[0] !== "no-op")).toEqual([]);
  expect(accepted.arrivals).toMatchObject([{ member: "ada@northwind.example", arrives_wider: ["region"] }]);
  expect(refusalsIn(accepted).map(({ refuses }) => refuses.name)).toEqual(["access.widened"]);
  expect(findingsFrom(accepted, "plan").map(({ detail }) => detail)).toContainEqual(
    expect.stringContaining('in All Users only, which then gives "east".'),
  );
  const open = await planIn(seed, file('"%"'), { base });
  expect(open.summary.access).toMatchObject({ arriving: 1 });
  expect(refusalsIn(open).map(({ refuses }) => refuses.name)).toEqual(["access.opened", "access.widened"]);
});

/** A model with one view that certain values of `region` and of `team` open together. */
const modelThatOpens = (region: string, team: string) =>
  modelOf(`type: model
name: m
connection: c
access_grants:
  - {name: regional, user_attribute: region, allowed_values: [${region}]}
  - {name: teams, user_attribute: team, allowed_values: [${team}]}
---
type: view
name: orders
model_name: m
sql_table_name: db.orders
required_access_grants: [regional, teams]
fields: [{name: id, field_type: dimension, type: string, sql: "\${TABLE}.id"}]`);

it("judges what they see until the next apply by the data model, also what several values open together", async () => {
  const seed: SandboxSeed = {
    workspaces: [
      {
        name: "prod",
        definitions: ["region", "team"].map((name) => ({ name, data_type: "string" as const })),
        all_users: { values: { region: "none", team: "none" } },
        groups: [{ name: "West", precedence: 10, values: { region: "west", team: "west" } }],
        invites: [{ email: "ada@northwind.example", role: "view" }],
      },
    ],
  };
  const wider = async (region: string, team: string) => {
    const file = `workspaces: {prod: {groups: {All Users: {values: {region: east, team: east}}, West: {precedence: 10, members: [ada@northwind.example]}}}}`;
    const { arrivals } = await planIn(seed, file, { dataModel: modelThatOpens(region, team) });
    return arrivals.map(({ arrives_wider = [] }) => arrives_wider);
  };
  expect(await wider("east", "none, east")).toEqual([["region"]]);
  expect(await wider("east", "east")).toEqual([["region", "team"]]);
  // A value that opens nothing is other data to nobody.
  expect(await wider("west", "west")).toEqual([[]]);
});

it("excuses what somebody sees until the next apply by a role only where both files say that nothing limits it", async () => {
  const seed = {
    workspaces: (SEED.workspaces ?? []).map((one) => ({ ...one, all_users: { values: { region: "none" } } })),
  };
  const file = (value: string, roles: string) =>
    `workspaces: {prod: {unlimited_roles: ${roles}, attributes: {region: {data_type: string, deny: none}}, groups: {All Users: {values: {region: ${value}}}, West: {precedence: 10, members: [ada@northwind.example]}}}}`;
  const wider = async (before: string) => {
    const base = desiredState(file("none", before));
    const { arrivals } = await planIn(seed, file("east", "[view]"), { base });
    return arrivals.map(({ known, arrives_wider }) => ({ known, arrives_wider }));
  };
  expect(await wider("[view]")).toEqual([{ known: true }]);
  expect(await wider("[admin]")).toEqual([{ arrives_wider: ["region"] }]);
});

it("has the arrivals in the digest, and names them where an approval is stale", async () => {
  const client = clientOf(createSandbox({ seed: SEED }));
  const [without, within] = await Promise.all(
    ["[]", "[ada@northwind.example]"].map((members) => planAgainst(client, fileOf(members, "{}"))),
  );
  expect(without?.resource_changes).toEqual(within?.resource_changes);
  expect(without?.plan_digest).not.toBe(within?.plan_digest);
  if (without === undefined || within === undefined) throw new Error("there are two");
  expect(planDifferenceText(approvedPart(without), approvedPart(within))).toContain(
    "prod: ada@northwind.example arrives in West (invited already, role view): region west (West)",
  );
});

it("is another approval where All Users limits nobody any more who arrives, though the operations are the same", async () => {
  const [limited, open] = await Promise.all(
    [{ region: "none" }, {}].map((values) =>
      planAgainst(
        clientOf(
          createSandbox({
            seed: {
              workspaces: (SEED.workspaces ?? []).map((one) => ({ ...one, all_users: { values } })),
            },
          }),
        ),
        fileOf("[ada@northwind.example]", "{}"),
      ),
    ),
  );
  if (limited === undefined || open === undefined) throw new Error("there are two");
  expect(open.resource_changes).toEqual(limited.resource_changes);
  expect(open.plan_digest).not.toBe(limited.plan_digest);
  expect(planDifferenceText(approvedPart(limited), approvedPart(open))).toContain(
    "region west (West); until the next apply nothing limits region",
  );
});

it("tells an invite that a plan sends from one that was sent, where an approval is stale", async () => {
  const file = fileOf("[ada@northwind.example]", "{ada@northwind.example: {role: view}}");
  const uninvited = (SEED.workspaces ?? []).map((workspace) => ({ ...workspace, invites: [] }));
  const [planned, pending] = await Promise.all(
    [{ workspaces: uninvited }, SEED].map(async (seed) =>
      planAgainst(clientOf(createSandbox({ seed })), file),
    ),
  );
  if (planned === undefined || pending === undefined) throw new Error("there are two");
  const lines = planDifferenceText(approvedPart(planned), approvedPart(pending)).match(
    /arrives in .*role view/g,
  );
  expect(lines).toEqual([
    "arrives in West (invited already, role view",
    "arrives in West (invited by this plan, role view",
  ]);
});

it("reads of the groups that nobody is in yet what they give, and of no other", async () => {
  const sandbox = createSandbox({
    seed: {
      workspaces: (SEED.workspaces ?? []).map((workspace) => ({
        ...workspace,
        groups: [...(workspace.groups ?? []), { name: "East", precedence: 20 }],
      })),
    },
  });
  await planAgainst(clientOf(sandbox), fileOf("[ada@northwind.example]", "{}"));
  const reads = sandbox.log().filter(({ path }) => /groups\/.*user_attributes$/.test(path));
  expect(reads).toHaveLength(2);
});

it("counts them once over all workspaces, and refuses them where asked to", async () => {
  const client = clientOf(
    createSandbox({ seed: { workspaces: [...(SEED.workspaces ?? []), { name: "lab" }] } }),
  );
  const desired = desiredState(
    "workspaces: {prod: {members: {}}, lab: {members: {ADA@northwind.example: {role: explore}, bob@northwind.example: {}}}}",
  );
  const plan = await planAgainst(client, desired, { failOn: ["arriving"] });
  expect(plan.arrivals.map(({ workspace, member, role }) => [workspace, member, role])).toEqual([
    ["lab", "ada@northwind.example", "explore"],
    ["lab", "bob@northwind.example", null],
    ["prod", "ada@northwind.example", "view"],
  ]);
  expect(plan.summary.access.arriving).toBe(2);
  expect(plan.outcome).toBe("refused");
  expect(guardsOf(plan)).toMatchObject([{ name: "fail-on.arriving", actual: 2 }]);
});

it("counts no invite of an organization admin, who is in a new workspace at once, where nothing else is managed", async () => {
  const sandbox = createSandbox({
    seed: {
      users: [{ email: "ada@northwind.example", organization_admin: true }],
      workspaces: [{ name: "elsewhere", groups: [{ name: "West", precedence: 1 }] }],
    },
  });
  const file = desiredState(
    "workspaces: {lab: {members: {ada@northwind.example: {}, bob@northwind.example: {}}}}",
  );
  const plan = await planAgainst(clientOf(sandbox), file);
  expect(plan.summary.emails).toBe(1);
  expect(plan.arrivals.map(({ member }) => member)).toEqual(["bob@northwind.example"]);
  const within = sandbox.log().filter(({ path }) => path.includes("/workspaces/"));
  expect(within.map(({ path }) => path.split("/").at(-1))).toEqual(["members"]);
});

it("refuses by --fail-on opened whoever is open until the next apply", async () => {
  const client = clientOf(createSandbox({ seed: SEED }));
  const plan = await planAgainst(client, fileOf("[ada@northwind.example]", "{}"), { failOn: ["opened"] });
  expect(plan.summary.access.opened).toBe(0);
  expect(plan.outcome).toBe("refused");
  expect(guardsOf(plan)).toMatchObject([{ actual: 1 }]);
});

it("looks at the domains of invites, pending and planned", async () => {
  const client = clientOf(createSandbox({ seed: SEED }));
  const file = `workspaces: {prod: {members: {mallory@evil.example: {}}}}
checks: {email_domains: {allowed: [northwind.example], severity: error}}`;
  const plan = await planAgainst(client, desiredState(file));
  expect(findingsFrom(plan, "check").map(({ code, summary }) => [code, summary])).toEqual([
    [
      "check-email-domain",
      "mallory@evil.example, who is invited, is from evil.example, not from northwind.example",
    ],
  ]);
  expect(plan.outcome).toBe("refused");
});

it("is of the workspaces of the run alone", async () => {
  const client = clientOf(
    createSandbox({ seed: { workspaces: [...(SEED.workspaces ?? []), { name: "lab" }] } }),
  );
  const desired = desiredState(
    "workspaces: {prod: {members: {}}, lab: {members: {bob@northwind.example: {}}}}",
  );
  const plan = await planAgainst(client, desired, { workspaces: ["lab"] });
  expect(plan.arrivals.map(({ member }) => member)).toEqual(["bob@northwind.example"]);
});
