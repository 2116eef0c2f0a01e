import { readFileSync } from "node:fs";
import initSqlJs, { type Database } from "sql.js";
import { beforeAll, expect, it } from "vitest";
import { verdictOfValues } from "../../src/access/values/compare-meanings.js";
import { type DataReader, dataReaderOf } from "../../src/data-model/answer/people-data.js";
import type { DataVerdict } from "../../src/model/plan/plan.js";
import { type EngineAnswer, type EngineWorld, readWorld } from "../support/engine-answers.js";
import { filterSql } from "../support/engine-filter.js";
import { FILTER_VALUES } from "../support/filter-values.js";
import { modelOf } from "../support/model.js";

/**
 * Verdicts against what two people, or one person at two moments, really see: the conditions of the engine are evaluated
 * on rows of a database. A verdict is unsafe if it does not say that somebody gains what they gain.
 */

let db: Database;
beforeAll(async () => {
  db = new (await initSqlJs()).Database();
});

/** The rows that a condition leaves, by their numbers; a condition that the database refuses leaves none, as one of the engine. */
function rowsOf(table: string, condition: string | null): ReadonlySet<unknown> {
  const query = `SELECT rowid FROM ${table}${condition === "" ? "" : ` WHERE ${condition}`}`;
  if (condition === null) return new Set();
  const rows = asked.get(query) ?? ask(query);
  asked.set(query, rows);
  return rows;
}

const asked = new Map<string, ReadonlySet<unknown>>();

function ask(query: string): ReadonlySet<unknown> {
  try {
    const [found] = db.exec(query);
    return new Set(found?.values.map(([row]) => row));
  } catch {
    return new Set();
  }
}

const holds = (outer: ReadonlySet<unknown>, inner: ReadonlySet<unknown>): boolean =>
  [...inner].every((one) => outer.has(one));

/** What is wrong about a verdict, where something is. */
function faultOf(verdict: DataVerdict, gains: boolean, loses: boolean): "unsafe" | "wrong" | undefined {
  if (gains && (verdict === "same" || verdict === "narrowed")) return "unsafe";
  if (loses && (verdict === "same" || verdict === "widened")) return "wrong";
  return undefined;
}

const COLUMNS = ["text", "number"] as const;

const TEXTS = [
  ...[
    "",
    "west",
    "West",
    "WEST",
    "east",
    "EAST",
    "north",
    "new york",
    "o'brien",
    " west ",
    "-",
    "--",
    "%",
    "we%",
    "NULL",
    "null",
  ],
  ...[
    "5",
    "05",
    "5.0",
    "6",
    "0",
    "1000",
    "1e3",
    "true",
    "false",
    "on call",
    "2026-01-01",
    "2026-01-01T00:00:00",
  ],
  ...["2026-01-15T00:00:00", "2026-06-14T12:00:00", "\ufeff", "\u200bwest", "_est", "nan", "inf"],
];
const NUMBERS = [-6, -5, -1, 0, 0.5, 1, 2, 4.5, 5, 5.5, 6, 16, 1000, 9007199254740992, 1e15, -1e15];

const READER = () =>
  dataReaderOf(
    modelOf(
      "type: model\nname: m\nconnection: c",
      ...COLUMNS.map(
        (column) => `type: view
name: ${column}s
model_name: m
fields: [{name: ${column}, field_type: dimension, type: ${column === "text" ? "string" : "number"}, sql: x}]
access_filters: [{field: ${column}s.${column}, user_attribute: ${column}}]`,
      ),
    ),
  );

it("says of any two values what their rows say", () => {
  db.run("CREATE TABLE rows (text TEXT, number NUMERIC)");
  // Every entry that a value names is in a row, so that it makes a difference where it should.
  const entries = FILTER_VALUES.flatMap((value) =>
    value.split(",").flatMap((entry) => [entry, entry.trim().replace(/^-\s*/, "")]),
  );
  const texts = [...new Set([...TEXTS, ...entries])];
  for (const text of [null, ...texts]) db.run("INSERT INTO rows (text) VALUES (?)", [text]);
  for (const number of NUMBERS) db.run("INSERT INTO rows (text, number) VALUES ('elsewhere', ?)", [number]);

  const reader = READER();
  const values = [undefined, "", ...FILTER_VALUES];
  const counts = { pairs: 0, unsafe: [] as string[], wrong: [] as string[] };
  const undecided = { text: 0, number: 0 };
  for (const column of COLUMNS) {
    const points = values.map((value) => ({
      value,
      rows: rowsOf("rows", filterSql(value, column, column === "number")),
      data: reader.read(value === undefined ? {} : { [column]: [value] }),
    }));
    for (const before of points) {
      for (const after of points) {
        const gains = !holds(before.rows, after.rows);
        const loses = !holds(after.rows, before.rows);
        const { verdict } = reader.compare(before.data, after.data);
        const verdicts =
          column === "text" ? [verdict, verdictOfValues(before.value, after.value)] : [verdict];
        for (const one of verdicts) {
          const fault = faultOf(one, gains, loses);
          if (fault !== undefined)
            counts[fault].push(`${column}: ${JSON.stringify([before.value, after.value])} ${one}`);
        }
        counts.pairs += 1;
        if (verdict === "unclear") undecided[column] += 1;
      }
    }
  }
  expect(counts.unsafe).toEqual([]);
  expect(counts.wrong).toEqual([]);
  expect(counts.pairs).toBeGreaterThan(100_000);
  // What is unclear would pass whatever the verdicts say.
  expect(undecided.text + undecided.number).toBeLessThan(counts.pairs / 2);
});

