import { expect, it } from "vitest";
import { type Fault, type FaultKind, faultKinds, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { planAgainst } from "../support/plan-against.js";
import { IS_LONG, PATIENTLY, tell } from "./form.js";
import { clientIn, runWithFaults, runWithoutFaults } from "./run-with-faults.js";
import { bootstrap, mixed, type Scenario } from "./scenarios.js";

/** The long form plays every case; the short one every so-manieth, another for each kind. */
const isPlayed = (n: number, kind: FaultKind, everyNth: number): boolean =>
  IS_LONG || (n + faultKinds.indexOf(kind)) % everyNth === 0;

/** A fault of each kind that has something to say; what an answer is overlaid with differs in every field. */
function faultOf(kind: FaultKind): Fault {
  const other = { name: "other", label: "other", value: "other", role: "other", provision_by_default: true };
  return { kind, ms: 20, ...(kind === "merge" ? { merge: { data: other } } : {}) };
}

it.each([bootstrap, mixed])(
  "a $name converges whatever strikes at whichever write",
  PATIENTLY,
  async (scenario) => {
    const clean = await runWithoutFaults(scenario);
    let played = 0;
    for (const kind of faultKinds) {
      for (const when of ["before", "after"] as const) {
        for (let nth = 1; nth <= clean.writes; nth += 1) {
          if (!isPlayed(nth, kind, 31)) continue;
          const fault = { ...faultOf(kind), when, match: { method: ["POST", "PATCH", "DELETE"], nth } };
          const { broken, struck } = await runWithFaults(scenario, { whileApplying: [fault] }, clean);
          expect(broken, `${kind} ${when} write ${nth}`).toEqual([]);
          expect(struck, `${kind} at write ${nth} of ${clean.writes}`).toBe(1);
          played += 1;
        }
      }
    }
    tell({ matrix: scenario.name, writes: clean.writes, played });
  },
);

/** What a list could be made to say without contradicting its form. */
const LIES: readonly unknown[] = [
  { data: [] },
  { data: null },
  { data: {} },
  { meta: { has_more: true } },
  { meta: { status: "error" } },
  { next_cursor: "x" },
];

it.each([mixed])("no fault at any read of a $name makes a deletion appear", PATIENTLY, async (scenario) => {
  const clean = await runWithoutFaults(scenario);
  const sandbox = await startSandbox({ seed: scenario.seed });
  let played = 0;
  let planned = 0;
  try {
    await planAgainst(clientIn(sandbox), scenario.desired, scenario.options);
    const paths = sandbox.log().map(({ path }) => path);
    for (const [n, path] of paths.entries()) {
      const match = { method: "GET", path };
      const lies = LIES.filter((_, i) => IS_LONG || i === n % LIES.length).map(
        (merge): Fault => ({ kind: "merge", merge, match }),
      );
      const kinds = faultKinds.filter((kind) => kind !== "merge" && isPlayed(n, kind, 29));
      for (const fault of [...lies, ...kinds.map((kind): Fault => ({ ...faultOf(kind), match }))]) {
        sandbox.clearFaults();
        sandbox.addFaults(fault);
        const found = await planIn(sandbox, scenario);
        played += 1;
        if (found === "stopped") continue;
        planned += 1;
        expect(
          [...found.deletions].filter((address) => !clean.planned.has(address)),
          JSON.stringify(fault),
        ).toEqual([]);
        if (fault.merge === undefined) expect(found.digest, JSON.stringify(fault)).toBe(clean.digest);
      }
    }
  } finally {
    await sandbox.close();
  }
  expect(planned).toBeGreaterThan(0);
  tell({ reads: clean.reads, played, stopped: played - planned, as_without_faults: planned });
});

async function planIn(sandbox: Parameters<typeof clientIn>[0], { desired, options }: Scenario) {
  try {
    const plan = await planAgainst(clientIn(sandbox, 100), desired, options);
    const deletions = plan.resource_changes.filter(({ change }) => change.actions[0] === "delete");
    return { digest: plan.plan_digest, deletions: deletions.map(({ address }) => address) };
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("[{")) return "stopped";
    throw error;
  }
}
