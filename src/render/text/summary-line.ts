import type { Plan } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { peopleCount } from "../view/access-groups.js";
import { arrivalCount } from "../view/arrivals.js";
import { isUnchanged, refusals } from "../view/plan-notes.js";

/**
 * The one line that pipelines look for, last in every plan:
 * `Plan: 3 to add, 1 to change, 0 to remove. Access: 2 people change, 0 opened.`
 * Where people arrive it counts them, too: `Access: 2 people change, 0 opened, 1 arrives.`
 */
export function summaryLine(plan: Plan, isUndo = false): string {
  if (isUnchanged(plan) && isUndo) return "No changes. Everything that can be undone already is.";
  const arrivals = arrivalCount(plan);
  if (isUnchanged(plan))
    return `No changes. The live organization matches the file${exception(plan)}.${arrivals === "" ? "" : ` Access: ${arrivals}.`}`;
  const { create, update, delete: remove, access } = plan.summary;
  const people = peopleCount(plan);
  return (
    `Plan: ${create} to add, ${update} to change, ${remove} to remove. ` +
    `Access: ${count(people, "person changes", "people change")}, ${access.opened} opened${arrivals === "" ? "" : `, ${arrivals}`}.`
  );
}

function exception({ unsupported, complete, guards }: Plan): string {
  const refusing = refusals(guards);
  const exceptions = [
    ...(unsupported.length > 0
      ? [`${count(unsupported.length, "difference")} that no endpoint can mend`]
      : []),
    ...(refusing > 0 ? [`what ${count(refusing, "guard refuses", "guards refuse")}`] : []),
  ];
  const parts = [
    ...(exceptions.length > 0 ? [`, except for ${exceptions.join(" and ")}`] : []),
    ...(complete ? [] : [", as far as this partial plan looks"]),
  ];
  return parts.join("");
}
