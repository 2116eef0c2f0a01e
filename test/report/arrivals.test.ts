import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import { asFindings, type PlanFinding } from "../../src/model/plan/finding.js";
import type { Arrival, DataVerdict, Deferred, ListedGuard, Plan } from "../../src/model/plan/plan.js";
import { whoProduct } from "../../src/report/access/who-answers.js";
import { csvPieces } from "../../src/report/words/table.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";
import { change, plan } from "./fixtures/plan-builder.js";

const arrival = (member: string, more: Partial<Arrival> = {}): Arrival => ({
  workspace: "prod",
  member,
  invite: "planned",
  role: null,
  groups: ["West"],
  values: [
    { attribute: "region", value: "west", source: { kind: "group", group: "West", precedence: 10 } },
    { attribute: "team", value: null, source: null },
  ],
  ...more,
});
const open: Diagnostic = {
  severity: "warning",
  code: "arrives-open",
  summary: "1 person arrives open",
  detail: "d",
};
const text = (given: Parameters<typeof plan>[0]) => planText(plan(given), { color: false, width: 100 });

it("puts those together who arrive alike, by name, and says who is open until the next apply", () => {
  const shown = text({
    arrivals: [
      arrival("ada@x.example"),
      arrival("bob@x.example"),
      arrival("cy@y.example", { invite: "pending", role: "view", groups: [] }),
    ],
    findings: asFindings("file", [open]),
  });
  expect(
    shown,
  ).toContain(`Arriving (3): what they will have once the invite is accepted and this file is applied
  1 person arrives open
  2 invites name no role, and no endpoint shows the workspace's default role. What follows is true
  if values limit that role: write \`role\` to be certain

  prod
    2 people: invited by this plan, role: the workspace's default, in West
        ada@x.example, bob@x.example
        region west (West), team no value (sees all)
    cy@y.example: invited already, role view, in no group
        region west (West), team no value (sees all)
`);
  expect(shown.trimEnd()).toMatch(
    /No changes\. The live organization matches the file\. Access: 3 arrive \(3 without a value that limits them\)\.$/,
  );
});

it("says what people who arrive will see of a data model, in every format", () => {
  const limit = { attribute: "region", value: "west", meaning: "these" as const, entries: ["west"] };
  const data = {
    gained: ["field:orders.total", "view:orders"],
    unclear: ["view:wages"],
    rows: [{ place: "view:orders", field: "orders.region", limit }],
  };
  const nothing = { gained: [], unclear: [], rows: [] };
  const given = plan({
    arrivals: [
      arrival("ada@x.example", { data }),
      arrival("bob@x.example", { data: { ...data } }),
      arrival("cy@x.example", { data: nothing }),
    ],
  });
  const sees = "will see the view orders with 1 field";
  const shown = planText(given, { color: false, width: 100 });
  expect(shown).toContain(`        ada@x.example, bob@x.example
        region west (West), team no value (sees all)
        ${sees}
        may see the view wages (unclear)
        rows of orders: west
    cy@x.example: invited by this plan, role: the workspace's default, in West
        region west (West), team no value (sees all)
        will certainly see nothing
`);
  for (const whole of [planMarkdown(given), planHtml(given)]) expect(whole).toContain(sees);
});

it("counts many by their groups, and names who will see everything", () => {
  const values = [{ attribute: "region", value: "west", source: { kind: "own" as const } }];
  const arrivals = Array.from({ length: 900 }, (_, i) =>
    arrival(`p${i}@x.example`, {
      groups: [`G${i % 2}`],
      values: values.map((one) => ({ ...one, value: `v${i}` })),
      ...(i === 7 && { unlimited: true }),
    }),
  );
  for (const shown of [text({ arrivals }), planMarkdown(plan({ arrivals }))]) {
    expect(shown).toContain("450 people in G0");
    expect(shown).toContain("449 people in G1");
    expect(shown).toContain("p7@x.example");
    expect(shown).toContain("will see everything");
  }
  expect(planText(plan({ arrivals }), { color: false, width: 80, full: true })).toContain("p899@x.example");
});

