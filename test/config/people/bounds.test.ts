import { describe, expect, it } from "vitest";
import type { Bounds } from "../../../src/config/text/bounds.js";
import { type Lists, read, told } from "./read.js";

const texts = (n: number): string => Array.from({ length: n }, (_, i) => `v${i}`).join(", ");
const rows = (n: number, row: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => row(i)).join("");
const people = (n: number): string => rows(n, (i) => `p${i}@n.example\n`);
const workspaces = (n: number, each: string): string =>
  `workspaces:\n${rows(n, (i) => `  w${i}: ${each}\n`)}`;
const FROM = (list: string) => `people: {file: ${list}}\nworkspaces: {w: {people: {}}}\n`;

/** What a file, its lists and their bounds are for a number; the first number fits, the second does not. */
interface Bound {
  readonly bounds: Partial<Bounds>;
  readonly rest: (n: number) => string;
  readonly lists?: (n: number) => Lists;
  readonly fits: number;
  readonly goesBeyond: number;
  readonly told: string;
}

const CASES: Readonly<Record<string, Bound>> = {
  "rows of a list": {
    bounds: { listRows: 20 },
    rest: () => FROM("p.csv"),
    lists: (n) => ({ "p.csv": `email\n${people(n)}` }),
    fits: 20,
    goesBeyond: 21,
    told: "p.csv:22:1 file-too-large",
  },
  "cells of a list, by its separators": {
    bounds: { listCells: 100 },
    rest: () => FROM("p.csv"),
    lists: (n) => ({ "p.csv": `email,a,b,c,d\n${rows(n, (i) => `p${i}@n.example,,,,\n`)}` }),
    fits: 24,
    goesBeyond: 25,
    told: "p.csv:1:1 file-too-large",
  },
  "columns of a list": {
    bounds: { listColumns: 10 },
    rest: () => FROM("p.csv"),
    lists: (n) => ({ "p.csv": `email,${texts(n - 1)}\na@n.example${",".repeat(n - 1)}\n` }),
    fits: 10,
    goesBeyond: 12,
    told: "p.csv:1:1 file-too-large",
  },
  "columns of a header with a line break in quotes": {
    bounds: { listColumns: 10 },
    rest: () => 'people: {file: p.csv, email: "e\\nmail"}\nworkspaces: {w: {people: {}}}\n',
    lists: (n) => ({ "p.csv": `"e\nmail",${texts(n - 1)}\na@n.example${",".repeat(n - 1)}\n` }),
    fits: 10,
    goesBeyond: 11,
    told: "p.csv:1:1 file-too-large",
  },
  "groups that `each` makes in a template of many workspaces": {
    bounds: { entries: 2_000 },
    rest: (n) =>
      `templates:\n  t:\n    groups: {"g \${each.a}": {each: {a: [${texts(10)}]}, precedence: 10}}\n${workspaces(n, "{extends: [t]}")}`,
    fits: 5,
    goesBeyond: 20,
    told: "orgform.yaml:5:30 file-too-large",
  },
  "everybody of a list in many workspaces": {
    bounds: { entries: 2_000 },
    rest: (n) => `people: {file: p.csv}\n${workspaces(n, "{people: {}}")}`,
    lists: () => ({ "p.csv": `email\n${people(50)}` }),
    fits: 4,
    goesBeyond: 6,
    told: "orgform.yaml:10:8 file-too-large",
  },
  "everybody of a list in many groups": {
    bounds: { entries: 2_000 },
    rest: (n) =>
      `people: {file: p.csv}\nworkspaces: {w: {people: {}, groups: {"g \${each.a}": {each: {a: [${texts(n)}]}, precedence: 10, members: {where: {}}}}}}\n`,
    lists: () => ({ "p.csv": `email\n${people(200)}` }),
    fits: 1,
    goesBeyond: 8,
    told: "orgform.yaml:4:126 file-too-large",
  },
};

describe.each(Object.entries(CASES))(
  "%s",
  (_, { bounds, rest, lists = () => ({}), fits, goesBeyond, told: place }) => {
    it("fit within the bound", () => {
      expect(told(read(rest(fits), lists(fits), bounds))).toEqual([]);
    });

    it("are refused beyond it, with the number of the bound", () => {
      const config = read(rest(goesBeyond), lists(goesBeyond), bounds);
      expect(config.desired).toBeNull();
      expect(told(config)).toEqual([place]);
      const [bound = 0] = Object.values(bounds);
      const { summary = "", detail = "" } = config.diagnostics[0] ?? {};
      expect(summary + detail).toContain(bound.toLocaleString("en-US"));
    });
  },
);

it("reads no more of a list in which very many rows are damaged", () => {
  const config = read(FROM("p.csv"), { "p.csv": `email,n\n${"a\n".repeat(1_500)}` });
  expect(config.desired).toBeNull();
  expect(config.diagnostics.at(-1)?.summary).toBe("… and 900 more");
});
