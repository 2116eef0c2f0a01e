import type { Plan, RuleChange } from "../../model/plan/plan.js";
import type { RuleValue } from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible } from "../../util/escape.js";
import { ACTION_SIGNS } from "../labels.js";
import { block, fence, LOOK } from "../markdown/markdown-block.js";
import { type Section, whole } from "../markdown/markdown-budget.js";
import type { TextStyle } from "../text/change-text.js";
import { wrap } from "../text/layout.js";

type WithRules = Pick<Plan, "rules_changed">;

const TITLE = "Rules changed";
const WHAT_HOLDS =
  "of limits and protect the stricter holds, and a looser one takes effect with the next change; expect and checks hold as edited";

/** What the edit does to the rules that it is held to, with what they would have refused. */
export function rulesText({ rules_changed }: WithRules, { paint, width }: TextStyle): string[] {
  if (rules_changed.length === 0) return [];
  return [
    ...wrap(`${TITLE} (${WHAT_HOLDS})`, width, "").map(paint.strong),
    ...rules_changed.flatMap((change) => [
      paint[actionOf(change)](`  ${ruleChangeText(change)}`),
      ...change.would_refuse.flatMap((refusal) =>
        wrap(wouldRefuse(refusal), width, "      ").map(paint.alarm),
      ),
    ]),
  ];
}

/** The same for a comment, never folded. */
export function rulesSections({ rules_changed }: WithRules): Section[] {
  if (rules_changed.length === 0) return [];
  const rows = rules_changed.flatMap((change) => [
    ruleChangeText(change).replace(/^~/, "!"),
    ...change.would_refuse.flatMap((refusal) => wrap(wouldRefuse(refusal), LOOK.width, "      ")),
  ]);
  const count = rules_changed.length;
  const body = `O${WHAT_HOLDS.slice(1)}.\n\n${fence(rows, "diff")}`;
  return [whole(["changed rule", "changed rules"], count, block({ title: TITLE, count }, body, false))];
}

const wouldRefuse = (refusal: string): string => `as it was, it would refuse: ${visible(refusal)}`;

/** `~ limits.delete.count  20 → 50`. */
export function ruleChangeText(change: RuleChange): string {
  const values = [change.before, change.after].flatMap((value) => (value === null ? [] : [ruleText(value)]));
  return `${ACTION_SIGNS[actionOf(change)]} ${change.rule}  ${values.join(" → ")}`;
}

function actionOf({ before, after }: RuleChange): "create" | "update" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}

/** As it could stand in a file. */
function ruleText(value: RuleValue): string {
  return visible(typeof value === "object" ? canonicalJson(value) : String(value));
}
