import type { AccessChange } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import { count, plural } from "../../util/count.js";
import { type Group, groupAlike } from "../../util/group-by.js";
import { effectiveText, nameText, sourceText } from "../words/labels.js";
import type { PageCell } from "../words/table.js";

/** The change of one attribute of a row's people. */
type ValueChange = Pick<AccessChange, "attribute" | "before" | "after" | "grants">;

/**
 * One row of the access table: people of one workspace whose values change in the same ways and for the same causes.
 */
export interface AccessGroup extends Pick<AccessChange, "kind" | "workspace" | "reason"> {
  /** The changes: at least one, each of another attribute. */
  readonly changes: readonly ValueChange[];
  /** Canonical e-mail addresses, at least one. */
  readonly members: readonly string[];
}

/** The most columns of the names in a row together; beyond that the row counts people instead. */
const NAMES_COLUMNS = 50;

const KIND_ORDER = ["opened", "changed", "closed"] as const;

type CountedAccess = readonly Pick<AccessChange, "member" | "kind">[];

/** The heading of everything about access: `Access (45 people, 103 values)`. */
export const accessTitle = (changes: CountedAccess): string =>
  `Access (${count(countPeople(changes), "person", "people")}, ${count(changes.length, "value")})`;

const KIND_WORDS: Readonly<Record<AccessChange["kind"], readonly [word: string, meaning: string]>> = {
  opened: ["Opened", "these people will see everything"],
  changed: ["Changed", "from one value to another"],
  closed: ["No longer open", "until now these people saw everything"],
};

/** The heading of one kind of access change: `Opened (3 values): these people will see everything`. */
export function kindTitle(kind: AccessChange["kind"], changes: CountedAccess): string {
  const values = changes.filter((change) => change.kind === kind).length;
  const [word, meaning] = KIND_WORDS[kind];
  return `${word} (${count(values, "value")}): ${meaning}`;
}

/** A kind of access change as a word in a table. */
export const kindWord = (kind: AccessChange["kind"]): string => KIND_WORDS[kind][0].toLowerCase();

/**
 * The access table: opened first, then changed and closed; within each the rows with the most people first. Attributes
 * that change for exactly the same people are one row.
 */
export function accessGroups(changes: readonly AccessChange[]): AccessGroup[] {
  return KIND_ORDER.flatMap((kind) => {
    const ofKind = changes.filter((change) => change.kind === kind);
    const rows = groupAlike(ofKind, ({ workspace, attribute, before, after, grants, reason }) => [
      workspace,
      reason,
      attribute,
      before,
      after,
      grants,
    ]);
    return samePeople(rows, ({ workspace, member, reason }) => [workspace, member, reason])
      .map((same): AccessGroup => {
        const [{ workspace, reason }] = same[0];
        return {
          kind,
          workspace,
          ...(reason && { reason }),
          changes: same.map(([{ attribute, before, after, grants }]) => ({
            attribute,
            before,
            after,
            ...(grants && { grants }),
          })),
          members: same[0].map(({ member }) => member),
        };
      })
      .sort((a, b) => b.members.length - a.members.length);
  });
}

/** The rows, where those about exactly the same people are together. */
function samePeople<T>(rows: readonly Group<T>[], personOf: (one: T) => unknown): readonly Group<Group<T>>[] {
  return groupAlike(rows, (row) => row.map((one) => JSON.stringify(personOf(one))).sort());
}

/** The number of values in a row. */
export const countValues = ({ members, changes }: AccessGroup): number => members.length * changes.length;

export const namesText = ({ members }: Pick<AccessGroup, "members">): string =>
  members.map(nameText).join(", ");

/** Returns true if a row counts its people, so that their names stand elsewhere. */
function countsPeople(group: Pick<AccessGroup, "members">): boolean {
  const { members } = group;
  return members.length > 1 && (members.length > NAMES_COLUMNS || namesText(group).length > NAMES_COLUMNS);
}

/** The people of a row: their names where they are few, else their number. */
export const peopleText = (group: Pick<AccessGroup, "members">): string =>
  countsPeople(group) ? count(group.members.length, "person", "people") : namesText(group);

