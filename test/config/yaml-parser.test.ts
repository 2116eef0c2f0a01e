import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as original from "yaml";
import { yamlAlias, yamlWithoutGenerators } from "../../src/build/yaml-parser.mjs";

type Library = Pick<typeof original, "Lexer" | "Parser" | "parseAllDocuments">;

// What the build does to the library's lexer and parser must not show.
let folder: string;
let built: Library;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-yaml-"));
  const outfile = join(folder, "yaml.mjs");
  await build({
    stdin: { contents: 'export { Lexer, Parser, parseAllDocuments } from "yaml"', resolveDir: process.cwd() },
    alias: { ...yamlAlias },
    plugins: [yamlWithoutGenerators],
    bundle: true,
    format: "esm",
    outfile,
  });
  built = await import(pathToFileURL(outfile).href);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What somebody sees who drives lexer and parser piece by piece, with what stands on the stack after each. */
function pieces({ Lexer, Parser }: Library, text: string): readonly unknown[] {
  const parser = new Parser();
  const seen: unknown[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    seen.push(lexeme, [...parser.next(lexeme)], parser.stack.length, parser.offset);
  }
  return [...seen, [...parser.end()]];
}

function expectTheSame(text: string): void {
  expect(pieces(built, text)).toEqual(pieces(original, text));
  expect([...new built.Parser().parse(text)]).toEqual([...new original.Parser().parse(text)]);
  const shown = ({ parseAllDocuments }: Library) =>
    [...parseAllDocuments(text)].map(({ errors, warnings }) =>
      [...errors, ...warnings].map(({ code, message, pos }) => ({ code, message, pos })),
    );
  expect(shown(built)).toEqual(shown(original));
}

describe("the lexer and parser of the build", () => {
  it("read every file of the examples and the tests as the library does", () => {
    const files = ["examples", "test"].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => join(root, file)),
    );
    const yaml = files.filter((file) => /\.ya?ml$/.test(file));
    expect(yaml.length).toBeGreaterThan(50);
    for (const file of yaml) expectTheSame(readFileSync(file, "utf8"));
  });

  it("read whatever else as the library does", () => {
    const fragment = fc.constantFrom(
      ..."a|bc|- |? |: |:|,|\n|\n\n|\r\n|  |    |\t|{|}|[|]|# note|#|'|\"|\\|&a |*a |!t |!<u> |>\n|\\|\n|>-\n|---\n|...\n|%YAML 1.2\n|\uFEFF|é|🎉|key: value\n|- item\n|0|~".split(
        "|",
      ),
      "|\n",
      "|+2\n",
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (parts) => expectTheSame(parts.join(""))),
      { numRuns: 2_000, seed: 20261121 },
    );
  });

  it("wait for more text as the library does", () => {
    const inTwo = ({ Lexer }: Library, one: string, two: string) => {
      const lexer = new Lexer();
      return [[...lexer.lex(one, true)], [...lexer.lex(two)]];
    };
    for (const text of [
      "a: 'b\n c'\nd: [1,\n 2]\n",
      "- |\n  one\n  two\n- x: y # z\n",
      "---\n? a\n: b\n...\n",
    ]) {
      for (let at = 0; at <= text.length; at += 1) {
        const halves = [text.slice(0, at), text.slice(at)] as const;
        expect(inTwo(built, ...halves)).toEqual(inTwo(original, ...halves));
      }
    }
  });
});
