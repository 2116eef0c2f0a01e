import { type AccessState, type Cost, cloneState, exposureCost, outcomeOf } from "../values/access-state.js";
import { type AccessWrite, type Effect, perform } from "../values/effect.js";
import { type Timeline, timelinesOf } from "./timeline.js";

/** A write, as its index. */
export type WriteIndex = number;

/**
 * A complete order of the writes that is being changed bit by bit, and what it costs. Changed by this file only.
 *
 * The cost of an order is a sum over timelines, each of one member and one attribute: of what every moment between two
 * of its writes exposes. Writes that do not touch the pair leave it as it is, so each timeline is priced by itself. A
 * repair moves one write and asks for the price again, some hundred thousand times in a run; two facts make that cheap:
 *
 * - What a pair has at a moment depends on which of its writes are done, and not on the order in which they were. A
 *   moment is therefore a set of writes, kept as the bits of a number, and is priced once, however often it comes back.
 * - Moving a write alters a timeline only if it passes another write of that timeline. All others keep their price.
 *
 * An example. Ada moves from West (region = west) to East (region = east): write 0 removes her from West, write 1 adds
 * her to East, write 2 renames a label that gives nobody anything. Her region is `west` before and `east` in the end.
 *
 * | done      | bits | she has | cost                                             |
 * | nothing   | 00   | west    | 0, as before                                     |
 * | 0         | 01   | nothing | OPENED: without a value she sees all regions     |
 * | 1         | 10   | west or east, by precedence | 0, as before or as in the end |
 * | 0 and 1   | 11   | east    | 0, as in the end                                 |
 *
 * The order 0, 2, 1 passes the moment 01 and costs {@link OPENED}, a million. `makeChange` puts write 1 to the front:
 * it passes write 0, so her timeline is priced again, at the moment 10, and the order 1, 0, 2 costs nothing. Had write
 * 2 been moved instead, nothing would have been priced. If the change had made the order worse, `undoChange` would
 * restore it from the costs that `makeChange` gave back, again without pricing anything.
 */
export interface DraftOrder {
  /** A copy of how everything is before the run; moments are tried out in it. */
  readonly before: AccessState;
  readonly timelines: readonly PricedTimeline[];
  /** By write: the timelines that it can change. */
  readonly timelinesBy: readonly (readonly PricedTimeline[])[];
  readonly order: WriteIndex[];
  /** By write: where it is in the order. */
  readonly position: number[];
  /** The timelines that cost something, and some that do not any more. */
  readonly costly: PricedTimeline[];
  cost: Cost;
  /** The number of evaluations of timelines so far: the measure of the work. */
  evaluations: number;
}

/** A timeline with the prices of its moments, and its own price in the order as it is now. */
export interface PricedTimeline {
  readonly timeline: Timeline;
  /** The cost of each moment, by the set of writes that are done; sparse. */
  readonly costs: Cost[];
  cost: Cost;
  /** True if it is in {@link DraftOrder.costly}. */
  isListed: boolean;
}

/** The most writes whose set is held as the bits of a number. */
const MOST_NUMBERED = 31;

/** Starts with an order as it was found. */
export function startDraft(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
  order: readonly WriteIndex[],
): DraftOrder {
  const position = new Array<number>(writes.length);
  for (const [at, write] of order.entries()) position[write] = at;
  const timelinesBy = writes.map((): PricedTimeline[] => []);
  const timelines = timelinesOf(before, writes, end).map((timeline) => {
    const priced: PricedTimeline = { timeline, costs: [], cost: 0, isListed: false };
    for (const write of timeline.writes) timelinesBy[write]?.push(priced);
    return priced;
  });
  const draft: DraftOrder = {
    before: cloneState(before),
    timelines,
    timelinesBy,
    order: [...order],
    position,
    costly: [],
    cost: 0,
    evaluations: 0,
  };
  for (const priced of timelines) setCost(draft, priced, evaluate(draft, priced));
  return draft;
}

/** The writes of a timeline in their order, as indices. */
export function sequenceOf({ position }: DraftOrder, { timeline: { writes } }: PricedTimeline): number[] {
  const sequence: number[] = [];
  const positionOf = (index: number): number => position[writes[index] ?? 0] ?? 0;
  // Insertion: there are few, and this is done more often than anything else.
  for (let index = 0; index < writes.length; index += 1) {
    const at = positionOf(index);
    let to = sequence.length;
    for (; to > 0 && positionOf(sequence[to - 1] ?? 0) > at; to -= 1) sequence[to] = sequence[to - 1] ?? 0;
    sequence[to] = index;
  }
  return sequence;
}

/**
 * The cost of all moments of a timeline together; calls `visit` with each place in the sequence after which a moment
 * costs something.
 */
