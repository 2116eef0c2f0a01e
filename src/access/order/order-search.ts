import { seededRandom } from "../../util/seeded-random.js";
import { rewind, type Simulation, tryWrite } from "./simulation.js";

/** The work left to a search: it costs 1 for each write that it tries, and 1 for each outcome that it checks. */
export interface SearchBudget {
  left: number;
}

/**
 * An attempt that chose wrongly early spends all that it has below that choice: many short ones, each with its writes
 * in another order, find more than a long one.
 */
const ATTEMPTS = 100;

/**
 * Looks for a safe order of a few writes. The result is that order, carried out, or `undefined`, with the simulation
 * back where it was, when there is none (or the budget was used up before). The same for the same input.
 */
export function searchOrder(
  simulation: Simulation,
  component: readonly number[],
  budget: SearchBudget,
): readonly number[] | undefined {
  const share = Math.ceil(budget.left / ATTEMPTS);
  for (let round = 0; budget.left > 0; round += 1) {
    const mine: SearchBudget = { left: Math.min(share, budget.left) };
    budget.left -= mine.left;
    const left = round === 0 ? component : shuffled(component, round);
    const order = search({ simulation, seen: new Set(), budget: mine }, left, []);
    if (order !== undefined) return order;
    // The whole space was searched.
    if (mine.left > 0) return undefined;
  }
  return undefined;
}

/** Always the same order for the same seed (Fisher-Yates). */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const rest = [...items];
  const random = seededRandom(seed);
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}

interface Search {
  readonly simulation: Simulation;
  /** Writes that were left where nothing was found. */
  readonly seen: Set<string>;
  readonly budget: SearchBudget;
}

function search(
  run: Search,
  left: readonly number[],
  path: readonly number[],
): readonly number[] | undefined {
  if (left.length === 0) return path;
  const { simulation, seen, budget } = run;
  // Writes commute: those that are left say everything about a position, whatever their order.
  const key = [...left].sort((a, b) => a - b).join(",");
  if (seen.has(key)) return undefined;
  seen.add(key);
  const here = simulation.undo.length;
  for (const write of left) {
    if (budget.left <= 0) return undefined;
    const before = simulation.evaluations;
    const exposed = tryWrite(simulation, write);
    budget.left -= 1 + simulation.evaluations - before;
    if (exposed !== undefined) continue;
    const found = search(
      run,
      left.filter((other) => other !== write),
      [...path, write],
    );
    if (found !== undefined) return found;
    rewind(simulation, here);
  }
  return undefined;
}
