import {
  isRoleOf,
  judgeOutsiders,
  type KnownPeople,
  type Verdict,
} from "../../access/values/expectations.js";
import { isUnlimited, rolesOf } from "../../access/values/roles.js";
import { termsOf } from "../../kinds/rules/expectations.js";
import { rulePath } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Viewer } from "../../model/plan/view.js";
import type { DataExpectation, DesiredState } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { fitsWildcard } from "../../util/wildcard.js";
import type { CompiledModel } from "../compile/compile-model.js";
import type { ModelDescription } from "../model-description.js";
import { type DataReader, dataReaderOf, type Reach, reachOfPerson } from "./people-data.js";

/** Evaluates what a file expects of the data that people see. */
export function checkDataExpectation(
  expectation: DataExpectation,
  roster: KnownPeople,
  reader: DataReader,
): Verdict {
  const { refused, complete } = reader.model.description;
  if (refused)
    return {
      holds: undefined,
      because: "the query engine refuses the data model, so that nobody can say who reaches what",
      lacks: "model",
    };
  const verdict = judgeRead(expectation, roster, reader);
  if (complete || verdict.holds !== true) return verdict;
  return {
    holds: undefined,
    because: "the data model cannot be read completely, and the rest of it may show anything to anybody",
    lacks: "model",
  };
}

/** Evaluates an expectation by what was read of the data model. */
function judgeRead(expectation: DataExpectation, roster: KnownPeople, reader: DataReader): Verdict {
  const { except_roles = [] } = expectation;
  // Who has two roles reaches what either of them gives: both have to be left out.
  const isExcepted = (person: Viewer): boolean => {
    const roles = rolesOf(person);
    return roles.length > 0 && roles.every((role) => isRoleOf(role, except_roles));
  };
  // Values that were not read decide nothing where the role does.
  const known = {
    ...roster,
    people: roster.people.filter((person) => !isExcepted(person)),
    unread: new Set(
      roster.people.flatMap((one) =>
        roster.unread.has(one.member) && !isUnlimited(one) ? [one.member] : [],
      ),
    ),
  };
  const matching = matchingObjects(reader.model, expectation.data);
  return judgeOutsiders(expectation.only_groups, known, (people) => {
    const reached = new Set<string>();
    const offenders = people.flatMap((person) => {
      const reach = reachOfPerson(reader, person);
      const ownReach = matching.flatMap(([index, object]) => {
        const answer = reach(object, index);
        return answer.reaches === "no" ? [] : [{ object, ...answer }];
      });
      for (const { object } of ownReach) reached.add(object);
      return ownReach.length === 0 ? [] : [person.member + howText(ownReach, person)];
    });
    if (offenders.length === 0) return [];
    return [`${nameList(offenders)} would reach ${nameList([...reached])}`, ...exceptHint(people, reached)];
  });
}

/** By what somebody reaches objects, where it is not their values, or not certain. */
function howText(ownReach: readonly Reach[], person: Viewer): string {
  if (ownReach.some(({ by }) => by === "role")) return ` (by the role ${rolesOf(person).join(" and ")})`;
  const sure = ownReach.filter(({ reaches }) => reaches === "yes");
  if (sure.length === 0) return " (unclear)";
  const through = sure.every(({ by }) => by === "column") ? sure.flatMap((one) => one.through ?? []) : [];
  return through.length === 0 ? "" : ` (by column, through ${nameList([...new Set(through)])})`;
}

/** The line that leaves out the roles by which people reach an object, in words that a reviewer reads. */
function exceptHint(people: readonly Viewer[], reached: ReadonlySet<string>): readonly string[] {
  const roles = new Set(people.flatMap((one) => (isUnlimited(one) ? rolesOf(one) : [])));
  if (roles.size === 0 || reached.size === 0) return [];
  return [
    `to leave out people who see everything by their role, write except_roles: [${[...roles].sort().join(", ")}]`,
  ];
}

/** Objects that fit one of the patterns, each with its class. */
function matchingObjects(
  { classes, description }: CompiledModel,
  patterns: readonly string[],
): readonly (readonly [index: number, object: string])[] {
  const withAliases = aliasesOf(description);
  return classes.flatMap(({ objects }, index) =>
    objects.flatMap((object) =>
      patterns.some((pattern) => withAliases(object).some((one) => fitsObject(pattern, one)))
        ? [[index, object] as const]
        : [],
    ),
  );
}

/** An object as it is written, and as that of the view which its own view is another name of: the data are the same. */
function aliasesOf({ views }: ModelDescription): (object: string) => readonly string[] {
  const viewOf = new Map(
    views.flatMap(({ name, standsFor }) => (standsFor ? [[name, standsFor] as const] : [])),
  );
  return (object) => {
    const [, kind, name = ""] = /^(view|field):(.*)$/s.exec(object) ?? [];
    if (kind === undefined || viewOf.size === 0) return [object];
    const at = kind === "view" ? name.length : name.lastIndexOf(".");
    const view = viewOf.get(name.slice(0, at));
    return view === undefined ? [object] : [object, `${kind}:${view}${name.slice(at)}`];
  };
}

/** Returns true if an object fits a pattern, in any letter case: the engine has names in lower case. */
const fitsObject = (pattern: string, object: string): boolean =>
  fitsWildcard(pattern.toLowerCase(), object.toLowerCase());

/**
 * Expectations about objects that the data model does not have, each an error at its place: they would check nothing.
 */
export function lintObjects(
  { expect }: DesiredState,
  description: ModelDescription | undefined,
): readonly Diagnostic[] {
  const asked = expect.flatMap((expectation, i) =>
    (termsOf(expectation).objects ?? []).map(({ name: object, place }) => ({
      object,
      address: rulePath("expect", i, ...place),
    })),
  );
  if (asked.length === 0) return [];
  const known = description && dataReaderOf(description).model.classes.flatMap(({ objects }) => objects);
  // A pattern of workspaces stands for an expectation in each of them: the first place is enough.
  return [...groupBy(asked, ({ object }) => object)].flatMap(([object, [{ address }]]): Diagnostic[] => {
    // Of a model that is not known as a whole, the object may be in what is not known.
    if (description?.complete === false || known?.some((one) => fitsObject(object, one))) return [];
    const [summary, detail] =
      known === undefined
        ? [
            `${object} is an object of a data model, and the file names none`,
            "Name the folder of the data model as `data_model`, or take the rule out.",
          ]
        : [
            `The data model has no ${object}`,
            "A rule about it would check nothing. Objects are field:VIEW.NAME, view:NAME, topic:NAME, dashboard:NAME and model:NAME, as the model's files call them; * stands for any text.",
          ];
    return [finding("unknown-object", summary, detail, { address })];
  });
}
