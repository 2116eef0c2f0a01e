import { namesInAddress, workspaceAddress, workspaceOf } from "../../model/address.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { forWhoHasJoined } from "../../plan/people/has-joined.js";
import { compact, groupAlike, groupBy } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { ACTION_SIGNS, changeHeading, KIND_NOUNS, nameText } from "../words/labels.js";
import { fittedTable } from "../words/layout.js";
import { type Palette, palette } from "../words/palette.js";
import type { Item, Part, Section } from "../words/section.js";
import type { TextStyle } from "../words/text-style.js";

/** One part of a plan under a title of its own. */
interface ChangePart {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly ResourceChange[];
  /** All workspaces of the plan. */
  readonly workspaces: Plan["workspaces"];
}

/**
 * The changes to show, in up to three parts: those that this edit intends, those that people who have joined wait for,
 * and changes that end drift.
 */
function changeParts(plan: Plan): readonly ChangePart[] {
  const { workspaces } = plan;
  const shown = plan.resource_changes.filter(({ change }) => change.actions[0] !== "no-op");
  const isForWhoHasJoined = forWhoHasJoined(plan);
  const isIntended = ({ origin }: ResourceChange) => origin === undefined || origin === "intent";
  const hasBase = shown.some(({ origin }) => origin === "drift" || origin === "intent");
  const parts = [
    ["changes", hasBase ? "Intended by this change of the file" : "Changes", isIntended],
    ["joined", "For people who have joined", isForWhoHasJoined],
    [
      "drift",
      "Drift, which is no part of this edit and ends with an apply",
      (change: ResourceChange) => change.origin === "drift" && !isForWhoHasJoined(change),
    ],
  ] as const;
  return parts
    .map(([id, title, isPart]) => ({ id, title, changes: shown.filter(isPart), workspaces }))
    .filter(({ changes }) => changes.length > 0);
}

/** The changes of one kind in one workspace, under one heading. */
interface KindBlock {
  readonly kind: ResourceKind;
  readonly heading: string;
  readonly changes: readonly ResourceChange[];
}

/** The changes of one workspace, by kind in the order of {@link RESOURCE_KINDS}. */
interface WorkspaceBlock {
  /** The name in the file, with the live one where that is another: a pin can lead anywhere. */
  readonly title: string;
  readonly kinds: readonly KindBlock[];
}

/** Groups changes by workspace and kind; within both the plan's own order stays. */
function changeBlocks({ changes, workspaces }: ChangePart): readonly WorkspaceBlock[] {
  return [...groupBy(changes, ({ address }) => workspaceOf(address))].map(([workspace, own]) => {
    const address = workspaceAddress(workspace);
    const { name = workspace } = workspaces.find((one) => one.address === address) ?? {};
    const title = name === workspace ? name : `${workspace} (live name: ${name})`;
    const kinds = RESOURCE_KINDS.flatMap((kind) => {
      const ofKind = own.filter(({ type }) => type === kind);
      return [...groupBy(ofKind, changeHeading)].map(([heading, same]) => ({ kind, heading, changes: same }));
    });
    return { title: visibleName(title), kinds };
  });
}

const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";

/**
 * The changes of each part of a plan under their workspace and kind. In brief they are counted, by workspace and kind or by
 * kind where there are many workspaces, and removals follow one by one.
 */
export const changeSections = (plan: Plan): readonly Section[] =>
  changeParts(plan).map((part): Section => {
    const { id, title, changes } = part;
    const removals = { ...part, changes: changes.filter(isRemoval) };
    const kept = { ...part, changes: changes.filter((change) => !isRemoval(change)) };
    return {
      id,
      title: `${title} (${changeCounts(changes)})`,
      nouns: ["change", "changes"],
      style: "blocks",
      parts: workspaceParts(part),
      brief: () => [...countsParts(kept), ...removed(workspaceParts(removals))],
      counted: [() => [...countsParts(kept), ...removed(groupParts(removals))], () => countsParts(part)],
    };
  });

/** The numbers of what each action changes, and of what another removal implies. */
function countsOf(changes: readonly ResourceChange[]) {
  const implied = changes.filter(({ implied_by }) => implied_by !== undefined).length;
  const counts = (["create", "update", "delete"] as const).map((action) => {
    const own = changes.filter(({ change, implied_by }) => change.actions[0] === action && !implied_by);
    return { action, n: own.length };
  });
  return { implied, counts: counts.filter(({ n }) => n > 0) };
}

/**
 * The counts of changes, such as `9 to add, 5 to change, 4 to remove`, as in the last line, and those implied
 * by another removal.
 */
function changeCounts(changes: readonly ResourceChange[]): string {
  const { implied, counts } = countsOf(changes);
  const texts = counts.map(({ action, n }) => `${n} ${WORDS[action]}`);
  const more = `${implied} that ${plural(implied, "goes", "go")} with another removal`;
  if (counts.length === 0) return more;
  return texts.join(", ") + (implied === 0 ? "" : `, and ${more}`);
}

const WORDS = { create: "to add", update: "to change", delete: "to remove" } as const;

const workspaceParts = (part: ChangePart): readonly Part[] =>
  changeBlocks(part).map(({ title, kinds }) => ({
    title,
    items: kinds.map(({ heading, changes }) => ({ cells: [heading], counts: changes.length, changes })),
  }));

/** What is removed under a heading of its own. */
const removed = (parts: readonly Part[]): readonly Part[] =>
  parts.length === 0 ? [] : [{ title: "Removed", tone: "delete", items: [] }, ...parts];

const countsParts = (part: ChangePart): readonly Part[] => {
  const { length } = part.changes;
  const lines = (look: TextStyle) => countLines(part, look);
  return length === 0 ? [] : [{ items: [{ cells: [], counts: length, lines }] }];
};

/** The counts of changes of all actions; workspaces with the same counts are one row. */
function countLines(part: ChangePart, { paint, rowWidth }: TextStyle): readonly string[] {
  const blocks = changeBlocks(part);
  const [{ title, kinds } = { title: "", kinds: [] }] = blocks;
  if (blocks.length < 2)
    return [paint.strong(title), ...kinds.map((block) => `  ${kindCounts(block, paint)}`)];
  // Without colour: the width of what is painted is not known.
  const plain = (block: WorkspaceBlock): string =>
    block.kinds.map((one) => kindCounts(one, palette(false))).join(", ");
  const rows = groupAlike(blocks, plain).map((same) => [
    same.map((block) => block.title).join(", "),
    plain(same[0]),
  ]);
  return [paint.strong(count(blocks.length, "workspace")), ...fittedTable(rows, rowWidth, "  ").flat()];
}

function kindCounts({ kind, changes }: KindBlock, paint: Palette): string {
  const { implied, counts } = countsOf(changes);
  const signs = compact([
    ...counts.map(({ action, n }) => paint[action](`${ACTION_SIGNS[action]}${n}`)),
    implied > 0 && `(${implied} with another removal)`,
  ]);
  return `${count(changes.length, ...KIND_NOUNS[kind])}: ${signs.join(" ")}`;
}

/** Counts removals by the group that they are in, or by kind where that is none: `Team 004: −12 members`. */
function groupParts({ changes }: ChangePart): readonly Part[] {
  const byWorkspace = groupBy(changes, ({ address }) => workspaceOf(address));
  const items = [...byWorkspace].flatMap(([workspace, own]): readonly Item[] =>
    [...groupBy(own, (change) => groupOf(change) ?? changeHeading(change))].map(([title, same]) => {
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
