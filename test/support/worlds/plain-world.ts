import fc from "fast-check";
import type { ValueById } from "../../../src/kinds/by-id.js";
import { namedState } from "../../../src/live/name-things.js";
import type { DesiredState } from "../../../src/model/state/desired-state.js";
import { DEFAULT_LIMITS } from "../../../src/model/state/desired-state.js";
import type { LiveState } from "../../../src/model/state/live-state.js";
import type { SandboxSeed } from "../../../src/sandbox/start-sandbox.js";
import { flat } from "../nested-workspace.js";

/** One workspace in plain words, from which a live organization, what is read of it and a file can be made. */
export interface PlainWorld {
  readonly attributes: readonly string[];
  /** By group, "All Users" not among them. */
  readonly groups: readonly PlainGroup[];
  /** Left out where a file says nothing of the built-in group. */
  readonly allUsers?: Texts;
  /** A file says something of the people who have a text of their own, or none: `values` is there. */
  readonly people: readonly { readonly email: string; readonly values?: Texts }[];
}

interface PlainGroup {
  readonly name: string;
  readonly precedence: number;
  readonly members: readonly string[];
  readonly values: Texts;
}

/** By attribute. */
type Texts = Readonly<Record<string, string>>;

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
      attributes: ATTRIBUTES,
      people: people.map((own, i) => ({ email: PEOPLE[i] ?? "", values: i % 2 === 0 ? {} : own })),
    }));
})();

/** The world as a live organization. */
export function seedOf({ attributes, groups, allUsers = {}, people }: PlainWorld): SandboxSeed {
  return {
    organization: ORGANIZATION,
    users: [{ email: "admin@northwind.example", organization_admin: true }],
    workspaces: [
      {
        name: "prod",
        definitions: attributes.map((name) => ({ name, data_type: "string" })),
        all_users: { values: allUsers },
        groups,
        members: people.map(({ email, values = {} }) => ({ email, role: "view", values })),
      },
    ],
  };
}

/** The world as a live organization of which everything was read. */
export function liveOf({ attributes, groups, allUsers = {}, people }: PlainWorld): LiveState {
  const valuesOf = (owner: string, texts: Texts): ValueById[] =>
    attributes.flatMap((name, a) => {
      const value = texts[name];
      return value === undefined ? [] : [{ id: `ua_${owner}_${a}`, attribute_id: `uad_${a}`, value }];
    });
  const idOf = new Map(people.map(({ email }, m) => [email, `usr_${m}`]));
  const everybody = { name: "All Users", precedence: 0, members: [...idOf.keys()], values: allUsers };
  return namedState({
    organization: ORGANIZATION,
    user_id: "usr_admin",
    token_scope: "organization-admin",
    workspaces: [
      {
        id: "ws_1",
        name: "prod",
        provision_by_default: false,
        attributes: attributes.map((name, a) => ({
          id: `uad_${a}`,
          name,
          data_type: "string",
          label: name,
        })),
        groups: [everybody, ...groups].map(({ name, precedence, members, values }, g) => ({
          id: `grp_${g}`,
          name,
          is_all_users: g === 0,
          precedence,
          users: members.map((email) => idOf.get(email) ?? ""),
          values: valuesOf(`g${g}`, values),
        })),
        members: people.map(({ email }, m) => ({
          id: `usr_${m}`,
          presence: "member",
          email,
          display_email: email,
          role: "view",
          first_name: null,
          last_name: null,
          email_verified: true,
          mfa_enabled: true,
          identity_provider: "Okta",
        })),
        member_values: new Map(
          people.map(({ values = {} }, m) => [
            `usr_${m}`,
            { own_values: valuesOf(`m${m}`, values), inherited: [] },
          ]),
        ),
        invites: [],
      },
    ],
    unmanaged_workspaces: [],
    requests: 0,
  });
}

/** The world as a file would want it, everything exact; groups that are `gone` are to be deleted. */
export function desiredOf(
  { attributes, groups, allUsers, people }: PlainWorld,
  gone: readonly string[] = [],
): DesiredState {
  const valuesOf = (texts: Texts) =>
    Object.entries(texts)
      .map(([attribute, value]) => ({ attribute, value }))
      .sort((a, b) => (a.attribute < b.attribute ? -1 : 1));
  const person = (email: string) => ({ email, display_email: email });
  const present = { state: "present", previously: [] } as const;
  const members = people.flatMap(({ email, values }) =>
    values === undefined ? [] : [{ ...person(email), values: valuesOf(values) }],
  );
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
        attributes: attributes.map((name) => ({
          name,
          state: "present",
          data_type: "string",
          required: false,
        })),
        groups: [
          ...(allUsers === undefined ? [] : [{ name: "All Users", ...present, values: valuesOf(allUsers) }]),
          ...groups.map((group) => ({
            ...group,
            ...present,
            members: group.members.map(person),
            values: valuesOf(group.values),
          })),
          ...gone.map((name) => ({ name, state: "absent" as const })),
        ],
        ...(members.length > 0 && { members }),
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
    const groups = [
      everybody,
      ...(workspace.groups ?? []).map(({ precedence, members, values = {} }) => ({
        ...{ precedence, values },
        members: members && new Set(members),
      })),
    ];
    for (const { email, values: own = {} } of workspace.members ?? []) {
      for (const { name: attribute } of workspace.definitions ?? []) {
        let best: { precedence: number; values: string[] } = { precedence: -1, values: [] };
        for (const { precedence, members, values } of groups) {
          const value = values[attribute];
          if (value === undefined || (members !== undefined && !members.has(email))) continue;
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
