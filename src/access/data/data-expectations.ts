import { rulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DataExpectation, DesiredState, Expectation } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { judgeMember, judgeOutsiders, type KnownAccess, type Verdict } from "../values/expectations.js";
import type { Answer } from "../values/value-meaning.js";
import type { CompiledModel } from "./compile-model.js";
import type { ModelDescription } from "./model-description.js";
import { type DataReader, dataReaderOf, valuesIn } from "./people-data.js";

/** Evaluates what a file expects of the data that people see. */
export function checkDataExpectation(
  expectation: DataExpectation,
  access: KnownAccess,
  { model, read }: DataReader,
): Verdict {
  const valuesOf = valuesIn(access.nameIndex, access.state, model);
  const reachOf = (member: number): Reach => {
    const { standings } = read(valuesOf(member));
    return (objectClass) => standings[objectClass]?.reaches ?? "yes";
  };
  if (expectation.kind === "reaches")
    return judgeMember(expectation.member, access, (m) => faultsOfReach(expectation, model, reachOf(m)));
  const wanted = groupBy(matchingObjects(model, expectation.data), ([objectClass]) => objectClass);
  return judgeOutsiders(expectation.only_groups, access, (members) => {
    const reached = new Set<string>();
    const offenders = members.flatMap(([m, email]) => {
      const reach = reachOf(m);
      const theirs = [...wanted].filter(([objectClass]) => reach(objectClass) !== "no");
      for (const [, objects] of theirs) for (const [, object] of objects) reached.add(object);
      const isSure = theirs.some(([objectClass]) => reach(objectClass) === "yes");
      return theirs.length === 0 ? [] : [isSure ? email : `${email} (unclear)`];
    });
    return offenders.length === 0 ? [] : [`${nameList(offenders)} would reach ${nameList([...reached])}`];
  });
}

type Reach = (objectClass: number) => Answer;

function faultsOfReach(
  { member, reaches, never_reaches }: Extract<DataExpectation, { kind: "reaches" }>,
  model: CompiledModel,
  reach: Reach,
): readonly string[] {
  const objectsWhere = (patterns: readonly string[], isWrong: (reaches: Answer) => boolean) =>
    matchingObjects(model, patterns).flatMap(([index, object]) => (isWrong(reach(index)) ? [object] : []));
  const missing = objectsWhere(reaches, (answer) => answer !== "yes");
  const extra = objectsWhere(never_reaches, (answer) => answer !== "no");
  return [
    ...(missing.length > 0 ? [`${member} would not surely reach ${nameList(missing)}`] : []),
    ...(extra.length > 0 ? [`${member} would or may reach ${nameList(extra)}`] : []),
  ];
}

/** Objects that fit one of the patterns, each with its class. */
function matchingObjects(
  { classes }: CompiledModel,
  patterns: readonly string[],
): readonly (readonly [index: number, object: string])[] {
  return classes.flatMap(({ objects }, index) =>
    objects.flatMap((object) =>
      patterns.some((pattern) => fitsWildcard(pattern, object)) ? [[index, object] as const] : [],
    ),
  );
}

/** Expectations about objects that the data model does not have, each an error at its place: they would check nothing. */
export function lintObjects(
  { expect }: Pick<DesiredState, "expect">,
  description: ModelDescription | undefined,
): readonly Diagnostic[] {
  const asked = expect.flatMap((expectation, i) =>
    objectLists(expectation).flatMap(([key, objects]) =>
      objects.map((object, j) => ({ object, address: rulePath("expect", i, key, j) })),
    ),
  );
  if (asked.length === 0) return [];
  const known = description && dataReaderOf(description).model.classes.flatMap(({ objects }) => objects);
  // A pattern of workspaces stands for an expectation in each of them: the first place is enough.
  return [...groupBy(asked, ({ object }) => object)].flatMap(([object, [first]]): Diagnostic[] => {
    if (first === undefined || known?.some((one) => fitsWildcard(object, one))) return [];
    const { address } = first;
    return [
      {
        severity: "error",
        code: "unknown-object",
        address,
        ...(known === undefined
          ? {
              summary: `${object} is an object of a data model, and the file names none`,
              detail: "Name the folder of the data model as `data_model`, or take the rule out.",
            }
          : {
              summary: `The data model has no ${object}`,
              detail:
                "A rule about it would check nothing. Objects are field:VIEW.NAME, view:NAME, topic:NAME, dashboard:NAME and model:NAME, as the model's files call them; * stands for any text.",
            }),
      },
    ];
  });
}

function objectLists(expectation: Expectation): readonly (readonly [string, readonly string[]])[] {
  switch (expectation.kind) {
    case "data":
      return [["data", expectation.data]];
    case "reaches":
      return (["reaches", "never_reaches"] as const).map((key) => [key, expectation[key]]);
    default:
      return [];
  }
}
