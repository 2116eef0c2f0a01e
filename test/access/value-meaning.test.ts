import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isOpen, leavesEntry, meaningOf, type ValueMeaning } from "../../src/access/values/value-meaning.js";

/** Random data models with the answers of the vendor's open query engine (metrics_layer 0.16.41). */
interface EngineWorld {
  readonly seed: number;
  readonly files: Readonly<Record<string, ModelFile>>;
  readonly answers: readonly {
    readonly user: Readonly<Record<string, string>>;
    readonly conditions: readonly Condition[];
  }[];
}
interface Condition {
  readonly topic: string | null;
  readonly view: string;
  readonly sql: string | null | { readonly error: string };
}
interface Filter {
  readonly field: string;
  readonly user_attribute: string;
}
interface ModelFile {
  readonly type?: string;
  readonly name?: string;
  readonly label?: string;
  readonly access_filters?: readonly Filter[];
  readonly fields?: readonly { readonly name: string; readonly type?: string }[];
  readonly views?: Readonly<Record<string, { readonly override_access_filters?: boolean }>>;
}

const worlds: readonly EngineWorld[] = JSON.parse(
  readFileSync(new URL("../data-model/engine-worlds.json", import.meta.url), "utf8"),
);

/** The filters that the engine applies in a place, those of the topic first. */
function filtersIn({ files }: EngineWorld, { topic, view }: Condition): readonly Filter[] {
  const all = Object.values(files);
  const ofView = all.find(({ type, name }) => type === "view" && name === view)?.access_filters ?? [];
  const found = all.find(({ type, name, label }) => type === "topic" && (name ?? label) === topic);
  const ofTopic = found?.access_filters ?? [];
  const overrides = found?.views?.[view]?.override_access_filters === true;
  const dropped = new Set(overrides ? ofTopic.map(({ user_attribute }) => user_attribute) : []);
  return [...ofTopic, ...ofView.filter(({ user_attribute }) => !dropped.has(user_attribute))];
}

function isNumber({ files }: EngineWorld, field: string): boolean {
  const [view, name] = field.split(".");
  const fields = Object.values(files).find((file) => file.type === "view" && file.name === view)?.fields;
  return fields?.find((candidate) => candidate.name === name)?.type === "number";
}

