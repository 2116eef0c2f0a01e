import { InternalError } from "../../model/internal-error.js";
import type { AccessState, Cost } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import {
  type Change,
  type ChangeMade,
  costlyTimeline,
  type DraftOrder,
  evaluate,
  makeChange,
  type PricedTimeline,
  reorder,
  sequenceOf,
  startDraft,
  undoChange,
  type WriteIndex,
} from "./draft-order.js";
import { type NecessaryOrder, necessaryOrder } from "./necessary-order.js";

/** The most repairs that a round tries; after a round the progress is measured. */
const ROUND = 2_000;
const ATTEMPTS_EACH = 100;

/** A round goes on to the next one if it took off more than this share of the cost. */
const PROGRESS = 0.01;

/** The most work of all rounds together, in {@link DraftOrder.evaluations}. */
const WORK = 200_000;

/** The most changes of one repair, and the most that they may cost in between above the cost at its start. */
const CHANGES = 5;
const DETOUR: Cost = 4;

/**
 * Improves an order that exposes somebody, step by step: moves a write of an exposed member before or after
 * another write of theirs, then repairs members whom the change exposed, up to five changes deep. A repair
 * that costs more in the end is taken back. The same input gives the same order.
 */
export function repairOrder(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
  order: readonly number[],
): readonly number[] {
  const draft = startDraft(before, writes, end, order);
  const { cost } = draft;
  const necessary = necessaryOrder(draft);
  if (necessary !== undefined) reorder(draft, sortedByNeed(draft, necessary));
  const repair: Repair = { draft, random: seededRandom(1) };
  const most = draft.evaluations + WORK;
  const round = Math.min(writes.length * ATTEMPTS_EACH, ROUND);
  for (let start = Number.POSITIVE_INFINITY; draft.cost < start * (1 - PROGRESS); ) {
    start = draft.cost;
    repairSome(repair, round, most);
  }
  return draft.cost < cost ? draft.order : order;
}

/** The writes as they are ordered, each after those that it has to come after in every safe order. */
function sortedByNeed(draft: DraftOrder, necessary: NecessaryOrder): readonly WriteIndex[] {
  const { order } = draft;
  const precedes = (earlier: WriteIndex, later: WriteIndex): boolean =>
    necessary.has(earlier, later) && !necessary.has(later, earlier);
  const waiting = new Map(
    order.map((later) => [later, order.filter((earlier) => precedes(earlier, later)).length] as const),
  );
  const sorted: WriteIndex[] = [];
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
    const priced = costlyTimeline(draft, random(draft.costly.length));
    if (priced === undefined) continue;
    attemptRepair(repair, priced);
    left -= 1;
  }
}

interface Repair {
  readonly draft: DraftOrder;
  readonly random: Random;
}

/** Changes a timeline, then those that became worse by it; changes nothing if the cost does not fall back. */
function attemptRepair(repair: Repair, priced: PricedTimeline): void {
  const { draft, random } = repair;
  const start = draft.cost;
  const undo: ChangeMade[] = [];
  const moved = new Set<WriteIndex>();
  const costs = new Map<PricedTimeline, Cost>();
  let next: PricedTimeline | undefined = priced;
  for (let changes = 0; changes < CHANGES && next !== undefined; changes += 1) {
    const change = proposeChange(repair, next);
    if (change !== undefined && !moved.has(change.write)) {
      const made = makeChange(draft, change, start + DETOUR);
      if (draft.cost <= start) return;
      undo.push(made);
      moved.add(change.write);
      if (draft.cost > start + DETOUR) break;
      for (const [other, cost] of made.costs) {
        if (!costs.has(other)) costs.set(other, cost);
      }
    }
    const worse = [...costs].flatMap(([other, cost]) => (other.cost > cost ? [other] : []));
    next = pick(worse, random);
  }
  for (const made of undo.reverse()) undoChange(draft, made);
}

/** A change to a moment at which a timeline has a cost. */
function proposeChange({ draft, random }: Repair, priced: PricedTimeline): Change | undefined {
  const { position } = draft;
  const sequence = sequenceOf(draft, priced);
  const moments: number[] = [];
  evaluate(draft, priced, sequence, (after) => moments.push(after));
  const moment = pick(moments, random);
  if (moment === undefined) return undefined;
  const writeIn = (part: readonly number[]): WriteIndex =>
    priced.timeline.writes[pick(part, random) ?? 0] ?? 0;
  const earlier = writeIn(sequence.slice(0, moment + 1));
  const later = writeIn(sequence.slice(moment + 1));
  const [write, to] = random(2) === 0 ? [earlier, position[later] ?? 0] : [later, position[earlier] ?? 0];
  return { write, to };
}

function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items.length === 0 ? undefined : items[random(items.length)];
}

/** Gives a whole number from 0 up to, but not including, a bound. */
type Random = (below: number) => number;

/** A sequence of numbers that is the same for the same seed (a linear congruential generator): for searches only. */
function seededRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    // The lowest bits are the least random.
    return (state >> 8) % below;
  };
}
