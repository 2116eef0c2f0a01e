import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import type { AccessChange, Plan, ResourceChange } from "../../model/plan/plan.js";
import { compareText, groupAlike, groupBy, setOf } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { effectiveText, nameText } from "../words/labels.js";
import type { Flow, Move, Section } from "../words/section.js";

/** The most values that a side of a picture has room for by name, and the fewest people that make one. */
const ROOM = { values: 12, people: 5 };

/**
 * Pictures of the people who move from value to value, one for each attribute of a workspace; none if one row of the
 * table has everything. The table has the same facts in words.
 */
export const flowSection = ({ access_changes }: Plan): Section => ({
  id: "flow",
  title: "From value to value",
  nouns: ["person", "people"],
  parts: [],
  flows: () =>
    groupAlike(access_changes, ({ workspace, attribute }) => [workspace, attribute])
      .map(flowOf)
      .filter(
        ({ moves }) => moves.length > 1 && moves.reduce((sum, { people }) => sum + people, 0) >= ROOM.people,
      ),
});

function flowOf(changes: readonly [AccessChange, ...AccessChange[]]): Flow {
  const [{ workspace, attribute }] = changes;
  const before = sideOf(changes, "before");
  const after = sideOf(changes, "after");
  const moves = groupAlike(changes, (change) => [before(change), after(change), change.kind]).map(
    (same): Move => {
      const [one] = same;
      return { before: before(one), after: after(one), people: same.length, tone: one.kind };
    },
  );
  return { title: `${nameText(attribute)} in ${nameText(workspace)}`, moves };
}

/** The text of a change's value on one side: those of the most people by name. */
function sideOf(
  changes: readonly AccessChange[],
  side: "before" | "after",
): (change: AccessChange) => string {
  const sizes = [...groupBy(changes, (change) => effectiveText(change[side]))];
  sizes.sort(([, a], [, b]) => b.length - a.length);
  const others = sizes.length > ROOM.values ? sizes.slice(ROOM.values - 1) : [];
  const hidden = setOf(others, 0);
  return (change) => {
    const text = effectiveText(change[side]);
    return hidden.has(text) ? count(hidden.size, "other value") : text;
  };
}

/** The precedences that a plan writes as a table, by workspace, the winner on top; those of one precedence by name. */
export const ladderSection = (plan: Plan): Section => ({
  id: "ladder",
  title: "Precedence",
  nouns: ["precedence", "precedences"],
  parts: [],
  table: () => {
    const byWorkspace = groupBy(plan.resource_changes.flatMap(rungOf), ({ workspace }) => workspace);
    const ranked = [...byWorkspace.values()].flatMap((groups) =>
      groups.sort((a, b) => b.precedence - a.precedence || compareText(a.name, b.name)),
    );
    return {
      caption: "Where two groups of a workspace set the same attribute, the upper one wins.",
      heads: ["Group", "Precedence", "Before", "Workspace"],
      rows: ranked.map(({ workspace, name, precedence, was }) => [
        visibleName(name),
        String(precedence),
        was,
        visibleName(workspace),
      ]),
    };
  },
});

/** A group that a plan creates, or whose precedence it changes. */
function rungOf({ type, address, change }: ResourceChange) {
  const [before, precedence] = [change.before?.precedence, change.after?.precedence];
  if (!KINDS[type].isRanked || typeof precedence !== "number" || before === precedence) return [];
  const { workspace, name } = namesInAddress(address);
  const was = typeof before === "number" ? `${before} ${before < precedence ? "▲ up" : "▼ down"}` : "new";
  return [{ workspace, name, precedence, was }];
}
