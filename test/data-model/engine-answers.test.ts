import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { compareAnswer, type Differences, type EngineWorld, readWorld } from "../support/engine-answers.js";

const worldsIn = (name: string): readonly EngineWorld[] =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

async function compare(worlds: readonly EngineWorld[]): Promise<Differences> {
  const differences: Differences = { objects: 0, conditions: 0, unclear: 0, found: [] };
  for (const world of worlds) {
    const model = await readWorld(world);
    const where = `${world.case ?? world.seed}`;
    // What the engine refuses for everybody is refused, and nothing else.
    const isRefused = world.answers.every(({ error }) => error !== undefined);
    if (model.refused !== isRefused) differences.found.push(`${where}: refused ${model.refused}`);
    for (const answer of world.answers) compareAnswer(model, where, answer, differences);
  }
  return differences;
}

it("answers as the vendor's engine does in random models", async () => {
  const { found, objects, conditions, unclear } = await compare(worldsIn("./engine-worlds.json"));
  expect(found).toEqual([]);
  expect({ objects, conditions, unclear }).toEqual({ objects: 5_463, conditions: 1_610, unclear: 55 });
});

it("has the engine's habits, each in a minimal model", async () => {
  const { found, objects, conditions, unclear } = await compare(worldsIn("./engine-cases.json"));
  expect(found).toEqual([]);
  expect({ objects, conditions, unclear }).toEqual({ objects: 1_501, conditions: 381, unclear: 279 });
});
