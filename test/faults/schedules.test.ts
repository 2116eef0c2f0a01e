import fc from "fast-check";
import { expect, it } from "vitest";
import { type Fault, type FaultKind, faultKinds } from "../../src/sandbox/start-sandbox.js";
import { desiredOf, plainWorlds, seedOf } from "../support/worlds/plain-world.js";
import { PATIENTLY, SCHEDULES, SEED, tell } from "./form.js";
import { type Clean, type Faulty, runWithFaults, runWithoutFaults } from "./run-with-faults.js";
import { bootstrap, mixed, type Scenario } from "./scenarios.js";

/** Answers from before the last change are another matter: see stale-reads.test.ts. A lie in an answer is one, too. */
const KINDS = faultKinds.filter((kind) => !["stale-read", "merge", "warn"].includes(kind));

/** A 429 says that nothing happened; were it a lie, no client could tell. */
const isHonest = ({ status, when }: Fault): boolean => status !== 429 || when === "before";

const faults: fc.Arbitrary<Fault> = fc
  .record({
    kind: fc.subarray<FaultKind>(KINDS, { minLength: 1, maxLength: 4 }),
    when: fc.constantFrom("before", "after", "either"),
    status: fc.constantFrom(408, 429, 500, 502, 503, 504),
    method: fc.subarray(["GET", "POST", "PATCH", "DELETE"], { minLength: 1 }),
    probability: fc.constantFrom(0.05, 0.2, 0.5, 1),
    seed: fc.integer(),
    times: fc.integer({ min: 1, max: 12 }),
  })
  .map(
    ({ method, probability, seed, ...fault }): Fault => ({
      ...fault,
      ms: 20,
      match: { method, probability, seed },
    }),
  )
  .filter(isHonest);

const faultPlans: fc.Arbitrary<Faulty> = fc.record({
  always: fc.array(faults, { maxLength: 1 }),
  whileApplying: fc.array(faults, { minLength: 1, maxLength: 4 }),
  runs: fc.integer({ min: 1, max: 3 }),
  concurrency: fc.constantFrom(1, 3, 10),
});

/** The two scenarios by hand, or any world into any other. */
const scenarios: fc.Arbitrary<Scenario> = fc.oneof(
  fc.constantFrom(bootstrap, mixed),
  fc.tuple(plainWorlds, plainWorlds).map(([from, to]) => ({
    name: "any world into any other",
    seed: seedOf(from),
    desired: desiredOf(to),
    options: { allow: new Map([["access.opened", "99"]]) },
  })),
);

it(
  `${SCHEDULES} random schedules of faults lose nothing, do nothing twice and expose nobody`,
  PATIENTLY,
  async () => {
    const clean = new Map<Scenario, Clean>();
    const figures = {
      schedules: 0,
      first_seed: SEED,
      faults: 0,
      unsafe: 0,
      outcomes: {} as Record<string, number>,
    };
    for (let seed = SEED; seed < SEED + SCHEDULES; seed += 1) {
      const [[scenario, faulty] = []] = fc.sample(fc.tuple(scenarios, faultPlans), { seed, numRuns: 1 });
      if (scenario === undefined || faulty === undefined) throw new Error("nothing was generated");
      const clear = clean.get(scenario) ?? (await runWithoutFaults(scenario));
      if (scenario === bootstrap || scenario === mixed) clean.set(scenario, clear);
      const { broken, struck, outcomes, unsafe } = await runWithFaults(scenario, faulty, clear);
      expect(broken, `ORGFORM_FAULTS_SEED=${seed} (${scenario.name}): ${JSON.stringify(faulty)}`).toEqual([]);
      figures.schedules += 1;
      figures.faults += struck;
      figures.unsafe += unsafe;
      for (const outcome of outcomes) figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
    }
    tell(figures);
    expect(figures.faults).toBeGreaterThan(SCHEDULES);
  },
);
