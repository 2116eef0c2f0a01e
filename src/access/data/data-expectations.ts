import { rulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DataExpectation, DesiredState } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard } from "../../util/wildcard.js";
import type { AccessState, NameIndex } from "../values/access-state.js";
import type { Verdict } from "../values/expectations.js";
import type { CompiledModel } from "./compile-model.js";
import type { ModelDescription } from "./model-description.js";
import { type DataReader, dataReaderOf, valuesIn } from "./people-data.js";

/** Evaluates what a file expects of the data that people see. `unread` are members whose own values are not known. */
export function checkDataExpectation(
  expectation: DataExpectation,
  nameIndex: NameIndex,
  state: AccessState,
  unread: ReadonlySet<number>,
  reader: DataReader,
): Verdict {
  const valuesOf = valuesIn(nameIndex, state, reader.model);
  const reach = (member: number): Reach => {
    const { standings } = reader.read(valuesOf(member));
    return (index) => standings[index]?.reaches ?? "yes";
  };
  return expectation.kind === "reaches"
    ? checkReaches(expectation, nameIndex, unread, reader.model, reach)
    : checkOnlyGroups(expectation, nameIndex, state, unread, reader.model, reach);
}

type Reach = (objectClass: number) => "yes" | "no" | "unclear";

/** Nobody outside the groups reaches any of the objects; whoever may reach one is counted. */
function checkOnlyGroups(
  { data, only_groups }: Extract<DataExpectation, { kind: "data" }>,
  nameIndex: NameIndex,
  state: AccessState,
  unread: ReadonlySet<number>,
  model: CompiledModel,
  reach: (member: number) => Reach,
): Verdict {
  const wanted = [...groupBy(matchingObjects(model, data), ([index]) => index)];
  const allowed = new Set(
    nameIndex.groups.flatMap((name, g) =>
      only_groups.some((group) => fitsWildcard(group, name)) ? [g] : [],
    ),
  );
  const offenders: string[] = [];
  const reached = new Set<string>();
  let unknown = 0;
  for (const [m, member] of nameIndex.members.entries()) {
    if ((state.groupsOf[m] ?? []).some((g) => allowed.has(g))) continue;
    // An own value would win over whatever the groups give.
    if (unread.has(m)) {
      unknown += 1;
      continue;
    }
    const reaches = reach(m);
    const theirs = wanted.filter(([index]) => reaches(index) !== "no");
    if (theirs.length === 0) continue;
    offenders.push(theirs.some(([index]) => reaches(index) === "yes") ? member : `${member} (unclear)`);
    for (const [, objects] of theirs) for (const [, object] of objects) reached.add(object);
  }
  if (offenders.length > 0)
    return { holds: false, because: `${nameList(offenders)} would reach ${nameList([...reached])}` };
  return unknown > 0
    ? {
        holds: undefined,
        because: `own values of ${count(unknown, "member")} were not read`,
        unread: unknown,
      }
    : { holds: true };
}

function checkReaches(
  { member, reaches, never_reaches }: Extract<DataExpectation, { kind: "reaches" }>,
  { members }: NameIndex,
  unread: ReadonlySet<number>,
  model: CompiledModel,
  reach: (member: number) => Reach,
): Verdict {
  const m = members.indexOf(member);
  if (m < 0) return { holds: undefined, because: `${member} is not a member yet` };
  if (unread.has(m)) return { holds: undefined, because: "own values of 1 member were not read", unread: 1 };
  const standing = reach(m);
  const named = (patterns: readonly string[], isWrong: (index: number) => boolean) =>
    matchingObjects(model, patterns).flatMap(([index, object]) => (isWrong(index) ? [object] : []));
  const missing = named(reaches, (index) => standing(index) !== "yes");
  const extra = named(never_reaches, (index) => standing(index) !== "no");
  const because = [
    ...(missing.length > 0 ? [`${member} would not surely reach ${nameList(missing)}`] : []),
    ...(extra.length > 0 ? [`${member} would or may reach ${nameList(extra)}`] : []),
  ];
  return because.length === 0 ? { holds: true } : { holds: false, because: because.join("; ") };
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
    expectation.kind === "data" || expectation.kind === "reaches"
      ? objectLists(expectation).flatMap(([key, objects]) =>
          objects.map((object, j) => ({ object, address: rulePath("expect", i, key, j) })),
        )
      : [],
  );
  if (asked.length === 0) return [];
  const first = new Map(asked.map((one) => [one.object, one] as const).reverse());
  const known =
    description === undefined
      ? undefined
      : dataReaderOf(description).model.classes.flatMap(({ objects }) => objects);
  // A pattern of workspaces stands for an expectation in each of them.
  return [...first.values()]
    .reverse()
    .filter(({ object }) => !known?.some((one) => fitsWildcard(object, one)))
    .map(({ object, address }) => ({
      severity: "error",
      code: "unknown-object",
      address,
      summary:
        known === undefined
          ? `${object} is an object of a data model, and the file names none`
          : `The data model has no ${object}`,
      detail:
        known === undefined
          ? "Name the folder of the data model as `data_model`, or take the rule out."
          : "A rule about it would check nothing. Objects are field:VIEW.NAME, view:NAME, topic:NAME, dashboard:NAME and model:NAME, as the model's files call them; * stands for any text.",
    }));
}

function objectLists(expectation: DataExpectation): readonly (readonly [string, readonly string[]])[] {
  return expectation.kind === "data"
    ? [["data", expectation.data]]
    : [
        ["reaches", expectation.reaches],
        ["never_reaches", expectation.never_reaches],
      ];
}
