import { InternalError } from "../../model/internal-error.js";
import { type Random, seededRandom } from "../../util/seeded-random.js";
import type { AccessState, Cost } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import {
  type Change,
  costlyTrack,
  type DraftOrder,
  evaluate,
  type Item,
  makeChange,
  movesOf,
  NOWHERE,
  reorder,
  sequenceOf,
  startDraft,
  type Track,
  takeBack,
  type Undo,
} from "./draft-order.js";
import { type NecessaryOrder, necessaryOrder } from "./necessary-order.js";
import type { Move } from "./simulation.js";
import { freeNumbersNear } from "./temporary-precedence.js";

/** How many repairs a round tries at most; after a round the progress is measured. */
const ROUND = 2_000;
const ATTEMPTS_EACH = 100;
/** A round goes on to the next one if it took off more than this share of the cost. */
const PROGRESS = 0.01;
/** How much work all of them may be; see {@link DraftOrder.evaluations}. */
const WORK = 200_000;
/** How many changes a repair may take, and how much worse it may be in between. */
const CHANGES = 5;
const DETOUR: Cost = 4;
/** A temporary precedence is what one of so many changes is about. */
const TEMPORARY_SHARE = 4;

/**
 * Makes an order that exposes somebody better, bit by bit: something that happens to an exposed member is put before
 * or after something else that happens to them, or a group gets a temporary precedence for a while, and whom that
 * exposes instead is helped in the same way. What costs more in the end is taken back. The same for the same input;
 * some of the temporary precedences turn out not to be needed.
 */
export function repairOrder(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
  moves: readonly Move[],
  taken: ReadonlySet<number>,
): readonly Move[] {
  const draft = startDraft(before, writes, end, moves);
  const { cost } = draft;
  const necessary = necessaryOrder(draft);
  if (necessary !== undefined) reorder(draft, sortedByNeed(draft, necessary));
  const repair: Repair = { draft, taken, random: seededRandom(1) };
  const most = draft.evaluations + WORK;
  const round = Math.min(writes.length * ATTEMPTS_EACH, ROUND);
  for (let start = Number.POSITIVE_INFINITY; draft.cost < start * (1 - PROGRESS); ) {
    start = draft.cost;
    repairSome(repair, round, most);
  }
  return draft.cost < cost ? movesOf(draft) : moves;
}

/** The items as they are ordered, each after those that it has to come after in every safe order. */
function sortedByNeed(draft: DraftOrder, necessary: NecessaryOrder): readonly Item[] {
  const { order, writeCount, precedenceWrites } = draft;
  const precedes = (earlier: Item, later: Item): boolean => {
    if (later >= writeCount) return false;
    if (earlier >= writeCount) return precedenceWrites.get(earlier - writeCount) === later;
    return necessary.has(earlier, later) && !necessary.has(later, earlier);
  };
  const waiting = new Map(
    order.map((later) => [later, order.filter((earlier) => precedes(earlier, later)).length] as const),
  );
  const sorted: Item[] = [];
  while (waiting.size > 0) {
    const [next] = [...waiting].find(([, needs]) => needs === 0) ?? [];
    if (next === undefined) throw new InternalError("what is necessary goes in a circle");
    waiting.delete(next);
    sorted.push(next);
    for (const [later, needs] of waiting) if (precedes(next, later)) waiting.set(later, needs - 1);
  }
  return sorted;
}

/** Tries so many repairs, as long as there is something to repair and no more than `most` evaluations are needed. */
function repairSome(repair: Repair, attempts: number, most: number): void {
  const { draft, random } = repair;
  for (let left = attempts; left > 0 && draft.cost > 0 && draft.evaluations < most; ) {
    const track = costlyTrack(draft, random(draft.costly.length));
    if (track === undefined) continue;
    attemptRepair(repair, track);
    left -= 1;
  }
}

interface Repair {
  readonly draft: DraftOrder;
  /** Precedences that no temporary one may have. */
  readonly taken: ReadonlySet<number>;
  readonly random: Random;
}

