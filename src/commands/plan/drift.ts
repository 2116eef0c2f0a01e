import type { Outcome } from "../../model/plan/plan.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { loadDesired } from "../session/load-desired.js";
import type { PlanFormat } from "../session/print-plan.js";
import { inSession } from "../session/session.js";
import { printPlan } from "./saved-plan.js";

/**
 * The command `orgform drift`: checks that the organization matches the file; differences that the API cannot
 * change count, too.
 */
export async function drift(context: CommandContext, options: SharedOptions<PlanFormat>): Promise<Outcome> {
  const gain = options.failOn?.find((name) => name === "widened" || name === "opened");
  if (gain)
    throw usageError(
      `drift takes no --fail-on ${gain}: it asks what an apply gives`,
      "Drift ends with 2 on any difference, and says first who sees more than the file says.",
    );
  return await inSession(
    context,
    options,
    { file: loadDesired, purpose: "drift" },
    async (session) => (await printPlan(session)).outcome,
  );
}
