// The yaml library's own lexer and parser, made faster for text that is there as a whole: nearly every method of theirs
// is a generator inside generators, so that they can wait for more text. As plain methods that put what they make into
// a list they give the same (test/config/yaml-parser.test.ts compares), and parsing takes half the time.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Those that stay generators: they drive the others. */
const DRIVERS = { "lexer.js": "lex", "parser.js": "parse" };

/** What each file needs beside plain methods, once each. */
const TAKE = `take() {
        const made = this.made;
        if (made.length > 0) this.made = [];
        return made;
    }
    `;
const CHANGES = {
  "lexer.js": [
    ["constructor() {", `${TAKE}constructor() {\n        this.made = [];`],
    [
      "next = this.parseNext(next);",
      "{\n                next = this.parseNext(next);\n                yield* this.take();\n            }",
    ],
  ],
  "parser.js": [
    ["constructor(onNewLine) {", `${TAKE}constructor(onNewLine) {\n        this.made = [];`],
    ["this.next(lexeme);\n        if", "yield* this.next(lexeme);\n        if"],
    ["    this.end();", "    yield* this.end();"],
    [
      " next(source) {",
      " next(source) {\n        this.advance(source);\n        return this.take();\n    }\n    advance(source) {",
    ],
    [" end() {", " end() {\n        this.finish();\n        return this.take();\n    }\n    finish() {"],
  ],
};

/**
 * Where the bundler takes the library from: its build for browsers is made of ES modules, and does not ask the
 * environment at every piece of syntax whether it should log it.
 */
export const yamlAlias = { yaml: resolve("node_modules/yaml/browser/index.js") };

/** For the bundler. */
export const yamlWithoutGenerators = {
  name: "yaml-without-generators",
  setup(bundler) {
    bundler.onLoad({ filter: /yaml\/browser\/dist\/parse\/(lexer|parser)\.js$/ }, ({ path }) => ({
      contents: withoutGenerators(
        path.endsWith("lexer.js") ? "lexer.js" : "parser.js",
        readFileSync(path, "utf8"),
      ),
    }));
  },
};

/** Fails where the library has become another one than this was written for. */
function withoutGenerators(file, text) {
  const driver = DRIVERS[file];
  let plain = text
    .replace(new RegExp(`^    \\*(?!${driver}\\()(\\w+)\\(`, "gm"), "    $1(")
    .replace(/\byield\* (this\.)/g, "$1")
    .replace(/\byield ([^;*]+);/g, "this.made.push($1);");
  for (const [was, is] of CHANGES[file]) {
    if (plain.split(was).length !== 2) throw new Error(`${file} of yaml has changed: not once "${was}"`);
    plain = plain.replace(was, () => is);
  }
  return plain;
}