/** What a condition of SQL says, read without any of the rules that are tested. */
function saidBy(sql: string): ValueMeaning {
  const texts = [...sql.matchAll(/'([^']*)'/g)].map(([, text]) => text ?? "");
  if (/ NOT IN \(/.test(sql) || sql.includes("<>")) return { kind: "all-but-these", entries: texts };
  if (/ IN \(/.test(sql)) return { kind: "these", entries: texts };
  if (sql.includes(" LIKE ")) return texts[0] === "%%" ? { kind: "all" } : { kind: "pattern", text: sql };
  if (/ IS (NOT )?NULL/.test(sql)) return { kind: "pattern", text: sql };
  return { kind: "these", entries: texts };
}

const plain = (meaning: ValueMeaning) => ("text" in meaning ? { kind: meaning.kind } : meaning);

describe("what a value means to a row filter", () => {
  it("is what the vendor's engine makes of it, condition by condition", () => {
    let compared = 0;
    for (const world of worlds) {
      for (const { user, conditions } of world.answers) {
        for (const condition of conditions) {
          // Number columns read entries as numbers, and a field that is out of reach refuses the query.
          if (typeof condition.sql === "object" && condition.sql !== null) continue;
          const filters = filtersIn(world, condition).filter(({ user_attribute }) => user[user_attribute]);
          const said = condition.sql === null ? [] : condition.sql.split(" and ").map(saidBy);
          const meant = filters.map(({ user_attribute }) => meaningOf(user[user_attribute]));
          const where = `${world.seed} ${JSON.stringify(user)} ${JSON.stringify(condition)}`;
          expect(meant.map(plain), where).toEqual(said.map(plain));
          compared += said.length;
        }
      }
    }
    expect(compared).toBe(643);
  });

  it("is refused by the engine on number columns only where text columns take it", () => {
    const refused = worlds.flatMap((world) =>
      world.answers.flatMap(({ user, conditions }) =>
        conditions
          .filter(({ sql }) => typeof sql === "object" && sql?.error === "ValueError")
          .map((condition) => ({ world, user, filters: filtersIn(world, condition) })),
      ),
    );
    expect(refused).toHaveLength(13);
    for (const { world, user, filters } of refused)
      expect(filters.some((f) => user[f.user_attribute] && isNumber(world, f.field))).toBe(true);
  });

  const these = (...entries: string[]): ValueMeaning => ({ kind: "these", entries });
  const allBut = (...entries: string[]): ValueMeaning => ({ kind: "all-but-these", entries });

  it.each<[string | undefined, ValueMeaning]>([
    [undefined, { kind: "all" }],
    ["", { kind: "all" }],
    ["%", { kind: "all" }],
    ["%%", { kind: "all" }],
    ["%%%", { kind: "all" }],
    ["west", these("west")],
    ["new york", these("new york")],
    [" west ", these(" west ")],
    ["  ", these("  ")],
    ["w%t", these("w%t")],
    ["null", these("null")],
    ["true", these("true")],
    ["2026-01-01", these("2026-01-01")],
    ["the day after", these("the day after")],
    ["west,east", these("west", "east")],
    [" west , new york ", these("west", "new york")],
    ["west,we%", these("west", "we%")],
    ["west,NULL", these("west", "NULL")],
    ["=5,6", these("=5", "6")],
    ["-west", allBut("west")],
    ["- west", allBut(" west")],
    ["--", allBut("-")],
    ["-west,-east", allBut("west", "east")],
    ["-west, - east", allBut("west", "east")],
    ["west,-east", { kind: "none" }],
    ["-west,east", { kind: "none" }],
    ["west,", { kind: "none" }],
    [",west", { kind: "none" }],
    ["west,,east", { kind: "none" }],
    ["west, ,east", { kind: "none" }],
    [",", { kind: "none" }],
    ["-", { kind: "none" }],
  ])("%j", (value, meaning) => {
    expect(meaningOf(value)).toEqual(meaning);
  });

  it.each([
    ...["we%", "%st", "%es%", "-we%", "-%st", "-%es%", "-%", "NULL", "-NULL", "TRUE", "FALSE"],
    ...["=5", "!=5", "<>5", ">5", ">=5", "<5", "<=5"],
    ...["after 2026-01-01", "before 2026-01-01", "today", "yesterday", "this week", "last month", "3 days"],
    ...["last week", "last quarter", "year to date", "2 weeks ago", "last year to date", "month ago to date"],
    ...["2 months ago for 3 weeks"],
  ])("%j is a pattern", (value) => {
    expect(meaningOf(value)).toEqual({ kind: "pattern", text: value });
  });

  it("is open for no value, the empty text and percent signs", () => {
    expect([undefined, "", "%", "%%"].map(isOpen)).toEqual([true, true, true, true]);
    expect([" ", "west", "-%", "%,%", "we%", "%st", "-", ",", "none"].filter(isOpen)).toEqual([]);
  });

  it.each([
    ["%", "emea", "yes"],
    ["", "emea", "yes"],
    [undefined, "emea", "yes"],
    ["-west", "emea", "yes"],
    ["-west", "west", "no"],
    ["west, emea", "emea", "yes"],
    ["west, emea", "EMEA", "no"],
    ["em%", "emea", "unclear"],
    ["west,", "west", "no"],
    ["5.0", "5", "unclear"],
    ["-05,-6", "5", "unclear"],
    ["-5.0", "6", "yes"],
  ] as const)("%j includes %j: %s", (value, entry, inclusion) => {
    expect(leavesEntry(meaningOf(value), entry)).toBe(inclusion);
  });
});
