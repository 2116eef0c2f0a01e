import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";
import { runsOf } from "../support/runs.js";

/**
 * What somebody gains by any reading of `deny`, `unlimited_roles` and the data model is gained, and only what they lose by
 * each of them is lost. The oracle knows which rows each value leaves, as a set, and takes unions and intersections.
 */

const TEXTS = ["a", "b", "none", "other"];
const ALL_ROWS = [...TEXTS, "null"];
/** What a filter by a value leaves of a column that holds four texts, and rows without one. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  a: ["a"],
  b: ["b"],
  none: ["none"],
  "-a": ["b", "none", "other"],
  "%": TEXTS,
  "": ALL_ROWS,
  "a, b": ["a", "b"],
};

const LIMITED = ["explore", "view"];
const ROLES = { ada: "explore", bob: "view", cyd: "develop" } as const;
const NAMES = ["ada", "bob", "cyd"] as const;
const ATTRIBUTES = ["region", "team"] as const;

type Name = (typeof NAMES)[number];
type Values = Readonly<Partial<Record<(typeof ATTRIBUTES)[number], string>>>;
type Group = { readonly values: Values; readonly members: readonly Name[] };

const orAbsent = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
/** An entry of a value with several is unclear to a grant, so that there are none where a data model decides. */
const textsOf = (hasModel: boolean) =>
  fc.constantFrom(...Object.keys(ROWS).filter((text) => !hasModel || !text.includes(",")));

/** What a version of the file says. */
const versions = (hasModel: boolean) => {
  const values: fc.Arbitrary<Values> = fc.record(
    { region: textsOf(hasModel), team: textsOf(hasModel) },
    { requiredKeys: [] },
  );
  const group: fc.Arbitrary<Group> = fc.record({ values, members: fc.subarray([...NAMES]) });
  const deny = orAbsent(fc.subarray(["none", "a", "b"]));
  return fc.record({
    all: values,
    west: group,
    east: group,
    own: fc.record({ ada: values, bob: values, cyd: values }),
    deny: fc.record({ region: deny, team: deny }),
    unlimited: orAbsent(fc.constantFrom(["develop"], ["ex*", "develop"], ["view", "admin"], ["*"])),
    /** The regions to which a view is open, and if rows of another one are filtered by team. */
    model: fc.record({ open: orAbsent(fc.subarray(["a", "none", ""])), isFiltered: fc.boolean() }),
  });
};

type Version = ReturnType<typeof versions> extends fc.Arbitrary<infer T> ? T : never;

const PARTS = ["all", "west", "east", "own"] as const;
const RULES = ["deny", "unlimited", "model"] as const;

/** A base, the file, and the organization, which is like one of them part by part. */
const edits = fc.boolean().chain((hasModel) =>
  fc
    .record({
      hasModel: fc.constant(hasModel),
      base: versions(hasModel),
      other: versions(hasModel),
      /** What the edit leaves as it is. */
      kept: fc.subarray([...PARTS, ...RULES]),
      /** What somebody did by hand before the edit, which takes it over. */
      byHand: fc.oneof(fc.constant([]), fc.constant([...PARTS]), fc.subarray([...PARTS])),
      /** False where the file declares an attribute that the base does not know. */
      isKnown: fc.boolean(),
    })
    .map(({ base: all, other, kept, byHand, isKnown, ...more }) => {
      const file: Version = { ...other, ...partsOf(all, kept) };
      const base = isKnown ? all : withoutTeam(all);
      return { ...more, isKnown, base, file, live: { ...base, ...partsOf(file, byHand) } };
    }),
);

const partsOf = (version: Version, parts: readonly (keyof Version)[]): Partial<Version> =>
  Object.fromEntries(parts.map((part) => [part, version[part]]));

/** The version without one attribute. */
function withoutTeam({ all, west, east, own, deny, ...more }: Version): Version {
  const without = ({ team: _, ...values }: Values): Values => values;
  return {
    ...more,
    deny: { ...deny, team: undefined },
    all: without(all),
    west: { ...west, values: without(west.values) },
    east: { ...east, values: without(east.values) },
    own: { ada: without(own.ada), bob: without(own.bob), cyd: without(own.cyd) },
  };
}

