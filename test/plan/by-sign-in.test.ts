import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox, type SandboxSeed, type SeedWorkspace } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, planIn, type TestOptions } from "../support/plan-against.js";

const ADA = "ada@northwind.example";
const ZOE = "zoe@northwind.example";
const PEN = "pen@northwind.example";

const seedWith = (more: Partial<SeedWorkspace> = {}): SandboxSeed => ({
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: { region: "none" } },
      groups: [{ name: "West", precedence: 10, values: { region: "west" }, members: [ADA] }],
      members: [{ email: ADA, role: "explore", values: { region: "emea" } }],
      invites: [
        { email: PEN, role: "view" },
        { email: "other@northwind.example", role: "view" },
      ],
      ...more,
    },
  ],
});

const file = (members: string, more = "arrive_by: sign_in"): string => `
workspaces:
  prod:
    ${more}
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 10, values: {region: west}, members: [${ADA}, ${ZOE}]}
    members: {${members}}
`;

const ZOE_IS_LISTED = `${ADA}: {role: explore}, ${ZOE}: {role: explore, values: {region: north}}`;

const planOf = (members: string, options: TestOptions = {}, seed = seedWith()) =>
  planIn(seed, file(members), options);

const arrivalsOf = ({ arrivals }: Plan) => arrivals.map(({ member, invite, role }) => [member, invite, role]);
const toldBy = (plan: Plan, code: string) =>
  plan.findings.filter((finding) => finding.code === code).map(({ address, summary }) => [address, summary]);
const invitesOf = ({ resource_changes }: Plan) => resource_changes.filter(({ type }) => type === "invite");

