import { expect, it } from "vitest";
import { SOURCES, textOf } from "./sources.js";

/**
 * How many tokens each folder may have. A token is a word, a number, a quoted text, or any other sign that is not a
 * blank; comments count for nothing, so that nobody saves on them, and neither does squeezing code into long lines.
 * It is a ratchet: each number is the size of the day, rounded up to the next 50. A `fix` never raises one, a step of more
 * work lowers them, and a feature that has to raise one says in its commit what it takes out instead.
 */
const BUDGET: Readonly<Record<string, number>> = {
  ".": 1050,
  acceptance: 7050,
  access: 25_000,
  api: 14_600,
  apply: 10_600,
  build: 6450,
  cli: 14_800,
  commands: 54_550,
  config: 82_750,
  "data-model": 34_350,
  kinds: 7200,
  live: 10_250,
  model: 8250,
  plan: 67_600,
  report: 53_400,
  sandbox: 21_050,
  "sign-in": 20_050,
  tui: 3150,
  util: 4450,
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
