import fc from "fast-check";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import { DEFAULT_LIMITS } from "../../src/model/state/desired-state.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { flat } from "./nested-workspace.js";

/** One workspace in plain words, from which both a live organization and a file can be made. */
export interface PlainWorld {
  /** By group, "All Users" not among them. */
  readonly groups: readonly PlainGroup[];
  readonly allUsers: Readonly<Record<string, string>>;
  readonly people: readonly { readonly email: string; readonly values: Readonly<Record<string, string>> }[];
}

interface PlainGroup {
  readonly name: string;
  readonly precedence: number;
  readonly members: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

const ATTRIBUTES = ["region", "team", "tier"];
const NAMES = ["north", "south", "east", "west"];
const PEOPLE = ["ada", "bob", "cy", "dee", "eve"].map((name) => `${name}@northwind.example`);
const ORGANIZATION = { id: "org_northwind", name: "Northwind" };

/** Random worlds of 5 people, 4 groups and 3 attributes, all precedences shuffled. */
export const plainWorlds: fc.Arbitrary<PlainWorld> = (() => {
  const values = fc
    .array(fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined, freq: 2 }), {
      minLength: 3,
      maxLength: 3,
    })
    .map((list) =>
      Object.fromEntries(
        list.flatMap((value, i) => (value === undefined ? [] : [[ATTRIBUTES[i] ?? "", value]])),
      ),
    );
  const group = fc.record({ members: fc.subarray(PEOPLE), values });
  return fc
    .record({
      precedences: fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }),
      groups: fc.array(group, { minLength: 4, maxLength: 4 }),
      allUsers: values,
      people: fc.array(values, { minLength: 5, maxLength: 5 }),
    })
    .map(({ precedences, groups, allUsers, people }) => ({
      groups: groups.map((g, i) => ({ ...g, name: NAMES[i] ?? "", precedence: (precedences[i] ?? 1) * 10 })),
      allUsers,
      people: people.map((own, i) => ({ email: PEOPLE[i] ?? "", values: i % 2 === 0 ? {} : own })),
    }));
})();

/** The world as a live organization. */
export function seedOf(world: PlainWorld): SandboxSeed {
  return {
    organization: ORGANIZATION,
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    workspaces: [
      {
        name: "prod",
        definitions: ATTRIBUTES.map((name) => ({ name, data_type: "string" })),
        all_users: { values: world.allUsers },
        groups: world.groups,
        members: world.people.map(({ email, values }) => ({ email, role: "view", values })),
      },
    ],
  };
}

/** The world as a file would want it, everything exact. */
export function desiredOf(world: PlainWorld): DesiredState {
  const valuesOf = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([attribute, value]) => ({ attribute, value }))
      .sort((a, b) => (a.attribute < b.attribute ? -1 : 1));
  const person = (email: string) => ({ email, display_email: email });
  return {
    organization: ORGANIZATION,
    service: {},
    protect: [],
    limits: DEFAULT_LIMITS,
    expect: [],
    workspaces: [
      flat({
        name: "prod",
        state: "present",
        attributes: ATTRIBUTES.map((name) => ({
          name,
          state: "present",
          data_type: "string",
          required: false,
        })),
        groups: [
          { name: "All Users", state: "present", previously: [], values: valuesOf(world.allUsers) },
          ...world.groups.map(({ name, precedence, members, values }) => ({
            name,
            state: "present" as const,
            precedence,
            previously: [],
            members: members.map(person),
            values: valuesOf(values),
          })),
        ],
        members: world.people.map(({ email, values }) => ({ ...person(email), values: valuesOf(values) })),
        exact: { attributes: false, groups: false, members: false },
      }),
    ],
  };
}

/**
 * Who gets what, worked out from the sandbox's own state by nothing but the documented rule: by `email attribute`, the
 * possible values (none: open; several: an undefined tie).
 */
export function resolveIndependently(state: SandboxSeed): Map<string, readonly string[]> {
  const result = new Map<string, readonly string[]>();
  for (const workspace of state.workspaces ?? []) {
    const everybody = { precedence: 0, members: undefined, values: workspace.all_users?.values ?? {} };
    for (const { email, values: own = {} } of workspace.members ?? []) {
      for (const { name: attribute } of workspace.definitions ?? []) {
        let best: { precedence: number; values: string[] } = { precedence: -1, values: [] };
        for (const { precedence, members, values = {} } of [everybody, ...(workspace.groups ?? [])]) {
          const value = values[attribute];
          if (value === undefined || (members !== undefined && !members.includes(email))) continue;
          if (precedence > best.precedence) best = { precedence, values: [value] };
          else if (precedence === best.precedence && !best.values.includes(value)) best.values.push(value);
        }
        const mine = own[attribute];
        result.set(`${email} ${attribute}`, mine === undefined ? best.values.sort() : [mine]);
      }
    }
  }
  return result;
}
