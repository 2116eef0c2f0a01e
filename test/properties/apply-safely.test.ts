import fc from "fast-check";
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.js";
import { openSandbox } from "../support/open-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { runsOf } from "../support/runs.js";
import {
  desiredOf,
  type PlainWorld,
  plainWorlds,
  resolveIndependently,
  seedOf,
} from "../support/worlds/plain-world.js";

const WORLDS = runsOf(24);
const PAIRS = fc
  .sample(fc.tuple(plainWorlds, plainWorlds), { numRuns: WORLDS, seed: 20261120 })
  // Every third world only shuffles the precedences: where groups swap.
  .map(([from, to], i) => [from, i % 3 === 0 ? withPrecedencesOf(from, to) : to] as const);

it("turns any world into any other without exposing anybody at any write, and then has nothing left to do", async () => {
  const figures = { worlds: WORLDS, steps: 0, withWindows: 0 };
  for (const [from, to] of PAIRS) {
    const moments: Map<string, readonly string[]>[] = [];
    const sandbox = openSandbox({
      seed: seedOf(from),
      onEffect: (_, state) => moments.push(resolveIndependently(state())),
    });
    try {
      const client = clientOf(sandbox);
      const start = resolveIndependently(sandbox.state());
      const desired = desiredOf(to);
      const plan = await planAgainst(client, desired, { allow: new Map([["access.opened", "99"]]) });
      moments.length = 0;
      const events = await applyAgainst(client, plan);
      const end = resolveIndependently(sandbox.state());

      expect(events.at(-1)).toMatchObject({ type: "apply_summary", outcome: "ok" });
      expect(differenceOf(start, end)).toEqual(accessOf(plan));
      const strays = straysIn(moments, start, end);
      expect(
        strays.filter(({ now }) => now.length === 0),
        "values that were missing on the way (R1)",
      ).toEqual([]);
      if (plan.exposure.verdict === "none") expect(strays).toEqual([]);
      const second = await planAgainst(client, desired, {});
      expect(second.resource_changes).toEqual([]);

      figures.steps += plan.steps.length;
      figures.withWindows += plan.exposure.verdict === "windows" ? 1 : 0;
    } finally {
      await sandbox.close();
    }
  }
  // Figures for whoever runs the long form.
  if (process.env.ORGFORM_WORLDS) process.stdout.write(`${JSON.stringify(figures)}\n`);
});

function withPrecedencesOf(world: PlainWorld, other: PlainWorld): PlainWorld {
  const groups = world.groups.map((g, i) => ({
    ...g,
    precedence: other.groups[i]?.precedence ?? g.precedence,
  }));
  return { ...world, groups };
}

function differenceOf(start: Map<string, readonly string[]>, end: Map<string, readonly string[]>) {
  return [...start]
    .filter(([key, values]) => values.join() !== end.get(key)?.join())
    .map(([key, values]) => `${key}: ${values.join(" | ")} → ${end.get(key)?.join(" | ")}`)
    .sort();
}

function accessOf(plan: Plan) {
  return plan.access_changes
    .map(
      ({ member, attribute, before, after }) =>
        `${member} ${attribute}: ${before?.value ?? ""} → ${after?.value ?? ""}`,
    )
    .sort();
}

/** Values that somebody could have in between and neither before nor after, missing ones among them. */
function straysIn(
  moments: readonly Map<string, readonly string[]>[],
  start: Map<string, readonly string[]>,
  end: Map<string, readonly string[]>,
) {
  return moments.flatMap((moment, after) =>
    [...moment].flatMap(([key, now]) => {
      const ends = [start.get(key) ?? [], end.get(key) ?? []];
      const isEither =
        now.length === 0
          ? ends.some((values) => values.length === 0)
          : now.every((value) => ends.some((values) => values.includes(value)));
      return isEither ? [] : [{ key, now, after, ends }];
    }),
  );
}
