import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/model/diagnostic.js";
import { asFindings } from "../../src/model/plan/finding.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { planMarkdown } from "../support/plan-formats.js";
import { hostileName, planNamed } from "./fixtures/hostile.js";
import { northwind, unchanged, withDrift } from "./fixtures/northwind.js";
import { access, change, fromGroup, plan } from "./fixtures/plan-builder.js";

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** What Markdown still reads once fenced blocks, code spans and `<code>` of HTML blocks are taken out. */
function outsideCode(markdown: string): string {
  const inline = markdown
    .replace(/^(`{3,})[^\n`]*\n[\s\S]*?\n\1$/gm, "")
    .replace(/^<details>.*$/gm, (line) => line.replace(/<code>[^<]*<\/code>/g, ""));
  let outside = "";
  for (let rest = inline; rest !== ""; ) {
    const [token = ""] = /^(`+|\\?[\s\S])/.exec(rest) ?? [];
    rest = rest.slice(token.length);
    if (!token.startsWith("`")) outside += token;
    else rest = rest.slice(new RegExp(`(?<!\`)${token}(?!\`)`).exec(rest)?.index).slice(token.length);
  }
  return outside;
}

describe("a comment on a pull request", () => {
  test("golden", async () => {
    await expect(planMarkdown(northwind)).toMatchFileSnapshot("expected/northwind.md");
    await expect(planMarkdown(withDrift)).toMatchFileSnapshot("expected/drift.md");
  });

  test("starts with the marker of its organization and names the digest", () => {
    const digest = encodeURIComponent(northwind.plan_digest);
    expect(planMarkdown(northwind).split("\n")[0]).toBe(
      `<!-- orgform:plan organization=org_123 digest=${digest} -->`,
    );
  });

  test("never folds what opens and what is removed", () => {
    const unfolded = planMarkdown(northwind).replace(/<details>[\s\S]*?<\/details>/g, "");
    expect(unfolded).toMatch(
      /\| 412 people in `northwind-staging`: `[^|]+` \| `region` `west` \| `region` `no value \(sees all\)` \| opened, see more \| was Sales \|/,
    );
    for (const { address, change } of northwind.resource_changes) {
      if (change.actions[0] === "delete")
        expect(unfolded).toContain(`\n- ${address.slice(address.indexOf("/") + 1)}`);
    }
  });

  test("names nothing that stays as it is", () => {
    const still = plan({ resource_changes: [change("no-op", "w/groups/Still", {}, {})] });
    expect(planMarkdown(still)).not.toContain("w/groups/Still");
  });
});

describe("the budget", () => {
  const big = plan({
    resource_changes: [
      ...Array.from({ length: 3000 }, (_, i) =>
        change("create", `prod/groups/Group ${i}`, null, { precedence: i + 1 }),
      ),
      change("delete", "prod/groups/Interns", { precedence: 1 }, null),
    ],
    access_changes: [access("prod", "ada@x.example", "region", fromGroup("west", "Sales"), null)],
  });

  test("is kept by counting what is written, and the rest stays", () => {
    const text = planMarkdown(big);
    expect(bytes(text)).toBeLessThanOrEqual(60_000);
    expect(text).toContain(
      "| `ada@x.example` | `region` `west` | `region` `no value (sees all)` | opened, sees more | was Sales |",
    );
    expect(text).toContain("- groups/Interns");
    expect(text).toContain("prod\n  3000 groups: +3000\n");
    expect(text).toContain("**Shortened for length:** changes.");
  });

  test("is kept by cutting a long list, which says how much more there is", () => {
    const unsupported = Array.from({ length: 3000 }, (_, i) => ({
      address: `prod/members/left-${i}@x.example`,
      type: "invite" as const,
      field: "role",
      before: `view-${i}`,
      after: "explore",
      instead: "Change it in the product.",
    }));
    const text = planMarkdown({ ...big, unsupported });
    expect(bytes(text)).toBeLessThanOrEqual(60_000);
    expect(text).toContain("left-7@");
    expect(text).toMatch(/^and \d+ more unsupported differences$/m);
    expect(text).toMatch(/\*\*Shortened for length:\*\* .*unsupported differences\./);
  });

  test("is kept with however many errors, and there is always room for the first", () => {
    const errors = Array.from({ length: 3000 }, (_, i): Diagnostic => {
      const summary = `Number ${i} is ${"very ".repeat(i % 50)}wrong`;
      return {
        severity: "error",
        code: "unknown-key",
        summary,
        detail: "Mend it.",
        address: `prod/groups/G${i}`,
      };
    });
    const text = planMarkdown({ ...big, errored: true, findings: asFindings("file", errors) });
    expect(bytes(text)).toBeLessThanOrEqual(60_000);
    expect(text).toContain("```text\nError: Number 0 is wrong\n  at prod/groups/G0\n");
    expect(text).toMatch(/^and \d+ more errors\n```$/m);
    expect(text).not.toContain("Left out");
  });

  test("names everybody while there is room, and counts those whose value only changes where there is none", () => {
    const people = (count: number) =>
      plan({
        access_changes: Array.from({ length: count }, (_, i) =>
          access("prod", `p${i}@x.example`, "region", fromGroup("west", "Sales"), fromGroup("east", "Sales")),
        ),
      });
    expect(planMarkdown(people(60)).match(/p\d+@x\.example/g)).toHaveLength(60);
    const many = planMarkdown(people(9_000));
    expect(many).toContain("| 9000 people: `p0@x.example, ");
    expect(many).toContain("**Shortened for length:** values.");
    expect(many).not.toContain("Left out");
  });

  test("holds whatever the names are and however long", () => {
    fc.assert(
      fc.property(hostileName, fc.integer({ min: 0, max: 400 }), (name, times) => {
        expect(
          bytes(planMarkdown(planNamed(name + "x🦜".repeat(times)), { budget: 6_000 })),
        ).toBeLessThanOrEqual(6_000);
      }),
      { numRuns: 60 },
    );
  });
});

describe("labels", () => {
  test("say what a reviewer must know", () => {
    expect(planJson(northwind).labels).toEqual(["changes", "removes", "opens-access"]);
    expect(planJson(unchanged).labels).toEqual(["no-changes"]);
    expect(planJson(plan({ resource_changes: [change("create", "w", null, {})] })).labels).toEqual([
      "changes",
    ]);
  });

  test("who moves from one group to another is not removed", () => {
    const [from, to] = ["A", "B"].map((group) => `w/groups/${group}/members/ada@x.example`);
    const left = change("delete", from ?? "", {}, null);
    const moved = [left, change("create", to ?? "", null, {})];
    expect(planJson(plan({ resource_changes: [left] })).labels).toEqual(["changes", "removes"]);
    expect(planJson(plan({ resource_changes: moved })).labels).toEqual(["changes"]);
  });

  test("a plan with errors never claims that nothing changes", () => {
    expect(planJson(plan({ errored: true })).labels).toEqual([]);
  });
});

describe("hostile names", () => {
  test("stay in code: outside of it no tag, mention, reference, link or image", () => {
    const benign = outsideCode(planMarkdown(planNamed("x")));
    const tags = benign.match(/<[^>]*>/g)?.filter((tag) => !tag.startsWith("<!--"));
    fc.assert(
      fc.property(hostileName, (name) => {
        const outside = outsideCode(planMarkdown(planNamed(name)));
        expect(outside.match(/<[^>]*>/g)?.filter((tag) => !tag.startsWith("<!--"))).toEqual(tags);
        expect(outside.match(/<!--/g)).toHaveLength(1);
        const prose = outside
          .replace(/<!--.*?-->/, "")
          .replace(/\\[!-/:-@[-`{-~]/g, (c) => (/[@#:.-]/.test(c[1] ?? "") ? (c[1] ?? "") : ""));
        expect(prose).not.toMatch(/@\w|(?<!&)#\d|:\/\/|!\[|\]\(|\bwww\./);
      }),
      { numRuns: 200 },
    );
  });
});
