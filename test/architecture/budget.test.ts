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
  access: 22880,
  api: 13250,
  apply: 10400,
  build: 13110,
  cli: 15960,
  commands: 47650,
  config: 68950,
  "data-model": 27250,
  kinds: 6600,
  live: 11400,
  model: 6650,
  plan: 57210,
  render: 51700,
  sandbox: 23030,
  "sign-in": 22180,
  tui: 3070,
  util: 3280,
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