const group = (name: string) => ({ kind: "group" as const, group: name, precedence: 10 });
const was = (verdict: DataVerdict, value: string | null): NonNullable<Arrival["before"]> => ({
  role: null,
  groups: value === null ? [] : ["East"],
  values: [{ attribute: "region", value, source: value === null ? null : group("East") }],
  verdict,
});

it("has a row for whoever differs among hundreds, who sees most first, and one line for those invited before", () => {
  const many = Array.from({ length: 400 }, (_, i) => arrival(`p${i}@x.example`, { known: true }));
  const alike = Array.from({ length: 25 }, (_, i) => arrival(`q${i}@x.example`));
  const values = [{ attribute: "region", value: "east,north,west", source: group("Board") }];
  const few = { values: [{ attribute: "region", value: "west", source: group("West") }] };
  const arrivals = [
    ...many,
    ...alike.map((one) => ({ ...one, ...few })),
    arrival("mallory@evil.example", { groups: ["Board"], values, role: "admin" }),
    arrival("ada@x.example", { invite: "pending", before: was("widened", "west,east"), ...few }),
    arrival("bob@x.example", { invite: "pending", before: was("moved", null), ...few }),
  ];
  const given = plan({ arrivals });
  const shown = planText(given, { color: false, width: 100 });
  expect(
    shown,
  ).toContain(`Arriving (28): what they will have once the invite is accepted and this file is applied
  27 invites name no role, and no endpoint shows the workspace's default role. What follows is true
  if values limit that role: write \`role\` to be certain

  prod
    mallory@evil.example: invited by this plan, role admin, in Board
        region "east,north,west" (Board)
    25 people: invited by this plan, role: the workspace's default, in West
        q0@x.example, q1@x.example, q2@x.example and 22 more
        region west (West)
    ada@x.example: will see more, invited already, role: the workspace's default, in East → West
        region "west,east" → west (West)
    bob@x.example: will see other data, invited already, role: the workspace's default, in no group → West
        region no value (sees all) → west (West)

400 invited before
`);
  expect(shown).toMatch(
    /^No changes yet: what .* Access: 28 arrive \(1 will see more, 1 will see other data\)\.$/m,
  );
  // Above the people who are known, which a page folds.
  expect(planHtml(given)).toMatch(
    /mallory@evil\.example.*<details><summary>400 invited before<\/summary>.*p399@x\.example/s,
  );
  expect(planMarkdown(given)).toContain(
    '| `mallory@evil.example` |  | `region` `"east,north,west" (Board)` | new | invited by this plan, role admin; in Board |',
  );
  for (const whole of [planText(given, { color: false, width: 100, full: true }), planHtml(given)])
    expect(whole).toContain("p399@x.example");
});

it("names up to 20 people of a row, and says where nothing tells new ones from known ones", () => {
  const twenty = Array.from({ length: 20 }, (_, i) => arrival(`p${i}@x.example`, { invite: "pending" }));
  const { summary, ...given } = plan({ arrivals: twenty });
  const compared = {
    ...given,
    summary: { ...summary, access: { ...summary.access, compared: "nothing" as const } },
  };
  const shown = planText(compared, { color: false, width: 400 });
  expect(shown).toContain("no base: all 20 count as new");
  expect(shown).toContain("p19@x.example");
});

it("says nothing of an access that changes where nobody's arrival is new", () => {
  const shown = text({ arrivals: [arrival("ada@x.example", { invite: "pending", known: true })] });
  expect(shown).toContain("1 invited before\n");
  const admin = arrival("eve@x.example", { invite: "pending", known: true, unlimited: true });
  expect(text({ arrivals: [admin] })).toContain("1 invited before (1 will see everything)\n");
  expect(shown.trimEnd()).toMatch(/No changes\. The live organization matches the file\.$/);
});

