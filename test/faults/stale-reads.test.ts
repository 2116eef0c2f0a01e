import { expect, it } from "vitest";
import { IS_LONG } from "./form.js";
import { runWithFaults, runWithoutFaults } from "./run-with-faults.js";
import { bootstrap, mixed } from "./scenarios.js";

/**
 * A service that answers from before the last change deceives whoever asks: nothing described of it says that it does.
 * Where names are not unique, what was just made can be made again then. What holds even so is tested here: nothing is
 * deleted that was not asked for, nobody is exposed, and the next run stops at what is there twice and names it.
 */
const HARMLESS =
  /^(workspace|in \w+, group) .* is there twice$|are reported, the service saw|^nothing can be planned$/;

it("answers from the past delete nothing and expose nobody", async () => {
  let struck = 0;
  for (const scenario of [bootstrap, mixed]) {
    const clean = await runWithoutFaults(scenario);
    for (let seed = 1; seed <= (IS_LONG ? 40 : 3); seed += 1) {
      const damage = await runWithFaults(
        scenario,
        {
          runs: 3,
          always: [{ kind: "stale-read", match: { method: "GET", probability: 0.3, seed }, times: 8 }],
          whileApplying: [
            { kind: "reset", when: "after", match: { method: "POST", probability: 0.2, seed } },
          ],
        },
        clean,
      );
      expect(damage.broken.filter((promise) => !HARMLESS.test(promise))).toEqual([]);
      struck += damage.struck;
    }
  }
  expect(struck).toBeGreaterThan(30);
});
