import type { DesiredState } from "../../src/model/state/desired-state.js";
import { DEFAULT_LIMITS } from "../../src/model/state/desired-state.js";
import type { LiveState } from "../../src/model/state/live-state.js";
import { flat } from "../support/nested-workspace.js";

/** A live workspace and a file that reorganizes it, everything read. */
export interface Reorganization {
  readonly desired: DesiredState;
  readonly live: LiveState;
}

/** How large a workspace is; everybody is in ten groups, and every group sets every attribute. */
export interface Size {
  readonly groups: number;
  readonly members: number;
  readonly attributes: number;
}

interface World {
  /** By group. */
  readonly precedence: readonly number[];
  /** By member. */
  readonly groupsOf: readonly (readonly number[])[];
  readonly value: (group: number, attribute: number) => string;
}

type Random = (below: number) => number;

const newValues = (world: World): World => ({ ...world, value: (g, a) => `new ${world.value(g, a)}` });

const newGroups = (world: World, random: Random): World => ({
  ...world,
  groupsOf: world.groupsOf.map((groups) => [...groups.slice(1), otherThan(groups, world, random)]),
});

/** What changes, by name: the shapes that are hard on the access-safe order, each in its own way. */
const CHANGES = {
  "all values change": newValues,
  "precedences shuffled": (world: World, random: Random): World => ({
    ...world,
    precedence: shuffled(world.precedence, random),
  }),
  "neighbours swapped": (world: World): World => ({
    ...world,
    precedence: world.precedence.map((_, i, all) => all[i ^ 1] ?? all[i] ?? 0),
  }),
  "everybody moves once": newGroups,
  "everybody moves once and all values change": (world: World, random: Random): World =>
    newValues(newGroups(world, random)),
  /** Nothing but the people is there yet. */
  "everything is new": (world: World): World => world,
} as const;

/** The name of a reorganization. */
export type Shape = keyof typeof CHANGES;

/** All of them. */
export const SHAPES = Object.keys(CHANGES) as readonly Shape[];

const GROUPS_EACH = 10;

/** Builds a reorganization; the same one for the same arguments. */
export function reorganization(shape: Shape, size: Size): Reorganization {
  const random = createRandom(20261120);
  const world: World = {
    precedence: Array.from({ length: size.groups }, (_, g) => (g + 1) * 10),
    groupsOf: Array.from({ length: size.members }, () => pick(GROUPS_EACH, size.groups, random)),
    value: (group, attribute) => value(group * 7 + attribute * 3),
  };
  return {
    desired: desiredOf(CHANGES[shape](world, random), size),
    live: liveOf(shape === "everything is new" ? { ...world, precedence: [] } : world, size),
  };
}

const value = (n: number): string => `v${n % 5}`;
const email = (member: number): string => `person${String(member).padStart(5, "0")}@northwind.example`;
const organization = { id: "org_bench", name: "Bench" };

function desiredOf({ precedence, groupsOf, value }: World, size: Size): DesiredState {
  const members = membersOf(groupsOf, size);
  return {
    organization,
    service: {},
    protect: [],
    limits: DEFAULT_LIMITS,
    expect: [],
    workspaces: [
      flat({
        name: "prod",
        state: "present",
        attributes: range(size.attributes, (a) => ({
          name: `attribute ${a}`,
          state: "present",
          data_type: "string",
          label: `attribute ${a}`,
          required: false,
        })),
        groups: range(size.groups, (g) => ({
          name: `group ${g}`,
          state: "present",
          precedence: precedence[g] ?? 0,
          previously: [],
          values: range(size.attributes, (a) => ({ attribute: `attribute ${a}`, value: value(g, a) })),
          members: (members[g] ?? []).map((m) => ({ email: email(m), display_email: email(m) })),
        })),
        exact: { attributes: false, groups: false, members: false },
      }),
    ],
  };
}

/** Groups without a precedence do not live. */
function liveOf({ precedence, groupsOf, value }: World, size: Size): LiveState {
  const members = membersOf(groupsOf, size);
  const everybody = range(size.members, (m) => `usr_${m}`);
  return {
    organization,
    user_id: "usr_admin",
    token_scope: "organization-admin",
    workspaces: [
      {
        id: "ws_1",
        name: "prod",
        provision_by_default: false,
        attributes: range(precedence.length === 0 ? 0 : size.attributes, (a) => ({
          id: `uad_${a}`,
          name: `attribute ${a}`,
          data_type: "string",
          label: `attribute ${a}`,
        })),
        groups: [
          {
            id: "grp_all",
            name: "All Users",
            is_all_users: true,
            precedence: 0,
            users: everybody,
            values: [],
          },
          ...precedence.map((rank, g) => ({
            id: `grp_${g}`,
            name: `group ${g}`,
            is_all_users: false,
            precedence: rank,
            users: (members[g] ?? []).map((m) => `usr_${m}`),
            values: range(size.attributes, (a) => ({
              id: `ua_${g}_${a}`,
              attribute_id: `uad_${a}`,
              value: value(g, a),
            })),
          })),
        ],
        members: range(size.members, (m) => ({
          id: `usr_${m}`,
          email: email(m),
          display_email: email(m),
          role: "view",
          first_name: null,
          last_name: null,
          email_verified: true,
          mfa_enabled: true,
          identity_provider: "Okta",
          own_values: [],
        })),
        invites: [],
      },
    ],
    unmanaged_workspaces: [],
    requests: 0,
  };
}

function membersOf(groupsOf: World["groupsOf"], { groups }: Size): number[][] {
  const members = range(groups, (): number[] => []);
  for (const [m, of] of groupsOf.entries()) for (const g of of) members[g]?.push(m);
  return members;
}

function range<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

function pick(count: number, below: number, random: Random): number[] {
  const picked = new Set<number>();
  while (picked.size < Math.min(count, below)) picked.add(random(below));
  return [...picked];
}

function otherThan(groups: readonly number[], { precedence }: World, random: Random): number {
  for (;;) {
    const group = random(precedence.length);
    if (!groups.includes(group)) return group;
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return range(items.length, () => left.splice(random(left.length), 1)).flat();
}
