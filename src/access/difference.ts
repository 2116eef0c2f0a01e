import type {
  AccessChange,
  DataDifference,
  DataVerdict,
  EffectiveValue,
  ValueSource,
} from "../model/plan/plan.js";
import type { ComparedPerson, Difference, Person, View } from "../model/plan/view.js";
import { sortedBy } from "../util/collections.js";
import { defined, own } from "../util/record.js";
import { isSurelyOpen, mayBeOpen, sameOutcome } from "./values/access-state.js";
import { verdictOfValues, verdictOverAll } from "./values/compare-meanings.js";
import type { Denials } from "./values/denials.js";
import { candidatesIn } from "./values/effective-value.js";
import { type Grant, grantsOfChange } from "./values/grants.js";
import { isUnlimited } from "./values/roles.js";

/** The verdict on a change of what somebody sees, with what they gain and lose. */
export interface DataJudgement {
  readonly verdict: DataVerdict;
  readonly data: DataDifference;
}

/**
 * The data model by which differences are judged; `null` stands for a person who is absent and sees nothing.
 */
export interface DataJudge {
  readonly grants: readonly Grant[];
  /** Judges by what somebody sees at two moments, at each by its own model. */
  judge(before: Person | null, after: Person | null): DataJudgement;
  /** Judges by the later of the two models alone: what a change of values does. */
  judgeValues(before: Person, after: Person): DataJudgement;
}

/** The rules by which the values of a workspace are judged. */
export interface Judge {
  /** The values that allow nothing; where there is a data model, it decides instead of them. */
  readonly denials: Denials;
  readonly data?: DataJudge | undefined;
}

/**
 * The people who are not the same in two views of one workspace, sorted by address. This is the only comparison of access:
 * plans, comparisons, reviews and approvals ask it. `among` leaves out people who cannot differ.
 */
export function differencesOf(
  before: View,
  after: View,
  judge: Judge,
  among: Iterable<string> = new Set([...before.members, ...after.members]),
): readonly Difference[] {
  const verdictOf = judgingOnce(judge.denials);
  return sortedBy(among, (member) => member).flatMap(
    (member) => compare(before.person(member), after.person(member), judge, verdictOf) ?? [],
  );
}

/**
 * The difference between a person at two moments, either of which may be missing; `undefined` if there is
 * none.
 */
export function differenceOf(
  before: Person | undefined,
  after: Person | undefined,
  judge: Judge,
): Difference | undefined {
  return compare(before, after, judge, judgingOnce(judge.denials));
}

function compare(
  before: Person | undefined,
  after: Person | undefined,
  { data }: Judge,
  verdictOf: ValueVerdict,
): Difference | undefined {
  const { workspace, member } = after ?? before ?? NOBODY;
  const limited_by = { before: before?.limitedBy ?? null, after: after?.limitedBy ?? null };
  const byRole = verdictOfRoles(before, after);
  if (before === undefined || after === undefined) {
    if (before === after) return undefined;
    const presence = after === undefined ? "left" : "joined";
    const seen = byRole ??
      data?.judge(before ?? null, after ?? null) ?? {
        verdict: after === undefined ? ("narrowed" as const) : ("widened" as const),
      };
    const groups = { joined: after?.groups ?? [], left: before?.groups ?? [] };
    const arrival = after?.presence === "sign_in" ? { arrive_by: after.presence } : {};
    return { workspace, member, presence, ...arrival, ...seen, limited_by, values: [], sources: [], groups };
  }
  const attributes = [...new Set([...Object.keys(before.values), ...Object.keys(after.values)])].sort();
  const values = attributes.flatMap((attribute): AccessChange[] => {
    const [former = null, current = null] = [own(before.values, attribute), own(after.values, attribute)];
    if (sameValue(former, current)) return [];
    const change = { workspace, member, attribute, before: former, after: current };
    const kind = kindOfChange(former, current);
    if (byRole?.verdict === "same")
      return [grantsOfChange({ ...change, kind, ...byRole }, data?.grants ?? [])];
    const judged = { ...change, kind, verdict: verdictOf(attribute, former, current) };
    if (data === undefined) return [judged];
    const alone = { ...before, values: withOne(before.values, attribute, current) };
    return [grantsOfChange({ ...judged, ...data.judgeValues(before, alone) }, data.grants)];
  });
  const seen = byRole ??
    data?.judge(before, after) ?? { verdict: verdictOverAll(values.map(({ verdict }) => verdict)) };
  const difference: Difference = {
    workspace,
    member,
    ...seen,
    limited_by,
    values,
    sources: attributes.filter((attribute) =>
      isOtherSource(own(before.values, attribute), own(after.values, attribute)),
    ),
    ...(before.role === after.role ? {} : { role: { before: before.role, after: after.role } }),
    groups: {
      joined: after.groups.filter((group) => !before.groups.includes(group)),
      left: before.groups.filter((group) => !after.groups.includes(group)),
    },
  };
  return isNothing(difference) ? undefined : difference;
}

