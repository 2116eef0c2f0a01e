import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/group-by.js";
import { changeRows, countLines } from "../text/change-text.js";
import { type ChangePart, workspaceTitle } from "../view/change-blocks.js";
import { changesByGroup, changesByKind } from "../view/change-counts.js";
import { nameText } from "../words/labels.js";
import { fence, type Heading, LOOK, listForms, markdownBlock } from "./markdown-block.js";
import { type CommentPart, whole } from "./markdown-budget.js";

/** Changes that a comment shows together. */
export interface SelectedChanges {
  readonly title: string;
  readonly nouns: CommentPart["nouns"];
  readonly has: (change: ResourceChange) => boolean;
}

const isUnchanged = ({ change }: ResourceChange): boolean => change.actions[0] === "no-op";
const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";
const isInvite = ({ type, change }: ResourceChange): boolean =>
  KINDS[type].sendsMail === true && change.actions[0] === "create";

/** Removals, whose reasons are always shown. */
export const REMOVALS: SelectedChanges = { title: "Removed", nouns: ["removal", "removals"], has: isRemoval };

/** Invites, which send an e-mail. */
export const INVITES: SelectedChanges = {
  title: "Invited (an e-mail goes out)",
  nouns: ["invite", "invites"],
  has: isInvite,
};

/** All other changes. */
export const OTHERS: SelectedChanges = {
  title: "Added and changed",
  nouns: ["addition or change", "additions and changes"],
  has: (change) => !isRemoval(change) && !isInvite(change) && !isUnchanged(change),
};

/** Unchanged resources, for `--show-unchanged`. */
export const UNCHANGED: SelectedChanges = {
  title: "Unchanged",
  nouns: ["unchanged thing", "unchanged things"],
  has: isUnchanged,
};

/** Selected changes, part by part of the plan: each by itself, else counted by group, else by workspace and kind. */
export function changeSections(
  parts: readonly ChangePart[],
  selection: SelectedChanges,
  isFolded: boolean,
): CommentPart[] {
  const { title, nouns, has } = selection;
  return parts.flatMap(({ title: part, changes, workspaces }) => {
    const named = (workspace: string) => workspaceTitle({ workspaces }, workspace);
    const own = changes.filter(has);
    if (own.length === 0) return [];
    const byWorkspace = [...groupBy(own, (change) => workspaceOf(change.address))];
    const each = byWorkspace.map(([workspace, some]) =>
      markdownBlock({ title, workspace: named(workspace), ...counted(some), part }, diff(some), isFolded),
    );
    const byGroup = byWorkspace.map(([workspace, some]) =>
      markdownBlock(
        { title, workspace: named(workspace), ...counted(some), part },
        fence(changesByGroup(some).flatMap(({ lines }) => lines)),
        isFolded,
      ),
    );
    const rows = changesByKind(own).map(({ workspace, items, lines }) => ({
      items,
      lines: [`${nameText(named(workspace))}  ${lines.join(", ")}`],
    }));
    const byKind = listForms(
      rows,
      (lines) => markdownBlock({ title, ...counted(own), part }, fence(lines), isFolded),
      nouns,
    );
    const forms = [
      { markdown: each.join("\n\n"), counted: 0 },
      { markdown: byGroup.join("\n\n"), counted: own.length },
      ...byKind.map(({ markdown }) => ({ markdown, counted: own.length })),
    ];
    return [{ nouns, items: own.length, forms }];
  });
}

/** How many changes a heading counts: those of the last line, and apart from them what goes with another removal. */
function counted(changes: readonly ResourceChange[]): Pick<Heading, "count" | "implied"> {
  const implied = changes.filter(({ implied_by }) => implied_by !== undefined).length;
  return { count: changes.length - implied, implied };
}

/** Selected changes by their number in each workspace and of each kind. */
export function countsSection(part: ChangePart, { title, nouns, has }: SelectedChanges): CommentPart[] {
  const changes = part.changes.filter(has);
  if (changes.length === 0) return [];
  const body = fence(countLines({ ...part, changes }, LOOK).flat());
  const heading = { title, ...counted(changes), part: part.title };
  return [whole(nouns, changes.length, markdownBlock(heading, body, false), changes.length)];
}

/** Changes as a diff, in which forges paint `!` like a change. */
const diff = (changes: readonly ResourceChange[]): string =>
  fence(
    changeRows(changes, LOOK, "").map((line) => line.replace(/^~/, "!")),
    "diff",
  );
