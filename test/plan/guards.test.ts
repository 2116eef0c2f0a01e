import { describe, expect, it } from "vitest";
import { workspaceAddress } from "../../src/model/address.js";
import type { Guard, ResourceChange } from "../../src/model/plan/plan.js";
import type { ResourceKind } from "../../src/model/resource-kind.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import type { LiveMember, LiveWorkspace } from "../../src/model/state/live-state.js";
import { allowedBy } from "../../src/plan/guards/allowance.js";
import { askGuards, type GuardedPlan } from "../../src/plan/guards/guards.js";
import { watchedPeople } from "../../src/plan/guards/people-guards.js";
import type { Allow } from "../../src/plan/input/inputs.js";
import { access, change, fromGroup, own } from "../render/fixtures/plan-builder.js";

const NOTHING: GuardedPlan = {
  changes: [],
  access: [],
  verdicts: [],
  arrivals: [],
  windows: [],
  unread: [],
  moves: new Set(),
  live: new Map(),
  groups: new Map(),
  names: [],
  people: [],
  checks: [],
};

interface Asked extends Partial<GuardedPlan> {
  readonly allow?: Allow;
  readonly protect?: readonly string[];
  readonly protectedBefore?: readonly string[];
  readonly limits?: DesiredState["limits"];
}

/** The guards that refuse. */
const ask = (asked: Asked): readonly Guard[] => askAll(asked).filter(({ refused }) => refused);

function askAll({ allow, protect = [], protectedBefore, limits, ...plan }: Asked): readonly Guard[] {
  const desired: DesiredState = {
    organization: { id: "org" },
    service: {},
    workspaces: [],
    protect,
    limits: limits ?? { delete: { count: 20, percent: 25 }, access: { opened: 0 } },
    expect: [],
  };
  return askGuards({ ...NOTHING, ...plan }, desired, {
    orgformVersion: "test",
    ...(allow === undefined ? {} : { allow }),
    ...(protectedBefore === undefined ? {} : { base: { ...desired, protect: protectedBefore } }),
  });
}

const named = (guards: readonly Guard[]): string[] =>
  guards.map(({ name, actual }) => `${name} ${actual ?? ""}`.trim());

/** So many memberships to remove, of so many that live. */
const memberships = (count: number, live: number, more: Asked = {}): Asked => ({
  changes: Array.from({ length: count }, (_, i) => gone(`w/groups/g/members/p${i}@n.example`)),
  live: new Map<ResourceKind, number>([["group_membership", live]]),
  ...more,
});

const gone = (address: string, more: Partial<ResourceChange> = {}): ResourceChange =>
  change("delete", address, {}, null, more);

describe("what was allowed", () => {
  const asked: Asked = {
    ...memberships(21, 1_000),
    access: [access("w", "ada@n.example", "region", fromGroup("west", "g"), null)],
    people: [{ guard: "own-user", workspace: "w", email: "p0@n.example", who: "the token's own user" }],
  };

  it("is said, and can be given again with the plan", () => {
    const refused = askAll(asked);
    expect(refused.map(({ refused }) => refused)).toEqual([true, true, true]);
    const allow = refused.map(({ override = "" }) => override.replace(/^--allow /, "").split("="));
    const allowed = askAll({
      ...asked,
      allow: allow.map(([guard = "", value = ""]) => [guard, value] as const),
    });
    expect(allowed).toEqual(refused.map((guard) => ({ ...guard, refused: false })));
    expect(allowedBy(refused)).toEqual([]);
    expect(allowedBy(allowed)).toEqual(allow.map((words) => words.join("=")));
  });

  it("is given again letter by letter, whatever a workspace is called", () => {
    const name = 'it\'s a "test" $HOME';
    const asked: Asked = {
      changes: [change("delete", workspaceAddress(name), { name }, null)],
      allow: [["archive", name]],
    };
    expect(allowedBy(askAll(asked))).toEqual([`archive=${name}`]);
  });
});

