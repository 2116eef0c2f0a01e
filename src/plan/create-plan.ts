import type { Plan } from "../model/plan/plan.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import type { PlanOptions } from "./inputs.js";
import { createPlanner } from "./planner.js";

/**
 * Says what would change and whose access: a pure function of its inputs, byte-identical for the same ones whatever
 * the order of keys or rows. The live state must hold everything that planning needs, as `readLiveStateFor` reads it.
 *
 * @throws InternalError when the live state was not read far enough.
 */
export function createPlan(desired: DesiredState, live: LiveState, options: PlanOptions): Plan {
  return createPlanner(desired, options).plan(live);
}
