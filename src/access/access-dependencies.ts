import { distinctAscending } from "../util/order.js";
import { type AccessWrite, concernedMembers } from "./effect.js";
import { indexMoves, type MoveIndex, type Switch } from "./move-index.js";
import type { Move } from "./simulation.js";
import { type AccessState, pairOf } from "./world.js";

/**
 * What each move has to wait for so that **every** order that the result allows shows each member, for each
 * attribute, the same sequence of values as the given order does: a safe order stays safe under any interleaving, and
 * whatever a failure or an interrupt leaves behind is a safe prefix. Result: by move (index), earlier moves, ascending.
 *
 * Per pair only the moves that change an active source (a group that the member is in and that sets the attribute,
 * or their own value) are put in sequence. A move on a source that is not active yet, or not any more, only has to
 * stay on its side of the move that switches the source on or off. Sources that can never win are left out, and moves
 * that share no pair do not wait for each other at all.
 */
export function accessDependencies(
  before: AccessState,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
): readonly (readonly number[])[] {
  const index = indexMoves(before, writes, moves);
  const needs = moves.map((): number[] => []);
  for (const member of concernedMembers(before, writes)) {
    const places = placesOf(before, index, member);
    for (let attribute = 0; attribute < before.attributeCount; attribute += 1) {
      sequencePair(before, index, needs, member, attribute, places);
    }
  }
  for (const { moves: precedences } of index.precedences) {
    // A temporary precedence goes before the real one, whoever can see it.
    for (const [i, at] of precedences.entries()) if (i > 0) needs[at]?.push(precedences[i - 1] ?? at);
  }
  return needs.map(distinctAscending);
}

/** A group that a member is in at some time of the run. */
interface Place {
  readonly group: number;
  /** At the start. */
  readonly inGroup: boolean;
  readonly memberships: readonly Switch[];
}

function placesOf(before: AccessState, index: MoveIndex, member: number): readonly Place[] {
  const start = before.groupsOf[member] ?? [];
  const switched = index.memberships.get(member);
  const places: Place[] = [];
  for (const group of start) places.push({ group, inGroup: true, memberships: switched?.get(group) ?? NONE });
  for (const [group, memberships] of switched ?? []) {
    if (!start.includes(group)) places.push({ group, inGroup: false, memberships });
  }
  return places;
}

const NONE: readonly Switch[] = [];

/** One possible origin of a pair's value, and where it stands while the moves are walked through. */
interface Source {
  inGroup: boolean;
  hasValue: boolean;
  lastVisible: number | undefined;
  /** Moves since then that changed nothing to see. */
  hidden: number[];
}

/** A move as one source of a pair meets it. */
interface Encounter {
  readonly at: number;
  /** `undefined`: the member's own value. */
  readonly source: Source | undefined;
  readonly half: "inGroup" | "hasValue" | undefined;
  readonly on: boolean;
}

function sequencePair(
  before: AccessState,
  index: MoveIndex,
  needs: readonly number[][],
  member: number,
  attribute: number,
  places: readonly Place[],
): void {
  const pair = pairOf(before, member, attribute);
  const own = index.ownValues.get(pair) ?? [];
  if (own.length === 0 && before.ownValue.has(pair)) return;
  const encounters = encountersOf(before, index, attribute, places);
  for (const at of own) encounters.push({ at, source: undefined, half: undefined, on: true });
  if (encounters.length < 2) return;
  encounters.sort((a, b) => a.at - b.at);

  let last: number | undefined;
  for (const { at, source, half, on } of encounters) {
    const need = needs[at];
    if (need === undefined) continue;
    const visible = source === undefined || passSource(source, at, half, on, need);
    if (!visible) continue;
    if (last !== undefined && last !== at) need.push(last);
    last = at;
  }
}

/** Takes a source past one of its moves, with what the move needs of it; whether the move could be seen. */
function passSource(
  source: Source,
  at: number,
  half: Encounter["half"],
  on: boolean,
  need: number[],
): boolean {
  const wasActive = source.inGroup && source.hasValue;
  if (half !== undefined) source[half] = on;
  if (wasActive || (source.inGroup && source.hasValue)) {
    for (const earlier of source.hidden) if (earlier !== at) need.push(earlier);
    source.hidden = [];
    source.lastVisible = at;
    return true;
  }
  if (source.lastVisible !== undefined && source.lastVisible !== at) need.push(source.lastVisible);
  // One half goes off before the other comes on: the other way round, both would be on for a moment.
  if (half !== undefined && on) for (const earlier of source.hidden) need.push(earlier);
  source.hidden.push(at);
  return false;
}

/** The moves on groups that may decide the pair at some time: those never below a group that sets it throughout. */
function encountersOf(
  { attributeCount, groupValue }: AccessState,
  { groupValues, precedences }: MoveIndex,
  attribute: number,
  places: readonly Place[],
): Encounter[] {
  let floor = 0;
  for (const { group, inGroup, memberships } of places) {
    const low = precedences[group]?.low ?? 0;
    if (!inGroup || memberships.length > 0 || low <= floor) continue;
    const cell = group * attributeCount + attribute;
    if (groupValue[cell] !== undefined && groupValues[cell]?.every(({ on }) => on)) floor = low;
  }
  const found: Encounter[] = [];
  for (const { group, inGroup, memberships } of places) {
    const { moves = [], high = 0 } = precedences[group] ?? {};
    if (high < floor) continue;
    const cell = group * attributeCount + attribute;
    const values = groupValues[cell] ?? NONE;
    const hasValue = groupValue[cell] !== undefined;
    if (!hasValue && values.length === 0) continue;
    const source: Source = { inGroup, hasValue, lastVisible: undefined, hidden: [] };
    for (const { at, on } of memberships) found.push({ at, source, half: "inGroup", on });
    for (const { at, on } of values) found.push({ at, source, half: "hasValue", on });
    for (const at of moves) found.push({ at, source, half: undefined, on: true });
  }
  return found;
}