it("shows a few notes of each code where it is short", () => {
  const notes = Array.from({ length: 400 }, (_, i): Diagnostic => {
    const address = `prod/groups/G${i}`;
    return { severity: "warning", code: "shared-precedence", summary: "10 is shared", detail: "", address };
  });
  const given = plan({ findings: asFindings("plan", [...notes, open]) });
  expect(text(given)).toContain("The same of 399 more: prod/groups/G1, prod/groups/G2,");
  expect(text(given)).toContain("prod/groups/G20 and 379 more");
  const markdown = planMarkdown(given, { budget: 10_000 });
  expect(markdown).toContain("#### Warnings (401)");
  expect(markdown).toContain(
    "- 10 is shared `shared-precedence`\n  `prod/groups/G0`\n  The same of 399 more: prod",
  );
  const others = notes.map((note, i) => ({ ...note, summary: `${i} is shared` }));
  const short = planMarkdown(plan({ findings: asFindings("plan", [...others, open]) }), { budget: 10_000 });
  expect(short).toContain("and 399 more \\[shared-precedence\\]: prod/groups/G1, prod/groups/G2");
  expect(short).toContain("`arrives-open`");
  expect(short).toContain("Shortened for length:** warnings.");
  const errors = others.map((note) => ({ ...note, severity: "error" as const }));
  expect(text({ findings: asFindings("file", errors), errored: true }).match(/^Error:/gm)).toHaveLength(400);
});

it("is open in Markdown and HTML", async () => {
  const given = plan({ arrivals: [arrival("ada@x.example")], findings: asFindings("file", [open]) });
  const markdown = planMarkdown(given);
  expect(markdown).toContain("#### Arriving (1): what");
  expect(markdown.slice(0, markdown.indexOf("Arriving"))).not.toContain("<details>");
  expect(markdown).toContain("| `region` `west (West)`, `team` `no value (sees all)` | new |");
  expect(await planHtml(given)).toContain(">ada@x.example</span>");
});

describe("people who have joined", () => {
  const joins = (people: readonly string[], origin?: "drift"): Partial<Plan> => ({
    [origin ? "has_joined" : "has_nothing_yet"]: people.map((member) => ({
      workspace: "prod",
      member,
      groups: ["West"],
      values: [{ attribute: "region", value: "a" }],
    })),
    resource_changes: people.map((email) =>
      change(
        "create",
        `prod/groups/West/members/${email}`,
        null,
        { group: "West", member: email },
        origin && { origin },
      ),
    ),
  });
  const ADA = ["ada@x.example"];

  it("stand by name with what they wait for, in every format, and apart from drift", () => {
    const given = joins(ADA, "drift");
    expect(text(given)).toContain("Has joined (1)\n");
    expect(text(given)).toContain("prod  ada@x.example waits for West, own region a\n");
    expect(text(given)).toContain("For people who have joined (1 to add)\n");
    expect(text(given)).not.toContain("Drift, which");
    expect(planMarkdown(plan(given))).toContain("ada@x.example waits for West, own region a");
    expect(planHtml(plan(given))).toContain(
      '<th scope="row">ada@x.example</th><td>prod</td><td>West, own region a</td>',
    );
  });

  it("are not called so without a base, and many are counted", () => {
    expect(text(joins(ADA))).toContain("Has nothing yet of what the file gives (1)\n");
    expect(text(joins(ADA))).not.toContain("joined (");
    const many = text(joins(Array.from({ length: 30 }, (_, i) => `p${i}@x.example`)));
    expect(many).toContain("Has nothing yet of what the file gives (30)\n");
    expect(many).toContain("p29@x.example");
  });
});

