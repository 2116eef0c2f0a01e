import { KINDS } from "../../kinds/registry.js";
import { namesInAddress, workspaceOf } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { groupBy } from "../../util/collections.js";
import { plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import {
  ACTION_SIGNS,
  changeHeading,
  changeTitle,
  changeTitleInWorkspace,
  fieldTexts,
  KIND_NOUNS,
  nameText,
  placeText,
  reasonText,
} from "../words/labels.js";
import type { Item, Part, Section } from "../words/section.js";
import type { PageTable } from "../words/table.js";
import { type ChangePart, changeBlocks, changeParts, workspaceTitle } from "./change-blocks.js";
import { changeRows, countLines } from "./change-rows.js";
import { foldingOf } from "./folding.js";

const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";
const isInvite = ({ type, change }: ResourceChange): boolean =>
  KINDS[type].sendsMail === true && change.actions[0] === "create";

/**
 * The changes of each part of a plan under their workspace and kind, in this order in every format. In short they are
 * counted, by workspace and kind or by kind where there are many workspaces; invites, unless they are many, and removals
 * follow one by one. The shortest form counts these, too, by group.
 */
export function changeSections(plan: Plan): readonly Section[] {
  const folding = foldingOf(plan);
  return changeParts(plan).map((part): Section => {
    const { id, title = "Changes", changes } = part;
    const isListed = (change: ResourceChange): boolean => !folding.invites && isInvite(change);
    const removals = changes.filter(isRemoval);
    const kept = changes.filter((change) => !isRemoval(change));
    const counted = (some: readonly ResourceChange[]): readonly Part[] =>
      some.length === 0 ? [] : [{ items: [countsItem(part, some)] }];
    const removed = (parts: readonly Part[]): readonly Part[] =>
      parts.length === 0 ? [] : [{ title: "Removed", tone: "delete", items: [] }, ...parts];
    const brief = [
      ...counted(kept.filter((change) => !isListed(change))),
      ...workspaceParts({ ...part, changes: kept.filter(isListed) }),
      ...removed(workspaceParts({ ...part, changes: removals })),
    ];
    return {
      id,
      title,
      count: changeCounts(changes),
      nouns: ["change", "changes"],
      style: "blocks",
      ...(part.title !== undefined && { isTitled: true }),
      parts: workspaceParts(part),
      usual: folding.changes ? brief : undefined,
      shorter: [brief, [...counted(kept), ...removed(groupParts({ ...part, changes: removals }))]],
      table: () => changeTable(part),
    };
  });
}

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
  return counts.join(", ") + (implied === 0 ? "" : ` (and ${more})`);
}

const WORDS = { create: "to add", update: "to change", delete: "to remove" } as const;

const workspaceParts = (part: ChangePart): readonly Part[] =>
  changeBlocks(part).map(({ title, kinds }) => ({
    title: visibleName(title),
    items: kinds.map(({ heading, changes }) => ({
      cells: [heading],
      counts: changes.length,
      lines: (look) => changeRows(changes, look, changeTitleInWorkspace),
      isSigned: true,
    })),
  }));

const countsItem = (part: ChangePart, changes: readonly ResourceChange[]): Item => ({
  cells: [],
  counts: changes.length,
  isSum: true,
  lines: (look) => countLines({ ...part, changes }, look).flat(),
});

const changeTable = (part: ChangePart): PageTable => ({
  caption: "A row for each change.",
  heads: ["Change", "What", "Fields", "Place", "Kind", "Workspace"],
  rows: changeBlocks(part).flatMap(({ title, kinds }) =>
    kinds.flatMap(({ heading, changes }) =>
      changes.map((change) => {
        const [action] = change.change.actions;
        const fields = [fieldTexts(change).join(", "), reasonText(change)].filter((text) => text !== "");
        const sign = { text: `${ACTION_SIGNS[action]} ${action}`, tone: action };
        return [sign, changeTitle(change), fields.join(" "), placeText(change), heading, visibleName(title)];
      }),
    ),
  ),
});

/** Counts changes by the group they are in, or by kind where that is none: `Team 004: −12 members`. */
function groupParts(part: ChangePart): readonly Part[] {
  const byWorkspace = groupBy(part.changes, ({ address }) => workspaceOf(address));
  const items = [...byWorkspace].flatMap(([workspace, own]) =>
    [...groupBy(own, (change) => groupOf(change) ?? changeHeading(change))].map(([title, same]): Item => {
      const kinds = [...groupBy(same, (change) => change.type)];
      const counts = kinds.map(([kind, some]) => signedCount(kind, some)).join(", ");
      const cells = [nameText(workspaceTitle(part, workspace)), `${title}: ${counts}`];
      return { cells, counts: same.length, isSum: true };
    }),
  );
  return items.length === 0 ? [] : [{ items }];
}

function groupOf({ address }: ResourceChange): string | undefined {
  const { collection, owner, name } = namesInAddress(address);
  return collection === "groups" ? nameText(owner ?? name) : undefined;
}

const SIGNS = { ...ACTION_SIGNS, delete: "\u2212", "no-op": "=" };

/** The nouns of things below a group, where the group is named already. */
const NOUNS: typeof KIND_NOUNS = {
  ...KIND_NOUNS,
  group_membership: ["member", "members"],
  group_value: ["value", "values"],
};

/** The signed counts of a kind, such as `+3 −12 members`. */
function signedCount(kind: ResourceKind, changes: readonly ResourceChange[]): string {
  const byAction = groupBy(changes, (change) => change.change.actions[0]);
  const signs = [...byAction].map(([action, { length }]) => SIGNS[action] + length);
  return `${signs.join(" ")} ${plural(changes.length, ...NOUNS[kind])}`;
}
