import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runOf } from "../../src/apply/receipt.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { eventLine, jsonText } from "../../src/report/words/json-text.js";
import { MOMENT, receiptText, run } from "../support/receipts.js";
import { applyEvents } from "./fixtures/apply-events.js";
import { hostileName, planNamed } from "./fixtures/hostile.js";
import { northwind, unchanged, withDrift } from "./fixtures/northwind.js";

type Schema = Record<string, unknown>;
const load = (name: string): Schema =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8")) as Schema;

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
const validators = Object.fromEntries(
  // The receipt's refers to the event's.
  ["plan", "event", "receipt"].map((name) => [name, ajv.compile(load(name))]),
);

function errorsOf(name: string, value: unknown): unknown {
  const validate = validators[name];
  validate?.(JSON.parse(JSON.stringify(value)));
  return validate?.errors ?? null;
}

describe("what is printed fits its schema", () => {
  test("plans", () => {
    const data = { gained: ["view:orders"], unclear: [], rows: [] };
    const ada = { workspace: "prod", member: "ada@x.example", role: null, groups: [], values: [], data };
    const arriving = { ...northwind, arrivals: [{ ...ada, invite: "planned" as const }] };
    for (const plan of [northwind, unchanged, withDrift, arriving])
      expect(errorsOf("plan", planJson(plan))).toBeNull();
    const receipt = { type: "run", timestamp: MOMENT, ...runOf(arriving, run()) };
    expect(errorsOf("receipt", receipt)).toBeNull();
  });

  test("events", () => {
    for (const event of applyEvents) {
      expect(errorsOf("event", JSON.parse(eventLine(event, "2026-03-31T12:00:00.000Z")))).toBeNull();
    }
  });

  test("receipts", () => {
    const lines = receiptText(runOf(northwind, run()), applyEvents.slice(1)).trim().split("\n");
    for (const line of lines) expect(errorsOf("receipt", JSON.parse(line))).toBeNull();
  });

  test("and what is not of that form does not", () => {
    expect(errorsOf("plan", { ...planJson(northwind), steps: [] })).not.toBeNull();
    expect(errorsOf("plan", { ...planJson(northwind), outcome: "fine" })).not.toBeNull();
    expect(
      errorsOf("event", { timestamp: "yesterday", type: "version", orgform: "1", format_version: "1.0" }),
    ).not.toBeNull();
    const first = { timestamp: MOMENT, type: "run", ...run() };
    expect(errorsOf("receipt", first)).toBeNull();
    expect(errorsOf("receipt", { ...first, token: "secret" })).not.toBeNull();
  });
});

describe("the plan's JSON", () => {
  test("has the order of writes without live ids and bodies", () => {
    const json = planJson({ ...northwind, identities: [["northwind-prod", "ws_456"]] });
    expect(json.execution_order[13]).toEqual({
      step: 14,
      address: "northwind-prod/groups/Sales West/members/ada@northwind.example",
      action: "create",
      needs: [10, 13],
    });
    expect(JSON.stringify(json)).not.toContain("ws_456");
    expect(json).not.toHaveProperty("steps");
  });

  test("leaves out what stays as it is", () => {
    expect(planJson(unchanged).resource_changes).toEqual([]);
  });

  test("keeps every name exactly, and shows a terminal nothing hidden", () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        const text = jsonText(planJson(planNamed(name)));
        expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u206f]/u);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(planJson(planNamed(name)))));
        expect(errorsOf("plan", planJson(planNamed(name)))).toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});

describe("the schemas", () => {
  test("describe every key", () => {
    for (const name of ["plan", "event", "receipt", "who", "compare"]) {
      const undescribed: string[] = [];
      walk(load(name), name, (schema, path) => {
        if (typeof schema.description !== "string") undescribed.push(path);
      });
      expect(undescribed).toEqual([]);
    }
  });

  test("say the same of what they share", () => {
    const definitions = ["plan", "event"].map((name) => load(name).$defs as Schema);
    for (const defs of definitions) {
      for (const [name, definition] of Object.entries(defs)) {
        for (const other of definitions) if (name in other) expect(other[name]).toEqual(definition);
      }
    }
  });
});

/** Visits every schema of a key, an item or a variant. */
function walk(schema: Schema, path: string, visit: (schema: Schema, path: string) => void): void {
  visit(schema, path);
  for (const group of ["properties", "$defs"]) {
    for (const [key, value] of Object.entries((schema[group] ?? {}) as Schema))
      walk(value as Schema, `${path}/${key}`, visit);
  }
  for (const [i, value] of ((schema.oneOf ?? []) as Schema[]).entries()) walk(value, `${path}/${i}`, visit);
  for (const key of ["items", "additionalProperties"]) {
    if (typeof schema[key] === "object") walk(schema[key] as Schema, `${path}/${key}`, visit);
  }
}
