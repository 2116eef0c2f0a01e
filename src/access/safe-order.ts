import { componentsOf } from "./component.js";
import { type AccessWrite, perform } from "./effect.js";
import { searchOrder } from "./order-search.js";
import { type Move, type Simulation, simulate, startSimulation } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";
import { sortByUrgency } from "./urgency.js";
import { type AccessState, cloneState, type Pair } from "./world.js";

/** Up to how many writes that hang together are searched, as long as the bound on positions holds. */
const SEARCHABLE = 60;

/**
 * Orders writes so that nobody is exposed after any of them, where such an order is found: nobody is without a value
 * that they had and will have (R1, always), and nobody has a value that is neither the one before nor the one after,
 * nor an undefined tie (R2). Where precedences have to swap, temporary ones are put in between; `taken` are the
 * numbers that may not serve for that. Where no order is found R1 still holds, and {@link simulate} tells the rest.
 */
export function orderSafely(
  before: AccessState,
  writes: readonly AccessWrite[],
  taken: ReadonlySet<number>,
): readonly Move[] {
  const after = cloneState(before);
  for (const write of writes) perform(after, write.effects);
  const urgent = sortByUrgency(before, after, writes);
  const walk: Walk = { simulation: startSimulation(before, writes), moves: [], parked: new Map() };
  goWhileSafe(walk, urgent);
  const stuck = stuckIn(walk);
  if (stuck.length === 0) return walk.moves;

  // Only writes that share people and attributes can block each other: order those anew, keep the rest.
  const components = componentsOf(before, writes);
  const blocked = new Set(stuck.map((write) => components[write]));
  const kept = walk.moves.filter((move) => move.kind === "write" && !blocked.has(components[move.write]));
  const mended = [...blocked].flatMap((component) => {
    const members = urgent.filter((write) => components[write] === component);
    return orderComponent(before, writes, members, taken);
  });
  return [...kept, ...mended];
}

function orderComponent(
  before: AccessState,
  writes: readonly AccessWrite[],
  component: readonly number[],
  taken: ReadonlySet<number>,
): readonly Move[] {
  const members = new Set(component);
  const only = writes.map((write, i) => (members.has(i) ? write : { effects: [] }));
  if (component.length <= SEARCHABLE) {
    const found = searchOrder(before, only, component, taken);
    if (found !== undefined) return found;
  }
  return withoutNeedless(before, only, goOnAnyway(startSimulation(before, only), only, component, taken));
}

/** A run that is being put together: what was carried out so far, and what waits for whom. */
interface Walk {
  readonly simulation: Simulation;
  readonly moves: Move[];
  /** Writes that would expose a pair, at that pair: they are tried again only when something changed it. */
  readonly parked: Map<Pair, number[]>;
}

/** Carries out whatever is safe, in the given order, until nothing is left or nothing left is safe: near linear. */
function goWhileSafe(walk: Walk, order: readonly number[]): void {
  const { simulation, moves, parked } = walk;
  const woken: number[] = [];
  for (let at = 0; at < order.length || woken.length > 0; ) {
    const write = woken.shift() ?? order[at++];
    if (write === undefined) break;
    const move: Move = { kind: "write", write };
    const touched = parked.size === 0 ? [] : simulation.touched(move);
    const attempt = simulation.attempt(move);
    if (attempt.done) {
      moves.push(move);
      woken.push(...wake(parked, touched));
    } else {
      const waiting = parked.get(attempt.exposed);
      if (waiting === undefined) parked.set(attempt.exposed, [write]);
      else waiting.push(write);
    }
  }
}

function wake(parked: Map<Pair, number[]>, touched: Iterable<Pair>): number[] {
  const woken: number[] = [];
  for (const pair of touched) {
    const waiting = parked.get(pair);
    if (waiting === undefined) continue;
    woken.push(...waiting);
    parked.delete(pair);
  }
  return woken;
}

function stuckIn(walk: Walk): readonly number[] {
  return [...walk.parked.values()].flat();
}

/**
 * Like {@link goWhileSafe}, but never gives up: parks precedences out of the way while that is safe, and where nothing
 * helps opens the smallest window it sees.
 */
function goOnAnyway(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  component: readonly number[],
  taken: ReadonlySet<number>,
): readonly Move[] {
  const walk: Walk = { simulation, moves: [], parked: new Map() };
  const displaced = new Set<number>();
  goWhileSafe(walk, component);
  for (let stuck = stuckIn(walk); stuck.length > 0; stuck = stuckIn(walk)) {
    const temporary = temporaryMoves(simulation.now, writes, stuck, taken).find(
      (move) => !displaced.has(move.group) && simulation.attempt(move).done,
    );
    if (temporary !== undefined) {
      displaced.add(temporary.group);
      walk.moves.push(temporary);
      goWhileSafe(walk, wake(walk.parked, simulation.touched(temporary)));
      continue;
    }
    const forced = leastExposing(simulation, stuck);
    simulation.force(forced);
    walk.moves.push(forced);
    const rest = stuck.filter((write) => write !== forced.write);
    walk.parked.clear();
    goWhileSafe(walk, rest);
  }
  return walk.moves;
}

type WriteMove = Extract<Move, { kind: "write" }>;

/**
 * The write that exposes the fewest people. One that leaves somebody bare (R1) is never chosen while there is another,
 * and there always is: adding and changing never leave bare, and once only removals are left, what stays is in place.
 */
function leastExposing(simulation: Simulation, left: readonly number[]): WriteMove {
  const [first = 0] = left;
  let best: WriteMove = { kind: "write", write: first };
  let least = Number.POSITIVE_INFINITY;
  for (const write of left) {
    const move: WriteMove = { kind: "write", write };
    const probe = simulation.probe(move);
    const cost = probe.some((pair) => pair.bare) ? Number.MAX_VALUE : probe.length;
    if (cost < least) {
      best = move;
      least = cost;
    }
  }
  return best;
}

/** Leaves out temporary precedences that turn out not to be needed: each is a write that people have to read. */
function withoutNeedless(
  before: AccessState,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
): readonly Move[] {
  let kept = moves;
  let exposed = simulate(before, writes, kept).length;
  for (const move of moves) {
    if (move.kind === "write") continue;
    const without = kept.filter((other) => other !== move);
    const exposedWithout = simulate(before, writes, without).length;
    if (exposedWithout > exposed) continue;
    kept = without;
    exposed = exposedWithout;
  }
  return kept;
}
