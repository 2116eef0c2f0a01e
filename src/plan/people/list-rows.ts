import { ancestorAddress, parseAddress } from "../../model/address.js";
import type { Deferred, Plan, ResourceChange } from "../../model/plan/plan.js";
import { nameList } from "../../util/name-list.js";
import type { PeopleFacts, PlanOptions } from "../inputs.js";

/** Says at each change that a list of people brings about which row it is: `people.csv:17`. For people only. */
export function withRows(
  changes: readonly ResourceChange[],
  { file, basePeople }: Pick<PlanOptions, "file" | "basePeople">,
): readonly ResourceChange[] {
  const people = file?.people;
  if (people === undefined) return changes;
  return changes.map((change) => {
    const row = rowOf(change, people, basePeople);
    if (row === undefined) return change;
    return { ...change, action_reason: withRow(change.action_reason, row) };
  });
}

/** Says the same of what waits for somebody. */
export function waitingWithRows(
  deferred: readonly Deferred[],
  { file }: Pick<PlanOptions, "file">,
): readonly Deferred[] {
  return deferred.map((waiting) => {
    const row = file?.people?.rowOf(waiting.address);
    return row === undefined ? waiting : { ...waiting, reason: withRow(waiting.reason, row) };
  });
}

const withRow = (reason: string | undefined, row: string): string =>
  reason === undefined ? row : `${reason}; ${row}`;

/** How many people the list has, and had at the base. */
export function countRows({
  file,
  basePeople,
}: Pick<PlanOptions, "file" | "basePeople">): Pick<Plan, "people_list"> {
  if (file?.people === undefined) return {};
  const { files, rows } = file.people;
  return {
    people_list: { files, rows, ...(basePeople === undefined ? {} : { rows_before: basePeople.rows }) },
  };
}

function rowOf(
  { address, change, implied_by }: ResourceChange,
  people: PeopleFacts,
  before: PeopleFacts | undefined,
): string | undefined {
  if (change.after !== null) return people.rowOf(address);
  const [, collection, name = "", inner, member = ""] = parseAddress(address);
  const isMembership = collection === "groups" && inner === "members";
  const isOwn = collection === "members";
  if (implied_by !== undefined || !(isMembership || isOwn)) return undefined;
  if (!people.picksFor(ancestorAddress(address, isMembership ? 3 : 1))) return undefined;
  const email = isMembership ? member : name;
  const row = people.rowOfPerson(email);
  if (row !== undefined) return isMembership ? `${row} does not fit` : row;
  const was = before?.rowOfPerson(email);
  return `no row in ${nameList(people.files)}${was === undefined ? "" : `, was ${was}`}`;
}
