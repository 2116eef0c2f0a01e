import { type AccessState, type Cost, cloneState } from "../values/access-state.js";
import { type AccessWrite, type Effect, perform } from "../values/effect.js";
import type { Move } from "./simulation.js";
import { costIn, type Timeline, timelinesOf } from "./timeline.js";

/**
 * A move as a number: a write is its index, and the temporary precedence of a group comes after all writes. A group
 * has one temporary precedence at most.
 */
export type Item = number;

/** A complete order of the writes that is being changed bit by bit, and what it costs. Changed by this file only. */
export interface DraftOrder {
  /** A copy of how everything is before the run; moments are tried out in it. */
  readonly before: AccessState;
  readonly writeCount: number;
  /** By group whose precedence is written: that write. */
  readonly precedenceWrites: ReadonlyMap<number, Item>;
  /** Groups that the run creates: their temporary precedences come before everything else. */
  readonly created: ReadonlySet<number>;
  readonly tracks: readonly Track[];
  /** By item: the tracks that it can change. */
  readonly tracksOf: readonly (readonly Track[])[];
  readonly order: Item[];
  /** By item: where it is in the order, or {@link NOWHERE}. */
  readonly position: number[];
  /** By group: its temporary precedence, where it has one in this order. */
  readonly temporary: Map<number, number>;
  /** The tracks that cost something, and some that do not any more. */
  readonly costly: Track[];
  cost: Cost;
  /** How many times a track was evaluated so far: what the work is measured by. */
  evaluations: number;
}

/** A timeline with what can happen to it in a draft. */
export interface Track {
  readonly timeline: Timeline;
  readonly items: readonly Item[];
  /** By index in `items`. */
  readonly effects: (readonly Effect[])[];
  /** What moments cost, by the set of items that are done, with the temporary precedences as they are now; sparse. */
  readonly costs: Cost[];
  cost: Cost;
  /** It is in {@link DraftOrder.costly}. */
  isListed: boolean;
}

/** The position of an item that is not in the order. */
export const NOWHERE = -1;
/** Up to how many items a set of them is the bits of a number. */
const MOST_NUMBERED = 31;

/** Starts with an order as it was found. */
export function startDraft(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
  moves: readonly Move[],
): DraftOrder {
  const writeCount = writes.length;
  const precedenceWrites = new Map<number, Item>();
  const created = new Set<number>();
  for (const [item, { effects, settlesCreation }] of writes.entries()) {
    for (const effect of effects) {
      if (effect.on !== "precedence") continue;
      precedenceWrites.set(effect.group, item);
      if (settlesCreation === true) created.add(effect.group);
    }
  }
  const settling = [...created].flatMap((group) => precedenceWrites.get(group) ?? []);
  const found = moves.map((move) => (move.kind === "write" ? move.write : writeCount + move.group));
  const order = [...found, ...settling.filter((item) => !found.includes(item))];
  const position = new Array<number>(writeCount + before.precedence.length).fill(NOWHERE);
  for (const [at, item] of order.entries()) position[item] = at;
  const tracksOf = position.map((): Track[] => []);
  const tracks = timelinesOf(before, writes, end, new Set(precedenceWrites.keys())).map((timeline) => {
    const movable = timeline.groups.filter((group) => precedenceWrites.has(group));
    const items = [...timeline.writes, ...movable.map((group) => writeCount + group)];
    const track: Track = {
      timeline,
      items,
      effects: [...timeline.effects],
      costs: [],
      cost: 0,
      isListed: false,
    };
    for (const item of items) tracksOf[item]?.push(track);
    return track;
  });
  const draft: DraftOrder = {
    before: cloneState(before),
    writeCount,
    precedenceWrites,
    created,
    tracks,
    tracksOf,
    order,
    position,
    temporary: new Map(),
    costly: [],
    cost: 0,
    evaluations: 0,
  };
  for (const move of moves) if (move.kind === "temporary") setTemporary(draft, move.group, move.precedence);
  for (const track of tracks) setCost(draft, track, evaluate(draft, track));
  return draft;
}

/** The order as moves. */
export function movesOf({ order, writeCount, temporary }: DraftOrder): readonly Move[] {
  return order.map((item): Move => {
    if (item < writeCount) return { kind: "write", write: item };
    const group = item - writeCount;
    return { kind: "temporary", group, precedence: temporary.get(group) ?? 0 };
  });
}

/** What happens to a track, in order, as indices of its items. */
export function sequenceOf({ position }: DraftOrder, { items }: Track): number[] {
  const sequence: number[] = [];
  const positionOf = (index: number): number => position[items[index] ?? 0] ?? NOWHERE;
  // Insertion: there are few, and this is done more often than anything else.
  for (let index = 0; index < items.length; index += 1) {
    const at = positionOf(index);
    if (at === NOWHERE) continue;
    let to = sequence.length;
    for (; to > 0 && positionOf(sequence[to - 1] ?? 0) > at; to -= 1) sequence[to] = sequence[to - 1] ?? 0;
    sequence[to] = index;
  }
  return sequence;
}

