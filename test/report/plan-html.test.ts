import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planHtml } from "../support/plan-formats.js";
import { hostileName, planNamed } from "./fixtures/hostile.js";
import { northwind, unchanged, withDrift } from "./fixtures/northwind.js";

/** The tags of a page but those of code, which prose with two backticks has. */
const tags = (page: string): string[] => page.match(/<\/?(?!code>|wbr>)[a-z][a-z0-9]*/g) ?? [];
const attributes = (page: string): Set<string> => new Set(page.match(/ [a-z:-]+(?==")/g));

describe("the page", () => {
  test("needs no network and allows nothing but its own style and script", async () => {
    const page = await planHtml(northwind);
    expect(page).not.toMatch(/ (src|srcset|action|data|poster|style|on\w+)="/);
    expect([...page.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith("#"))).toBe(true);
    expect(page.replace(/xmlns(:xlink)?="[^"]*"/g, "")).not.toContain("://");
    for (const element of ["style", "script"]) {
      const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? "";
      expect(page).toContain(`${element}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      expect(page.match(new RegExp(`<${element}`, "g"))).toHaveLength(1);
    }
  });

  test("shows every access change with its member, and opened ones first in words", async () => {
    const page = await planHtml(northwind);
    const table = page.slice(page.indexOf('id="access"'), page.indexOf('id="changes"'));
    for (const { member } of northwind.access_changes) expect(table).toContain(member);
    expect(page).toContain(
      '<h3 class="alarm">Opened (412 values): nothing limits these people for the attribute</h3>',
    );
    expect(table).toContain('<div><b>412 people</b><div class="soft">');
    expect(page.match(/<div class="who" data-row data-kind="[^"]+"/g)?.[0]).toContain(
      `data-kind="opened|see more"`,
    );
  });

  test("has landmarks, headings in order, captions and scopes, and words beside colours", async () => {
    const page = await planHtml(northwind);
    for (const landmark of ["<header>", "<main>", "<footer>"]) {
      expect(page.match(new RegExp(landmark, "g"))).toHaveLength(1);
    }
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.every((level, i) => i === 0 || level - (levels[i - 1] ?? 0) <= 1)).toBe(true);
    expect(page.match(/<table>/g)?.length).toBe(page.match(/<table><caption>[^<]+<\/caption>/g)?.length);
    expect(page).not.toMatch(/<th(?! scope|ead)/);
    expect(page).toContain('<span class="sr">to remove: </span>');
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("tells intent from drift", async () => {
    const page = await planHtml(withDrift);
    expect(page).toContain("Drift, which is no part of this edit and ends with an apply");
  });

  test("is calm when nothing changes", async () => {
    const page = await planHtml(unchanged);
    expect(page).toContain("No changes. The live organization matches the file.");
    expect(page).not.toContain("<section");
  });
});

describe("the precedence ladder", () => {
  test("ranks what the plan writes, with where each was", async () => {
    const page = await planHtml(northwind);
    const ladder = page.slice(
      page.indexOf('id="ladder"'),
      page.indexOf("</section>", page.indexOf('id="ladder"')),
    );
    expect(ladder.indexOf("Executives")).toBeLessThan(ladder.indexOf("Finance"));
    expect(ladder).toContain("<td>30</td><td>20 ▲ up</td>");
  });
});

test("hostile names change the text of the page and never its structure", async () => {
  const benign = await planHtml(planNamed("x"));
  await fc.assert(
    fc.asyncProperty(hostileName, async (name) => {
      const page = await planHtml(planNamed(name));
      expect(tags(page)).toEqual(tags(benign));
      expect([...attributes(page)].filter((attribute) => !attributes(benign).has(attribute))).toEqual([]);
      expect(page.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: 60 },
  );
});
