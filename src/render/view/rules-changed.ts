import type { Plan, RuleChange } from "../../model/plan/plan.js";
import type { RuleValue } from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible } from "../../util/escape.js";
import { ACTION_SIGNS } from "../words/labels.js";
import type { Section } from "../words/section.js";

/** The rules that the edit changes, with what they would have refused if they were as before. */
export const rulesSection = ({ rules_changed }: Pick<Plan, "rules_changed">): Section => ({
  id: "rules",
  title: "Rules changed",
  meaning:
    "of limits and protect the stricter holds, and a looser one takes effect with the next change; the other rules hold as edited",
  count: rules_changed.length,
  nouns: ["changed rule", "changed rules"],
  parts: [
    {
      items: rules_changed.map((change) => ({
        cells: [ruleChangeText(change)],
        tone: ruleAction(change),
        details: change.would_refuse.map((refusal) => ({
          text: `as it was, it would refuse: ${refusal}`,
          tone: "alarm",
        })),
      })),
    },
  ],
});

/** `~ limits.delete.count  20 → 50`. */
export function ruleChangeText(change: RuleChange): string {
  const values = [change.before, change.after].flatMap((value) => (value === null ? [] : [ruleText(value)]));
  return `${ACTION_SIGNS[ruleAction(change)]} ${change.rule}  ${values.join(" → ")}`;
}

function ruleAction({ before, after }: RuleChange): "create" | "update" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}

/** As it could stand in a file. */
function ruleText(value: RuleValue): string {
  return visible(typeof value === "object" ? canonicalJson(value) : String(value));
}
