import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planJson } from "../../src/report/plan/plan-json.js";
import { planHtml, planMarkdown } from "../support/plan-formats.js";
import { bigPlan, REORGANIZATION } from "./fixtures/big.js";

const BUDGET = 60_000;
const bytes = (text: string): number => Buffer.byteLength(text);

/** The block below a heading that begins like this, up to the next heading. */
function blockOf(markdown: string, heading: string): string {
  const start = markdown.indexOf(`#### ${heading}`);
  const end = markdown.indexOf("\n#### ", start + 1);
  return start < 0 ? "" : markdown.slice(start, end < 0 ? undefined : end);
}

/** How many people the rows of an access table tell of, counted or by name. */
function peopleIn(block: string): number {
  return block
    .split("\n")
    .filter((line) => /^\|.* \| (opened, )?sees? (more|other|less)/.test(line))
    .reduce((sum, line) => {
      const [, counted] = /^\| (\d+) people/.exec(line) ?? [];
      return sum + (counted === undefined ? (line.match(/@/g)?.length ?? 1) : Number(counted));
    }, 0);
}

/** How many removals lines such as `workspace-0  Team 004: −12 members` add up to. */
const removedIn = (text: string): number =>
  [...text.matchAll(/: −(\d+) /g)].reduce((sum, [, n]) => sum + Number(n), 0);

/** How many removals lines such as `workspace-0, workspace-1  12 group members: -12` add up to. */
const removedByWorkspace = (block: string): number => {
  const counts = /```text\n([^`]*)/.exec(block)?.[1]?.replaceAll(/,\n +/g, ", ").split("\n") ?? [];
  let workspaces = 1;
  let sum = 0;
  for (const line of counts) {
    workspaces = line.match(/workspace-/g)?.length ?? workspaces;
    sum += workspaces * Number(/ -(\d+)/.exec(line)?.[1] ?? 0);
  }
  return sum;
};

describe("a comment on a reorganization", () => {
  const plan = bigPlan(REORGANIZATION);
  const text = planMarkdown(plan);

  test("is of the size that it is meant to be", () => {
    expect(plan.resource_changes).toHaveLength(2_784);
    expect(plan.access_changes).toHaveLength(4_476);
    expect(bytes(text)).toBeLessThanOrEqual(BUDGET);
  });

  test("shows refusals, whom it opens, windows and the access table, then removals, in this order", () => {
    const marks = [
      "> [!CAUTION]",
      "#### Access ",
      "**Opened ",
      "| Person | Sees before | Sees after | Verdict | Why |",
      "#### Exposure windows",
      "#### Changes (",
      "**Removed**",
    ];
    const places = marks.map((mark) => text.indexOf(mark));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const { member, kind } of plan.access_changes) if (kind === "opened") expect(text).toContain(member);
    for (const { member } of plan.exposure.windows) expect(text).toContain(member);
  });

  test("has everybody's change in the access table", () => {
    const table = blockOf(text, "Access ");
    expect(table).toContain(
      "`customer_id` `no value (sees all)` | `customer_id` `no-access` | see less, no longer open | All Users |",
    );
    expect(peopleIn(table)).toBe(new Set(plan.access_changes.map(({ member }) => member)).size);
    expect(table).toMatch(
      /\d+ people in 6 workspaces.* \| `region` `west` \| `region` `east` \| see other data \|/,
    );
  });

  test("counts removals by group and workspace and the rest by kind, and says so", () => {
    const changes = blockOf(text, "Changes (1428 to add, 1356 to remove");
    expect(changes).toContain("  238 group members: +238\n");
    expect(changes).toContain("\nworkspace-0  Team 004: −6 members\n");
    expect(removedIn(changes)).toBe(226 * 6);
    expect(text).toMatch(/\*\*Shortened for length.*changes/);
    expect(text).not.toContain("Left out");
  });
});

test("in a page and in JSON every name is there", async () => {
  const plan = bigPlan({ ...REORGANIZATION, movedEach: 0 });
  const page = await planHtml(plan);
  const document = JSON.stringify(planJson(plan));
  for (const { member } of plan.access_changes) {
    expect(page).toContain(member);
    expect(document).toContain(member);
  }
});

test("no section has to be unfolded", () => {
  for (const size of [
    REORGANIZATION,
    { ...REORGANIZATION, workspaces: 1, removalsEach: 20, additionsEach: 20 },
  ])
    expect(planMarkdown(bigPlan(size))).not.toContain("<details>");
});

test("of whatever size: it fits, access comes first, and what is not shown is counted", () => {
  const upTo = (max: number) => fc.integer({ min: 0, max });
  const sizes = fc.record({
    workspaces: fc.integer({ min: 1, max: 30 }),
    groupsEach: fc.integer({ min: 1, max: 60 }),
    removalsEach: upTo(200),
    additionsEach: upTo(200),
    closedEach: upTo(300),
    movedEach: upTo(200),
    opened: upTo(3_000),
    windows: upTo(1_500),
  });
  fc.assert(
    fc.property(sizes, (size) => {
      const plan = bigPlan(size);
      const text = planMarkdown(plan);
      expect(bytes(text)).toBeLessThanOrEqual(BUDGET);
      expect(text).toContain("> [!CAUTION]");
      expect(text.includes("**Opened ")).toBe(size.opened > 0);
      expect(text.includes("#### Exposure windows")).toBe(size.windows > 0);
      const all = plan.access_changes.length;
      const table = blockOf(text, "Access ");
      expect(table !== "").toBe(all > 0);
      if (!/ in \d+ workspaces/.test(table)) expect(peopleIn(table)).toBe(all);

      const removals = size.removalsEach * size.workspaces;
      const each = text.match(/^- groups\/.*\/members\/removed/gm)?.length ?? 0;
      const left = text.includes("#### Changes (") ? 0 : removals;
      const counted = each === 0 ? removedByWorkspace(blockOf(text, "Changes (")) : 0;
      expect(each + removedIn(text) + counted + left).toBe(removals);
    }),
    {
      numRuns: 25,
      seed: 4,
      // So many are opened that their rows would just fit by themselves.
      examples: [[{ ...REORGANIZATION, opened: 590 }]],
    },
  );
});