export function evaluate(
  draft: DraftOrder,
  priced: PricedTimeline,
  sequence = sequenceOf(draft, priced),
  visit?: (after: number) => void,
): Cost {
  draft.evaluations += 1;
  const { timeline, costs } = priced;
  const { effects } = timeline;
  const isNumbered = effects.length <= MOST_NUMBERED;
  /** The effects that undo the executed start of the sequence. */
  const undo: (readonly Effect[])[] = [];
  let sum = 0;
  let done = 0;
  // After the last one it is as it will be.
  for (let at = 0; at < sequence.length - 1; at += 1) {
    done |= 1 << (sequence[at] ?? 0);
    let cost = isNumbered ? costs[done] : undefined;
    if (cost === undefined) {
      while (undo.length <= at) undo.push(perform(draft.before, effects[sequence[undo.length] ?? 0] ?? []));
      cost = costIn(draft.before, timeline);
      if (isNumbered) costs[done] = cost;
    }
    sum += cost;
    if (cost > 0) visit?.(at);
  }
  for (const taken of undo.reverse()) perform(draft.before, taken);
  return sum;
}

/** The cost of the moment at which exactly these writes of a timeline are done; the writes are the bits of a number. */
export function momentCost({ before }: DraftOrder, { timeline, costs }: PricedTimeline, done: number): Cost {
  const known = costs[done];
  if (known !== undefined) return known;
  const together = timeline.effects.flatMap((effects, index) => ((done >> index) & 1 ? effects : []));
  const undo = perform(before, together);
  const cost = costIn(before, timeline);
  perform(before, undo);
  costs[done] = cost;
  return cost;
}

/** Puts everything into another order. */
export function reorder(draft: DraftOrder, order: readonly WriteIndex[]): void {
  for (const [at, write] of order.entries()) {
    draft.order[at] = write;
    draft.position[write] = at;
  }
  for (const priced of draft.timelines) setCost(draft, priced, evaluate(draft, priced));
}

/**
 * A timeline that costs something, chosen by a number below the length of {@link DraftOrder.costly}, if that one still
 * does.
 */
export function costlyTimeline({ costly }: DraftOrder, at: number): PricedTimeline | undefined {
  const priced = costly[at];
  if (priced === undefined || priced.cost > 0) return priced;
  priced.isListed = false;
  costly[at] = costly[costly.length - 1] ?? priced;
  costly.pop();
  return undefined;
}

/** A write and the place to which it goes. */
export interface Change {
  readonly write: WriteIndex;
  /** A position in the order without the write. */
  readonly to: number;
}

/** The facts needed to take a change back. */
export interface ChangeMade {
  readonly change: Change;
  /** The timelines that cost something else since, with what they cost before. */
  readonly costs: readonly (readonly [PricedTimeline, Cost])[];
}

/** Makes a change. Once the order costs more than `most`, it is not looked at any further. */
export function makeChange(draft: DraftOrder, change: Change, most: Cost): ChangeMade {
  const { position, timelinesBy } = draft;
  const { write, to } = change;
  const from = position[write] ?? 0;
  put(draft, change);
  const costs: (readonly [PricedTimeline, Cost])[] = [];
  for (const priced of timelinesBy[write] ?? []) {
    if (!isCrossed(draft, priced, { write, from, to })) continue;
    const cost = evaluate(draft, priced);
    if (cost === priced.cost) continue;
    costs.push([priced, priced.cost]);
    setCost(draft, priced, cost);
    if (draft.cost > most) break;
  }
  return { change: { write, to: from }, costs };
}

/** Takes the latest change back. */
export function undoChange(draft: DraftOrder, { change, costs }: ChangeMade): void {
  put(draft, change);
  for (const [priced, cost] of costs) setCost(draft, priced, cost);
}

/**
 * Returns true if something else that can change the timeline is between two positions: the same before and after a
 * shift.
 */
function isCrossed(
  { position }: DraftOrder,
  { timeline: { writes } }: PricedTimeline,
  { write, from, to }: Change & { readonly from: number },
): boolean {
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  for (const other of writes) {
    const at = position[other] ?? 0;
    if (at >= low && at <= high && other !== write) return true;
  }
  return false;
}

/** The cost of a timeline at the moment that a state describes. */
function costIn(state: AccessState, { pair, first, last }: Timeline): Cost {
  return exposureCost(outcomeOf(state, pair), first, last);
}

function setCost(draft: DraftOrder, priced: PricedTimeline, cost: Cost): void {
  draft.cost += cost - priced.cost;
  priced.cost = cost;
  if (cost === 0 || priced.isListed) return;
  priced.isListed = true;
  draft.costly.push(priced);
}

function put({ order, position }: DraftOrder, { write, to }: Change): void {
  const from = position[write] ?? 0;
  const step = from < to ? 1 : -1;
  for (let at = from; at !== to; at += step) {
    const moved = order[at + step] ?? 0;
    order[at] = moved;
    position[moved] = at;
  }
  order[to] = write;
  position[write] = to;
}
