import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import { summaryLine } from "../../src/report/plan/plan-notes.js";
import { planHtml, planMarkdown, planText } from "../support/plan-formats.js";
import { hostileName, planNamed } from "./fixtures/hostile.js";
import { northwind, unchanged, withDrift } from "./fixtures/northwind.js";
import { access, change, fromGroup, own, plan } from "./fixtures/plan-builder.js";
import { unpaint } from "./fixtures/unpaint.js";

const plain = { color: false, width: 100 };
const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

describe("golden", () => {
  test("three workspaces with everything that a plan can say", async () => {
    await expect(planText(northwind, plain)).toMatchFileSnapshot("expected/northwind.txt");
  });

  test("in colour, the same text painted", async () => {
    const painted = planText(northwind, { ...plain, color: true });
    expect(unpaint(painted)).toBe(planText(northwind, plain));
    await expect(JSON.stringify(painted.split("\n"), null, 1)).toMatchFileSnapshot(
      "expected/northwind-color.json",
    );
  });

  test("intent and drift apart", async () => {
    await expect(planText(withDrift, plain)).toMatchFileSnapshot("expected/drift.txt");
  });

  test("prose keeps to a narrow terminal, names stay whole", async () => {
    await expect(planText(northwind, { color: false, width: 50, isTerminal: true })).toMatchFileSnapshot(
      "expected/northwind-narrow.txt",
    );
  });
});

describe("the last line", () => {
  test("counts changes, people and what opens", () => {
    expect(lastLine(planText(northwind, plain))).toBe(
      "Plan: 9 to add, 5 to change, 4 to remove. Access: 420 people change: 412 see more, 5 see less, 3 see other data, 412 values opened. 1 invite: 1 e-mail.",
    );
  });

  test("says that nothing changes, and when that is not all", () => {
    expect(planText(unchanged, plain)).toBe("No changes. The live organization matches the file.\n");
    const { unsupported } = northwind;
    expect(summaryLine(plan({ unsupported }))).toBe(
      "No changes. The live organization matches the file, except for 1 difference that the API cannot change.",
    );
    expect(summaryLine(plan({ errored: true }))).toBe("This plan has errors and cannot be applied.");
  });

  test("does not call a match what a guard refuses", () => {
    const [guard] = guardsOf(northwind).filter(({ refused }) => refused);
    const text = planText(plan({ guards: guard === undefined ? [] : [guard] }), plain);
    expect(text).toContain("\n1 guard refuses the organization as it is: there is nothing to apply.\n");
    expect(lastLine(text)).toBe(
      "No changes. The live organization matches the file, except for what 1 guard refuses.",
    );
  });

  test("counts a person once", () => {
    const twice = ["a", "b"].map((workspace) =>
      access(workspace, "ada@x.example", "region", fromGroup("x", "G"), null),
    );
    const changes = [change("create", "w", null, {})];
    expect(summaryLine(plan({ resource_changes: changes, access_changes: twice }))).toBe(
      "Plan: 1 to add, 0 to change, 0 to remove. Access: 1 person changes: 1 sees more, 2 values opened.",
    );
  });
});

describe("access", () => {
  const opened = (n: number): string =>
    planText(
      plan({
        access_changes: Array.from({ length: n }, (_, i) =>
          access("prod", `m${i}@x.example`, "region", fromGroup("west", "Sales"), null),
        ),
      }),
      plain,
    );

  test("people of one cause are one row, which names a few and counts many", () => {
    expect(opened(412)).toContain("412 people  prod  region  west → no value (sees all)  (was Sales)");
    expect(opened(3)).toContain(
      "m0@x.example, m1@x.example, m2@x.example  prod  region  west → no value (sees all)  (was Sales)",
    );
  });

  test("moves between groups fold by where they come from and lead to", () => {
    const moves = Array.from({ length: 43 }, (_, i) =>
      access(
        "p",
        `m${i}@x.example`,
        "region",
        fromGroup("west", "Sales West"),
        fromGroup("east", "Sales East"),
      ),
    );
    const text = planText(plan({ access_changes: moves }), { ...plain, full: true });
    expect(text).toContain("    43 people  p  region  west → east  (Sales West → Sales East)\n");
    for (const { member } of moves) expect(text).toContain(member);
    const folded = planText(plan({ access_changes: moves }), plain);
    expect(folded).toContain("    43 people  p  region  west → east  (Sales West → Sales East)\n");
    expect(folded).toMatch(/m2@x.example and 40\s+more/);
  });

  test("attributes that change for the same people are one row, and for others another one", () => {
    const people = Array.from({ length: 37 }, (_, i) => `mover${i}@x.example`);
    const of = (some: readonly string[], attribute: string, value: string) =>
      some.map((person) =>
        access("w", person, attribute, fromGroup("no-access", "All Users"), fromGroup(value, "Sales APAC")),
      );
    const [, ...others] = people;
    const both = [
      ...of(people, "department", "Sales"),
      ...of(people, "region", "APAC"),
      ...of(others, "team", "A"),
    ];
    const text = planText(plan({ access_changes: both }), { ...plain, full: true });
    expect(text).toContain("Access (37 people, 110 values)\n");
    expect(text).toContain(
      "    37 people  w  2 attributes  department no-access → Sales, region no-access → APAC  (All Users → Sales APAC)\n",
    );
    expect(text).toMatch(/ {4}36 people {2}w {2}team +no-access → A +\(All Users → Sales APAC\)\n/);
  });

  test("different causes are never put together", () => {
    const changes = ["Sales", "Sales East"].flatMap((group) =>
      Array.from({ length: 5 }, (_, i) =>
        access("prod", `${group.length}${i}@x.example`, "region", fromGroup("west", group), null),
      ),
    );
    const text = planText(plan({ access_changes: changes }), plain);
    expect(text).toContain("5 people  prod  region  west → no value (sees all)  (was Sales)\n");
    expect(text).toContain("5 people  prod  region  west → no value (sees all)  (was Sales East)\n");
  });

  test("the value none is not taken for no value", () => {
    const change = access("prod", "ada@x.example", "region", fromGroup("none", "All Users", 0), null);
    expect(planText(plan({ access_changes: [change] }), plain)).toContain(
      'ada@x.example  prod  region  "none" → no value (sees all)  (was All Users)',
    );
  });

  test.each(["", "%", "%%"])("the value %j says that it opens", (value) => {
    const opens = access("prod", "ada@x.example", "region", fromGroup("west", "A"), fromGroup(value, "A"));
    const write = change("create", "prod/groups/A/values/region", null, { value });
    const text = planText(plan({ access_changes: [opens], resource_changes: [write] }), plain);
    const shown = value === "" ? '""' : value;
    expect(text).toContain(`ada@x.example  prod  region  west → ${shown} (sees all)  (A)`);
    expect(text).toContain(`+ groups/A/values/region  ${shown} (sees all)`);
  });
});