/** What the moments of a track cost together; `visit` is told after which of the sequence it costs something. */
export function evaluate(
  draft: DraftOrder,
  track: Track,
  sequence = sequenceOf(draft, track),
  visit?: (after: number) => void,
): Cost {
  draft.evaluations += 1;
  const { timeline, items, effects, costs } = track;
  const isNumbered = items.length <= MOST_NUMBERED;
  /** Of the first of the sequence, as far as it had to be carried out. */
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

/** What the moment costs at which these writes of a track are done, as the bits of a number, and nothing else is. */
export function momentCost({ before }: DraftOrder, { timeline, effects, costs }: Track, done: number): Cost {
  const known = costs[done];
  if (known !== undefined) return known;
  const together = timeline.writes.flatMap((_, index) => ((done >> index) & 1 ? (effects[index] ?? []) : []));
  const undo = perform(before, together);
  const cost = costIn(before, timeline);
  perform(before, undo);
  costs[done] = cost;
  return cost;
}

/** Puts everything into another order. */
export function reorder(draft: DraftOrder, order: readonly Item[]): void {
  for (const [at, item] of order.entries()) {
    draft.order[at] = item;
    draft.position[item] = at;
  }
  for (const track of draft.tracks) setCost(draft, track, evaluate(draft, track));
}

/** A track that costs something, chosen by a number below the length of {@link DraftOrder.costly}, if that one still does. */
export function costlyTrack({ costly }: DraftOrder, at: number): Track | undefined {
  const track = costly[at];
  if (track === undefined || track.cost > 0) return track;
  track.isListed = false;
  costly[at] = costly[costly.length - 1] ?? track;
  costly.pop();
  return undefined;
}

/** Puts an item somewhere else, or a temporary precedence into the order or out of it. */
export interface Change {
  readonly item: Item;
  /** A position in the order without the item, or {@link NOWHERE}. */
  readonly to: number;
  /** Of a temporary precedence that is in the order then. */
  readonly precedence: number | undefined;
}

/** What takes a change back. */
export interface Undo {
  readonly change: Change;
  /** The tracks that cost something else since, with what they cost before. */
  readonly costs: readonly (readonly [Track, Cost])[];
}

/** Makes a change. Once the order costs more than `most`, it is not looked at any further. */
export function makeChange(draft: DraftOrder, change: Change, most: Cost): Undo {
  const { position, temporary, tracksOf, writeCount } = draft;
  const { item, to } = change;
  const from = position[item] ?? NOWHERE;
  const precedence = temporary.get(item - writeCount);
  const isShift = from !== NOWHERE && to !== NOWHERE && precedence === change.precedence;
  put(draft, change);
  const costs: (readonly [Track, Cost])[] = [];
  for (const track of tracksOf[item] ?? []) {
    if (isShift && !isCrossed(draft, track, item, from, to)) continue;
    const cost = evaluate(draft, track);
    if (cost === track.cost) continue;
    costs.push([track, track.cost]);
    setCost(draft, track, cost);
    if (draft.cost > most) break;
  }
  return { change: { item, to: from, precedence }, costs };
}

/** Takes the latest change back. */
export function takeBack(draft: DraftOrder, { change, costs }: Undo): void {
  put(draft, change);
  for (const [track, cost] of costs) setCost(draft, track, cost);
}

/** Returns true if something else that can change the track is between two positions: the same before and after a shift. */
function isCrossed(
  { position }: DraftOrder,
  { items }: Track,
  item: Item,
  from: number,
  to: number,
): boolean {
  const low = Math.min(from, to);
  const high = Math.max(from, to);
  for (const other of items) {
    const at = position[other] ?? NOWHERE;
    if (at >= low && at <= high && other !== item) return true;
  }
  return false;
}

function setCost(draft: DraftOrder, track: Track, cost: Cost): void {
  draft.cost += cost - track.cost;
  track.cost = cost;
  if (cost === 0 || track.isListed) return;
  track.isListed = true;
  draft.costly.push(track);
}

function put(draft: DraftOrder, { item, to, precedence }: Change): void {
  const { order, position, temporary, writeCount } = draft;
  const from = position[item] ?? NOWHERE;
  // What is between the two positions moves up or down by one; an item from or to nowhere moves all behind the other.
  const start = from === NOWHERE ? order.length : from;
  const end = to === NOWHERE ? order.length - 1 : to;
  const step = start < end ? 1 : -1;
  for (let at = start; at !== end; at += step) {
    const moved = order[at + step] ?? 0;
    order[at] = moved;
    position[moved] = at;
  }
  if (to === NOWHERE) order.pop();
  else order[to] = item;
  position[item] = to;
  const group = item - writeCount;
  if (group >= 0 && temporary.get(group) !== precedence) setTemporary(draft, group, precedence);
}

function setTemporary(draft: DraftOrder, group: number, precedence: number | undefined): void {
  const { temporary, tracksOf, writeCount } = draft;
  if (precedence === undefined) {
    temporary.delete(group);
    return;
  }
  temporary.set(group, precedence);
  const effect = [{ on: "precedence", group, precedence } as const];
  for (const { items, effects, costs } of tracksOf[writeCount + group] ?? []) {
    effects[items.indexOf(writeCount + group)] = effect;
    costs.length = 0;
  }
}
