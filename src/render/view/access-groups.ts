import type { AccessChange } from "../../model/plan/plan.js";
import { count, plural } from "../../util/count.js";
import { groupAlike } from "../../util/group-by.js";
import { effectiveText, nameText, sourceText } from "../labels.js";

/** One row of the access table: people whose value of one attribute changes in the same way and for the same cause. */
export interface AccessGroup
  extends Pick<AccessChange, "kind" | "workspace" | "attribute" | "before" | "after" | "grants"> {
  /** Canonical e-mail addresses, at least one. */
  readonly members: readonly string[];
}

/** How long the names in a row may be together before it counts people instead. */
const NAMES_COLUMNS = 50;

const KIND_ORDER = ["opened", "changed", "closed"] as const;

/** The meaning of each kind of access change, for first-time readers. */
export const ACCESS_TITLES: Readonly<Record<AccessChange["kind"], string>> = {
  opened: "Opened (no value is left, or one that hides no rows)",
  changed: "Changed",
  closed: "Closed (there was no value, or one that hid no rows)",
};

/** The access table: opened first, then changed and closed; within each the rows with the most people first. */
export function accessGroups(changes: readonly AccessChange[]): AccessGroup[] {
  return KIND_ORDER.flatMap((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    const rows = groupAlike(ofKind, ({ workspace, attribute, before, after, grants }) => [
      workspace,
      attribute,
      before,
      after,
      grants,
    ]);
    return rows
      .map((same) => ({ ...same[0], members: same.map(({ member }) => member) }))
      .sort((a, b) => b.members.length - a.members.length);
  });
}

/** All the names of a row. */
export const namesText = ({ members }: Pick<AccessGroup, "members">): string =>
  members.map(nameText).join(", ");

/** Returns true if a row counts its people, so that their names stand elsewhere. */
export function countsPeople(group: Pick<AccessGroup, "members">): boolean {
  const { members } = group;
  return members.length > 1 && (members.length > NAMES_COLUMNS || namesText(group).length > NAMES_COLUMNS);
}

/** The people of a row: their names where they are few, else their number. */
export const peopleText = (group: Pick<AccessGroup, "members">): string =>
  countsPeople(group) ? count(group.members.length, "person", "people") : namesText(group);

/** The values of a row: `west → no value (sees all)`. */
export const valuesText = ({ before, after }: Pick<AccessGroup, "before" | "after">): string =>
  `${effectiveText(before)} → ${effectiveText(after)}`;

/** The sources of the values of a row: `Sales West → Sales East`, or the one source of both. */
export function causeText({ before, after }: Pick<AccessGroup, "before" | "after">): string {
  if (after === null) return before === null ? "" : `was ${sourceText(before.source)}`;
  const now = sourceText(after.source);
  const old = before === null ? now : sourceText(before.source);
  return old === now ? now : `${old} → ${now}`;
}

/** A row as columns: attribute, values, people with the cause. */
export const accessCells = (group: AccessGroup): readonly [string, string, string] => [
  nameText(group.attribute),
  valuesText(group),
  `${peopleText(group)} (${causeText(group)})`,
];

/**
 * The access table at its shortest that is still complete in values: rows of all workspaces and causes together, the
 * most people first. `items` is the number of access changes of a row.
 */
export function accessByValues(
  changes: readonly AccessChange[],
): { readonly cells: readonly string[]; readonly items: number }[] {
  const rows = groupAlike(changes, ({ kind, attribute, before, after }) => [
    kind,
    attribute,
    before?.value,
    after?.value,
  ]);
  return [...rows]
    .sort((a, b) => b.length - a.length)
    .map((same) => {
      const [one] = same;
      return { cells: [nameText(one.attribute), valuesText(one), peopleWithin(same)], items: same.length };
    });
}

/** `43 people`, or `43 people in 2 workspaces`; one person counts once. */
export function peopleWithin(
  members: readonly { readonly member: string; readonly workspace: string }[],
): string {
  const people = count(new Set(members.map(({ member }) => member)).size, "person", "people");
  const workspaces = new Set(members.map(({ workspace }) => workspace)).size;
  return people + (workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "");
}

/** The grants of the data model that are gained and lost, as sentences; empty without a data model. */
export function grantSentences({ grants }: Pick<AccessGroup, "grants">): string[] {
  const part = (verb: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [`${verb} the ${plural(names.length, "grant")} ${names.map(nameText).join(", ")}`];
  const unclear = part("it is unclear whether they pass", grants?.unclear ?? []);
  return [...part("gains", grants?.gained ?? []), ...part("loses", grants?.lost ?? []), ...unclear];
}

/** The number of people with any access change: one person counts once over all attributes and workspaces. */
export const peopleCount = (plan: {
  readonly access_changes: readonly Pick<AccessChange, "member">[];
}): number => new Set(plan.access_changes.map((change) => change.member)).size;
