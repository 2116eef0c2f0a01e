import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import type { Section } from "../words/section.js";

/** A group's precedence before and after the plan; before it, `null` for a new group. */
interface LadderGroup {
  readonly workspace: string;
  readonly name: string;
  readonly precedence: number;
  readonly before: number | null;
}

/** The precedences that a plan writes as a table, by workspace, the winner on top. */
export const ladderSection = (plan: Plan): Section => ({
  id: "ladder",
  title: "Precedence",
  nouns: ["precedence", "precedences"],
  parts: [],
  table: () => ({
    caption: "Where two groups of a workspace set the same attribute, the upper one wins.",
    heads: ["Group", "Precedence", "Before", "Workspace"],
    rows: [...groupBy(ladderGroups(plan), ({ workspace }) => workspace).values()]
      .flatMap(ranked)
      .map((group) => [
        visibleName(group.name),
        String(group.precedence),
        was(group),
        visibleName(group.workspace),
      ]),
  }),
});

/** The groups that a plan creates, or whose precedence it changes. */
function ladderGroups({ resource_changes }: Plan): readonly LadderGroup[] {
  return resource_changes.flatMap(({ type, address, change }) => {
    const precedence = change.after?.precedence;
    if (!KINDS[type].isRanked || typeof precedence !== "number" || change.before?.precedence === precedence)
      return [];
    const { workspace, name } = namesInAddress(address);
    const before = change.before?.precedence;
    return [{ workspace, name, precedence, before: typeof before === "number" ? before : null }];
  });
}

/** The groups with the winner first; those of one precedence by name. */
function ranked(groups: readonly LadderGroup[]): readonly LadderGroup[] {
  return [...groups].sort((a, b) => b.precedence - a.precedence || (a.name < b.name ? -1 : 1));
}

function was({ precedence, before }: LadderGroup): string {
  return before === null ? "new" : `${before} ${before < precedence ? "▲ up" : "▼ down"}`;
}
