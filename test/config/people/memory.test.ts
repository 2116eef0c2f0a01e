import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/config/config.js";
import { BOUNDS } from "../../../src/config/text/bounds.js";
import { contentsOf } from "../../../src/model/state/contents.js";
import { openFolder } from "../../commands/folder.js";
import { orgform } from "../../support/run-built.js";
import { type Lists, read, told } from "./read.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";
const texts = (n: number): string => Array.from({ length: n }, (_, i) => `v${i}`).join(", ");
const csv = (n: number): string =>
  `email\n${Array.from({ length: n }, (_, i) => `p${i}@n.example\n`).join("")}`;
const workspaces = (n: number, each: string): string =>
  `workspaces:\n${Array.from({ length: n }, (_, i) => `  w${i}: ${each}\n`).join("")}`;

/** Files of a few kilobytes, or lists of a few megabytes, that stand for more than a machine can hold. */
const BOMBS: readonly (readonly [name: string, rest: string, lists: Lists, told: string])[] = [
  [
    "a list of separators",
    "people: {file: p.csv}\nworkspaces: {w: {people: {}}}\n",
    { "p.csv": `email${",".repeat(999)}\n${`a@n.example${",".repeat(999)}\n`.repeat(6_000)}` },
    "p.csv:1:1 file-too-large",
  ],
  [
    "a list of very many columns",
    "people: {file: p.csv}\nworkspaces: {w: {people: {}}}\n",
    { "p.csv": `email${",".repeat(180_000)}\n${`a@n.example${",".repeat(180_000)}\n`.repeat(9)}` },
    "p.csv:1:1 file-too-large",
  ],
  [
    "a header of very many columns, with a line break in quotes",
    "people: {file: p.csv}\nworkspaces: {w: {people: {}}}\n",
    {
      "p.csv": `"e\nmail",${Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(",")}\n${",".repeat(100_000)}\n`,
    },
    "p.csv:1:1 file-too-large",
  ],
  [
    "very many brackets in brackets",
    `x-deep:\n${`- ${"[".repeat(20)}x${"]".repeat(20)}\n`.repeat(27_000)}`,
    {},
    "orgform.yaml:1:1 file-too-large",
  ],
  [
    "very many pieces of syntax",
    `protect: [${",".repeat(2_600_000)}1]\n`,
    {},
    "orgform.yaml:1:1 file-too-large",
  ],
  [
    "`each` in a template of many workspaces",
    `templates:\n  t:\n    groups:\n${Array.from({ length: 20 }, (_, i) => `      "g${i} \${each.a}": {each: {a: ${i === 0 ? `&a [${texts(1_000)}]` : "*a"}}, precedence: 10}\n`).join("")}${workspaces(30, "{extends: [t]}")}`,
    {},
    "orgform.yaml:7:24 file-too-large",
  ],
  [
    "a template of many members in many workspaces",
    `templates: {t: {groups: {all: {members: [${csv(10_000).split("\n").slice(1, -1).join(", ")}]}}}}\n${workspaces(100, "{extends: [t], groups: {own: {}}}")}`,
    {},
    "orgform.yaml:104:19 file-too-large",
  ],
  [
    "everybody of a list in many workspaces",
    `people: {file: p.csv}\n${workspaces(10, "{people: {}}")}`,
    { "p.csv": csv(100_000) },
    "orgform.yaml:9:8 file-too-large",
  ],
  [
    "everybody of a list in many groups",
    `people: {file: p.csv}\nworkspaces: {w: {people: {}, groups: {"g \${each.a}": {each: {a: [${texts(500)}]}, precedence: 10, members: {where: {}}}}}}\n`,
    { "p.csv": csv(20_000) },
    "orgform.yaml:4:2984 file-too-large",
  ],
  [
    "groups that look for nobody among many",
    `people: {file: p.csv}\nworkspaces: {w: {people: {}, groups: {"g \${each.a}": {each: {a: [${texts(1_000)}]}, precedence: 10, members: {where: {t: [x, "\${each.a}"], u: ["\${each.a}", z]}}}}}}\n`,
    { "p.csv": `email,t,u\n${Array.from({ length: 40_000 }, (_, i) => `p${i}@n.example,x,y\n`).join("")}` },
    "",
  ],
];

describe("what a file stands for, within the bounds of the command", () => {
  it.each(BOMBS)("is read, or refused, with 512 MB: %s", async (_, rest, lists, place) => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", HEAD + rest);
    for (const [name, list] of Object.entries(lists)) await folder.write(name, String(list));
    const run = await orgform(["validate", "--format", "json"], {
      cwd: folder.path(""),
      env: { NODE_OPTIONS: "--max-old-space-size=512" },
    });
    expect(run.exitCode).toBe(place === "" ? 0 : 1);
    const { diagnostics } = JSON.parse(run.stdout) as Pick<Config, "diagnostics">;
    expect(told({ diagnostics: diagnostics.filter(({ severity }) => severity === "error") }).join()).toBe(
      place,
    );
  });

  it("may be 50,000 people with ten values and 500 groups, in three workspaces", () => {
    // A tenth of all of it, within a tenth of each bound.
    const tenth = Object.fromEntries(Object.entries(BOUNDS).map(([name, most]) => [name, most / 10]));
    const attributes = Array.from({ length: 10 }, (_, i) => `a${i}`);
    const departments = Array.from({ length: 4 }, (_, i) => `d${i}`);
    const regions = Array.from({ length: 5 }, (_, i) => `r${i}`);
    const rows = Array.from(
      { length: 5_000 },
      (_, i) =>
        `p${i}@n.example,d${i % 4},r${(i >> 3) % 5},${attributes.map((_, j) => `v${(i + j) % 90}`).join(",")}\n`,
    );
    const own = Array.from({ length: 30 }, (_, i) => `      G${i}: {precedence: ${i + 20}}\n`);
    const rest = `people: {file: p.csv}
templates:
  t:
    attributes: {${attributes.map((name) => `${name}: {data_type: string}`).join(", ")}}
    people: {values: {${attributes.map((name) => `${name}: "\${person.${name}}"`).join(", ")}}}
    groups:
      "\${each.d} \${each.r}":
        each: {d: [${departments.join(", ")}], r: [${regions.join(", ")}]}
        precedence: 10
        values: {a0: "\${each.r}"}
        members: {where: {d: "\${each.d}", r: "\${each.r}"}}
${own.join("")}${workspaces(3, "{extends: [t]}")}`;
    const list = `email,d,r,${attributes.join(",")}\n${rows.join("")}`;
    const { desired } = read(rest, { "p.csv": list }, tenth);
    const sizes = desired?.workspaces.map((one) => {
      const { of } = contentsOf(one);
      return [of("invite").length, of("group").length];
    });
    expect(sizes).toEqual([1, 2, 3].map(() => [5_000, 50]));
  });

  it("may be 8,000 groups", () => {
    const file = (count: number) =>
      `workspaces:\n  w:\n    groups:\n${Array.from({ length: count }, (_, i) => `      Group ${i}:\n        precedence: ${i + 1}\n        values: {region: r${i}, tier: 1.50}\n        members: [a${i}@b.example]\n`).join("")}`;
    const { desired } = read(file(8_000), {});
    const [workspace] = desired?.workspaces ?? [];
    expect(workspace && contentsOf(workspace).of("group")).toHaveLength(8_000);
  });
});
