import type { RuleChange } from "../../model/plan/plan.js";
import type { RuleValue } from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible } from "../../util/escape.js";
import { ACTION_SIGNS } from "../words/labels.js";

/** The title of the list of rules that an edit changes. */
export const RULES_TITLE = "Rules changed";

/** The version of a rule that holds, within a sentence. */
export const RULES_MEANING =
  "of limits and protect the stricter holds, and a looser one takes effect with the next change; the other rules hold as edited";

/** `~ limits.delete.count  20 → 50`. */
export function ruleChangeText(change: RuleChange): string {
  const values = [change.before, change.after].flatMap((value) => (value === null ? [] : [ruleText(value)]));
  return `${ACTION_SIGNS[ruleAction(change)]} ${change.rule}  ${values.join(" → ")}`;
}

/** The action on a rule. */
export function ruleAction({ before, after }: RuleChange): "create" | "update" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}

/** Refusals that a rule would cause if it were as before, a sentence each. */
export const wouldRefuse = ({ would_refuse }: RuleChange): readonly string[] =>
  would_refuse.map((refusal) => `as it was, it would refuse: ${visible(refusal)}`);

/** As it could stand in a file. */
function ruleText(value: RuleValue): string {
  return visible(typeof value === "object" ? canonicalJson(value) : String(value));
}