describe("somebody who is listed where people arrive by single sign-on", () => {
  it("is awaited, with all that waits for them, and is not invited", async () => {
    const plan = await planOf(ZOE_IS_LISTED);
    expect(plan.resource_changes).toEqual([]);
    expect(plan.summary).toMatchObject({ emails: 0, create: 0, access: { arriving: 3 } });
    const [other, , zoe] = plan.arrivals;
    expect(other).toMatchObject({ member: "other@northwind.example", invite: "pending" });
    expect(zoe).toMatchObject({ member: ZOE, invite: "sign_in", role: "explore", groups: ["West"] });
    expect(zoe?.values).toEqual([{ attribute: "region", value: "north", source: { kind: "own" } }]);
    const reason = "added once they have arrived by single sign-on";
    expect(plan.deferred.map(({ address, reason: why }) => [address, why])).toEqual([
      [`prod/groups/West/members/${ZOE}`, reason],
      [`prod/members/${ZOE}/values/region`, reason],
    ]);
  });

  it("is awaited where the workspace does not exist yet; its organization admins are not", async () => {
    const admin = "admin@northwind.example";
    const plan = await planOf(`${ZOE}: {}, ${admin}: {}`, {}, { workspaces: [{ name: "other" }] });
    expect(arrivalsOf(plan)).toEqual([[ZOE, "sign_in", null]]);
    expect(invitesOf(plan)).toEqual([]);
    const created = plan.resource_changes.map(({ address }) => address);
    expect(created).not.toContain(`prod/groups/West/members/${ZOE}`);
  });

  it("is awaited with a pending invite, too, which is named as left over, like that of somebody else", async () => {
    const plan = await planOf(`${PEN}: {role: admin}`);
    expect(arrivalsOf(plan)).toEqual([
      ["other@northwind.example", "pending", "view"],
      [PEN, "sign_in", "admin"],
    ]);
    expect(plan.unsupported).toEqual([]);
    const leftOver = "an invite is left over in prod, where people arrive by single sign-on";
    expect(toldBy(plan, "invite-left-over")).toEqual([
      ["prod/members/other@northwind.example", leftOver],
      [`prod/members/${PEN}`, leftOver],
    ]);
    expect(
      toldBy(await planIn(seedWith(), file("", "id: null").replace("id: null", "")), "invite-left-over"),
    ).toEqual([]);
  });

  it("may come before the values of All Users do where a new workspace lets everybody in", async () => {
    const told = async (provision: boolean) =>
      toldBy(
        await planIn(
          {},
          `workspaces: {new: {provision_by_default: ${provision}, attributes: {region: {data_type: string}}, groups: {All Users: {values: {region: none}}}}}`,
        ),
        "starts-open",
      );
    expect(await told(true)).toEqual([["new", expect.stringContaining("Whoever signs in")]]);
    expect(await told(false)).toEqual([]);
  });

  it("arrives with the role of an invite that is left over, if nothing limits it", async () => {
    const planWith = async (role: "develop" | "view") => {
      const plan = await planIn(
        seedWith({ invites: [{ email: PEN, role }] }),
        file(`${PEN}: {role: explore}`),
      );
      const [arrival] = plan.arrivals.filter(({ member }) => member === PEN);
      return [arrival?.invite, arrival?.role, arrival?.unlimited];
    };
    expect(await planWith("develop")).toEqual(["sign_in", "develop", true]);
    expect(await planWith("view")).toEqual(["sign_in", "explore", undefined]);
  });

  it("counts as somebody who is invited does", async () => {
    const guarded = `${file(`${ZOE}: {}`).replace("region: none}}", "}}")}
expect: [{workspace: prod, attribute: region, never: [west], except_groups: []}]
checks: {email_domains: [contoso.example]}
`;
    const plan = await planIn(seedWith({ all_users: {}, members: [], groups: [], invites: [] }), guarded, {
      failOn: ["arriving"],
    });
    expect(plan.outcome).toBe("refused");
    expect(toldBy(plan, "expectation-failed")[0]?.[1]).toContain(ZOE);
    expect(toldBy(plan, "check-email-domain")).toContainEqual([
      `prod/members/${ZOE}`,
      `${ZOE}, who is awaited, is from northwind.example, not from contoso.example`,
    ]);
    const [open] = plan.findings.filter(({ code }) => code === "arrives-open");
    expect(open?.detail).toContain(`Between the first sign-in and the next apply ${ZOE}`);
    expect(plan.findings.map(({ summary }) => summary)).toContain("--fail-on arriving: 1 found");
  });

  it("may be somebody whose address has changed", async () => {
    const former = "zoe.old@northwind.example";
    const groups = [{ name: "West", precedence: 10, members: [former] }];
    const live = seedWith({ invites: [], members: [{ email: former }], groups });
    const plan = await planIn(live, file(`${ZOE}: {}`).replace(`${ADA}, `, ""));
    expect(toldBy(plan, "rename-hint")).toEqual([
      [`prod/members/${ZOE}`, `${ZOE}, who is awaited, may be ${former}, whom the file does not name`],
    ]);
  });
});

it("names somebody whom only a group lists with the line that lets them arrive", async () => {
  const plan = await planOf(`${ADA}: {}`);
  const [told] = plan.findings.filter(({ code }) => code === "member-undeclared");
  expect(told?.summary).toBe(`${ZOE} is neither a member of prod nor listed under \`members\``);
  expect(told?.detail).toContain(`If they are to arrive by single sign-on, add the line \`${ZOE}: {}\``);
  expect(arrivalsOf(plan)).toEqual([
    ["other@northwind.example", "pending", "view"],
    [PEN, "pending", "view"],
  ]);
});

it("leaves a role that differs to the identity provider", async () => {
  const { unsupported } = await planOf(`${ADA}: {role: admin}`);
  expect(unsupported).toMatchObject([{ address: `prod/members/${ADA}`, before: "explore", after: "admin" }]);
  expect(unsupported[0]?.instead).toContain("The identity provider should give this role");
});

describe("with a base in which people arrive in another way", () => {
  const base = (how: string) => desiredState(file(ZOE_IS_LISTED, how));
  const byInvite = file(ZOE_IS_LISTED, "arrive_by: invite");

  it("invites by intent, once the file says so", async () => {
    const plan = await planIn(seedWith(), byInvite, { base: base("arrive_by: sign_in") });
    expect(invitesOf(plan)).toMatchObject([{ address: `prod/members/${ZOE}`, origin: "intent" }]);
    const before = await planIn(seedWith(), byInvite, { base: base("arrive_by: invite") });
    expect(invitesOf(before)).toMatchObject([{ origin: "drift" }]);
  });

  it("awaits whom the base would have invited", async () => {
    const plan = await planIn(seedWith(), file(ZOE_IS_LISTED), { base: base("arrive_by: invite") });
    expect(plan.resource_changes).toEqual([]);
    expect(arrivalsOf(plan)).toContainEqual([ZOE, "sign_in", "explore"]);
  });
});