describe("a number given with --allow", () => {
  const opening = { access: [access("w", "ada@n.example", "region", fromGroup("west", "g"), null)] };
  const limits = { delete: { count: 20, percent: 100 }, access: { opened: 5 } };

  it("is the limit, also where it is below the one of the file", () => {
    expect(named(ask({ ...opening, limits }))).toEqual([]);
    expect(named(ask({ ...opening, limits, allow: [["access.opened", "0"]] }))).toEqual(["access.opened 1"]);
    const two = memberships(2, 1_000, { limits, allow: [["delete.total", "1"]] });
    expect(named(ask(two))).toEqual(["delete.total 2"]);
  });

  it("is kept with the plan also where it only takes things out of the run's total", () => {
    const limits = { delete: { count: 2, percent: 100 }, access: { opened: 0 } };
    const asked: Asked = {
      changes: ["a", "b"].flatMap((g) => [gone(`w/groups/${g}`), gone(`v/groups/${g}/values/region`)]),
      live: new Map<ResourceKind, number>([
        ["group", 9],
        ["group_value", 9],
      ]),
      groups: new Map([["w", 9]]),
      limits,
    };
    expect(named(ask(asked))).toEqual(["delete.total 4"]);
    const made = askAll({ ...asked, allow: [["delete.group", "2"]] });
    expect(made.filter(({ refused }) => refused)).toEqual([]);
    const again = allowedBy(made).map((text) => text.split("=") as [string, string]);
    expect(ask({ ...asked, allow: again })).toEqual([]);
  });
});

describe("the limit on deletions", () => {
  it.each([
    ["20 of 1,000 pass", memberships(20, 1_000), []],
    ["21 of 1,000 do not: that is more than 20", memberships(21, 1_000), ["delete.group_membership 21"]],
    ["2 of 10 pass: 20 %", memberships(2, 10), []],
    ["3 of 10 do not: 30 %", memberships(3, 10), ["delete.group_membership 3"]],
    ["3 of 12 pass: 25 % is not more than 25 %", memberships(3, 12), []],
    ["4 of 12 do not", memberships(4, 12), ["delete.group_membership 4"]],
    ["2 of 2 pass: two are few", memberships(2, 2), []],
    ["3 of 3 do not: all that there are", memberships(3, 3), ["delete.group_membership 3"]],
    ["3 of 4 pass: one is left, and a share of so few says little", memberships(3, 4), []],
    ["8 of 9 pass", memberships(8, 9), []],
    ["9 of 9 do not", memberships(9, 9), ["delete.group_membership 9"]],
    [
      "21 pass when 21 are allowed",
      memberships(21, 1_000, { allow: [["delete.group_membership", "21"]] }),
      [],
    ],
    [
      "22 do not when 21 are",
      memberships(22, 1_000, { allow: [["delete.group_membership", "21"]] }),
      ["delete.group_membership 22"],
    ],
    [
      "the limits are the file's",
      memberships(1, 100, { limits: { delete: { count: 0, percent: 25 }, access: { opened: 0 } } }),
      ["delete.group_membership 1"],
    ],
  ] as const)("%s", (_, asked, refused) => {
    expect(named(ask(asked))).toEqual(refused);
  });

  const both: Asked = {
    changes: [
      ...(memberships(12, 100).changes ?? []),
      ...Array.from({ length: 12 }, (_, i) => gone(`w/groups/g/values/a${i}`)),
    ],
    live: new Map<ResourceKind, number>([
      ["group_membership", 100],
      ["group_value", 100],
    ]),
  };

  it("holds for the run as well as for each kind", () => {
    expect(named(ask(both))).toEqual(["delete.total 24"]);
    expect(named(ask({ ...both, allow: [["delete.total", "23"]] }))).toEqual(["delete.total 24"]);
    expect(named(ask({ ...both, allow: [["delete.total", "24"]] }))).toEqual([]);
    expect(named(ask({ ...both, allow: [["delete.total", "many"]] }))).toEqual(["delete.total 24"]);
  });

  it("does not count what goes with another deletion, nor for the run what was allowed by kind", () => {
    const implied = Array.from({ length: 30 }, (_, i) =>
      gone(`w/groups/g/values/a${i}`, { implied_by: "w/groups/g" }),
    );
    expect(named(ask({ changes: [gone("w/groups/g"), ...implied], groups: new Map([["w", 9]]) }))).toEqual(
      [],
    );
    expect(named(ask({ ...both, allow: [["delete.group_value", "12"]] }))).toEqual([]);
  });

  it.each([
    ["members", 9, "9 group members would be deleted, all of them"],
    ["members", 12, "9 group members would be deleted, more than 25 % of all 12"],
    ["values", 9, "9 group values would be deleted, all that were read"],
    ["values", 12, "9 group values would be deleted, more than 25 % of the 12 that were read"],
  ])("claims of %s (%i live) only what was read", (list, live, message) => {
    const kind = list === "members" ? "group_membership" : "group_value";
    const changes = Array.from({ length: 9 }, (_, i) => gone(`w/groups/g${i}/${list}/x@y.example`));
    expect(ask({ changes, live: new Map([[kind, live]]) }).map((guard) => guard.message)).toEqual([message]);
  });

  it("says the exact override", () => {
    expect(ask(memberships(21, 1_000))[0]).toMatchObject({
      code: "limit-delete",
      limit: 20,
      override: "--allow delete.group_membership=21",
    });
  });
});