/** The names of people whom a row only counts, to stand below it; none where it names them itself. */
export const hiddenNames = (group: Pick<AccessGroup, "members">): readonly string[] =>
  countsPeople(group) ? group.members.map(nameText) : [];

/** The people of a row as a cell of a table, where the names that it counts unfold. */
export const peopleCell = (group: Pick<AccessGroup, "members">, text = peopleText(group)): PageCell =>
  countsPeople(group) ? { text, names: namesText(group) } : text;

export const attributesText = ({ changes }: Pick<AccessGroup, "changes">): string =>
  changes.map(({ attribute }) => nameText(attribute)).join(", ");

/** The values of a row: `west → no value (sees all)`, in the order of its attributes. */
export const valuesText = ({ changes }: Pick<AccessGroup, "changes">): string =>
  changes.map(valueText).join(", ");

const valueText = ({ before, after }: Pick<ValueChange, "before" | "after">): string =>
  `${effectiveText(before)} → ${effectiveText(after)}`;

/** The sources of the values of a row, each once: `Sales West → Sales East`, or the one source of both. */
export const causeText = ({ changes }: Pick<AccessGroup, "changes">): string =>
  [...new Set(changes.map(causeOf))].join(", ");

function causeOf({ before, after }: Pick<ValueChange, "before" | "after">): string {
  if (after === null) return before === null ? "" : `was ${sourceText(before.source)}`;
  const now = sourceText(after.source);
  const old = before === null ? now : sourceText(before.source);
  return old === now ? now : `${old} → ${now}`;
}

/** A row as columns: attributes, values, people with the cause. */
export const accessCells = (group: AccessGroup): readonly [string, string, string] => [
  attributesText(group),
  valuesText(group),
  `${peopleText(group)} (${causeText(group)})`,
];

/** One row of {@link accessByValues}. */
interface ValueRow {
  readonly cells: readonly string[];
  /** The number of values in it. */
  readonly items: number;
  /** Canonical e-mail addresses, each once. */
  readonly members: readonly string[];
}

/**
 * The access table at its shortest that is still complete in values: rows of all workspaces and causes together, the
 * most people first. A row has its cause where all its people share one.
 */
export function accessByValues(changes: readonly AccessChange[]): readonly ValueRow[] {
  const rows = groupAlike(changes, ({ kind, attribute, before, after }) => [
    kind,
    attribute,
    before?.value,
    after?.value,
  ]);
  return [...samePeople(rows, ({ kind, workspace, member }) => [kind, workspace, member])]
    .sort((a, b) => b[0].length - a[0].length)
    .map((same) => {
      const first = same.map(([one]) => one);
      const [cause, ...others] = new Set(same.flat().map(causeOf));
      const people = peopleWithin(same[0]);
      return {
        cells: [
          attributesText({ changes: first }),
          valuesText({ changes: first }),
          cause === undefined || others.length > 0 ? people : `${people} (${cause})`,
        ],
        items: same[0].length * same.length,
        members: [...new Set(same[0].map(({ member }) => member))],
      };
    });
}

/** The number of people as text: `43 people`, or `43 people in 2 workspaces`; one person counts once. */
export const peopleWithin = (
  members: readonly { readonly member: string; readonly workspace: string }[],
): string => countedWithin(countPeople(members), new Set(members.map(({ workspace }) => workspace)).size);

/** The number of people as text, with the number of workspaces if it is not one. */
export const countedWithin = (people: number, workspaces: number): string =>
  count(people, "person", "people") + (workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "");

/**
 * The meaning of a change as sentences: the role that decides instead of the values, and the grants of the
 * data model that are gained and lost.
 */
export function meaningSentences({ changes, reason }: Pick<AccessGroup, "changes" | "reason">): string[] {
  const part = (verb: string, names: readonly string[]): string[] =>
    names.length === 0
      ? []
      : [`${verb} the ${plural(names.length, "grant")} ${names.map(nameText).join(", ")}`];
  if (reason === "role") return ["the role decides and not these values: they see everything"];
  return changes.flatMap(({ grants }) => [
    ...part("gains", grants?.gained ?? []),
    ...part("loses", grants?.lost ?? []),
    ...part("it is unclear whether they pass", grants?.unclear ?? []),
  ]);
}