it("names nobody as not listed who is awaited, and names pending invites of others", async () => {
  const plan = await planIn(
    seedWith(),
    file(ZOE_IS_LISTED, "arrive_by: sign_in\n    exact: {members: true}"),
  );
  expect(plan.not_listed.map(({ member, invite }) => [member, invite])).toEqual([
    ["admin@northwind.example", false],
    ["other@northwind.example", true],
    [PEN, true],
  ]);
});

describe("an own value that the file does not list and that outranks a group of it", () => {
  const summary = 'the own value "emea" of region, which the file does not list, outranks "west" of West';
  const address = `prod/members/${ADA}/values/region`;
  const drift = { purpose: "drift" } as const;

  it("is found by drift, which reads them all, and by a plan that reads it anyway", async () => {
    const found = async (plan: Promise<Plan>) => toldBy(await plan, "overridden");
    expect(await found(planOf(`${ADA}: {}`, drift))).toEqual([[address, summary]]);
    expect(await found(planOf(`${ADA}: {}`))).toEqual([]);
    const other = file(`${ADA}: {}`).replace("region: west", "region: east");
    expect(await found(planIn(seedWith(), other))).toEqual([[address, summary.replace('"west"', '"east"')]]);
  });

  it("is none where the file lists own values, the group is not of the file, or the value is the same", async () => {
    const found = async (text: string, seed = seedWith()) =>
      toldBy(await planIn(seed, text, drift), "overridden");
    expect(await found(file(`${ADA}: {values: {region: emea}}`))).toEqual([]);
    expect(await found(file(`${ADA}: {values: {}}`))).toEqual([]);
    expect(await found(file(`${ADA}: {}`, ""))).toEqual([]);
    const same = seedWith({ members: [{ email: ADA, role: "explore", values: { region: "west" } }] });
    expect(await found(file(`${ADA}: {}`), same)).toEqual([]);
    const unmanaged = `workspaces: {prod: {arrive_by: sign_in, members: {${ADA}: {}}}}`;
    expect(await found(unmanaged)).toEqual([]);
  });

  it("is found by any plan that gives a group value which it outranks, and says why nothing changes", async () => {
    const found = async (text: string, seed = seedWith()) => toldBy(await planIn(seed, text), "overridden");
    const byInvite = file(`${ADA}: {}`, "");
    const moves = seedWith({
      groups: [
        { name: "West", precedence: 10, values: { region: "west" } },
        { name: "East", precedence: 11, values: { region: "east" }, members: [ADA] },
      ],
    });
    expect(await found(byInvite, moves)).toEqual([[address, summary]]);
    const told = await planIn(moves, byInvite);
    expect(told.summary.access.people).toBe(0);
    // A value that changes is one that the plan gives as well, and one that stays is none.
    const other = byInvite.replace("region: west", "region: north");
    expect(await found(other)).toEqual([[address, summary.replace('"west"', '"north"')]]);
    expect(await found(byInvite)).toEqual([]);
    expect(await found(file(`${ADA}: {values: {region: emea}}`, ""), moves)).toEqual([]);
    const same = { members: [{ email: ADA, role: "explore", values: { region: "west" } }] };
    expect(await found(byInvite, seedWith({ ...same, groups: [] }))).toEqual([]);
  });

  it("costs a plan no request", async () => {
    const reads = async (how: string) => {
      const client = clientOf(createSandbox({ seed: seedWith() }));
      return (await planAgainst(client, desiredState(file(ZOE_IS_LISTED, how)))).reads.requests;
    };
    expect(await reads("arrive_by: sign_in")).toBe(await reads("arrive_by: invite"));
  });
});
