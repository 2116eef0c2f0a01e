import { beforeAll, expect, it } from "vitest";
import { parsePlan } from "../../src/commands/plan/parse-plan.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { planJson } from "../../src/render/plan-json.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { mixed } from "../faults/scenarios.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

let plan: Plan;

beforeAll(async () => {
  const sandbox = await startSandbox({ seed: mixed.seed });
  plan = await planAgainst(clientOf(sandbox), mixed.desired, mixed.options);
  await sandbox.close();
});

/** What is said of a saved plan that somebody edited. */
function saidOf(edit: (saved: Record<string, unknown>) => unknown): string {
  const saved = JSON.parse(JSON.stringify(plan));
  const parsed = parsePlan(JSON.stringify(edit(saved) ?? saved));
  return "plan" in parsed ? "a plan" : (parsed.diagnostics[0]?.detail ?? "");
}

it("reads back what was saved, byte by byte", () => {
  const text = JSON.stringify(plan);
  const saved = parsePlan(text);
  expect("plan" in saved && JSON.stringify(saved.plan)).toBe(text);
});

type Steps = { address: string; fields: Record<string, unknown>; needs: number[]; kind: string }[];
const stepsOf = (saved: Record<string, unknown>): Steps => saved.steps as Steps;
const ERROR = { severity: "error", code: "usage", summary: "x", detail: "" };
const REFUSING = { code: "protected", name: "protect", refused: true, message: "x", addresses: [] };
const NOT_FAITHFUL = "Its steps do not write what its changes say.";

it.each<[string, (saved: Record<string, unknown>) => unknown, string]>([
  ["the plan that the command prints", () => planJson(plan), "It lacks the steps, or what they need: save"],
  ["another version", (saved) => ({ ...saved, format_version: "9.0" }), "`format_version`"],
  [
    "a change that was edited",
    (saved) => JSON.parse(JSON.stringify(saved).replace('"west"', '"all"')),
    "digest",
  ],
  [
    "a step that writes something else",
    (saved) => {
      const step = stepsOf(saved).find(({ fields }) => "value" in fields);
      if (step !== undefined) step.fields.value = "%";
    },
    NOT_FAITHFUL,
  ],
  ["a step too few", (saved) => void stepsOf(saved).pop(), NOT_FAITHFUL],
  ["a step that waits for itself", (saved) => void stepsOf(saved)[0]?.needs.push(1), NOT_FAITHFUL],
  [
    "the ids of another workspace",
    (saved) => ({
      ...saved,
      identities: plan.identities.map(([address, id]) => [address, address === "prod" ? "ws_other" : id]),
    }),
    "Its ids are of other workspaces than its digest.",
  ],
  [
    "an outcome that its guards do not allow",
    (saved) => ({ ...saved, outcome: "ok", guards: [...plan.guards, REFUSING] }),
    "outcome",
  ],
  [
    "an error under a source that no plan has",
    (saved) => ({ ...saved, findings: [{ ...ERROR, from: "nowhere" }] }),
    "It lacks the steps, or what they need: save",
  ],
  ["an error of an ok plan", (saved) => ({ ...saved, findings: [{ ...ERROR, from: "file" }] }), "outcome"],
  [
    "a finding that the schema does not know",
    (saved) => ({ ...saved, findings: [{ from: "check" }] }),
    "`findings[0]` lacks `severity`.",
  ],
  ["a list", () => [], "It is not a plan."],
])("refuses %s", (_, edit, said) => {
  expect(saidOf(edit)).toContain(said);
});

it("refuses what is not JSON", () => {
  expect(parsePlan("{")).toMatchObject({ diagnostics: [{ code: "usage", detail: "It is not JSON." }] });
});
