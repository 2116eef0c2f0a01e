import type { Plan } from "../../src/model/plan/plan.js";
import type { LiveState } from "../../src/model/state/live-state.js";
import type { Facts } from "../../src/plan/input/inputs.js";
import { createPlanner } from "../../src/plan/planner.js";

/** The plan of a live state that holds everything that planning needs. */
export const createPlan = (facts: Facts, live: LiveState): Plan => createPlanner(facts).plan(live).plan;