const NOBODY = { workspace: "", member: "" };

/**
 * The verdict if a person sees everything by their role at one of the moments: their values then decide
 * nothing. `undefined` where values decide at both.
 */
function verdictOfRoles(
  before: Person | undefined,
  after: Person | undefined,
): Pick<Difference, "verdict" | "reason"> | undefined {
  const [former, current] = [isUnlimited(before), isUnlimited(after)];
  if (!former && !current) return undefined;
  const reason = "role" as const;
  if (former && current) return { verdict: "same", reason };
  return { verdict: current ? "widened" : "narrowed", reason };
}

function isNothing({ verdict, values, sources, role, groups }: Difference): boolean {
  const lists = [values, sources, groups.joined, groups.left];
  return verdict === "same" && role === undefined && lists.every((list) => list.length === 0);
}

/** The people who see something else, or hold other values, as plans and comparisons list them. */
export function peopleIn(differences: readonly Difference[]): readonly ComparedPerson[] {
  return differences.flatMap(({ workspace, member, verdict, values, ...more }) => {
    const { reason, limited_by, data, presence, arrive_by } = more;
    return presence === undefined && values.length === 0 && verdict === "same"
      ? []
      : [{ workspace, member, verdict, ...defined({ reason, limited_by, data, presence, arrive_by }) }];
  });
}

/** The values that differ, in the order of people and attributes. */
export const valueDifferences = (differences: readonly Difference[]): readonly AccessChange[] =>
  differences.flatMap(({ values }) => values);

type Effective = EffectiveValue | null;

const sameValue = (former: Effective, current: Effective): boolean =>
  sameOutcome(candidatesIn(former), candidatesIn(current));

/** Returns true if a value is the same and comes from somewhere else. */
function isOtherSource(former?: EffectiveValue, current?: EffectiveValue): boolean {
  if (!former || !current || former.source === current.source) return false;
  return sameValue(former, current) && sourceKey(former.source) !== sourceKey(current.source);
}

const sourceKey = (source: ValueSource): string => JSON.stringify(source);

/** Classifies a change of access. A doubtful one, such as a tie with an open candidate, is `opened`: the worst case. */
function kindOfChange(former: Effective, current: Effective): AccessChange["kind"] {
  const [from, to] = [candidatesIn(former), candidatesIn(current)];
  if (mayBeOpen(to)) return isSurelyOpen(from) ? "changed" : "opened";
  return mayBeOpen(from) ? "closed" : "changed";
}

type ValueVerdict = (attribute: string, former: Effective, current: Effective) => DataVerdict;

/** The verdict on two values, computed once for each pair: few pairs occur, however many people have them. */
function judgingOnce(denials: Denials): ValueVerdict {
  const known = new Map<string, DataVerdict>();
  return (attribute, former, current) => {
    const [from, to] = [candidatesIn(former), candidatesIn(current)];
    const key = JSON.stringify([attribute, from, to]);
    const verdict = known.get(key) ?? verdictOfValues(from, to, denials(attribute));
    known.set(key, verdict);
    return verdict;
  };
}

function withOne(values: Person["values"], attribute: string, value: Effective): Person["values"] {
  const { [attribute]: _, ...others } = values;
  return value === null ? others : { ...others, [attribute]: value };
}
