import { differencesOf } from "../../access/difference.js";
import { mayBeOpen } from "../../access/values/access-state.js";
import { isGain } from "../../access/values/compare-meanings.js";
import { allDenied } from "../../access/values/denials.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import { isUnlimited } from "../../access/values/roles.js";
import { columnsOf, emptyView, rowsOf } from "../../access/view.js";
import { dataReaderOf, seenBy } from "../../data-model/answer/people-data.js";
import type { PersonView } from "../../data-model/answer/person-view.js";
import { ALL_USERS, memberAddress } from "../../model/address.js";
import type { AccessChange, Arrival, ArrivingData } from "../../model/plan/plan.js";
import type { Difference, Moments, Person, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import { byKey, groupBy, oncePer, setOf, sortedTexts } from "../../util/collections.js";
import { diffWorkspace } from "../diff/diff-workspace.js";
import { matchGroups } from "../diff/match-groups.js";
import type { Facts } from "../input/inputs.js";
import { rolesTakenOver, unlimitedRolesIn, type WorkspaceInput, withRole } from "./known-roles.js";
import { momentsAround } from "./moments.js";
import { readingsFrom } from "./readings.js";

/** Returns true if an arrival is not known from before. */
export const isNew = ({ known }: Arrival): boolean => known !== true;

/** The people who arrive in a workspace, and what the plan takes from them. */
export interface Arrivals {
  readonly arrivals: readonly Arrival[];
  /** The values that limit people who have not arrived, and that the plan removes or opens. */
  readonly openedBeforeArrival: readonly AccessChange[];
}

/**
 * Lists the people who arrive, with the access that they will have to `attributes`: those that will exist. People whom the
 * plan does not invite can arrive whatever it does, so that two differences count for them: from what they would arrive
 * with, without the plan or by the base, to what they arrive with; and from what the base gives them to what the file gives.
 */
export function whoArrives(
  sides: WorkspaceInput,
  { start, unplanned, accepted, planned }: Moments,
  attributes: { has(name: string): boolean },
  facts: Facts,
): Arrivals {
  const members = new Set(start.members);
  const people = planned.members.flatMap((member) => {
    const person = members.has(member) ? undefined : planned.person(member);
    return person && person.presence !== "member" ? [{ ...person, invite: person.presence }] : [];
  });
  if (people.length === 0) return { arrivals: [], openedBeforeArrival: [] };
  const waiting = people.flatMap(({ invite, member }) => (invite === "planned" ? [] : [member]));
  const readings = readingsFrom(sides.workspace, start, facts);
  const base = momentsOfBase(sides, facts);
  const interims = [unplanned, base.accepted].flatMap((view) =>
    differencesOf(view, accepted, readings, waiting),
  );
  const edits = differencesOf(base.planned, planned, readings, waiting);
  const [interimsOf, editOf] = [groupBy(interims, ({ member }) => member), byKey(edits, "member")];
  const columns = columnsOf(planned, attributes);
  const declared = setOf(contentsOf(sides.workspace).of("attribute"), "name");
  const reader = facts.dataModel && dataReaderOf(facts.dataModel);
  const [listed, before] = [contentsOf(sides.workspace), contentsOf(sides.ofBase?.workspace)];
  const arrivals = people.map((person): Arrival => {
    const { workspace, member, invite, groups, limitedBy: limited_by } = person;
    // Of two roles the one that holds everywhere is the one to know of.
    const role = person.everywhere ?? person.role;
    // Of an attribute that only the service has and that gives them no value, they see everything.
    const all = rowsOf(person, columns);
    const values = all.filter(({ attribute, value }) => value !== null || declared.has(attribute));
    // A data model decides instead of denying values; an edit of it hides nothing from who arrives with it.
    const isDenied = readings.every(({ data, denials }) =>
      data ? data.judge(null, person).verdict === "same" : allDenied(all, denials),
    );
    const data = reader && arrivingData(seenBy(reader, person));
    const arrival: Arrival = {
      ...{ workspace, member, invite, role, limited_by, groups, values },
      ...(isUnlimited(person) ? { unlimited: true } : isDenied && !data && { denied: true }),
      ...untilNextApply(values, accepted.valuesOf(member), interimsOf.get(member)),
    };
    const address = memberAddress(workspace, member);
    const isListedAnew = listed.at(address) !== undefined && before.at(address) === undefined;
    const since = sinceBase(arrival, base.planned.person(member), editOf.get(member), isListedAnew);
    return {
      ...arrival,
      ...(invite !== "planned" && since),
      ...(data && (isDenied || !seesNothing({ data })) && { data }),
    };
  });
  return { arrivals, openedBeforeArrival: openedIn([...interims, ...edits]) };
}

/**
 * Everybody as they would be if the base were applied to the same live state and all had arrived, in groups as the file
 * names them; nobody without a base, since nothing tells it then.
 */
function momentsOfBase(
  { ofBase, ...sides }: WorkspaceInput,
  { base }: Facts,
): Pick<Moments, "accepted" | "planned"> {
  const { workspace, liveWorkspace, roles } = sides;
  const none = emptyView(workspace.name);
  if (base === undefined || liveWorkspace === undefined || workspace.state === "absent")
    return { accepted: none, planned: none };
  // A workspace of which the base says nothing gives people nothing but what All Users has.
  const isThen = ofBase?.workspace.state === "present";
  const earlier = isThen ? ofBase.workspace : { ...workspace, resources: [], lists: [] };
  const { match, changes } = isThen ? ofBase.diff : diffWorkspace(earlier, liveWorkspace, undefined);
  const unlimited = unlimitedRolesIn(base.desired, earlier);
  const then = momentsAround(
    { ...sides, workspace: earlier, roles: { ...roles, unlimited } },
    match,
    changes,
  );
  const { renamedTo } = matchGroups(workspace, liveWorkspace);
  const nameNow = (group: string): string => {
    const { name } = match?.byName.get(group) ?? { name: group };
    return renamedTo.get(name) ?? name;
  };
  const taken = rolesTakenOver(earlier, workspace);
  const named = (view: View): View => ({
    ...view,
    person(member) {
      const person = view.person(member);
      if (person === undefined) return undefined;
      const former = withRole(person, taken.get(member), unlimited);
      return { ...former, groups: person.groups.map(nameNow).sort() };
    },
  });
  return { accepted: named(then.accepted), planned: named(then.planned) };
}

/**
 * The attributes for which somebody has the value of everybody between their arrival and the next apply, and then another
 * one: where nothing limits them until then, and where the plan lets them see more than without it or by the base.
 */
function untilNextApply(
  values: Arrival["values"],
  acceptedValue: ReturnType<View["valuesOf"]>,
  interims: readonly Difference[] = [],
): Pick<Arrival, "arrives_open" | "arrives_wider"> {
  const replaced = values.flatMap(({ attribute, source }) =>
    source === null || (source.kind === "group" && source.group === ALL_USERS) ? [] : [attribute],
  );
  const open = replaced.filter((attribute) => mayBeOpen(candidatesIn(acceptedValue(attribute))));
  const wider = interims.flatMap(({ verdict, values, data }) => {
    const changed = isGain(verdict) ? values.filter(({ attribute }) => replaced.includes(attribute)) : [];
    const gained = changed.filter((one) => isGain(one.verdict));
    // Of a data model, several values may open together what none of them opens alone.
    return (gained.length > 0 || data === undefined ? gained : changed).map(({ attribute }) => attribute);
  });
  return {
    ...(open.length > 0 && { arrives_open: open }),
    ...(wider.length > 0 && { arrives_wider: sortedTexts(wider) }),
  };
}

/** Says of somebody whom the base has whether they are known, or what they were to have before. */
function sinceBase(
  { values, arrives_wider }: Arrival,
  before: Person | undefined,
  edit: Difference | undefined,
  isListedAnew: boolean,
): Pick<Arrival, "known" | "before"> {
  if (before === undefined) return {};
  // Whom this edit begins to list is known from no base, whoever has invited them.
  if (edit === undefined || isOfSources(edit))
    return arrives_wider === undefined && !isListedAnew ? { known: true } : {};
  const attributes = [...values.map(({ attribute }) => attribute), ...Object.keys(before.values)];
  const rows = rowsOf(before, sortedTexts(attributes));
  const { role, groups } = before;
  return { before: { role, groups, values: rows, verdict: edit.verdict } };
}

/** Returns true if nothing but where values come from is different. */
const isOfSources = ({ verdict, role, values, groups }: Difference): boolean =>
  verdict === "same" && role === undefined && values.length + groups.joined.length + groups.left.length === 0;

/** Returns true if nothing lets somebody see anything: with a data model it decides, and the denying values otherwise. */
export const seesNothing = ({ unlimited, denied, data }: Partial<Arrival>): boolean =>
  denied ?? !(unlimited || data === undefined || data.gained.length + data.unclear.length > 0);

/** The values among differences that are opened, each once. */
function openedIn(differences: readonly Difference[]): readonly AccessChange[] {
  const opened = differences.flatMap(({ values }) => values).filter(({ kind }) => kind === "opened");
  return [...new Map(opened.map((one) => [JSON.stringify([one.member, one.attribute]), one])).values()];
}

/** What somebody will see of a data model: one object for all who see the same. */
const arrivingData = oncePer(
  ({ reached, hidden, unclear, rows }: PersonView): ArrivingData => ({
    gained: [
      ...[...reached].sort(),
      ...hidden.flatMap(({ object, through }) =>
        through ? [{ object, by: "column" as const, through }] : [],
      ),
    ],
    unclear: unclear.map(({ object }) => object).sort(),
    rows: rows.map(({ place, field, ...limit }) => ({ place, field, limit })),
  }),
);
