import type { Plan } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { planJson } from "../../report/plan-json.js";
import { jsonText } from "../../report/words/json-text.js";
import { writeOut } from "./write-output.js";

/** Saves a plan as JSON where `--out` says, for `apply` and `show`; without a path it does nothing. */
export async function savePlan(path: string | undefined, plan: Plan, asOf?: AsOf): Promise<void> {
  if (path !== undefined) await writeOut(path, jsonText(planJson(plan, { asOf })));
}