describe("every group of a workspace", () => {
  const groups = (count: number, live: number, allow?: Allow): Asked => ({
    changes: Array.from({ length: count }, (_, i) => gone(`w w/groups/g${i}`)),
    groups: new Map([["w w", live]]),
    live: new Map<ResourceKind, number>([["group", 100]]),
    ...(allow === undefined ? {} : { allow }),
  });

  it("never goes unless the workspace is named", () => {
    expect(named(ask(groups(1, 2)))).toEqual([]);
    expect(named(ask(groups(2, 2)))).toEqual(["all-groups 2"]);
    expect(named(ask(groups(1, 1)))).toEqual(["all-groups 1"]);
    expect(ask(groups(2, 2))[0]?.override).toBe("--allow 'all-groups=w w'");
    expect(named(ask(groups(2, 2, [["all-groups", "other"]])))).toEqual(["all-groups 2"]);
    expect(
      named(
        ask(
          groups(2, 2, [
            ["all-groups", "w w"],
            ["all-groups", "other"],
          ]),
        ),
      ),
    ).toEqual([]);
  });

  it("goes with an archive that was named", () => {
    const changes = [gone("old"), gone("old/groups/g", { implied_by: "old" })];
    expect(named(ask({ changes, groups: new Map([["old", 1]]), allow: [["archive", "old"]] }))).toEqual([]);
  });
});

describe("an archive", () => {
  it("is refused unless the workspace is named, each one by itself", () => {
    const changes = [gone("a~1b"), gone("c")];
    expect(ask({ changes }).map(({ override }) => override)).toEqual([
      "--allow archive=a/b",
      "--allow archive=c",
    ]);
    expect(ask({ changes, allow: [["archive", "c"]] }).map(({ override }) => override)).toEqual([
      "--allow archive=a/b",
    ]);
    expect(
      ask({
        changes,
        allow: [
          ["archive", "c"],
          ["archive", "a/b"],
        ],
      }),
    ).toEqual([]);
  });
});

