import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { formatConfig } from "../../src/config/print/format-config.js";
import { contentsOf } from "../../src/model/state/contents.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";
const codes = (text: string) => parseConfig([{ filename: "a", text }]).diagnostics.map((d) => d.code);

describe("a file that would cost too much", () => {
  it.each([
    ["too many bytes", () => `a: ${"x".repeat(9 * 1024 * 1024)}`, "file-too-large"],
    ["too many pieces", () => `${HEAD}protect: [${",".repeat(2_600_000)}1]`, "file-too-large"],
    ["nested lists", () => `a: ${"[".repeat(1_000_000)}`, "nesting-limit"],
    ["nested maps", () => "{a: ".repeat(500_000), "nesting-limit"],
    ["nested items", () => "- ".repeat(1_000_000), "nesting-limit"],
    ["nested keys", () => "? ".repeat(1_000_000), "nesting-limit"],
    ["many documents", () => "---\n".repeat(200_000), "yaml-syntax"],
    ["many stray brackets", () => "]".repeat(2_000_000), "yaml-syntax"],
    ["many tags", () => `a: ${"! ".repeat(100_000)}`, "yaml-syntax"],
    ["many wrong escapes", () => `a: "${"\\x".repeat(100_000)}"`, "yaml-syntax"],
  ])("is refused: %s", (_name, text, code) => {
    expect(codes(text())[0]).toBe(code);
  });

  it("is refused where aliases multiply", () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `x-${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`)}]`,
    );
    const bomb = `${HEAD}x-0: &a0 [1, 1]\n${levels.join("\n")}\nprotect: *a30\n`;
    expect(codes(bomb)).toEqual(["alias-limit"]);
    expect(codes(bomb.replace("protect: *a30\n", ""))).toEqual(["alias-limit"]);
  });

  it("is refused where aliases lead through one another without end", () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => `x-${i + 1}: &a${i + 1} [*a${i}]`);
    expect(codes(`${HEAD}x-0: &a0 [x]\n${chain.join("\n")}\nprotect: *a10000\n`)).toEqual(["alias-limit"]);
  });

  it.each([
    [100, []],
    [101, ["alias-limit"]],
  ])("may stand for 100,000 nodes by aliases and for no more: %d times 1,000", (times, expected) => {
    const list = `x-m: &m [${Array(1000).fill("1")}]`;
    expect(codes(`${HEAD}${list}\nx-a: [${Array(times).fill("*m")}]\n`)).toEqual(expected);
  });

  it("may repeat an ordinary list in many places", () => {
    const people = Array.from({ length: 500 }, (_, i) => `m${i}@b.example`).join(", ");
    const groups = Array.from({ length: 100 }, (_, i) => `g${i}: {members: *m}`).join(", ");
    expect(codes(`${HEAD}x-m: &m [${people}]\nworkspaces: {w: {groups: {${groups}}}}`)).toEqual([]);
  });
});

describe("a file with many faults", () => {
  it.each([
    ["unknown keys", (i: number) => `g${i}: {presedence: 1}`, 3000],
    ["bad addresses", (i: number) => `g${i}: {members: [x]}`, 3000],
    ["wrong types", (i: number) => `g${i}: 1`, 3000],
    ["duplicate keys", () => "g: {}", 3000],
  ])("gets a hundred of them and the number of the others: %s", (_name, group, count) => {
    const groups = Array.from({ length: count }, (_, i) => group(i)).join(", ");
    const { diagnostics } = parseConfig([
      { filename: "a", text: `${HEAD}workspaces: {w: {groups: {${groups}}}}` },
    ]);
    expect(diagnostics).toHaveLength(101);
    expect(diagnostics.at(-1)).toMatchObject({ severity: "error", code: "more-diagnostics" });
    const more = Number(/\d+/.exec(diagnostics.at(-1)?.summary ?? "")?.[0]);
    expect(100 + more).toBeGreaterThanOrEqual(count - 1);
  });

  it("shows errors before warnings", () => {
    const groups = Array.from(
      { length: 200 },
      (_, i) => `g${i}: {values: {zenlytic_connection_name: x}}`,
    ).join(", ");
    const text = `${HEAD}workspaces: {w: {groups: {${groups}, z: {precedence: 0}}}}`;
    expect(codes(text)).toContain("invalid-value");
  });
});

it("reads an honest file of 8,000 groups", () => {
  const file = (count: number) =>
    `${HEAD}workspaces:\n  w:\n    groups:\n${Array.from({ length: count }, (_, i) => `      Group ${i}:\n        precedence: ${i + 1}\n        values: {region: r${i}, tier: 1.50}\n        members: [a${i}@b.example]\n`).join("")}`;
  const { desired } = parseConfig([{ filename: "a", text: file(8_000) }]);
  const [workspace] = desired?.workspaces ?? [];
  expect(workspace && contentsOf(workspace).of("group")).toHaveLength(8_000);
});

it("never throws, whatever the text, and has a desired state exactly when there is no error", () => {
  const sample = `${HEAD}variables: {v: {default: x}}
x-a: &a {region: west}
templates: {t: {groups: {A: {values: {<<: *a}}}}}
workspaces:
  w:
    extends: [t]
    attributes: {region: {data_type: string}}
    groups: {A: {precedence: 1, previously: [B], members: [a@b.example]}}
    precedence_order: []
    members: {a@b.example: {role: view, values: {region: "$${"{var.v}"}"}}}
    exact: {groups: true}
expect: [{workspace: w, member: a@b.example, attribute: region, is: x}]
checks: {mfa: warn, invite_age_days: 14}
warehouse_sign_in: {roles: [{name: A}], client_secret: {expires_on: 2026-01-01}}
`;
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "~",
    "null",
    "*a",
    "&a",
    "<<",
    "__proto__",
    "1e999",
    "\n",
    "  ",
    "- ",
    "$" + "{",
    "absent",
    "\u0000",
    "\ud800",
    "!!str ",
  ];
  const edit = fc.record({
    at: fc.nat(sample.length),
    remove: fc.nat(20),
    insert: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
      const text = edits.reduce(
        (t, e) => t.slice(0, e.at) + e.insert.join("") + t.slice(e.at + e.remove),
        sample,
      );
      const { desired, diagnostics } = parseConfig([{ filename: "a", text }]);
      expect(desired === null).toBe(diagnostics.some((d) => d.severity === "error"));
      for (const { summary, range, snippet } of diagnostics) {
        expect(summary).not.toContain("\n");
        if (range && snippet) expect(snippet.highlight_end_offset).toBeLessThanOrEqual(snippet.code.length);
      }
      formatConfig(text, "a");
    }),
    { numRuns: 500 },
  );
});
