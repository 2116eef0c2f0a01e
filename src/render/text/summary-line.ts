import type { Plan } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { peopleCount } from "../view/access-groups.js";
import { arrivalCount } from "../view/arrivals.js";
import { verdictText } from "../view/data-changes.js";
import { isUnchanged, refusals } from "../view/plan-notes.js";

/**
 * The one line that pipelines look for, last in every plan:
 * `Plan: 3 to add, 1 to change, 0 to remove. Access: 5 people change: 1 sees more, 3 less, 1 other.`
 * What is opened, and who arrives, follows where there is any: `…, 1 other, 2 opened, 1 arrives.`
 */
export function summaryLine(plan: Plan, isUndo = false): string {
  if (isUnchanged(plan) && isUndo) return "No changes. Everything that can be undone already is.";
  const arrivals = arrivalCount(plan);
  if (isUnchanged(plan))
    return `No changes. The live organization matches the file${exception(plan)}.${arrivals === "" ? "" : ` Access: ${arrivals}.`}`;
  const { create, update, delete: remove } = plan.summary;
  return (
    `Plan: ${create} to add, ${update} to change, ${remove} to remove. ` +
    `Access: ${accessCounts(plan)}${arrivals === "" ? "" : `, ${arrivals}`}.`
  );
}

function accessCounts(plan: Plan): string {
  const { opened } = plan.summary.access;
  const people = peopleCount(plan);
  const changing = count(people, "person changes", "people change");
  const verdicts = people === 0 ? "" : `: ${verdictText(plan.summary.access)}`;
  return `${changing}${verdicts}${opened === 0 ? "" : `, ${opened} opened`}`;
}

function exception({ unsupported, complete, guards }: Plan): string {
  const refusing = refusals(guards);
  const exceptions = [
    ...(unsupported.length > 0
      ? [`${count(unsupported.length, "difference")} that the API cannot change`]
      : []),
    ...(refusing > 0 ? [`what ${count(refusing, "guard refuses", "guards refuse")}`] : []),
  ];
  const parts = [
    ...(exceptions.length > 0 ? [`, except for ${exceptions.join(" and ")}`] : []),
    ...(complete ? [] : [", as far as this partial plan looks"]),
  ];
  return parts.join("");
}
