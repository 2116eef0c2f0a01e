import { workspaceOf } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/group-by.js";
import { nameText } from "../labels.js";
import { changeCounts, changeRows } from "../text/change-text.js";
import { type ChangePart, workspaceTitle } from "../view/change-blocks.js";
import { changesByGroup, changesByKind } from "../view/change-counts.js";
import { block, fence, LOOK, listForms } from "./markdown-block.js";
import { type Section, whole } from "./markdown-budget.js";

/** Changes that a comment shows together. */
interface ChangeSelection {
  readonly title: string;
  readonly nouns: Section["nouns"];
  readonly has: (change: ResourceChange) => boolean;
}

const isUnchanged = ({ change }: ResourceChange): boolean => change.actions[0] === "no-op";
const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";
const isInvite = ({ type, change }: ResourceChange): boolean =>
  type === "invite" && change.actions[0] === "create";

/** Removals, whose reasons are always shown. */
export const REMOVALS: ChangeSelection = { title: "Removed", nouns: ["removal", "removals"], has: isRemoval };

/** Invites, which send an e-mail. */
export const INVITES: ChangeSelection = {
  title: "Invited (an e-mail goes out)",
  nouns: ["invite", "invites"],
  has: isInvite,
};

/** All other changes. */
export const OTHERS: ChangeSelection = {
  title: "Added and changed",
  nouns: ["addition or change", "additions and changes"],
  has: (change) => !isRemoval(change) && !isInvite(change) && !isUnchanged(change),
};

/** What stays as it is, where it was asked for. */
export const UNCHANGED: ChangeSelection = {
  title: "Unchanged",
  nouns: ["unchanged thing", "unchanged things"],
  has: isUnchanged,
};

/** Selected changes, part by part of the plan: each by itself, else counted by group, else by workspace and kind. */
export function changeSections(
  parts: readonly ChangePart[],
  selection: ChangeSelection,
  isFolded: boolean,
): Section[] {
  const { title, nouns, has } = selection;
  return parts.flatMap(({ title: part, changes, workspaces }) => {
    const named = (workspace: string) => workspaceTitle({ workspaces }, workspace);
    const own = changes.filter(has);
    if (own.length === 0) return [];
    const byWorkspace = [...groupBy(own, (change) => workspaceOf(change.address))];
    const each = byWorkspace.map(([workspace, some]) =>
      block({ title, workspace: named(workspace), count: some.length, part }, diff(some), isFolded),
    );
    const byGroup = changesByGroup(own).map(({ workspace, items, lines }) =>
      block({ title, workspace: named(workspace), count: items, part }, fence(lines), isFolded),
    );
    const rows = changesByKind(own).map(({ workspace, items, lines }) => ({
      items,
      lines: [`${nameText(named(workspace))}  ${lines.join(", ")}`],
    }));
    const byKind = listForms(
      rows,
      (lines) => block({ title, count: own.length, part }, fence(lines), isFolded),
      nouns,
    );
    const counted = own.length;
    const forms = [
      { markdown: each.join("\n\n"), counted: 0 },
      { markdown: byGroup.join("\n\n"), counted },
      ...byKind.map(({ markdown }) => ({ markdown, counted })),
    ];
    return [{ nouns, items: own.length, forms }];
  });
}

/** Counts only, as asked for. */
export function countsSection(part: ChangePart): Section {
  const { title = "Changes", changes } = part;
  const body = fence(changeCounts(part, LOOK).flat());
  return whole(["change", "changes"], changes.length, block({ title, count: changes.length }, body, false));
}

/** Changes as a diff, in which forges paint `!` like a change. */
const diff = (changes: readonly ResourceChange[]): string =>
  fence(
    changeRows(changes, LOOK, "").map((line) => line.replace(/^~/, "!")),
    "diff",
  );