describe("sources", () => {
  test("a group that is called like an own value is told apart from one", () => {
    const change = access("prod", "ada@x.example", "region", own("west"), fromGroup("east", "own value"));
    expect(planText(plan({ access_changes: [change] }), plain)).toContain(
      'ada@x.example  prod  region  west → east  (own value → "own value")',
    );
  });
});

describe("guards", () => {
  test("name the exact override, and of many addresses the first", () => {
    const addresses = Array.from({ length: 29 }, (_, i) => `prod/groups/g${i}`);
    const override = "--allow delete.group=29";
    const guard = {
      code: "limit-delete",
      name: "delete.group",
      refused: true,
      message: "",
      limit: 20,
      actual: 29,
    } as const;
    const text = planText(plan({ guards: [{ ...guard, override, addresses }] }), plain);
    expect(text).toContain("delete.group: 29, the limit is 20 [limit-delete]");
    expect(text).toContain("To allow exactly this: --allow delete.group=29");
    expect(text).toContain("prod/groups/g2 and 26 more\n");
  });
});

describe("a reason", () => {
  test("that neighbours share stands once, below the last of them", () => {
    const removal = (name: string, action_reason: string) =>
      change("delete", `p/groups/T/members/${name}@x.example`, {}, null, { action_reason });
    const text = planText(
      plan({ resource_changes: [removal("a", "left"), removal("b", "left"), removal("c", "moved")] }),
      plain,
    );
    expect(text).toContain(
      [
        "    - groups/T/members/a@x.example",
        "    - groups/T/members/b@x.example",
        "        (all 2: left)",
        "    - groups/T/members/c@x.example",
        "        (moved)",
      ].join("\n"),
    );
  });
});

test("unchanged resources are not shown", () => {
  expect(planText(unchanged, plain)).not.toContain("Finance");
});

describe("hostile names", () => {
  test("put nothing on the screen but text, lines and our own colours", () => {
    fc.assert(
      fc.property(hostileName, fc.boolean(), (name, color) => {
        // Isolates in pairs are ours: they keep what is written from right to left from turning the line around it.
        const text = planText(planNamed(name), { color, width: 80 }).replace(
          /\u2068([^\u2066-\u2069]*)\u2069/g,
          "$1",
        );
        const unpainted = color ? unpaint(text) : text;
        expect(unpainted.replaceAll("\n", "")).not.toMatch(
          /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u206f]/u,
        );
        expect(unpainted).not.toMatch(/^\s*::/m);
        expect(lastLine(unpainted)).toMatch(
          /^Plan: 1 to add, 1 to change, 0 to remove\. Access: 1 person changes: .*, 1 value opened, 1 arrives(?: \(without a value that limits them\))?\. 1 invite: 1 e-mail\.$/,
        );
      }),
      { numRuns: 200 },
    );
  });

  test("cannot write a part of the sentence", () => {
    const text = planText(planNamed('x: region "a" → "b" (changed)'), plain);
    const name = '"x: region \\"a\\" → \\"b\\" (changed)"';
    expect(text).toContain(`${name}  ${name}  ${name}  "ax${name.slice(2)} → ${name} or b  (own`);
  });
});

test("an arrow between two values that are written from right to left points from the former to the new one", async () => {
  const moved = plan({
    access_changes: [access("w", "m@x.example", "region", fromGroup("צפון", "א"), fromGroup("דרום", "ב"))],
    resource_changes: [change("update", "w/groups/א/values/region", { value: "צפון" }, { value: "דרום" })],
  });
  expect(
    planText(moved, { color: false, width: 80 }).match(/\u2068צפון\u2069 → \u2068דרום\u2069/g),
  ).toHaveLength(2);
  const comment = planMarkdown(moved);
  expect(comment).toContain("| `region` `\u2068צפון\u2069` | `region` `\u2068דרום\u2069` |");
  expect(comment).toContain("\u2068צפון\u2069 → \u2068דרום\u2069");
  const page = await planHtml(moved);
  expect(page).toContain('<s>\u2068צפון\u2069</s> <span class="to">→</span> <code>\u2068דרום\u2069</code>');
  for (const text of [comment, page]) expect(text).not.toMatch(/u\{206[89]\}/);
});
