import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import { asFindings, guardsOf } from "../../src/model/plan/finding.js";
import type { Arrival, Plan } from "../../src/model/plan/plan.js";
import { displayWidth } from "../../src/report/words/layout.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";
import { bigPlan, REORGANIZATION } from "./fixtures/big.js";
import { access, change, fromGroup, plan } from "./fixtures/plan-builder.js";

const LOOK = { color: false, width: 80, isTerminal: true };
const UNFOLD = "--full shows every line of them";
const folded = (given: Plan): string => planText(given, LOOK);
const whole = (given: Plan): string => planText(given, { ...LOOK, full: true });
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

const groups = (n: number) => times(n, (i) => change("create", `w${i % 3}/groups/Team ${i}`, null, {}));
const arrival = (i: number): Arrival => ({
  workspace: `w${i % 3}`,
  member: `new-${i}@x.example`,
  invite: "planned",
  role: i === 0 ? "organization_admin" : "explore",
  groups: [],
  values: [
    { attribute: "region", value: i % 4 === 0 ? "west" : "east", source: { kind: "own" } },
    { attribute: "customer", value: i === 7 ? null : `c${i}`, source: i === 7 ? null : { kind: "own" } },
  ],
});

describe("a row that counts one person names them", () => {
  const own = (i: number, workspace = "w0") =>
    access(workspace, `m${i}@x.example`, "region", fromGroup(`v${i}`, "Old"), fromGroup("APAC", "Board"));
  const many = (people: number) => plan({ access_changes: times(people, (i) => own(i)) });

  test.each([
    ["text", folded(many(90))],
    ["Markdown", planMarkdown(many(1500))],
  ])("in %s", (_, text) => {
    expect(text).toContain("m0@x.example");
    expect(text).not.toContain("1 person");
  });

  test("with the number of workspaces, once", () => {
    const twice = plan({ access_changes: [own(0), own(0, "w1"), ...times(90, (i) => own(i + 1))] });
    expect(folded(twice)).toMatch(/m0@x\.example in 2\s+workspaces/);
    expect(folded(twice).match(/m0@x\.example/g)).toHaveLength(1);
  });
});

describe("a text says by itself what it counts", () => {
  test("changes that are more than a screen or two, by workspace and kind", () => {
    expect(folded(plan({ resource_changes: groups(60) }))).toContain("+ groups/Team 59");
    const text = folded(plan({ resource_changes: groups(102) }));
    expect(text).toContain("3 workspaces\n  w0, w1, w2  34 groups: +34\n");
    expect(text).not.toContain("Team");
    expect(text).toContain(UNFOLD);
    expect(whole(plan({ resource_changes: groups(102) }))).toContain("+ groups/Team 101");
  });

  test("people of many rows whose access changes, a row for equal changes in whatever workspaces", () => {
    const moved = (n: number, group: (i: number) => string) =>
      times(3 * n, (i) =>
        access(
          `w${i % 3}`,
          `m${Math.floor(i / 3)}@x.example`,
          "region",
          fromGroup("no-access", "All Users"),
          fromGroup("APAC", group(i)),
        ),
      );
    const few = folded(plan({ access_changes: moved(37, () => "Sales") }));
    expect(few).toContain("37 people  w0  region  no-access → APAC  (All Users → Sales)\n");
    const many = plan({ access_changes: moved(37, (i) => `Team ${i}`) });
    expect(folded(many)).toContain("Access (37 people, 111 values)");
    expect(folded(many)).toMatch(/37 people in 3 workspaces +region +no-access → APAC\n/);
    expect(folded(many)).toContain("m0@x.example, m1@x.example, m2@x.example and 34 more");
    expect(whole(many).match(/m36@x\.example/g)).toHaveLength(3);
  });

  test("warnings of one code that differ, the first with the places of the others; errors all", () => {
    const note = (severity: Diagnostic["severity"], i: number): Diagnostic => ({
      severity,
      code: "look-alike",
      summary: `${severity} number ${"i".repeat(i + 1)}`,
      detail: "d",
      address: `w/groups/G${i}`,
    });
    const given = plan({
      findings: asFindings(
        "file",
        times(40, (i) => note("warning", i)),
      ),
    });
    const errors = asFindings(
      "file",
      times(6, (i) => note("error", i)),
    );
    expect(folded(given).match(/^Warning:/gm)).toHaveLength(1);
    expect(folded(given)).toContain("and 39 more [look-alike]: w/groups/G1, w/groups/G2, w/groups/G3");
    expect(folded(plan({ findings: errors, errored: true })).match(/^Error:/gm)).toHaveLength(6);
    expect(whole(given).match(/^Warning:/gm)).toHaveLength(40);
  });

  test("what is waiting and what is unmanaged, by number", () => {
    const given = plan({
      deferred: times(90, (i) => ({
        address: `w${i % 2}/groups/G/members/p${i % 30}@x.example`,
        type: "group_membership",
        reason: "waits",
      })),
      unmanaged: times(13, (i) => ({ address: `w0/members/u${i}@x.example`, type: "invite" })),
    });
    expect(folded(given)).toContain("  90 group members (30 people in 2 workspaces)\n");
    expect(folded(given)).toContain("  w0  13 members\n");
    expect(whole(given)).toContain("w0/members/u12@x.example");
  });
});