const mailOf = (name: string): string => `${name}@northwind.example`;

function fileOf({ all, west, east, own, deny, unlimited }: Version, isKnown = true): string {
  const group = ({ values, members }: Group, precedence: number) => ({
    precedence,
    values,
    members: members.map(mailOf),
  });
  const attribute = (denied: readonly string[] | undefined) => ({
    data_type: "string",
    ...(denied && { deny: denied }),
  });
  return stringify({
    ...(unlimited && { unlimited_roles: unlimited }),
    workspaces: {
      prod: {
        attributes: { region: attribute(deny.region), ...(isKnown && { team: attribute(deny.team) }) },
        groups: { "All Users": { values: all }, West: group(west, 10), East: group(east, 20) },
        members: Object.fromEntries(NAMES.map((name) => [mailOf(name), { values: own[name] }])),
      },
    },
  });
}

const seedOf = ({ all, west, east, own }: Version) => ({
  workspaces: [
    {
      name: "prod",
      definitions: ATTRIBUTES.map((name) => ({ name, data_type: "string" as const })),
      all_users: { values: all },
      groups: [
        { name: "West", precedence: 10, values: west.values, members: west.members.map(mailOf) },
        { name: "East", precedence: 20, values: east.values, members: east.members.map(mailOf) },
      ],
      members: NAMES.map((name) => ({ email: mailOf(name), role: ROLES[name], values: own[name] })),
    },
  ],
});

/** Equal models are one, as for a run whose edit leaves the model alone. */
const models = new Map<string, ReturnType<typeof modelOf>>();
function modelFor({ model }: Version): ReturnType<typeof modelOf> {
  const key = JSON.stringify(model);
  const sql = `"${"$"}{TABLE}.A"`;
  const grants = `access_grants: [{name: g, user_attribute: region, allowed_values: ${JSON.stringify(model.open ?? [])}}]`;
  const known =
    models.get(key) ??
    modelOf(
      `type: model\nname: m\nconnection: c\n${grants}`,
      `type: view\nname: pay\nmodel_name: m\nsql_table_name: PAY\n${model.open ? "required_access_grants: [g]\n" : ""}fields: [{name: a, field_type: dimension, type: string, sql: ${sql}}]`,
      `type: view\nname: orders\nmodel_name: m\nsql_table_name: ORDERS\n${model.isFiltered ? "access_filters: [{field: orders.a, user_attribute: team}]\n" : ""}fields: [{name: a, field_type: dimension, type: string, sql: ${sql}}]`,
    );
  models.set(key, known);
  return known;
}

/** The values of somebody: their own, else of the group of higher precedence, else of All Users. */
const valuesOf = ({ all, west, east, own }: Version, name: Name): Values => ({
  ...all,
  ...(west.members.includes(name) && west.values),
  ...(east.members.includes(name) && east.values),
  ...own[name],
});

/** Everything that somebody sees by these values, each row or object by a name. */
type Seen = ReadonlySet<string>;

const byModel = ({ region, team = "" }: Values, { open, isFiltered }: Version["model"]): Seen =>
  new Set([
    ...(open === undefined || region === undefined || open.includes(region) ? ["pay"] : []),
    ...(ROWS[isFiltered ? team : ""] ?? []).map((row) => `orders ${row}`),
  ]);

interface Change {
  readonly gained: Seen;
  readonly lost: Seen;
}

const minus = (one: Seen, other: Seen): Seen => new Set([...one].filter((row) => !other.has(row)));
const change = (before: Seen, after: Seen): Change => ({
  gained: minus(after, before),
  lost: minus(before, after),
});

/** What a change of one value does, where a version says which values allow nothing, or `guess` is taken for one. */
function changeOfValue(
  before: string | undefined,
  after: string | undefined,
  deny: readonly string[] | undefined,
  guess: string | undefined,
): Change {
  const rows = (value = ""): Seen => new Set(deny?.includes(value) ? [] : ROWS[value]);
  const plain = change(rows(before), rows(after));
  const leaves = deny === undefined && before !== undefined && before === guess;
  return leaves && plain.gained.size > 0 ? { ...plain, lost: new Set() } : plain;
}

