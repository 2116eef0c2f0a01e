import { groupsBehind } from "../../access/values/effective-value.js";
import type { AccessChange, DataVerdict, PersonChange } from "../../model/plan/plan.js";
import type { ComparedPerson } from "../../model/plan/view.js";
import { type Group, groupAlike, groupBy, oncePer, setOf, sortedTexts } from "../../util/collections.js";
import { defined } from "../../util/record.js";

/** The people whose access changes, with the values that change: of a plan, or of a comparison of two points. */
export interface ChangedAccess {
  readonly people: readonly ComparedPerson[];
  readonly access_changes: readonly AccessChange[];
}

/** The change of one attribute of a row's people. */
export type ValueChange = Pick<AccessChange, "attribute" | "before" | "after" | "grants" | "kind">;

/** The parts of the access table in their order: alarms, then gains, and then the rest. */
const ACCESS_PARTS = ["opened", "unclear", "widened", "moved", "narrowed", "same"] as const;

/** What a row of the access table says of each of its people. */
interface SharedAccess {
  readonly part: (typeof ACCESS_PARTS)[number];
  readonly workspace: string;
  /** The verdict on everything that changes for a person. */
  readonly verdict: DataVerdict;
  readonly reason?: NonNullable<AccessChange["reason"]>;
  /** One of the people, if a data model or a role says what all of them see more and less. */
  readonly person?: ComparedPerson;
  /** The groups that give a person the values that change. */
  readonly sources: readonly string[];
}

/** One thing that changes for one person: a value, or what the data model or their role lets them see. */
interface AccessFact extends SharedAccess {
  readonly member: string;
  readonly change?: ValueChange;
}

/** One row of the access table: people for whom the same changes, for the same causes. */
export interface AccessGroup extends SharedAccess {
  /** The values that change, each of another attribute. */
  readonly changes: readonly ValueChange[];
  /** Canonical e-mail addresses, at least one. A person who is in several workspaces of a row is there for each. */
  readonly members: readonly string[];
  /** The number of workspaces: more than one only in the short form. */
  readonly workspaces: number;
  /** False if its people have the same values from different sources: in the short form only. */
  readonly isOfOneCause: boolean;
}

/**
 * The access table: the parts in their order; within each the rows with the most people first. Facts of exactly the
 * same people are one row.
 */
export const accessGroups = (access: ChangedAccess): readonly AccessGroup[] =>
  groupsOf(access, ({ workspace, reason, change, sources }) => [
    workspace,
    reason,
    change === undefined ? sources : [change.attribute, change.before, change.after, change.grants],
  ]);

/** The access table at its shortest that is still complete in values: rows of all workspaces and causes together. */
export const accessByValues = (access: ChangedAccess): readonly AccessGroup[] =>
  groupsOf(access, ({ reason, change }) => [
    reason,
    change?.attribute,
    change?.before?.value,
    change?.after?.value,
  ]);

/** Facts as rows; `alike` says what the people of one row have in common beside their part, verdict and data. */
function groupsOf(access: ChangedAccess, alike: (fact: AccessFact) => unknown): readonly AccessGroup[] {
  const rows = groupAlike(factsOf(access), (fact) => {
    const { part, verdict, person } = fact;
    return [part, verdict, person && [person.reason, person.data && dataKey(person.data)], alike(fact)];
  });
  const groups = samePeople(rows).map(groupOf);
  return ACCESS_PARTS.flatMap((part) =>
    groups.filter((group) => group.part === part).sort((a, b) => b.members.length - a.members.length),
  );
}

/** The rows, where those of one part about exactly the same people are together. */
const samePeople = (rows: readonly Group<AccessFact>[]): readonly Group<Group<AccessFact>>[] =>
  groupAlike(rows, (row) =>
    row
      .map(({ part, verdict, workspace, member, reason }) =>
        JSON.stringify([part, verdict, workspace, member, reason]),
      )
      .sort(),
  );

function groupOf(same: Group<Group<AccessFact>>): AccessGroup {
  const [people] = same;
  const [{ member: _, change: __, ...shared }] = people;
  const facts = same.map(([fact]) => fact);
  return {
    ...shared,
    ...defined({ person: facts.find(({ person }) => person !== undefined)?.person }),
    changes: facts.flatMap(({ change }) => change ?? []),
    isOfOneCause: same.every((row) => new Set(row.map(causeKey)).size === 1),
    members: people.map(({ member }) => member),
    workspaces: setOf(people, "workspace").size,
  };
}

/** The sources of the values before and after, by their names. */
const causeKey = ({ change, sources }: AccessFact): string =>
  JSON.stringify(
    change === undefined
      ? sources
      : [change.before, change.after].map(
          (value) => value && [value.source.kind, groupsBehind(value.source)],
        ),
  );

function factsOf({ people, access_changes }: ChangedAccess): readonly AccessFact[] {
  const known = new Map(people.map((person) => [personKey(person), person]));
  const values = groupBy(access_changes, personKey);
  const ofValues = [...values].flatMap(([key, own]) => {
    const sources = sourcesOf(own);
    return own.map(({ workspace, member, reason, ...change }): AccessFact => {
      const verdict = known.get(key)?.verdict ?? change.verdict;
      const part = change.kind === "opened" ? change.kind : verdict;
      return { workspace, member, ...(reason && { reason }), part, verdict, change, sources };
    });
  });
  const ofData = people.filter(hasMeaning).map((person): AccessFact => {
    const { workspace, member, verdict } = person;
    const own = values.get(personKey(person)) ?? [];
    const part = own.some(({ kind }) => kind === "opened") ? "opened" : verdict;
    return { workspace, member, part, verdict, person, sources: sourcesOf(own) };
  });
  return [...ofValues, ...ofData];
}

/** True if something says what somebody gains and loses. */
export const hasMeaning = ({ data, reason, verdict, presence }: ComparedPerson): boolean =>
  data !== undefined || (reason !== undefined && verdict !== "same" && presence === undefined);

const personKey = ({ workspace, member }: PersonChange): string => JSON.stringify([workspace, member]);

const sourcesOf = (own: readonly AccessChange[]): readonly string[] =>
  sortedTexts(own.flatMap(({ before, after }) => groupsBehind((after ?? before)?.source)));

/** Many people share one difference: it is written out once. */
const dataKey = oncePer((data: object) => JSON.stringify(data));
