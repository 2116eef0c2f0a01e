import { namesInAddress, workspaceOf } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { changeHeading, KIND_NOUNS, nameText } from "../words/labels.js";
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
        ...countsParts({ ...part, changes: kept }),
        ...removed(workspaceParts({ ...part, changes: removals })),
      ],
      counted: [
        () => [
          ...countsParts({ ...part, changes: kept }),
          ...removed(groupParts({ ...part, changes: removals })),
        ],
        () => countsParts(part),
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

/** What is removed under a heading of its own. */
const removed = (parts: readonly Part[]): readonly Part[] =>
  parts.length === 0 ? [] : [{ title: "Removed", tone: "delete", items: [] }, ...parts];

const countsParts = (part: ChangePart): readonly Part[] =>
  part.changes.length === 0
    ? []
    : [
        {
          items: [{ cells: [], counts: part.changes.length, lines: (look) => countLines(part, look).flat() }],
        },
      ];

/** Counts removals by the group that they are in, or by kind where that is none: `Team 004: −12 members`. */
function groupParts({ changes }: ChangePart): readonly Part[] {
  const byWorkspace = groupBy(changes, ({ address }) => workspaceOf(address));
  const items = [...byWorkspace].flatMap(([workspace, own]) =>
    [...groupBy(own, (change) => groupOf(change) ?? changeHeading(change))].map(([title, same]): Item => {
      const kinds = [...groupBy(same, ({ type }) => type)].map(
        ([type, { length }]) => `−${count(length, ...NOUNS[type])}`,
      );
      return { cells: [nameText(workspace), `${title}: ${kinds.join(", ")}`], counts: same.length };
    }),
  );
  return items.length === 0 ? [] : [{ items }];
}

function groupOf({ address }: ResourceChange): string | undefined {
  const { collection, owner, name } = namesInAddress(address);
  return collection === "groups" ? nameText(owner ?? name) : undefined;
}

/** The nouns of things below a group, where the group is named already. */
const NOUNS: typeof KIND_NOUNS = {
  ...KIND_NOUNS,
  group_membership: ["member", "members"],
  group_value: ["value", "values"],
};