const named = ({ gained, lost }: Change, attribute: string): Change => {
  const name = (rows: Seen): Seen => new Set([...rows].map((row) => `${attribute} ${row}`));
  return { gained: name(gained), lost: name(lost) };
};

const together = (changes: readonly Change[]): Change => ({
  gained: new Set(changes.flatMap(({ gained }) => [...gained])),
  lost: new Set(changes.flatMap(({ lost }) => [...lost])),
});

const isUnlimited = (name: Name, list: readonly string[] | undefined): boolean =>
  list === undefined
    ? !LIMITED.includes(ROLES[name])
    : list.some((one) =>
        one.endsWith("*") ? ROLES[name].startsWith(one.slice(0, -1)) : one === ROLES[name],
      );

type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never;

/** What each reading says that the change from some values to others does. */
function readingsOf(
  { hasModel, base, file, live }: Edit,
  name: Name,
  before: Values,
  after: Values,
): readonly Change[] {
  const byValues = (deny: Version["deny"]): Change =>
    together(ATTRIBUTES.map((a) => named(changeOfValue(before[a], after[a], deny[a], live.all[a]), a)));
  const byModels = (one: Version["model"], other: Version["model"]): Change =>
    change(byModel(before, one), byModel(after, other));
  const meanings = hasModel
    ? [byModels(base.model, base.model), byModels(file.model, file.model), byModels(base.model, file.model)]
    : [byValues(base.deny), byValues(file.deny)];
  return [base.unlimited, file.unlimited].flatMap((list) => (isUnlimited(name, list) ? [NOTHING] : meanings));
}

const NOTHING: Change = { gained: new Set(), lost: new Set() };

/** Gained by any, and lost by all. */
function verdictOf(readings: readonly Change[]): string {
  const gains = readings.some(({ gained }) => gained.size > 0);
  const [first = NOTHING, ...others] = readings;
  const loses = [...first.lost].some((row) => others.every(({ lost }) => lost.has(row)));
  return gains ? (loses ? "moved" : "widened") : loses ? "narrowed" : "same";
}

it("says of everybody what the worst reading says, of what is planned and of what is taken over", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(edits, async (edit) => {
      const { hasModel, base, file, live, isKnown } = edit;
      const client = clientOf(createSandbox({ seed: seedOf(live) }));
      const plan = await planAgainst(client, desiredState(fileOf(file)), {
        base: {
          desired: desiredState(fileOf(base, isKnown)),
          ...(hasModel && { dataModel: modelFor(base) }),
        },
        ...(hasModel && { dataModel: modelFor(file) }),
      });
      for (const name of NAMES) {
        const [byBase, now, then] = [valuesOf(base, name), valuesOf(live, name), valuesOf(file, name)];
        // What the file gives as the base did is not taken over, whichever of its parts gives it now.
        const given = ATTRIBUTES.filter((attribute) => byBase[attribute] === then[attribute]);
        const earlier: Values = { ...byBase, ...Object.fromEntries(given.map((one) => [one, now[one]])) };
        const rows = plan.people.filter(({ member }) => member === mailOf(name));
        const rowOf = (isAdopted: boolean) => rows.filter(({ adopted = false }) => adopted === isAdopted);
        const found = [rowOf(false), rowOf(true)].map((some) =>
          some.length === 0 ? "same" : some.map(({ verdict }) => verdict).join(),
        );
        const isTakenOver = ATTRIBUTES.some((attribute) => earlier[attribute] !== now[attribute]);
        const expected = [
          verdictOf(readingsOf(edit, name, now, then)),
          isTakenOver ? verdictOf(readingsOf(edit, name, earlier, now)) : "same",
        ];
        expect({ name, found }).toEqual({ name, found: expected });
        for (const [i, verdict] of expected.entries()) {
          const kind = `${hasModel ? "model" : "values"} ${i === 0 ? "planned" : "taken over"} ${verdict}`;
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
      }
    }),
    { numRuns: runsOf(120) },
  );
  expect(seen.size).toBe(2 * 2 * 4);
});
