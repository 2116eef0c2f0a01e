import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parsePlan } from "../../src/commands/plan/parse-plan.js";
import { locateDiagnostics } from "../../src/config/config.js";
import { loadConfig } from "../../src/config/load-config.js";
import type { PlanOptions } from "../../src/plan/input/inputs.js";
import { jsonText } from "../../src/render/words/json-text.js";
import { planJson } from "../../src/render/plan-json.js";
import { planText } from "../../src/render/text/plan-text.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { resolveIndependently } from "../support/world.js";
import { asFindings, findingsFrom } from "../../src/model/plan/finding.js";

/**
 * One folder a behaviour: `orgform.yaml`, the live `organization.json`, optionally `base.yaml` and `options.json`, and
 * the plan as text and JSON. `npm run golden` rewrites the expected files.
 */
const HERE = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(HERE, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

interface CaseOptions extends Omit<PlanOptions, "orgformVersion" | "allow"> {
  readonly allow?: Readonly<Record<string, string>>;
}

describe.each(CASES)("%s", (name) => {
  const folder = join(HERE, name);
  const file = (path: string): string => join(folder, path);

  it("is planned as written down, applied without exposing anybody, and then there is nothing left", async () => {
    const config = await loadConfig([file("orgform.yaml")]);
    const { desired } = config;
    if (desired === null) throw new Error(JSON.stringify(config.diagnostics, null, 2));
    const base = existsSync(file("base.yaml")) ? (await loadConfig([file("base.yaml")])).desired : null;
    const { allow, ...given }: CaseOptions = existsSync(file("options.json"))
      ? JSON.parse(readFileSync(file("options.json"), "utf8"))
      : {};
    const options: Partial<PlanOptions> = {
      ...given,
      ...(allow === undefined ? {} : { allow: new Map(Object.entries(allow)) }),
      ...(base === null ? {} : { base }),
    };
    const moments: Map<string, readonly string[]>[] = [];
    const sandbox = await startSandbox({
      seed: JSON.parse(readFileSync(file("organization.json"), "utf8")),
      onEffect: (_, state) => moments.push(resolveIndependently(state())),
    });
    try {
      const client = clientOf(sandbox);
      const made = await planAgainst(client, desired, options);
      const located = locateDiagnostics(config, [...config.diagnostics, ...findingsFrom(made, "file")]);
      const aboutFile = located.map((d) => withoutFolder(d, folder));
      const plan = {
        ...made,
        findings: [
          ...asFindings("file", aboutFile),
          ...made.findings.filter(({ from }) => from !== "file"),
        ],
      };
      await expect(planText(plan, { color: false, width: 100 })).toMatchFileSnapshot(file("expected-plan.txt"));
      await expect(jsonText(planJson(plan))).toMatchFileSnapshot(file("expected-plan.json"));
      const saved = parsePlan(JSON.stringify(plan));
      expect(saved).toEqual({ plan });
      if (!plan.applyable || !("plan" in saved)) return;

      const start = resolveIndependently(sandbox.state());
      moments.length = 0;
      await applyAgainst(client, saved.plan);
      const end = resolveIndependently(sandbox.state());
      for (const moment of moments) {
        for (const [key, now] of moment) {
          const ends = [start.get(key) ?? [], end.get(key) ?? []];
          // Where groups tie for a moment, whichever wins gives the value before or the one after.
          const isEither = now.length > 0 && now.every((value) => ends.some((values) => values.includes(value)));
          if (start.has(key) && !isEither) expect(ends.map(String)).toContain(String(now));
        }
      }
      const again = await planAgainst(client, desired, options);
      expect(again.resource_changes).toEqual([]);
    } finally {
      await sandbox.close();
    }
  });
});

/** Expected files must not know where the project lies. */
function withoutFolder<T>(value: T, folder: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(`${folder}/`, "")) as T;
}
