import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { BOUNDS } from "../../src/config/text/bounds.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";
const codes = (text: string) => parseConfig([{ filename: "a", text }]).diagnostics.map((d) => d.code);

describe("a file that would cost too much", () => {
  it.each([
    ["too many bytes", () => `a: ${"x".repeat(9 * 1024 * 1024)}`, "file-too-large"],
    ["nested lists", () => `a: ${"[".repeat(1_000_000)}`, "file-too-large"],
    ["nested maps", () => "{a: ".repeat(500_000), "file-too-large"],
    ["nested items", () => "- ".repeat(1_000_000), "file-too-large"],
    ["nested keys", () => "? ".repeat(1_000_000), "file-too-large"],
    ["many documents", () => "---\n".repeat(200_000), "yaml-syntax"],
    ["many stray brackets", () => "]".repeat(2_000_000), "yaml-syntax"],
    ["many tags", () => `a: ${"! ".repeat(10_000)}`, "yaml-syntax"],
    ["many wrong escapes", () => `a: "${"\\x".repeat(10_000)}"`, "yaml-syntax"],
  ])("is refused: %s", (_name, text, code) => {
    expect(codes(text())[0]).toBe(code);
  });

  it("is refused with more pieces of syntax than the bound", () => {
    const text = `${HEAD}protect: [${",".repeat(100)}1]`;
    const first = (lexemes: number) =>
      parseConfig([{ filename: "a", text }], {}, { bounds: { ...BOUNDS, lexemes } }).diagnostics[0];
    expect(first(200)?.code).toBe("yaml-syntax");
    expect(first(100)).toMatchObject({
      code: "file-too-large",
      summary: expect.stringContaining("more than 100 "),
    });
  });

  it("is refused where aliases multiply", () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `x-${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`)}]`,
    );
    const bomb = `${HEAD}x-0: &a0 [1, 1]\n${levels.join("\n")}\nprotect: *a30\n`;
    expect(codes(bomb)).toEqual(["file-too-large"]);
    expect(codes(bomb.replace("protect: *a30\n", ""))).toEqual(["file-too-large"]);
  });

  it("is refused where aliases lead through one another without end", () => {
    const chain = Array.from({ length: 1_000 }, (_, i) => `x-${i + 1}: &a${i + 1} [*a${i}]`);
    expect(codes(`${HEAD}x-0: &a0 [x]\n${chain.join("\n")}\nprotect: *a1000\n`)).toEqual(["file-too-large"]);
  });

  it.each([
    [100, []],
    [101, ["file-too-large"]],
  ])("may stand for 100,000 nodes by aliases and for no more: %d times 1,000", (times, expected) => {
    const list = `x-m: &m [${Array(1000).fill("1")}]`;
    expect(codes(`${HEAD}${list}\nx-a: [${Array(times).fill("*m")}]\n`)).toEqual(expected);
  });

  it("may repeat an ordinary list in many places", () => {
    const people = Array.from({ length: 100 }, (_, i) => `m${i}@b.example`).join(", ");
    const groups = Array.from({ length: 100 }, (_, i) => `g${i}: {members: *m}`).join(", ");
    expect(codes(`${HEAD}x-m: &m [${people}]\nworkspaces: {w: {groups: {${groups}}}}`)).toEqual([]);
  });
});

describe("a file with many faults", () => {
  it.each([
    ["unknown keys", (i: number) => `g${i}: {presedence: 1}`, 400],
    ["bad addresses", (i: number) => `g${i}: {members: [x]}`, 400],
    ["wrong types", (i: number) => `g${i}: 1`, 400],
    ["duplicate keys", () => "g: {}", 400],
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
