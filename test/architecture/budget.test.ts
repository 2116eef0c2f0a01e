import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/**
 * How many tokens each folder may have. A token is a word, a number, a quoted text, or any other sign that is not a
 * blank; comments count for nothing, so that nobody saves on them, and neither does squeezing code into long lines.
 * A budget is raised only by a commit that says why the folder has to grow, and lowered when it has shrunk.
 */
const BUDGET: Readonly<Record<string, number>> = {
  ".": 1040,
  acceptance: 7400,
  access: 24200,
  api: 13700,
  apply: 10850,
  build: 6400,
  cli: 14700,
  commands: 66_600,
  config: 82_700,
  "data-model": 38000,
  kinds: 6900,
  live: 10150,
  model: 8500,
  plan: 74_000,
  report: 58_600,
  sandbox: 23500,
  "sign-in": 22450,
  tui: 3270,
  util: 4000,
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
