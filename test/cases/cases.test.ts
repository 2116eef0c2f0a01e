import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { locateDiagnostics } from "../../src/config/text/location.js";
import { asFindings, findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import type { ListedGuard, Plan } from "../../src/model/plan/plan.js";
import { allowedBy } from "../../src/plan/guards/allowance.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { jsonText } from "../../src/report/words/json-text.js";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { planText } from "../support/plan-formats.js";
import { resolveIndependently } from "../support/worlds/plain-world.js";
import { type Case, readCase } from "./read-case.js";

/** README.md says what a folder holds. */
const HERE = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(HERE, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

describe.each(CASES)("%s", (name) => {
  const folder = join(HERE, name);
  const file = (path: string): string => join(folder, path);

  it("is planned as written down, applied without exposing anybody, and then there is nothing left", async () => {
    const { config, desired, options, ...read } = await readCase(folder);
    const moments: Map<string, readonly string[]>[] = [];
    const { client, state } = await startedFor(read, {
      onEffect: (_, state) => moments.push(resolveIndependently(state())),
    });
    const made = await planAgainst(client, desired, options);
    const located = locateDiagnostics(config, [...config.diagnostics, ...findingsFrom(made, "file")]);
    const aboutFile = located.map((d) => withoutFolder(d, folder));
    const others = made.findings.filter(({ from }) => from !== "file");
    const plan = { ...made, findings: [...asFindings("file", aboutFile), ...others] };
    await expect(planText(plan, { color: false, width: 100, hasApproval: true })).toMatchFileSnapshot(
      file("expected-plan.txt"),
    );
    await expect(jsonText(planJson(plan))).toMatchFileSnapshot(file("expected-plan.json"));
    expect(new Set(plan.steps.map(({ address }) => address)).size).toBe(plan.steps.length);
    if (!plan.applyable) return;

    const start = resolveIndependently(state());
    moments.length = 0;
    await applyAgainst(client, plan);
    const end = resolveIndependently(state());
    for (const moment of moments) {
      for (const [key, now] of moment) {
        const ends = [start.get(key) ?? [], end.get(key) ?? []];
        // Where groups tie for a moment, whichever wins gives the value before or the one after.
        const isEither =
          now.length > 0 && now.every((value) => ends.some((values) => values.includes(value)));
        if (start.has(key) && !isEither) expect(ends.map(String)).toContain(String(now));
      }
    }
    const again = await planAgainst(client, desired, options);
    expect(again.resource_changes).toEqual([]);
  });

  it("is refused in each variant as written down, and lets pass exactly what an override names", async () => {
    const { desired, options, variants, patched, ...read } = await readCase(folder);
    const { client } = await startedFor(read);
    const expectOverridesToLift = async (file: typeof desired, refused: Plan, allow: Allowed) => {
      const offered = guardsOf(refused).filter(({ override }) => override !== undefined);
      if (offered.length === 0) return;
      const given = allowedBy(offered.map((guard) => ({ ...guard, refused: false }))).map(pairOf);
      const lifted = await planAgainst(client, file, { ...options, allow: [...allow, ...given] });
      expect(beyondLimits(lifted)).toEqual(
        beyondLimits(refused).map((guard) =>
          guard.override !== undefined ? { ...guard, refused: false } : guard,
        ),
      );
      // The allowance goes with the plan, and makes the same one again.
      const kept = allowedBy(guardsOf(lifted)).map(pairOf);
      const again = await planAgainst(client, file, { ...options, allow: kept });
      expect(guardsOf(again)).toEqual(guardsOf(lifted));
    };
    const plan = await planAgainst(client, desired, options);
    await expectOverridesToLift(desired, plan, [...(options.allow ?? [])]);
    for (const { why, file = {}, allow = [], refuses, says } of variants) {
      const words = allow.map(pairOf);
      const varied = await planAgainst(client, patched(file), { ...options, allow: words });
      const refusing = guardsOf(varied).filter(({ refused }) => refused);
      expect({ why, refuses: refusing.map(named) }).toEqual({ why, refuses });
      if (says !== undefined) expect(refusing.map(({ message }) => message)).toEqual(says);
      await expectOverridesToLift(patched(file), varied, words);
    }
  });
});

/** Guards that the file's own limits would not let pass; others are there where --allow gave a smaller number. */
const beyondLimits = (plan: Plan): readonly ListedGuard[] =>
  guardsOf(plan).filter(({ limit, actual = 0 }) => limit === undefined || actual > limit);

type Allowed = readonly (readonly [string, string])[];

const named = ({ name, actual }: ListedGuard): string => `${name} ${actual ?? ""}`.trim();

const pairOf = (word: string): readonly [string, string] => {
  const [guard = "", ...value] = word.split("=");
  return [guard, value.join("=")];
};

/** A sandbox of the case's organization, until the test ends. */
async function startedFor(
  { organization, token }: Pick<Case, "organization" | "token">,
  more?: SandboxOptions,
) {
  const sandbox = createSandbox({ seed: organization, ...more });
  const own = token === "workspace" ? sandbox.adminToken : undefined;
  return {
    client: clientOf({ ...sandbox, token: own ?? sandbox.token }),
    state: () => sandbox.state(),
  };
}

/** Expected files must not know where the project lies. */
function withoutFolder<T>(value: T, folder: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(`${folder}/`, "")) as T;
}
