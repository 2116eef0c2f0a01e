import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { formatConfig } from "../../src/config/print/format-config.js";

const format = (text: string): string => {
  const { text: formatted, diagnostics } = formatConfig(text, "orgform.yaml");
  expect(diagnostics).toEqual([]);
  return formatted;
};

/** A tree of blocks; a leaf is a number. Names are given when it is written, so that each is there once. */
type Tree = number | { readonly list: boolean; readonly items: readonly Tree[] };

const { tree } = fc.letrec<{ tree: Tree; block: Tree }>((tie) => ({
  tree: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.nat(9), tie("block")),
  block: fc.record({
    list: fc.boolean(),
    items: fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
  }),
}));
const root = fc
  .array(tree, { minLength: 1, maxLength: 4 })
  .map((items) => ({ list: false, items }) satisfies Tree);

/** How a file is indented; lists may stand at the column of their key. */
const style = fc.record({ step: fc.constantFrom(2, 3, 4), isFlush: fc.boolean(), blanks: fc.boolean() });
type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;

/** A line of a file: the text, its column, and the blocks that it is in, outermost first, by a name of each. */
interface Line {
  readonly text: string;
  readonly column: number;
  readonly blocks: readonly {
    readonly name: string;
    readonly column: number;
    readonly isList: boolean;
  }[];
  /** The item that the line begins or goes on with, and those around it. */
  readonly items: readonly string[];
}

function linesOf(tree: Tree, { step, isFlush }: Style): readonly Line[] {
  const lines: Line[] = [];
  let names = 0;
  const write = (block: Tree, column: number, around: Pick<Line, "blocks" | "items">): void => {
    if (typeof block === "number") return;
    const blocks = [...around.blocks, { name: `k${names}`, column, isList: block.list }];
    for (const item of block.items) {
      const name = `k${names++}`;
      const items = [...around.items, name];
      const isLeaf = typeof item === "number";
      const [lead, inner] = block.list ? ["- ", column + 2] : ["", column];
      const text = block.list && isLeaf ? `- ${name}` : `${lead}${name}:${isLeaf ? ` ${item}` : ""}`;
      // The map that an item of a list is has a level of its own.
      const own = block.list && !isLeaf ? [...blocks, { name, column: inner, isList: false }] : blocks;
      lines.push({ text, column, blocks: own, items });
      if (isLeaf) continue;
      write(item, item.list && isFlush ? inner : inner + step, { blocks: own, items });
    }
  };
  write(tree, 0, { blocks: [], items: [] });
  return lines;
}

const textOf = (
  lines: readonly { readonly text: string; readonly column: number }[],
  blanks = false,
): string =>
  lines
    .map(({ text, column }, i) => `${blanks && i % 3 === 2 ? "\n" : ""}${" ".repeat(column)}${text}\n`)
    .join("");

/** The column at which a block is printed: that of its first item, or of the dash before it. */
function printedColumn(formatted: string, { name, isList }: Line["blocks"][number]): number {
  const printed = formatted.split("\n").find((one) => new RegExp(`\\b${name}\\b`).test(one)) ?? "";
  const dashes = /^ *((?:- )*)/.exec(printed)?.[1]?.length ?? 0;
  return printed.indexOf(name) - (isList ? Math.min(dashes, 2) : 0);
}

const RUNS = { seed: 7, numRuns: 300 };

it("leaves each comment in the block in which it stands", () => {
  fc.assert(
    fc.property(root, style, fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 6 }), (tree, how, picks) => {
      const lines = linesOf(tree, how);
      const after = new Map<number, { readonly text: string; readonly column: number }[]>();
      const owners: { readonly text: string; readonly block: Line["blocks"][number] }[] = [];
      for (const [i, [where, which]] of picks.entries()) {
        const at = where % lines.length;
        const line = lines[at];
        const next = lines[at + 1];
        if (line === undefined) continue;
        // The map that an item is has not begun before its dash.
        const begun = next?.blocks.filter(({ column }) => column <= next.column) ?? [];
        const open = begun.length > line.blocks.length ? begun : line.blocks;
        // Of two blocks at one column the dash decides; a nested comment needs its parent.
        const block = open[which % open.length];
        const isAlone = open.filter(({ column }) => column === block?.column).length === 1;
        if (block === undefined || !isAlone || after.has(at)) continue;
        const text = `# c${i}`;
        owners.push({ text, block });
        after.set(at, [{ text, column: block.column }]);
      }
      const text = textOf(
        lines.flatMap((line, i) => [line, ...(after.get(i) ?? [])]),
        how.blanks,
      );
      const formatted = format(text);
      expect(format(formatted)).toBe(formatted);
      for (const { text: comment, block } of owners) {
        const found = formatted.split("\n").find((one) => one.trim() === comment) ?? "";
        expect(found.indexOf("#"), `${text}\n${formatted}\n${comment}`).toBe(printedColumn(formatted, block));
      }
    }),
    RUNS,
  );
});

