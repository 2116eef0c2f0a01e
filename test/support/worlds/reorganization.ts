import type { DesiredState } from "../../../src/model/state/desired-state.js";
import type { LiveState } from "../../../src/model/state/live-state.js";
import { desiredOf, liveOf, type PlainWorld } from "./plain-world.js";
import { attributesOf, emailOf, type Random, randomFrom, range } from "./random.js";

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
  const random = randomFrom(20261120);
  const world: World = {
    precedence: Array.from({ length: size.groups }, (_, g) => (g + 1) * 10),
    groupsOf: Array.from({ length: size.members }, () => pick(GROUPS_EACH, size.groups, random)),
    value: (group, attribute) => value(group * 7 + attribute * 3),
  };
  const live = inPlainWords(world, size);
  return {
    desired: desiredOf(inPlainWords(CHANGES[shape](world, random), size)),
    live: liveOf(shape === "everything is new" ? { ...live, attributes: [], groups: [] } : live),
  };
}

const value = (n: number): string => `v${n % 5}`;
/** The file names groups and attributes only: it says nothing of people, and nothing of the built-in group. */
function inPlainWords({ precedence, groupsOf, value }: World, size: Size): PlainWorld {
  const attributes = attributesOf(size.attributes);
  const members = membersOf(groupsOf, size);
  return {
    attributes,
    groups: range(size.groups, (g) => ({
      name: `group ${g}`,
      precedence: precedence[g] ?? 0,
      values: Object.fromEntries(attributes.map((name, a) => [name, value(g, a)])),
      members: (members[g] ?? []).map(emailOf),
    })),
    people: range(size.members, (m) => ({ email: emailOf(m) })),
  };
}

function membersOf(groupsOf: World["groupsOf"], { groups }: Size): number[][] {
  const members = range(groups, (): number[] => []);
  for (const [m, of] of groupsOf.entries()) for (const g of of) members[g]?.push(m);
  return members;
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