it("reads values as the engine did, where it was asked", () => {
  const cases: readonly EngineWorld[] = worldsIn("./engine-cases.json");
  let compared = 0;
  for (const world of cases.filter((one) => one.case?.startsWith("value "))) {
    for (const { user, conditions = [] } of world.answers) {
      for (const { sql } of conditions) {
        const [attribute, value] = Object.entries(user)[0] ?? [];
        const column = attribute === "num" ? "orders.id" : "orders.region";
        const ours = filterSql(value, column, attribute === "num");
        const engine = sql === null ? "" : typeof sql === "object" ? null : sql;
        // Spans are counted from another day.
        const dated = (one: string | null) => one?.replace(/'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d'/g, "'day'");
        expect(dated(ours), `${world.case}: ${column}`).toBe(dated(engine));
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(100);
});

it("says of any two people of the engine's models what their objects and rows say", async () => {
  const counts = { pairs: 0, unsafe: [] as string[], wrong: [] as string[] };
  for (const name of ["./engine-worlds.json", "./engine-cases.json"]) {
    for (const world of worldsIn(name)) {
      const table = tableFor(world);
      const reader: DataReader = dataReaderOf(await readWorld(world));
      const people = world.answers.filter(({ error }) => error === undefined);
      for (const before of people) {
        for (const after of people) {
          const read = (one: EngineAnswer) => reader.read(valuesOf(one));
          const { verdict, rows } = reader.compare(read(before), read(after));
          const [gains, loses] = [gainsOf(table, before, after), gainsOf(table, after, before)];
          const fault = faultOf(verdict, gains, loses);
          // What is surely gained is said whatever is not decided.
          const isUndecided = rows.some((row) => row.verdict === "unclear") || hasEntries(before, after);
          if (fault === "unsafe" || (fault === "wrong" && !isUndecided))
            counts[fault].push(
              `${world.case ?? world.seed}: ${JSON.stringify([before.user, after.user])} ${verdict}`,
            );
          counts.pairs += 1;
        }
      }
    }
  }
  expect(counts.unsafe).toEqual([]);
  expect(counts.wrong).toEqual([]);
  expect(counts.pairs).toBeGreaterThan(2_000);
});

/** Values with several entries: who passes a grant with them is not certain. */
const hasEntries = (...people: readonly EngineAnswer[]): boolean =>
  people.some(({ user }) => Object.values(user).some((value) => value.includes(",")));

const valuesOf = ({ user }: EngineAnswer) =>
  Object.fromEntries(Object.entries(user).map(([name, value]) => [name, [value]]));

const worldsIn = (name: string): readonly EngineWorld[] =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

const objectsOf = ({ models, views, fields, topics, dashboards }: EngineAnswer): ReadonlySet<string> =>
  new Set(
    Object.entries({ models, views, fields, topics, dashboards }).flatMap(([kind, names = []]) =>
      names.map((one) => `${kind} ${one}`),
    ),
  );

/** Returns true if the second reaches an object that the first does not, or a row in a place that both see. */
function gainsOf(table: string, before: EngineAnswer, after: EngineAnswer): boolean {
  if (!holds(objectsOf(before), objectsOf(after))) return true;
  return (after.conditions ?? []).some(({ topic, view, sql }) => {
    const other = before.conditions?.find((one) => one.topic === topic && one.view === view);
    return (
      other !== undefined && !holds(rowsOf(table, conditionOf(other.sql)), rowsOf(table, conditionOf(sql)))
    );
  });
}

const COLUMN = /\b([a-z_]\w*\.\w+)\b/g;

/** SQL with each column as a name of its own; `null` for what the engine refused. */
function conditionOf(sql: string | null | { readonly error: string }): string | null {
  if (sql === null) return "";
  return typeof sql === "object" ? null : outsideTexts(sql, (part) => part.replace(COLUMN, '"$1"'));
}

const outsideTexts = (sql: string, change: (part: string) => string): string =>
  sql
    .split(/('(?:[^']|'')*')/)
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join("");

let tables = 0;

/** Made-up rows of all columns that the conditions of a world name, each entry that they name among them. */
function tableFor(world: EngineWorld): string {
  const sql = world.answers.flatMap(({ conditions = [] }) =>
    conditions.flatMap((one) => (typeof one.sql === "string" ? [one.sql] : [])),
  );
  const columns = [
    ...new Set(
      sql.flatMap((one) => {
        const found: string[] = [];
        outsideTexts(one, (part) => {
          found.push(...(part.match(COLUMN) ?? []));
          return part;
        });
        return found;
      }),
    ),
  ];
  const texts = [
    ...new Set([
      "other",
      ...sql.flatMap((one) => [...one.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text ?? "")),
    ]),
  ];
  const pool = [null, ...texts, ...texts.map((text) => text.replaceAll("%", "x"))];
  tables += 1;
  const table = `world${tables}`;
  db.run(`CREATE TABLE ${table} (made TEXT${columns.map((column) => `, "${column}"`).join("")})`);
  for (let i = 0; i < Math.max(1, columns.length) * pool.length * 2; i += 1) {
    // Every second row differs from a plain one in one column only.
    const cells = columns.map(
      (_, c) =>
        pool[
          (i % 2 === 0
            ? c === Math.floor(i / 2) % columns.length
              ? Math.floor(i / 2 / columns.length)
              : 1
            : i * (c + 3) + c) % pool.length
        ] ?? null,
    );
    db.run(`INSERT INTO ${table} VALUES (${["'row'", ...cells.map(() => "?")].join(",")})`, cells);
  }
  return table;
}
