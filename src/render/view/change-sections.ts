import { KINDS } from "../../kinds/registry.js";
import { namesInAddress, workspaceOf } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { plural } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import {
  ACTION_SIGNS,
  changeHeading,
  changeTitle,
  changeTitleInWorkspace,
  fieldTexts,
  KIND_NOUNS,
  nameText,
  reasonText,
} from "../words/labels.js";
import type { Item, Part, Section } from "../words/section.js";
import type { PageTable } from "../words/table.js";
import {
  type ChangePart,
  changeBlocks,
  changeParts,
  type PlanView,
  workspaceTitle,
} from "./change-blocks.js";
import { changeRows, countLines } from "./change-rows.js";
import { foldingOf } from "./folding.js";

const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";
const isInvite = ({ type, change }: ResourceChange): boolean =>
  KINDS[type].sendsMail === true && change.actions[0] === "create";

/**
 * The changes of each part of a plan under their workspace and kind. Briefly they are counted, by workspace and kind or
 * by kind where there are many workspaces, and removals follow one by one.
 */
export function changeSections(plan: Plan): readonly Section[] {
  return changeParts(plan).map((part): Section => {
    const heading = part.title === undefined ? [] : [{ title: part.title, items: [] }];
    const others = part.changes.filter((change) => !isRemoval(change));
    const removals = part.changes.filter(isRemoval);
    return {
      id: part.id,
      title: part.title ?? "Changes",
      nouns: ["change", "changes"],
      style: "blocks",
      isLong: foldingOf(plan).changes,
      parts: [...heading, ...workspaceParts(part)],
      brief: [
        ...heading,
        ...(others.length === 0 ? [] : [{ items: [countsItem(part, others)] }]),
        ...(removals.length === 0 ? [] : [{ title: "Removed", tone: "delete" as const, items: [] }]),
        ...workspaceParts({ ...part, changes: removals }),
      ],
      table: () => changeTable(part),
    };
  });
}

const workspaceParts = (part: ChangePart): readonly Part[] =>
  changeBlocks(part).map(({ title, kinds }) => ({
    title: visibleName(title),
    items: kinds.map(({ heading, changes }) => ({
      cells: [],
      lines: (look) => ["", `  ${heading}`, ...changeRows(changes, look, "    ", changeTitleInWorkspace)],
    })),
  }));

const countsItem = (part: ChangePart, changes: readonly ResourceChange[]): Item => ({
  cells: [],
  counts: changes.length,
  lines: (look) => countLines({ ...part, changes }, look).flat(),
});

const changeTable = (part: ChangePart): PageTable => ({
  caption: "A row for each change.",
  heads: ["Change", "What", "Fields", "Kind", "Workspace"],
  rows: changeBlocks(part).flatMap(({ title, kinds }) =>
    kinds.flatMap(({ heading, changes }) =>
      changes.map((change) => {
        const [action] = change.change.actions;
        const fields = [fieldTexts(change).join(", "), reasonText(change)].filter((text) => text !== "");
        const sign = { text: `${ACTION_SIGNS[action]} ${action}`, tone: action };
        return [sign, changeTitle(change), fields.join(" "), heading, visibleName(title)];
      }),
    ),
  ),
});

/** Changes that a comment shows together. */
interface SelectedChanges extends Pick<Section, "title" | "nouns" | "weight"> {
  readonly has: (change: ResourceChange) => boolean;
}

/** Removals, and invites, which send an e-mail, are in sight as long as there is room. */
const SELECTIONS: readonly SelectedChanges[] = [
  { title: "Removed", nouns: ["removal", "removals"], weight: "access", has: isRemoval },
  { title: "Invited (an e-mail goes out)", nouns: ["invite", "invites"], has: isInvite },
  {
    title: "Added and changed",
    nouns: ["addition or change", "additions and changes"],
    weight: "minor",
    has: (change) => !isRemoval(change) && !isInvite(change),
  },
];

/**
 * The changes as a comment has them: what is dangerous first, as a diff, briefly by group or by workspace and kind. The
 * parts are others than those of {@link changeSections}, from the same rows and counts: a diff has its signs in the
 * first column, and each selection is a section with a budget of its own, in which a kind has no heading.
 */
export function commentChanges(plan: Plan, { full = false }: PlanView): readonly Section[] {
  const folding = foldingOf(plan);
  return SELECTIONS.flatMap(({ title, has, ...selection }) =>
    changeParts(plan).flatMap((part): Section[] => {
      const changes = part.changes.filter(has);
      if (changes.length === 0) return [];
      const isLong = has === isInvite ? folding.invites : folding.changes;
      const byWorkspace = [...groupBy(changes, ({ address }) => workspaceOf(address))];
      const isCounted = isLong && has !== isRemoval && !full;
      return [
        {
          ...selection,
          id: part.id,
          title: part.title === undefined ? title : `${title} \u00b7 ${part.title}`,
          count: changeCount(changes),
          isLong,
          parts: byWorkspace.map(([workspace, own]) => ({
            title: visibleName(workspaceTitle(part, workspace)),
            // A diff has signs of its own; the tone makes it one.
            items: [
              { cells: [], tone: "update", counts: own.length, lines: (look) => changeRows(own, look, "") },
            ],
          })),
          brief: [{ items: isCounted ? [countsItem(part, changes)] : groupItems(part, byWorkspace) }],
        },
      ];
    }),
  );
}

/** The number of changes as the last line counts them, and separately of those that go with another removal. */
function changeCount(changes: readonly ResourceChange[]): string {
  const implied = changes.filter(({ implied_by }) => implied_by !== undefined).length;
  const more =
    implied === 0 ? "" : ` (and ${implied} that ${plural(implied, "goes", "go")} with another removal)`;
  return `${changes.length - implied}${more}`;
}

/** Counts changes by the group they are in, or by kind where that is none: `Team 004: −12 members`. */
function groupItems(
  part: ChangePart,
  byWorkspace: readonly (readonly [string, readonly ResourceChange[]])[],
): readonly Item[] {
  return byWorkspace.flatMap(([workspace, own]) =>
    [...groupBy(own, (change) => groupOf(change) ?? changeHeading(change))].map(([title, same]) => {
      const kinds = [...groupBy(same, (change) => change.type)];
      const counts = kinds.map(([kind, some]) => signedCount(kind, some)).join(", ");
      const cells = [nameText(workspaceTitle(part, workspace)), `${title}: ${counts}`];
      return { cells, counts: same.length };
    }),
  );
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

/** `+3 −12 members`. */
function signedCount(kind: ResourceKind, changes: readonly ResourceChange[]): string {
  const byAction = groupBy(changes, (change) => change.change.actions[0]);
  const signs = [...byAction].map(([action, { length }]) => SIGNS[action] + length);
  return `${signs.join(" ")} ${plural(changes.length, ...NOUNS[kind])}`;
}