describe("what is dangerous is shown one by one, however many they are", () => {
  const removedRules = plan({
    rules_changed: times(90, (i) => ({
      rule: `protect.p${i}`,
      before: `w${i}/**`,
      after: null,
      would_refuse: false,
    })),
  });
  const sameRule = plan({
    rules_changed: times(90, (i) => ({
      rule: `workspaces.w${i}.exact.groups`,
      before: true,
      after: null,
      would_refuse: false,
    })),
  });
  const opened = plan({
    access_changes: times(90, (i) =>
      access("w0", `m${i}@x.example`, "region", fromGroup("west", "Old"), null),
    ),
  });
  const removed = plan({
    resource_changes: times(90, (i) => change("delete", `w0/groups/Team ${i}!`, {}, null)),
  });

  test.each([
    ["rules", removedRules, (i: number) => `protect.p${i} `],
    ["rules with the same edit", sameRule, (i: number) => `workspaces.w${i}.exact.groups`],
    ["people who are opened", opened, (i: number) => `m${i}@x.example`],
    ["removals", removed, (i: number) => `Team ${i}!`],
  ])("%s", async (_, given, name) => {
    for (const text of [folded(given), planMarkdown(given)])
      for (const words of times(90, name)) expect(text).toContain(words);
    const page = await planHtml(given);
    for (const words of times(90, name)) expect(page).toContain(words);
    expect(page).not.toContain("<details");
  });

  test("or counted in a comment that cannot hold them, or named as left out, and never shown in part", () => {
    const long = (i: number) => `${"x".repeat(600)}${i}`;
    const many = planMarkdown(
      plan({
        rules_changed: times(200, (i) => ({
          rule: `protect.${long(i)}`,
          before: true,
          after: null,
          would_refuse: false,
        })),
        access_changes: times(200, (i) =>
          access("w0", `${long(i)}@x.example`, "region", fromGroup("west", `G${i}`), null),
        ),
        resource_changes: times(200, (i) =>
          change("delete", `w0/groups/Old/members/${long(i)}@x.example`, {}, null),
        ),
      }),
    );
    expect(many).toContain(
      "| 200 people | `region` `west` | `region` `no value (sees all)` | opened, see more |",
    );
    expect(many).toContain("\nw0  Old: \u2212200 members\n");
    expect(many).toContain("**Left out for length:** 200 changed rules.");
    expect(many).not.toContain("more changed rules");
  });
});

describe("a plan of any size", () => {
  const upTo = (max: number) => fc.integer({ min: 0, max });
  const sizes = fc.record({
    workspaces: fc.integer({ min: 1, max: 14 }),
    groupsEach: fc.integer({ min: 1, max: 12 }),
    removalsEach: upTo(8),
    additionsEach: upTo(24),
    closedEach: upTo(24),
    movedEach: upTo(24),
    opened: upTo(40),
    windows: upTo(30),
  });

  test("names all who are opened, every removal and every refusal, and breaks each line at a word within 80 columns", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const given = bigPlan(size);
        const text = folded(given);
        const words = text.replaceAll(/\s+/g, "");
        for (const { member, kind } of given.access_changes)
          if (kind === "opened") expect(words).toContain(member);
        for (const {
          address,
          change: { actions },
        } of given.resource_changes)
          if (actions[0] === "delete")
            expect(words).toContain(address.slice(address.indexOf("/") + 1).replaceAll(" ", ""));
        for (const { name } of guardsOf(given)) expect(text).toContain(name);
        for (const line of text.split("\n"))
          expect(displayWidth(line) <= 80 || !line.trim().includes(" "), line).toBe(true);
        // Nothing is cut for it: the words of the whole plan are those of no width at all.
        const plain = planText(given, { color: false, width: 10_000, full: true });
        expect(whole(given).replaceAll(/\s+/g, "")).toBe(plain.replaceAll(/\s+/g, ""));
      }),
      { numRuns: 30 },
    );
  });

  test("is short beside what is never folded", () => {
    const given = bigPlan({ ...REORGANIZATION, removalsEach: 0, opened: 0, windows: 0 });
    const lines = folded(given).split("\n");
    expect(given.resource_changes).toHaveLength(1_428);
    expect(lines.length).toBeLessThan(60);
    expect(folded(given)).toMatch(/^ {4}62 people in 6 workspaces +region +west → east$/m);
  });
});

test("Markdown counts the same way, and shows removals one by one", () => {
  const removal = change("delete", "w0/groups/Old", {}, null);
  const given = plan({
    resource_changes: [...groups(102), removal],
    arrivals: times(60, arrival),
    access_changes: [access("w0", "ada@x.example", "region", fromGroup("west", "Old"), null)],
  });
  const text = planMarkdown(given);
  expect(text).toContain(
    "#### Changes (102 to add, 1 to remove)\n\n```text\n3 workspaces\n  w0, w1, w2  34 groups: +34\n",
  );
  expect(text).toContain("**Removed**\n\n**w0**\n\n```diff\n  Groups\n- groups/Old\n");
  expect(text).toContain("ada@x.example");
  expect(text).toContain("new-8@x.example");
  expect(text).toContain("Shortened for length:** changes. ");
  const full = planMarkdown(given, { full: true });
  expect(full).toContain("+ groups/Team 99");
  expect(full).not.toContain("Shortened for length");
});
