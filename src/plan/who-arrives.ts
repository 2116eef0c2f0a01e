import { NO_DENIAL } from "../access/values/denials.js";
import { dataReaderOf, seenBy } from "../data-model/answer/people-data.js";
import type { PersonView } from "../data-model/answer/person-view.js";
import { type Address, memberAddress, membershipAddress, memberValueAddress } from "../model/address.js";
import type { Arrival, ArrivingData, ResourceChange } from "../model/plan/plan.js";
import type { Person, View } from "../model/plan/view.js";
import { arrivesWith, valuesAtFirst } from "./checks/arrival-checks.js";
import type { EndState } from "./checks/findings.js";
import type { PlanOptions } from "./input/inputs.js";
import { isSelected } from "./order/only.js";
import { arrivalsIn, type Newcomer, newcomersOf } from "./people/arrivals.js";
import { deniedInAll } from "./people/denials.js";
import { besideEarlier, earlierPeople } from "./people/earlier-arrivals.js";
import { readingsFrom } from "./people/readings.js";
import type { BothSides } from "./people/roles.js";

/** Returns true if changes give everybody in a workspace another value: people whom nobody selected arrive with it, too. */
export const concernsEverybody = (start: View, planned: View): boolean =>
  [...new Set([...start.attributes, ...planned.attributes])].some(
    (attribute) => start.valueForAll(attribute) !== planned.valueForAll(attribute),
  );

/**
 * The arriving people whom the patterns select: their own address, or all changes that wait for them. The
 * plan shows and approves nothing for others, since an approval covers a person completely; but where it `concerns`
 * everybody, the others are there with what they will have without their groups and own values.
 */
export function selectedNewcomers(
  sides: BothSides,
  changes: readonly ResourceChange[],
  { only = [], exclude = [] }: PlanOptions,
  concerns: boolean,
): readonly Newcomer[] {
  const { name } = sides.workspace;
  const isChosen = (address: Address) => isSelected({ only })({ address });
  const isLeftOut = (address: Address) => !isSelected({ exclude })({ address });
  return newcomersOf(sides, changes, isLeftOut).flatMap((newcomer) => {
    const { email, invite, groups, values } = newcomer;
    const waiting = [
      ...groups.map((group) => membershipAddress(name, group, email)),
      ...values.map(({ attribute }) => memberValueAddress(name, email, attribute)),
    ];
    const isComplete = waiting.length > 0 && waiting.every(isChosen);
    const address = memberAddress(name, email);
    const isTheirs = invite === "planned" || isChosen(address) || isComplete;
    if (isTheirs && !(concerns && isLeftOut(address))) return [newcomer];
    return concerns ? [{ ...newcomer, groups: [], values: [] }] : [];
  });
}

/** Lists the people who arrive, with the access that they will have. */
export function whoArrives(
  { workspace, liveWorkspace, roles }: Omit<BothSides, "start">,
  end: EndState,
  start: View,
  options: PlanOptions,
): readonly Arrival[] {
  const { exclude } = options;
  const isForAll = concernsEverybody(start, end.view);
  const { dataModel } = options;
  const dataOf = dataFor(dataModel);
  const before = earlierPeople({ workspace, liveWorkspace, roles }, options);
  const readings = readingsFrom(workspace, start, options);
  const denied = deniedInAll(readings);
  // A data model decides instead of denying values.
  const denials = dataModel === undefined ? denied : () => NO_DENIAL;
  const atFirst = valuesAtFirst(start, end.view, denied);
  return arrivalsIn(end.view, workspace, end.types, denials).flatMap((arrival) => {
    const { member } = arrival;
    const person = end.view.person(member);
    const isChosen = isForAll || isSelected({ exclude })({ address: memberAddress(workspace.name, member) });
    if (person === undefined || !isChosen) return [];
    const whole = { ...arrival, ...arrivesWith(arrival, atFirst) };
    const compared = besideEarlier(whole, before(member), person, readings);
    return [dataOf ? { ...compared, data: dataOf(person) } : compared];
  });
}

/** Returns a function to what somebody will see of a data model: one object for all who see the same. */
function dataFor(description: PlanOptions["dataModel"]): ((person: Person) => ArrivingData) | undefined {
  if (description === undefined) return undefined;
  const reader = dataReaderOf(description);
  const known = new Map<PersonView, ArrivingData>();
  return (person) => {
    const seen = seenBy(reader, person);
    const data = known.get(seen) ?? arrivingData(seen);
    known.set(seen, data);
    return data;
  };
}

const arrivingData = ({ reached, hidden, unclear, rows }: PersonView): ArrivingData => ({
  gained: [
    ...[...reached].sort(),
    ...hidden.flatMap(({ object, through }) => (through ? [{ object, by: "column" as const, through }] : [])),
  ],
  unclear: unclear.map(({ object }) => object).sort(),
  rows: rows.map(({ place, field, ...limit }) => ({ place, field, limit })),
});