/** Lines that are comments, the mark at the column of the item or of each line. */
const commentedOut = (lines: readonly Line[], isAtEach: boolean) => {
  const [first] = lines;
  return lines.map(({ text, column }) =>
    isAtEach || first === undefined
      ? { text: `# ${text}`, column }
      : { text: `# ${" ".repeat(column - first.column)}${text}`, column: first.column },
  );
};

const uncommented = (text: string): string => text.replace(/^( *)# /gm, "$1");

it("gives the same data where blocks are commented out, formatted and taken in again", () => {
  const pick = fc.tuple(fc.nat(), fc.boolean());
  fc.assert(
    fc.property(root, style, fc.array(pick, { minLength: 1, maxLength: 3 }), (tree, how, picks) => {
      const lines = linesOf(tree, how);
      const names = [...new Set(lines.flatMap(({ items }) => items))];
      const out = new Map<Line, { readonly text: string; readonly column: number }>();
      for (const [which, isAtEach] of picks) {
        const part = lines.filter(({ items }) => items.includes(names[which % names.length] ?? ""));
        const comments = commentedOut(part, isAtEach);
        // Nothing is commented out twice.
        if (part.some((line) => out.has(line))) continue;
        for (const [i, line] of part.entries()) out.set(line, comments[i] ?? line);
      }
      // A file has something in it.
      const text = `version: 1\n${textOf(lines.map((line) => out.get(line) ?? line))}`;
      const formatted = format(text);
      expect(format(formatted)).toBe(formatted);
      expect(parse(formatted), text).toEqual(parse(text));
      expect(parse(uncommented(formatted)), `${text}\n${formatted}`).toEqual(parse(uncommented(text)));
    }),
    RUNS,
  );
});

it("comes to an end with comments at any column, and never changes what the file means", () => {
  const comment = fc.record({
    at: fc.nat(),
    column: fc.nat(14),
    text: fc.constantFrom("# c", "#", "#   c: 1", "# - c", "#- c", "# c: [", "#!x", "#\ue000"),
  });
  fc.assert(
    fc.property(root, style, fc.array(comment, { maxLength: 8 }), (tree, how, comments) => {
      const lines: { readonly text: string; readonly column: number }[] = [...linesOf(tree, how)];
      for (const { at, ...one } of comments) lines.splice(at % (lines.length + 1), 0, one);
      const text = textOf(lines, how.blanks);
      const formatted = format(text);
      expect(format(formatted), text).toBe(formatted);
      expect(parse(formatted), text).toEqual(parse(text));
      const words = (file: string) => file.match(/#.*/g)?.map((one) => one.trimEnd());
      expect(words(formatted)).toEqual(words(text));
    }),
    RUNS,
  );
});

it("keeps what is commented out at the end of blocks at its level", () => {
  const text = `workspaces:
    prod:
        groups:
            Sales:
                precedence: 10
                members:
                - ada@northwind.example
                # - bob@northwind.example
                # protect: true
            # Marketing:
            #     precedence: 5
                # values: {}
        # exact: {groups: true}
    # dev:
    #     groups: {}
# checks: {mfa: warn}
`;
  expect(format(text)).toBe(`workspaces:
  prod:
    groups:
      Sales:
        precedence: 10
        members:
          - ada@northwind.example
          # - bob@northwind.example
        # protect: true
      # Marketing:
      #     precedence: 5
        # values: {}
    # exact: {groups: true}
  # dev:
  #     groups: {}
# checks: {mfa: warn}
`);
});

it("prints a comment below a key without a value as its value, and one that stands askew where its block is", () => {
  expect(format("a:\n        # b: 1\nc: 1\n    # askew\nd:\n    e: 1\n")).toBe(
    "a:\n  # b: 1\nc: 1\n# askew\nd:\n  e: 1\n",
  );
});
