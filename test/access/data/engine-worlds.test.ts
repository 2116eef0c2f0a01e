import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileModel } from "../../../src/access/data/compile-model.js";
import type { ModelDescription } from "../../../src/access/data/model-description.js";
import { dataOf, type PersonData } from "../../../src/access/data/person-data.js";
import { describeModelFile } from "../../../src/config/data-model/describe-model.js";

/** What the vendor's engine answered: which objects a person reaches, and the SQL that it adds to a query of a place. */
interface World {
  readonly seed: number;
  readonly files: Readonly<Record<string, object>>;
  readonly answers: readonly {
    readonly user: Readonly<Record<string, string>>;
    readonly models: readonly string[];
    readonly views: readonly string[];
    readonly fields: readonly string[];
    readonly topics: readonly string[];
    readonly dashboards: readonly string[];
    readonly conditions: readonly {
      readonly topic: string | null;
      readonly view: string;
      readonly sql: string | null | { readonly error: string };
    }[];
  }[];
}

const WORLDS: readonly World[] = JSON.parse(
  readFileSync(new URL("../engine-worlds.json", import.meta.url), "utf8"),
);

function describeWorld({ files }: World): ModelDescription {
  const read = Object.entries(files)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([filename, content]) => describeModelFile({ filename, text: JSON.stringify(content, null, 1) }));
  expect(read.flatMap(({ findings }) => findings)).toEqual([]);
  return {
    grants: read.flatMap(({ grants }) => grants),
    models: read.flatMap(({ models }) => models),
    views: read.flatMap(({ views }) => views),
    topics: read.flatMap(({ topics }) => topics),
    dashboards: read.flatMap(({ dashboards }) => dashboards),
    complete: true,
  };
}

/** How the engine's condition for one field reads; the filtered column is `d1` of the field `dim_1`. */
function sqlOf({ meaning, value, entries = [], field }: PersonData["rows"][number]): string {
  const column = field.replace(".dim_", ".d");
  const list = entries.map((entry) => `'${entry}'`).join(",");
  switch (meaning) {
    case "these":
      return entries.length === 1 ? `${column}=${list}` : `${column} IN (${list})`;
    case "all-but-these":
      return entries.length === 1 ? `${column}<>${list}` : `${column} NOT IN (${list})`;
    case "all":
      return `LOWER(${column}) LIKE LOWER('%%')`;
    case "pattern":
      return value === "NULL" ? `${column} IS NULL` : `LOWER(${column}) LIKE LOWER('${value}')`;
    default:
      return meaning;
  }
}

describe("what a person sees of a data model", () => {
  it("is what the vendor's engine lets them see, in every object and every condition", () => {
    const compared = { objects: 0, conditions: 0, unclear: 0 };
    for (const world of WORLDS) {
      const model = compileModel(describeWorld(world));
      for (const answer of world.answers) {
        const values = Object.fromEntries(
          Object.entries(answer.user).map(([name, value]) => [name, [value]]),
        );
        const data = dataOf(model, values);
        const engine = new Set([
          ...answer.models.map((name) => `model:${name}`),
          ...answer.views.map((name) => `view:${name}`),
          ...answer.fields.map((name) => `field:${name}`),
          ...answer.topics.map((name) => `topic:${name}`),
          ...answer.dashboards.map((name) => `dashboard:${name}`),
        ]);
        for (const [i, { objects }] of model.classes.entries()) {
          const standing = data.standings[i];
          for (const object of objects) {
            const where = `${world.seed} ${JSON.stringify(answer.user)} ${object}`;
            if (standing?.reaches === "unclear") {
              expect(standing.value, where).toContain(",");
              compared.unclear += 1;
              continue;
            }
            expect(standing?.reaches, where).toBe(engine.has(object) ? "yes" : "no");
            compared.objects += 1;
            engine.delete(object);
          }
        }
        for (const { topic, view, sql } of answer.conditions) {
          const place = topic === null ? `view:${view}` : `topic:${topic}/view:${view}`;
          const rows = data.rows.filter((row) => row.place === place);
          const where = `${world.seed} ${JSON.stringify(answer.user)} ${place}`;
          if (rows.some(({ meaning }) => meaning === "unclear")) {
            expect(
              Object.values(answer.user).some((value) => value.includes(",")),
              where,
            ).toBe(true);
            compared.unclear += 1;
            continue;
          }
          if (sql !== null && typeof sql === "object") {
            expect(
              rows.some(({ meaning }) => meaning === "none"),
              `${where} ${sql.error}`,
            ).toBe(true);
          } else {
            const ours = rows.map(sqlOf).sort();
            expect(ours, where).toEqual((sql ?? "").split(" and ").filter(Boolean).sort());
          }
          compared.conditions += 1;
        }
      }
    }
    expect(compared.objects).toBeGreaterThan(5_000);
    expect(compared.conditions).toBeGreaterThan(1_000);
  });
});