describe("protect", () => {
  it("refuses deletions, also those that go with another one, and has no override", () => {
    const changes = [
      gone("w/attributes/region"),
      gone("w/groups/g/values/region", { implied_by: "w/attributes/region" }),
    ];
    const [guard, ...others] = ask({ changes, protect: ["*/groups/*/values/region"] });
    expect(others).toEqual([]);
    expect(guard).toMatchObject({
      code: "protected",
      refused: true,
      addresses: ["w/groups/g/values/region"],
    });
    expect(guard).not.toHaveProperty("override");
  });

  it.each([
    ["*/groups/All Users/**", ["w/groups/All Users"]],
    ["w/groups/g/values/region", ["w/groups/g"]],
    ["w/members/ada@n.example", ["w/members"]],
    ["w/groups/g", ["w/groups/g"]],
    ["**", ["w", "w/groups/g", "w/members", "w/groups/All Users", "w/groups/g"]],
    ["w/groups/h/**", []],
    ["v/**", []],
  ])("holds for what goes with an archive and was not read: %s", (pattern, addresses) => {
    const changes = [gone("w"), gone("w/groups/g", { implied_by: "w" })];
    const guards = ask({ changes, protect: [pattern], allow: [["archive", "w"]] });
    expect(guards.flatMap((guard) => guard.addresses)).toEqual(addresses);
  });

  it.each([
    ["w/groups/new/**", true],
    ["w/groups/old/**", true],
    ["live/groups/new/**", true],
    ["live/groups/old/**", true],
    ["live/groups/other/**", false],
    ["*/groups/older/**", false],
  ])("holds under the names in the file and in the service: %s", (pattern, refuses) => {
    const groups = new Map([
      ["new", "old"],
      ["other", "other"],
    ]);
    const [guard] = ask({
      changes: [gone("w/groups/new/values/region")],
      names: [{ workspace: "w", liveWorkspace: "live", groups }],
      protect: [pattern],
    });
    expect(guard?.addresses ?? []).toEqual(refuses ? ["w/groups/new/values/region"] : []);
  });

  it("takes the live name of a workspace, and not the file's, for a whole one", () => {
    const asked: Asked = {
      changes: [gone("w")],
      names: [{ workspace: "w", liveWorkspace: "live one", groups: new Map() }],
    };
    expect(ask(asked).map(({ override }) => override)).toEqual(["--allow 'archive=live one'"]);
    expect(named(ask({ ...asked, allow: [["archive", "w"]] }))).toEqual(["archive"]);
    expect(named(ask({ ...asked, allow: [["archive", "live one"]] }))).toEqual([]);
    const groups = { ...asked, changes: [gone("w/groups/g")], groups: new Map([["w", 1]]) };
    expect(named(ask({ ...groups, allow: [["all-groups", "w"]] }))).toEqual(["all-groups 1"]);
    expect(named(ask({ ...groups, allow: [["all-groups", "live one"]] }))).toEqual([]);
  });

  it("holds when the same edit takes it away", () => {
    const changes = [gone("w/groups/g")];
    expect(named(ask({ changes, groups: new Map([["w", 9]]), protectedBefore: ["w/groups/*"] }))).toEqual([
      "protect 1",
    ]);
  });

  it("lets changes and creations pass", () => {
    expect(
      ask({
        changes: [change("update", "w/groups/g", {}, {}), change("create", "w/groups/h", null, {})],
        protect: ["**"],
      }),
    ).toEqual([]);
  });
});

describe("access", () => {
  const opened = Array.from({ length: 3 }, (_, i) =>
    access("w", `p${i}@n.example`, "region", own("a"), null),
  );

  it("that would be opened is refused from the first, up to what is allowed", () => {
    expect(named(ask({ access: [access("w", "p@n.example", "region", own("a"), own("b"))] }))).toEqual([]);
    expect(named(ask({ access: opened.slice(0, 1) }))).toEqual(["access.opened 1"]);
    expect(named(ask({ access: opened, allow: [["access.opened", "2"]] }))).toEqual(["access.opened 3"]);
    expect(named(ask({ access: opened, allow: [["access.opened", "3"]] }))).toEqual([]);
    expect(
      named(ask({ access: opened, limits: { delete: { count: 20, percent: 25 }, access: { opened: 3 } } })),
    ).toEqual([]);
  });

  it("that would be another for a moment is refused as well", () => {
    const windows = [
      { workspace: "w", member: "p@n.example", attribute: "region", value: "x", after_step: 1 },
    ];
    expect(named(ask({ windows }))).toEqual(["access.windows 1"]);
    expect(named(ask({ windows, allow: [["access.windows", "1"]] }))).toEqual([]);
  });
});