it("folds memberships of people who are nowhere declared", () => {
  const people = Array.from({ length: 300 }, (_, i) => `p${i}@x.example`);
  const memberships = people.flatMap((email, i) =>
    ["A", "B", "C"].map((group) => `prod-${i % 6}/groups/${group}/members/${email}`),
  );
  const deferred = memberships.map(
    (address): Deferred => ({ address, type: "group_membership", reason: "is no member" }),
  );
  const findings = memberships.map(
    (address): PlanFinding => ({
      from: "file",
      severity: "warning",
      code: "member-undeclared",
      summary: "s",
      detail: "d",
      address,
    }),
  );
  for (const shown of [text({ deferred, findings }), planMarkdown(plan({ deferred, findings }))]) {
    expect(shown).toContain("The same of 899 more: prod-0/groups/B/members/p0@x.example");
    expect(shown).toContain("900 group members (300 people in 6 workspaces)");
    expect(shown.split("\n").length).toBeLessThan(60);
  }
  expect(text({ deferred: deferred.slice(0, 3), findings: findings.slice(0, 3) })).toContain(
    "prod-0/groups/C/members/p0@x.example",
  );
});

it("marks them among those who reach an object, in CSV in a column of its own", () => {
  const answer = {
    workspace: "prod",
    role: null,
    limited_by: "values" as const,
    reaches: "yes" as const,
    open: false,
    values: [],
  };
  const answers = [
    { ...answer, member: "ada@n.example" },
    { ...answer, member: "new@n.example", arriving: true as const },
  ];
  const product = whoProduct(
    { questions: [{ kind: "object", object: "view:v" }], answers, isOpenOnly: false },
    { organization: { id: "o" }, version: "1.0.0" },
  );
  expect([...csvPieces(product.csv)].join("").trim().split("\r\n")).toEqual([
    '"workspace","member","role","attribute","value","source","grants","state","arriving","listed","limited_by","by","through"',
    '"prod","ada@n.example","","","","","","reaches","","","values","",""',
    '"prod","new@n.example","","","","","","reaches","yes","","values","",""',
  ]);
});

it("says once what several guards refuse for the same reason, with every place, in each format", () => {
  const guards = ["prod", "test", "lab"].map(
    (workspace): ListedGuard => ({
      code: "expectation-failed",
      name: "expect",
      refused: true,
      message: `${workspace}: region: ada@x.example would get west (orgform.yaml:9)`,
      addresses: [`${workspace}/attributes/region`],
    }),
  );
  const limits = [1, 2].map(
    (actual): ListedGuard => ({
      code: "limit-delete",
      name: `delete.${actual}`,
      refused: true,
      message: "many",
      actual,
      addresses: [],
    }),
  );
  const given = plan({ guards: [...guards, ...limits] });
  for (const shown of [text(given), planMarkdown(given), planHtml(given)]) {
    expect(shown.match(/would get west/g)).toHaveLength(1);
    expect(shown).toContain("and the same of 2 more");
    for (const name of ["prod", "test", "lab"]) expect(shown).toContain(`${name}/attributes/region`);
    expect(shown).toContain("delete.1: 1");
    expect(shown).toContain("delete.2: 2");
  }
});

it("says once what is wrong with 72 groups in the same way, and where", () => {
  const diagnostics = Array.from(
    { length: 72 },
    (_, i): Diagnostic => ({
      severity: "error",
      code: "missing-precedence",
      summary: `Team ${i} does not exist and has no precedence to be created with`,
      detail: "Give the group a precedence.",
      address: `prod/groups/Team ${i}`,
    }),
  );
  const other: Diagnostic = {
    ...diagnostics[0],
    summary: "Team 0 is something else",
    detail: "d",
  } as Diagnostic;
  const given = plan({ findings: asFindings("file", [...diagnostics, other]), errored: true });
  for (const shown of [
    text(given),
    planText(given, { color: false, width: 80, full: true }),
    planMarkdown(given),
    planHtml(given),
  ]) {
    expect(shown.match(/has no precedence/g)).toHaveLength(1);
    expect(shown).toContain("The same of 71 more: prod/groups/Team 1");
    expect(shown).toContain("Team 0 is something else");
  }
});
