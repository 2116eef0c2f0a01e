import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/**
 * How many tokens each folder may have. A token is a word, a number, a quoted text, or any other sign that is not a
 * blank; comments count for nothing, so that nobody saves on them, and neither does squeezing code into long lines.
 * A budget is raised only by a commit that says why the folder has to grow, and lowered when it has shrunk.
 */
const BUDGET: Readonly<Record<string, number>> = {
  ".": 1310,
  acceptance: 6390,
  access: 23040,
  api: 13310,
  apply: 10480,
  build: 13190,
  cli: 16120,
  commands: 48540,
  config: 69260,
  "data-model": 27250,
  kinds: 6680,
  live: 11130,
  model: 6720,
  plan: 57950,
  render: 52710,
  sandbox: 23000,
  "sign-in": 22210,
  tui: 3110,
  util: 3320,
};

const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$]+|[^\s\w$]/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

const tokensIn = (file: string): number => textOf(file).replace(COMMENT, "").match(TOKEN)?.length ?? 0;

it("no folder grows beyond its budget", () => {
  const tokens: Record<string, number> = {};
  for (const file of SOURCES) {
    const folder = file.includes("/") ? (file.split("/")[0] ?? "") : ".";
    tokens[folder] = (tokens[folder] ?? 0) + tokensIn(file);
  }
  const over = Object.entries(tokens).filter(([folder, count]) => count > (BUDGET[folder] ?? 0));
  // More than a tenth below is no budget any more.
  const slack = Object.entries(BUDGET).filter(([folder, most]) => (tokens[folder] ?? 0) < most * 0.9);
  expect({ over, slack }).toEqual({ over: [], slack: [] });
});
