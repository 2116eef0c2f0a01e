import type { DesiredState } from "../../../src/model/state/desired-state.js";
import type { LiveState } from "../../../src/model/state/live-state.js";
import { desiredOf, liveOf, type PlainWorld } from "./plain-world.js";
import { attributesOf, emailOf, type Random, randomFrom, range } from "./random.js";

/** A live workspace and a file that changes a little of everything in it; everything was read. */
export interface MixedWorld {
  readonly desired: DesiredState;
  readonly live: LiveState;
}

/** How large the workspace is and how many changes of each sort the file asks for. */
export interface MixedSize {
  readonly members: number;
  readonly groups: number;
  readonly attributes: number;
  /** How many groups a member is in, besides All Users. */
  readonly groupsEach: number;
  /** A group sets one in so many of the attributes. */
  readonly sparsity: number;
  readonly joins: number;
  readonly leaves: number;
  readonly values: number;
  readonly ownValues: number;
  readonly precedences: number;
  readonly deletions: number;
  readonly creations: number;
}

/** 2,000 members, 100 groups, 10 attributes and about 640 writes of every sort. */
export const LARGE: MixedSize = {
  members: 2_000,
  groups: 100,
  attributes: 10,
  groupsEach: 3,
  sparsity: 2,
  joins: 270,
  leaves: 230,
  values: 30,
  ownValues: 60,
  precedences: 6,
  deletions: 3,
  creations: 3,
};

/**
 * The same, with twice the memberships, three times the values and precedences: the writes of most worlds then hang
 * together so that no order is safe.
 */
export const DENSE: MixedSize = {
  ...LARGE,
  groupsEach: 6,
  joins: 200,
  leaves: 170,
  values: 110,
  precedences: 20,
  deletions: 4,
  creations: 4,
};

/** The same sorts of writes in a workspace that is quickly planned. */
export const SMALL: MixedSize = {
  members: 120,
  groups: 15,
  attributes: 4,
  groupsEach: 3,
  sparsity: 2,
  joins: 20,
  leaves: 20,
  values: 10,
  ownValues: 10,
  precedences: 4,
  deletions: 2,
  creations: 2,
};

type Values = Map<number, string>;

interface Group {
  readonly name: string;
  precedence: number;
  values: Values;
  members: Set<number>;
}

interface World {
  groups: Group[];
  readonly own: readonly Values[];
}

/** Builds a world and its change; always the same one for the same size and seed. */
export function mixedWorld(size: MixedSize, seed: number): MixedWorld {
  const random = randomFrom(seed);
  const before = startWorld(size, random);
  const after: World = {
    groups: before.groups.map((group) => ({
      ...group,
      values: new Map(group.values),
      members: new Set(group.members),
    })),
    own: before.own.map((values) => new Map(values)),
  };
  changeWorld(after, size, random);
  const kept = new Set(after.groups.map(({ name }) => name));
  const gone = before.groups.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
  return { desired: desiredOf(inPlainWords(after, size), gone), live: liveOf(inPlainWords(before, size)) };
}

function startWorld(size: MixedSize, random: Random): World {
  const people = range(size.members, (m) => m);
  const groups: Group[] = [
    { name: "All Users", precedence: 0, values: someValues(size, random), members: new Set(people) },
    ...range(size.groups, (g) => ({
      name: `group ${g}`,
      precedence: (g + 1) * 10,
      values: someValues(size, random),
      members: new Set<number>(),
    })),
  ];
  for (const member of people)
    for (let i = 0; i < size.groupsEach; i += 1) groups[1 + random(size.groups)]?.members.add(member);
  const own = people.map(() =>
    random(10) === 0 ? new Map([[random(size.attributes), `own${random(3)}`]]) : new Map<number, string>(),
  );
  return { groups, own };
}

function changeWorld(world: World, size: MixedSize, random: Random): void {
  const { groups, own } = world;
  const anyGroup = (): Group | undefined => groups[1 + random(size.groups)];
  for (let i = 0; i < size.joins; i += 1) anyGroup()?.members.add(random(size.members));
  for (let i = 0; i < size.leaves; i += 1) {
    const members = anyGroup()?.members ?? new Set();
    members.delete([...members][random(members.size)] ?? -1);
  }
  for (let i = 0; i < size.values; i += 1) changeValue(anyGroup()?.values, size, random);
  for (let i = 0; i < size.ownValues; i += 1) changeValue(own[random(size.members)], size, random);
  // Some swap their numbers, some go where nobody is.
  for (let i = 0; i < size.precedences; i += 2) {
    const [one, other] = [anyGroup(), anyGroup()];
    if (one === undefined || other === undefined) continue;
    if (random(2) === 0) [one.precedence, other.precedence] = [other.precedence, one.precedence];
    else {
      one.precedence = freeNumber(groups, size, random);
      other.precedence = freeNumber(groups, size, random);
    }
  }
  const gone = new Set(range(size.deletions, () => 1 + random(size.groups)));
  const created = range(size.creations, (n): Group => {
    // Every other one takes the place of a group that goes: its number and most of its members.
    const old = n % 2 === 0 ? groups[[...gone][n] ?? 0] : undefined;
    const members = old === undefined ? range(15, () => random(size.members)) : [...old.members].slice(0, 20);
    return {
      name: `new group ${n}`,
      precedence: old?.precedence ?? freeNumber(groups, size, random),
      values: someValues(size, random),
      members: new Set(members),
    };
  });
  world.groups = [...groups.filter((_, g) => !gone.has(g)), ...created];
}

function freeNumber(groups: readonly Group[], size: MixedSize, random: Random): number {
  const inUse = new Set(groups.map(({ precedence }) => precedence));
  for (;;) {
    const number = 1 + random(size.groups * 10);
    if (!inUse.has(number)) return number;
  }
}

function someValues({ attributes, sparsity }: MixedSize, random: Random): Values {
  return new Map(
    range(attributes, (a) => a).flatMap((a) =>
      random(sparsity) === 0 ? [[a, `v${random(5)}`] as const] : [],
    ),
  );
}

function changeValue(values: Values | undefined, { attributes }: MixedSize, random: Random): void {
  const attribute = random(attributes);
  if (values?.has(attribute) === true && random(3) === 0) values.delete(attribute);
  else values?.set(attribute, `v${random(5)}`);
}

/** The first group is the built-in one, which has no precedence and no members of its own. */
function inPlainWords({ groups: [everybody, ...groups], own }: World, size: MixedSize): PlainWorld {
  const attributes = attributesOf(size.attributes);
  const textsOf = (values: Values = new Map()) =>
    Object.fromEntries([...values].map(([a, value]) => [attributes[a] ?? "", value]));
  return {
    attributes,
    allUsers: textsOf(everybody?.values),
    groups: groups.map(({ name, precedence, values, members }) => ({
      name,
      precedence,
      values: textsOf(values),
      members: [...members].map(emailOf),
    })),
    people: own.map((values, m) => ({ email: emailOf(m), values: textsOf(values) })),
  };
}