/** Changes something about a track, then about those that it made worse; changes nothing if the cost does not fall back. */
function attemptRepair(repair: Repair, track: Track): void {
  const { draft, random } = repair;
  const start = draft.cost;
  const undo: Undo[] = [];
  const moved = new Set<Item>();
  const costs = new Map<Track, Cost>();
  let next: Track | undefined = track;
  for (let changes = 0; changes < CHANGES && next !== undefined; changes += 1) {
    const change = proposeChange(repair, next);
    if (change !== undefined && !moved.has(change.item)) {
      const made = makeChange(draft, change, start + DETOUR);
      if (draft.cost <= start) return;
      undo.push(made);
      moved.add(change.item);
      if (draft.cost > start + DETOUR) break;
      for (const [other, cost] of made.costs) if (!costs.has(other)) costs.set(other, cost);
    }
    const worse = [...costs].flatMap(([other, cost]) => (other.cost > cost ? [other] : []));
    next = pick(worse, random);
  }
  for (const made of undo.reverse()) takeBack(draft, made);
}

/** Something that changes a moment at which a track costs something. */
function proposeChange(repair: Repair, track: Track): Change | undefined {
  const { draft, random } = repair;
  const { position, temporary, writeCount } = draft;
  const sequence = sequenceOf(draft, track);
  const moments: number[] = [];
  evaluate(draft, track, sequence, (after) => moments.push(after));
  const moment = pick(moments, random);
  if (moment === undefined) return undefined;
  const itemIn = (part: readonly number[]): Item => track.items[pick(part, random) ?? 0] ?? 0;
  const earlier = itemIn(sequence.slice(0, moment + 1));
  if (random(TEMPORARY_SHARE) === 0) {
    const group = pick(
      track.timeline.groups.filter((each) => draft.precedenceWrites.has(each)),
      random,
    );
    if (group !== undefined) return proposeTemporary(repair, track, group, earlier);
  }
  const later = itemIn(sequence.slice(moment + 1));
  const [item, to] = random(2) === 0 ? [earlier, position[later] ?? 0] : [later, position[earlier] ?? 0];
  const change: Change = { item, to, precedence: temporary.get(item - writeCount) };
  return isLegal(draft, change) ? change : undefined;
}

/**
 * Returns true if temporary precedences still come before the real ones, and those that groups are created with before
 * everything else.
 */
function isLegal(draft: DraftOrder, { item, to }: Change): boolean {
  const { writeCount, position, precedenceWrites, created, temporary } = draft;
  if (to < firstPosition(draft)) return false;
  if (item >= writeCount) {
    const group = item - writeCount;
    return !created.has(group) && to < (position[precedenceWrites.get(group) ?? 0] ?? 0);
  }
  for (const group of temporary.keys())
    if (precedenceWrites.get(group) === item) return to > (position[writeCount + group] ?? NOWHERE);
  return true;
}

/** The first position after the temporary precedences that groups are created with. */
function firstPosition({ temporary, created }: DraftOrder): number {
  let first = 0;
  for (const group of temporary.keys()) if (created.has(group)) first += 1;
  return first;
}

/** Gives a group a temporary precedence before `earlier`, or another one, or takes it away. */
function proposeTemporary(
  { draft, taken, random }: Repair,
  { timeline }: Track,
  group: number,
  earlier: Item,
): Change | undefined {
  const { temporary, writeCount, position, precedenceWrites, created } = draft;
  const item = writeCount + group;
  if (temporary.has(group) && random(2) === 0) return { item, to: NOWHERE, precedence: undefined };
  const levels = [
    ...timeline.groups.map((other) => draft.before.precedence[other] ?? 0),
    ...timeline.effects.flat().flatMap((effect) => (effect.on === "precedence" ? effect.precedence : [])),
    ...timeline.groups.flatMap((other) => temporary.get(other) ?? []),
  ];
  const precedence = pick(freeNumbersNear(levels, new Set([...taken, ...temporary.values()])), random);
  if (precedence === undefined) return undefined;
  if (created.has(group)) return { item, to: 0, precedence };
  const real = position[precedenceWrites.get(group) ?? 0] ?? 0;
  const last = (position[item] ?? NOWHERE) === NOWHERE ? real : real - 1;
  const to = Math.min(Math.max(position[earlier] ?? 0, firstPosition(draft)), last);
  return { item, to, precedence };
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}
