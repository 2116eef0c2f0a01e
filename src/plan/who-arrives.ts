import { NO_DENIAL } from "../access/values/denials.js";
import { dataReaderOf, seenBy } from "../data-model/answer/people-data.js";
import type { PersonView } from "../data-model/answer/person-view.js";
import type { ModelDescription } from "../data-model/model-description.js";
import type { Arrival, ArrivingData } from "../model/plan/plan.js";
import type { Person, View } from "../model/plan/view.js";
import { arrivesWith, valuesAtFirst } from "./checks/arrival-checks.js";
import type { EndState } from "./checks/findings.js";
import type { Facts } from "./input/inputs.js";
import { arrivalsIn } from "./people/arrivals.js";
import { deniedInAll } from "./people/denials.js";
import { besideEarlier, earlierPeople } from "./people/earlier-arrivals.js";
import { readingsFrom } from "./people/readings.js";
import type { BothSides } from "./people/roles.js";

/** Lists the people who arrive, with the access that they will have. */
export function whoArrives(
  { workspace, liveWorkspace, roles }: Omit<BothSides, "start">,
  end: EndState,
  start: View,
  facts: Facts,
): readonly Arrival[] {
  const { dataModel } = facts;
  const dataOf = dataFor(dataModel);
  const before = earlierPeople({ workspace, liveWorkspace, roles }, facts.base);
  const readings = readingsFrom(workspace, start, facts);
  const denied = deniedInAll(readings);
  // A data model decides instead of denying values.
  const denials = dataModel === undefined ? denied : () => NO_DENIAL;
  const atFirst = valuesAtFirst(start, end.view, denied);
  return arrivalsIn(end.view, workspace, end.types, denials).flatMap((arrival) => {
    const { member } = arrival;
    const person = end.view.person(member);
    if (person === undefined) return [];
    const whole = { ...arrival, ...arrivesWith(arrival, atFirst) };
    const compared = besideEarlier(whole, before(member), person, readings);
    return [dataOf ? { ...compared, data: dataOf(person) } : compared];
  });
}

/** Returns a function to what somebody will see of a data model: one object for all who see the same. */
function dataFor(description: ModelDescription | undefined): ((person: Person) => ArrivingData) | undefined {
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
