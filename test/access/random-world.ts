import fc from "fast-check";
import { type AccessState, emptyState, memberAttributeOf } from "../../src/access/values/access-state.js";
import type { AccessWrite, Effect } from "../../src/access/values/effect.js";

/** A small world and the writes that turn it into another one: what the order has to bring about. */
export interface Transition {
  readonly before: AccessState;
  readonly writes: readonly AccessWrite[];
}

/** Groups and attributes that the other world lacks, and groups that only it has. */
interface Gone {
  readonly groups: readonly number[];
  readonly attributes: readonly number[];
  readonly created?: readonly number[];
}

interface Plain {
  readonly precedence: readonly number[];
  readonly members: readonly (readonly boolean[])[];
  readonly values: readonly (readonly (string | undefined)[])[];
  readonly own: readonly (readonly (string | undefined)[])[];
}

const NOTHING: Gone = { groups: [], attributes: [] };

/** The differences of two plain worlds, as the planner would write them: one each, and one for all that is deleted at once. */
export function transitionOf(sizes: Sizes, from: Plain, to: Plain, gone: Gone = NOTHING): Transition {
  const nameIndex = {
    workspace: "w",
    groups: Array.from({ length: sizes.groups }, (_, i) => `g${i}`),
    members: Array.from({ length: sizes.members }, (_, i) => `m${i}`),
    attributes: Array.from({ length: sizes.attributes }, (_, i) => `a${i}`),
  };
  const before = emptyState(nameIndex);
  const effects: Effect[] = [];
  for (let group = 0; group < sizes.groups; group += 1) {
    const isCreated = gone.created?.includes(group) === true;
    const next = group === 0 ? 0 : (to.precedence[group] ?? 1);
    const precedence = group === 0 ? 0 : isCreated ? next : (from.precedence[group] ?? 1);
    before.precedence[group] = precedence;
    if (next !== precedence && !gone.groups.includes(group))
      effects.push({ on: "precedence", group, precedence: next });
    for (let attribute = 0; attribute < sizes.attributes; attribute += 1) {
      const value = from.values[group]?.[attribute];
      const wanted = to.values[group]?.[attribute];
      before.groupValue[group * sizes.attributes + attribute] = value;
      if (value !== wanted) effects.push({ on: "group-value", group, attribute, value: wanted });
    }
    for (let member = 0; member < sizes.members; member += 1) {
      const is = group === 0 || (from.members[group]?.[member] ?? false);
      const should = group === 0 || (to.members[group]?.[member] ?? false);
      if (is) {
        before.groupsOf[member]?.push(group);
        before.membersOf[group]?.add(member);
      }
      if (is !== should) effects.push({ on: "membership", group, member, present: should });
    }
  }
  for (let member = 0; member < sizes.members; member += 1) {
    for (let attribute = 0; attribute < sizes.attributes; attribute += 1) {
      const value = from.own[member]?.[attribute];
      const wanted = to.own[member]?.[attribute];
      if (value !== undefined) before.ownValue.set(memberAttributeOf(before, member, attribute), value);
      if (value !== wanted) effects.push({ on: "own-value", member, attribute, value: wanted });
    }
  }
  return { before, writes: writesOf(effects, gone) };
}

/** A group goes with its memberships and values, an attribute with all its values: in one write. */
function writesOf(effects: readonly Effect[], { groups, attributes }: Gone): AccessWrite[] {
  const withGroup = (effect: Effect) => groups.find((gone) => "group" in effect && effect.group === gone);
  const withAttribute = (effect: Effect) =>
    attributes.find((gone) => "attribute" in effect && effect.attribute === gone);
  const together = new Map<string, Effect[]>();
  for (const [i, effect] of effects.entries()) {
    const group = withGroup(effect);
    const attribute = withAttribute(effect);
    const write =
      group !== undefined ? `group ${group}` : attribute !== undefined ? `attribute ${attribute}` : `${i}`;
    together.set(write, [...(together.get(write) ?? []), effect]);
  }
  return [...together.values()].map((all) => ({ effects: all }));
}

