import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import type { Item, Part, Section } from "../words/section.js";
import { type ChangePart, changeBlocks, changeParts } from "./change-blocks.js";
import { countLines } from "./change-rows.js";

const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";

/**
 * The changes of each part of a plan under their workspace and kind. In brief they are counted, by workspace and kind or by
 * kind where there are many workspaces, and removals follow one by one.
 */
export const changeSections = (plan: Plan): readonly Section[] =>
  changeParts(plan).map((part): Section => {
    const { id, title, changes } = part;
    const removals = changes.filter(isRemoval);
    const kept = changes.filter((change) => !isRemoval(change));
    return {
      id,
      title: `${title} (${changeCounts(changes)})`,
      nouns: ["change", "changes"],
      style: "blocks",
      parts: workspaceParts(part),
      brief: () => [
        ...(kept.length === 0 ? [] : [{ items: [countsItem({ ...part, changes: kept })] }]),
        ...(removals.length === 0 ? [] : [{ title: "Removed", tone: "delete" as const, items: [] }]),
        ...workspaceParts({ ...part, changes: removals }),
      ],
    };
  });

/**
 * The counts of changes, such as `9 to add, 5 to change, 4 to remove`, as in the last line, and those implied
 * by another removal.
 */
function changeCounts(changes: readonly ResourceChange[]): string {
  const implied = changes.filter(({ implied_by }) => implied_by !== undefined).length;
  const counts = (["create", "update", "delete"] as const).flatMap((action) => {
    const n = changes.filter((one) => one.change.actions[0] === action && !one.implied_by).length;
    return n === 0 ? [] : [`${n} ${WORDS[action]}`];
  });
  const more = `${implied} that ${plural(implied, "goes", "go")} with another removal`;
  if (counts.length === 0) return more;
  return counts.join(", ") + (implied === 0 ? "" : `, and ${more}`);
}

const WORDS = { create: "to add", update: "to change", delete: "to remove" } as const;

const workspaceParts = (part: ChangePart): readonly Part[] =>
  changeBlocks(part).map(({ title, kinds }) => ({
    title: visibleName(title),
    items: kinds.map(({ heading, changes }) => ({ cells: [heading], counts: changes.length, changes })),
  }));

const countsItem = (part: ChangePart): Item => ({
  cells: [],
  counts: part.changes.length,
  lines: (look) => countLines(part, look).flat(),
});
