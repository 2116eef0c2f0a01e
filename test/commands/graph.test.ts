import { expect, it } from "vitest";
import { type GraphOptions, graph } from "../../src/commands/access/graph.js";
import { testContext } from "../support/context.js";
import { openFolder } from "./folder.js";
import { FILE, openNorthwind } from "./northwind.js";

async function run(options: GraphOptions, text = FILE) {
  const sandbox = await openNorthwind();
  const file = await (await openFolder()).write("orgform.yaml", text);
  const test = testContext({ sandbox });
  expect(await graph(test.context, { file: [file], ...options })).toBe("ok");
  return { text: test.stdout(), notes: test.stderr() };
}

it("ranks all groups of a workspace as they will be, with where they were", async () => {
  const { text } = await run({ what: "precedence", format: "dot" });
  expect([...text.matchAll(/label="([^"]*)"/g)].map(([, label]) => label)).toEqual([
    "lab",
    "0  All Users",
    "prod",
    "30  Execs (was 10)",
    "20  Sales",
    "0  All Users",
  ]);
  expect(text).toContain("n1 -> n2;");
});

it("draws what each write waits for", async () => {
  const { text } = await run({});
  expect(text).toMatch(/^flowchart LR\n/);
  expect(text).toContain("groups/Execs");
});

it("says when there is nothing to draw", async () => {
  const { notes } = await run({}, FILE.replace(/ {2}prod:[\s\S]*/, "  lab: {}\n"));
  expect(notes).toBe("There is nothing to draw.\n");
});