describe("whoever has to be able to put things right", () => {
  const me = "me@n.example";
  const boss = "boss@n.example";
  const member = (id: string, email: string, role: string): LiveMember => ({
    id,
    email,
    display_email: email,
    role,
    first_name: null,
    last_name: null,
    email_verified: true,
    mfa_enabled: true,
    identity_provider: "Okta",
  });
  const workspace = (...members: readonly LiveMember[]): LiveWorkspace => ({
    id: "ws",
    name: "w",
    provision_by_default: null,
    groups: [],
    attributes: [],
    members,
  });
  const mine = member("usr_me", me, "admin");
  const bosses = member("usr_boss", boss, "organization_admin");
  const watched = (...members: readonly LiveMember[]) => watchedPeople("w", workspace(...members), "usr_me");

  it("is one guard where the token's own user is the only organization admin", () => {
    const both = { ...mine, role: "organization_admin" };
    const taken = gone(`w/groups/g/members/${me}`);
    expect(ask({ changes: [taken], people: watched(both) })).toMatchObject([
      {
        name: "last-admin",
        message: `${me}, the token's own user and the only organization admin, would lose this`,
        override: `--allow last-admin=${me}`,
      },
    ]);
    expect(ask({ changes: [taken], people: watched(both), allow: [["last-admin", me]] })).toEqual([]);
    expect(named(ask({ changes: [taken], people: watched(both, bosses) }))).toEqual(["own-user 1"]);
  });

  it("is the token's own user and the only organization admin, where the roster was read", () => {
    expect(watched(mine, bosses).map(({ guard, email }) => `${guard} ${email}`)).toEqual([
      `own-user ${me}`,
      `last-admin ${boss}`,
    ]);
    expect(watched(bosses, member("usr_2", "two@n.example", "organization_admin"))).toEqual([]);
    expect(watchedPeople("w", undefined, "usr_me")).toEqual([]);
  });

  it.each([
    ["a group", gone(`w/groups/g/members/${me}`)],
    ["a group that is deleted", gone(`w/groups/g/members/${me}`, { implied_by: "w/groups/g" })],
    ["a value of their own", gone(`w/members/${me}/values/region`)],
    [
      "a value of their own that goes with its attribute",
      gone(`w/members/${me}/values/region`, { implied_by: "w/attributes/region" }),
    ],
    ["a value that a group gives them", gone("w/groups/g/values/region")],
  ])("does not lose %s", (_, deletion) => {
    const given = access("w", me, "region", fromGroup("a", "g"), fromGroup("b", "h"));
    const asked = { changes: [deletion], access: [given], people: watched(mine, bosses) };
    expect(named(ask(asked))).toEqual(["own-user 1"]);
    expect(named(ask({ ...asked, people: watched({ ...mine, role: "organization_admin" }) }))).toEqual([
      "last-admin 1",
    ]);
    expect(ask({ ...asked, allow: [["own-user", me]] })).toEqual([]);
    expect(ask({ ...asked, allow: [["own-user", me.toUpperCase()]] })).toEqual([]);
    expect(
      named(
        ask({
          ...asked,
          allow: [
            ["own-user", boss],
            ["last-admin", me],
          ],
        }),
      ),
    ).toEqual(["own-user 1"]);
  });

  it("does not lose a value that a tie of groups gives them", () => {
    const source = { kind: "tie", groups: ["g", "h"], values: ["a", "b"], precedence: 1 } as const;
    const tie = { value: "a | b", source };
    const given = access("w", me, "region", tie, fromGroup("b", "h"));
    const asked = { access: [given], people: watched(mine) };
    expect(named(ask({ ...asked, changes: [gone("w/groups/g/values/region")] }))).toEqual(["own-user 1"]);
    expect(named(ask({ ...asked, changes: [gone("w/groups/i/values/region")] }))).toEqual([]);
  });

  it.each([
    ["is somebody else's", gone("w/groups/g/members/you@n.example")],
    ["is of another workspace", gone(`v/groups/g/members/${me}`)],
    ["somebody else got from the group", gone("w/groups/h/values/region")],
    ["everybody had", gone("w/groups/All Users/values/region")],
    ["comes back", change("create", `w/groups/g/members/${me}`, null, {})],
  ])("may see go what %s", (_, other) => {
    const given = access("w", me, "region", fromGroup("a", "g"), fromGroup("b", "h"));
    expect(ask({ changes: [other], access: [given], people: watched(mine) })).toEqual([]);
  });
});

describe("a check of the roster", () => {
  const found = (severity: "warning" | "error") => ({
    code: "check-mfa" as const,
    severity,
    summary: "x",
    detail: "",
    address: "w/members/a@n.example",
  });

  it("refuses where the file calls it an error, and can be allowed by number", () => {
    expect(ask({ checks: [found("warning")] })).toEqual([]);
    expect(ask({ checks: [found("error"), found("error")] })).toMatchObject([
      { code: "check-mfa", actual: 2, override: "--allow check-mfa=2" },
    ]);
    expect(ask({ checks: [found("error")], allow: [["check-mfa", "1"]] })).toEqual([]);
  });
});
