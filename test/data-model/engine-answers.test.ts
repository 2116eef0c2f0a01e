import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dataJudge } from "../../src/data-model/answer/people-data.js";
import { compareAnswer, type Differences, type EngineWorld, readWorld } from "../support/engine-answers.js";
import { judgeVerdict } from "../support/engine-verdicts.js";
import { personWith } from "../support/model.js";

const worldsIn = (name: string): readonly EngineWorld[] =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

const CASES = ["./engine-cases.json", "./engine-cases-3.json"].flatMap(worldsIn);

async function compare(worlds: readonly EngineWorld[]): Promise<Differences> {
  const differences: Differences = { objects: 0, conditions: 0, unclear: 0, found: [] };
  for (const world of worlds) {
    const model = await readWorld(world);
    const where = `${world.case ?? world.seed}`;
    // What the engine refuses for everybody is refused, and nothing else.
    const isRefused = world.answers.every(({ error }) => error !== undefined);
    const isUnread = model.diagnostics.some(({ code }) => code === "model-unread");
    if (!isUnread && model.refused !== isRefused)
      differences.found.push(`${where}: refused ${model.refused}`);
    for (const answer of world.answers) compareAnswer(model, where, answer, differences);
  }
  return differences;
}

it("answers as the vendor's engine does in random models", async () => {
  const { found, objects, conditions, unclear } = await compare(worldsIn("./engine-worlds.json"));
  expect(found).toEqual([]);
  expect({ objects, conditions, unclear }).toEqual({ objects: 5_463, conditions: 1_652, unclear: 13 });
});

it("has the engine's habits, each in a minimal model", async () => {
  const { found, objects, conditions, unclear } = await compare(worldsIn("./engine-cases.json"));
  expect(found).toEqual([]);
  expect({ objects, conditions, unclear }).toEqual({ objects: 1_498, conditions: 381, unclear: 282 });
});

it("has the engine's further habits, each in a minimal model", async () => {
  const { found, objects, conditions, unclear } = await compare(worldsIn("./engine-cases-3.json"));
  expect(found).toEqual([]);
  expect({ objects, conditions, unclear }).toEqual({ objects: 4_941, conditions: 1_069, unclear: 1_066 });
});

it("says of no change that it changes nothing, or only takes away, where the engine gives more", async () => {
  const found: string[] = [];
  for (const world of CASES) {
    const model = await readWorld(world);
    const later = world.files2 && (await readWorld({ files: world.files2 }));
    for (const [i, before] of world.answers.entries()) {
      const changed = later && world.answers2?.[i];
      const pairs = [
        ...world.answers.map((after) => [model, after] as const),
        ...(changed ? [[later, changed] as const] : []),
      ];
      for (const [other, after] of pairs) {
        const wrong = judgeVerdict([model, before], [other, after]);
        if (wrong) found.push(`${world.case} ${JSON.stringify([before.user, after.user])}: ${wrong}`);
      }
    }
  }
  expect(found).toEqual([]);
});

it("is not certain of a change where a template names values in any way", async () => {
  const worlds = CASES.filter(({ case: about = "" }) => /^template(?!.*guarded away)/.test(about));
  const certain: string[] = [];
  for (const world of worlds) {
    const { judge } = dataJudge(await readWorld(world));
    const [one, other] = ["finance", "sales"].map((value) => personWith({ department: [value] }));
    const { verdict } = judge(one ?? null, other ?? null);
    if (verdict === "same" || verdict === "narrowed") certain.push(`${world.case}: ${verdict}`);
  }
  expect({ worlds: worlds.length, certain }).toEqual({ worlds: 29, certain: [] });
});