/** A world without what is gone. */
function without(sizes: Sizes, world: Plain, { groups, attributes }: Gone): Plain {
  const values = (rows: Plain["values"], isGone: (row: number) => boolean) =>
    rows.map((row, i) => row.map((value, a) => (isGone(i) || attributes.includes(a) ? undefined : value)));
  return {
    precedence: world.precedence,
    members: world.members.map((row, g) => (groups.includes(g) ? row.map(() => false) : row)),
    values: values(world.values, (g) => groups.includes(g)),
    own: values(world.own, () => false).slice(0, sizes.members),
  };
}

/** How large a world is; group 0 is "All Users". */
export interface Sizes {
  readonly groups: number;
  readonly members: number;
  readonly attributes: number;
}

/** Random transitions of a size, with all precedences shuffled and many values alike (so that shadowing matters). */
export function transitions(sizes: Sizes, texts = ["a", "b", "c"]): fc.Arbitrary<Transition> {
  const world = plainWorlds(sizes, texts);
  const some = (count: number, first: number): fc.Arbitrary<number[]> =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<number[]>([]) },
      fc.subarray(
        Array.from({ length: count - first }, (_, i) => i + first),
        { maxLength: Math.min(2, count - first) },
      ),
    );
  const gone = fc.record({
    groups: some(sizes.groups, 1),
    attributes: some(sizes.attributes, 0),
    created: some(sizes.groups, 1),
  });
  return fc.tuple(world, world, gone).map(([from, to, { groups, attributes, created }]) => {
    const lost = { groups: groups.filter((group) => !created.includes(group)), attributes };
    const start = without(sizes, from, { groups: created, attributes: [] });
    return transitionOf(sizes, start, without(sizes, to, lost), { ...lost, created });
  });
}

/** Random transitions in which groups change places and values change, but nobody joins or leaves: hard on the order. */
export function reorderings(sizes: Sizes, texts = ["a", "b", "c"]): fc.Arbitrary<Transition> {
  const world = plainWorlds(sizes, texts);
  return fc.tuple(world, world, fc.boolean()).map(([from, to, valuesToo]) => {
    const start = { ...from, own: [] };
    const { precedence } = to;
    return transitionOf(sizes, start, { ...start, precedence, values: valuesToo ? to.values : from.values });
  });
}

/** Random transitions in which two groups take the numbers and the members of two others that go. */
export function replacements(sizes: Sizes, texts = ["a", "b", "c"]): fc.Arbitrary<Transition> {
  const world = plainWorlds(sizes, texts);
  const gone = { groups: [1, 2], attributes: [], created: [3, 4] };
  const taking = <T>(row: readonly T[]): T[] =>
    row.map((cell, i) => (i === 3 || i === 4 ? (row[i - 2] ?? cell) : cell));
  return fc.tuple(world, world).map(([from, to]) => {
    const start = without(sizes, { ...from, own: [] }, { groups: gone.created, attributes: [] });
    const end = { ...from, own: [], members: taking(from.members), values: to.values };
    const precedence = taking(from.precedence);
    return transitionOf(sizes, start, without(sizes, { ...end, precedence }, gone), gone);
  });
}

function plainWorlds(sizes: Sizes, texts: readonly string[]): fc.Arbitrary<Plain> {
  const value = fc.option(fc.constantFrom(...texts), { nil: undefined, freq: 2 });
  const grid = <T>(rows: number, columns: number, cell: fc.Arbitrary<T>): fc.Arbitrary<T[][]> =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    });
  // With free numbers between some of them.
  const numbers = Array.from({ length: sizes.groups }, (_, i) => i + 1 + Math.floor(i / 2));
  return fc.record({
    precedence: fc.shuffledSubarray(numbers, { minLength: sizes.groups }),
    members: grid(sizes.groups, sizes.members, fc.boolean()),
    values: grid(sizes.groups, sizes.attributes, value),
    own: grid(
      sizes.members,
      sizes.attributes,
      fc.option(fc.constantFrom("a", "d"), { nil: undefined, freq: 1 }),
    ),
  });
}
