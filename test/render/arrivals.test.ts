import { expect, it } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import type { Arrival, Deferred } from "../../src/model/plan/plan.js";
import { whoAnswers } from "../../src/render/access/who-answers.js";
import { planHtml } from "../../src/render/html/plan-html.js";
import { planMarkdown } from "../../src/render/markdown/plan-markdown.js";
import { planText } from "../../src/render/text/plan-text.js";
import { fewOfEachCode } from "../../src/render/view/plan-notes.js";
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
    diagnostics: [open],
  });
  expect(shown).toContain(`Arriving (what they will have once the invite is accepted and this file is applied)
  1 person arrives open

  prod
    2 people: invited by this plan, role: the workspace's default, in West
        ada@x.example, bob@x.example
        region west (West), team no value (sees all)
    cy@y.example: invited already, role view, in no group
        region west (West), team no value (sees all)
`);
  expect(shown.trimEnd()).toMatch(
    /No changes\. The live organization matches the file\. Access: 3 arrive\.$/,
  );
});

it("counts people by value where a short form has much to tell", () => {
  const arrivals = Array.from({ length: 900 }, (_, i) =>
    arrival(`p${i}@x.example`, { workspace: `w${i % 3}`, groups: [`G${i}`] }),
  );
  const rows = /region +west +900 people in 3 workspaces\n *team +no value \(sees all\) +900 people in 3/;
  const given = plan({ arrivals, diagnostics: [open] });
  const markdown = planMarkdown(given, { budget: 10_000 });
  expect(markdown).toMatch(rows);
  expect(markdown).toContain("Counted for length, not shown one by one:** 900 arrivals.");
  expect(text({ arrivals })).toContain("p899@x.example");
});

it("shows a few notes of each code where it is short", () => {
  const notes = Array.from({ length: 400 }, (_, i): Diagnostic => {
    const address = `prod/groups/G${i}`;
    return { severity: "warning", code: "shared-precedence", summary: "10 is shared", detail: "", address };
  });
  const given = plan({ warnings: [...notes, open] });
  expect(text(given)).toContain("prod/groups/G399");
  const markdown = planMarkdown(given, { budget: 10_000 });
  expect(markdown).toContain("- and 395 more \\[shared-precedence\\]");
  expect(markdown).toContain("- 10 is shared `shared-precedence` at `prod/groups/G4`");
  expect(markdown).toContain("Counted for length, not shown one by one:** 395 warnings.");
  const errors = notes.map((note) => ({ ...note, severity: "error" as const }));
  expect(fewOfEachCode(errors)).toEqual({ few: errors, more: [] });
});

it("is open in Markdown and a table in HTML", async () => {
  const given = plan({ arrivals: [arrival("ada@x.example")], diagnostics: [open] });
  const markdown = planMarkdown(given);
  expect(markdown).toContain("#### Arriving: 1");
  expect(markdown.slice(0, markdown.indexOf("Arriving"))).not.toContain("<details>");
  expect(markdown).toContain("region west (West), team no value (sees all)");
  expect(await planHtml(given)).toContain('<th scope="row">ada@x.example</th><td>prod</td>');
});

it("says of people who have joined what they wait for, of many together", () => {
  const joins = (people: readonly string[]) =>
    people.flatMap((email) => [
      change(
        "create",
        `prod/groups/West/members/${email}`,
        null,
        { group: "West", member: email },
        { origin: "joined" },
      ),
      change("create", `prod/members/${email}/values/region`, null, { value: "a" }, { origin: "joined" }),
    ]);
  const one = text({ resource_changes: joins(["ada@x.example"]) });
  expect(one).toContain("Ready (joined; waits for its first memberships)");
  expect(one).toContain(
    "ada@x.example has joined prod and waits for West, own region, which an apply gives them.",
  );
  const many = text({
    resource_changes: joins(["a", "b", "c", "d", "e", "f"].map((name) => `${name}@x.example`)),
  });
  expect(many).toContain("6 people have joined and wait for their first memberships");
});

it("folds memberships of people who are nowhere declared", () => {
  const people = Array.from({ length: 300 }, (_, i) => `p${i}@x.example`);
  const memberships = people.flatMap((email, i) =>
    ["A", "B", "C"].map((group) => `prod-${i % 6}/groups/${group}/members/${email}`),
  );
  const deferred = memberships.map(
    (address): Deferred => ({ address, type: "group_membership", reason: "is no member" }),
  );
  const diagnostics = memberships.map(
    (address): Diagnostic => ({
      severity: "warning",
      code: "member-undeclared",
      summary: "s",
      detail: "d",
      address,
    }),
  );
  for (const shown of [text({ deferred, diagnostics }), planMarkdown(plan({ deferred, diagnostics }))]) {
    expect(shown).toContain("300 people of 6 workspaces are in groups and not in `members`");
    expect(shown).toContain("prod-0  150 group members (50 people): p0@x.example, p6@x.example");
    expect(shown.split("\n").length).toBeLessThan(60);
  }
  expect(text({ deferred: deferred.slice(0, 3), diagnostics: diagnostics.slice(0, 3) })).toContain(
    "  prod-0/groups/C/members/p0@x.example",
  );
});

it("marks them among those who reach an object, in CSV in a column of its own", () => {
  const answer = { workspace: "prod", role: null, reaches: "yes" as const, open: false, values: [] };
  const answers = [
    { ...answer, member: "ada@n.example" },
    { ...answer, member: "new@n.example", arriving: true as const },
  ];
  const csv = whoAnswers("view:v", answers, "csv", { organization: { id: "o" }, version: "1.0.0" });
  expect(csv.trim().split("\r\n")).toEqual([
    '"workspace","member","role","attribute","value","source","grants","state","arriving"',
    '"prod","ada@n.example","","","","","","reaches",""',
    '"prod","new@n.example","","","","","","reaches","yes"',
  ]);
});
