import type {
  AccessChange,
  DataDifference,
  DataVerdict,
  EffectiveValue,
  ValueSource,
} from "../model/plan/plan.js";
import type { ComparedPerson, Difference, Person, View } from "../model/plan/view.js";
import { sortedBy, sortedTexts } from "../util/collections.js";
import { defined, own } from "../util/record.js";
import { isSurelyOpen, mayBeOpen, sameOutcome } from "./values/access-state.js";
import { verdictOfValues, verdictOverAll } from "./values/compare-meanings.js";
import type { Denials } from "./values/denials.js";
import { candidatesIn } from "./values/effective-value.js";
import { type Grant, grantsOfChange } from "./values/grants.js";
import { isUnlimitedBy } from "./values/roles.js";
import { type Judged, SAME, worstOf } from "./worst-reading.js";

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

/**
 * One reading of how the product behaves, as a version of the file says it: which values allow nothing, which roles no value
 * limits, and what the data model gives.
 */
export interface Reading {
  /** The values that allow nothing; where there is a data model, it decides instead of them. */
  readonly denials: Denials;
  /** The roles that values do not limit; absent: as the view says. */
  readonly unlimited?: readonly string[];
  readonly data?: DataJudge | undefined;
}

/** The readings of a run: an edit that changes how the product is read changes nothing in it, so that the worst counts. */
export type Readings = readonly [Reading, ...Reading[]];

/**
 * The people who are not the same in two views of one workspace, sorted by address. This is the only comparison of access:
 * plans, comparisons, reviews and approvals ask it. `among` leaves out people who cannot differ.
 */
export function differencesOf(
  before: View,
  after: View,
  readings: Readings,
  among: Iterable<string> = new Set([...before.members, ...after.members]),
): readonly Difference[] {
  const judges = judgesOf(readings);
  return sortedBy(among, (member) => member).flatMap(
    (member) => compare(before.person(member), after.person(member), judges) ?? [],
  );
}

/**
 * The difference between a person at two moments, either of which may be missing; `undefined` if there is
 * none.
 */
export function differenceOf(
  before: Person | undefined,
  after: Person | undefined,
  readings: Readings,
): Difference | undefined {
  return compare(before, after, judgesOf(readings));
}

/** A reading with its verdicts on pairs of values, of which each is computed once. */
interface Judge extends Reading {
  readonly verdictOf: ValueVerdict;
}

const judgesOf = (readings: Readings): readonly Judge[] =>
  readings.map((reading) => ({ ...reading, verdictOf: judgingOnce(reading.denials) }));

function compare(
  before: Person | undefined,
  after: Person | undefined,
  judges: readonly Judge[],
): Difference | undefined {
  const known = after ?? before;
  if (known === undefined) return undefined;
  const { workspace, member } = known;
  const limited_by = { before: before?.limitedBy ?? null, after: after?.limitedBy ?? null };
  if (before === undefined || after === undefined) {
    const presence = after === undefined ? "left" : "joined";
    const seen = worstOf(judges.map((judge) => judgePresence(before, after, judge)));
    const groups = { joined: after?.groups ?? [], left: before?.groups ?? [] };
    const arrival = after?.presence === "sign_in" ? { arrive_by: after.presence } : {};
    return { workspace, member, presence, ...arrival, ...seen, limited_by, values: [], sources: [], groups };
  }
  const attributes = sortedTexts([...Object.keys(before.values), ...Object.keys(after.values)]);
  const changed = attributes.flatMap((attribute) => {
    const [former = null, current = null] = [own(before.values, attribute), own(after.values, attribute)];
    if (sameValue(former, current)) return [];
    return [
      { workspace, member, attribute, before: former, after: current, kind: kindOfChange(former, current) },
    ];
  });
  const byReading = judges.map((judge) => judgePerson(before, after, changed, judge));
  const worstValues = changed.map((_, i) => worstOf(byReading.map(({ values }) => values[i] ?? SAME)));
  // By values alone, two readings that each lose another one lose nothing together.
  const seen = byReading.every(({ isByValues }) => isByValues)
    ? { verdict: verdictOverAll(worstValues.map(({ verdict }) => verdict)) }
    : worstOf(byReading.map((reading) => reading.seen));
  const grants = judges[0]?.data?.grants ?? [];
  const isOther = before.id !== undefined && after.id !== undefined && before.id !== after.id;
  const difference: Difference = {
    workspace,
    member,
    ...(isOther && { another_account: true }),
    ...seen,
    limited_by,
    values: changed.map((change, i) => grantsOfChange({ ...change, ...(worstValues[i] ?? SAME) }, grants)),
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

/** The verdict on somebody who is there at one of the moments only. */
function judgePresence(before: Person | undefined, after: Person | undefined, judge: Judge): Judged {
  return (
    verdictOfRoles(before, after, judge) ??
    judge.data?.judge(before ?? null, after ?? null) ?? {
      verdict: after === undefined ? "narrowed" : "widened",
    }
  );
}

/** The verdict of one reading on a person, and on each of their values that differ. */
interface PersonJudgement {
  readonly seen: Judged;
  readonly values: readonly Judged[];
  /** True if the values alone decide, and neither a role nor a data model. */
  readonly isByValues: boolean;
}

function judgePerson(
  before: Person,
  after: Person,
  changed: readonly Omit<AccessChange, "verdict">[],
  { data, verdictOf, ...judge }: Judge,
): PersonJudgement {
  const byRole = verdictOfRoles(before, after, judge);
  const values = changed.map(({ attribute, before: former, after: current }): Judged => {
    if (byRole?.verdict === "same") return byRole;
    if (data === undefined) return { verdict: verdictOf(attribute, former, current) };
    const alone = { ...before, values: withOne(before.values, attribute, current) };
    return data.judgeValues(before, alone);
  });
  const byValues = () =>
    data?.judge(before, after) ?? { verdict: verdictOverAll(values.map(({ verdict }) => verdict)) };
  return { seen: byRole ?? byValues(), values, isByValues: data === undefined && byRole === undefined };
}

/**
 * The verdict if a person sees everything by their role at one of the moments: their values then decide
 * nothing. `undefined` where values decide at both.
 */
function verdictOfRoles(
  before: Person | undefined,
  after: Person | undefined,
  { unlimited }: Reading,
): Judged | undefined {
  const [former, current] = [isUnlimitedBy(unlimited, before), isUnlimitedBy(unlimited, after)];
  if (!former && !current) return undefined;
  const reason = "role" as const;
  if (former && current) return { verdict: "same", reason };
  return { verdict: current ? "widened" : "narrowed", reason };
}

function isNothing({ another_account, verdict, values, sources, role, groups }: Difference): boolean {
  if (another_account) return false;
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

/** Returns true if two values of somebody are the same, wherever they come from. */
export const sameValue = (former: Effective, current: Effective): boolean =>
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
