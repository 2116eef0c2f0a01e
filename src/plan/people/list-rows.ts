import { type Address, ancestorAddress, parseAddress } from "../../model/address.js";
import type { Deferred, Plan, ResourceChange, Unsupported } from "../../model/plan/plan.js";
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
    const { action_reason: reason } = change;
    return { ...change, action_reason: reason === undefined ? row : `${reason}; ${row}` };
  });
}

/** Says the same of what waits for somebody. */
export function waitingWithRows(
  { deferred }: Pick<Plan, "deferred">,
  { file }: Pick<PlanOptions, "file">,
): readonly Deferred[] {
  const rowOf = file?.people?.rowOf;
  return rowOf === undefined ? deferred : deferred.map((one) => named(one, rowOf(one.address)));
}

/** Says the same of what the API cannot change. */
export function unsupportedWithRows(
  { unsupported }: Pick<Plan, "unsupported">,
  { file, basePeople }: Pick<PlanOptions, "file" | "basePeople">,
): readonly Unsupported[] {
  const people = file?.people;
  if (people === undefined) return unsupported;
  return unsupported.map((one) =>
    named(one, one.after === "absent" ? rowGone(one.address, people, basePeople) : people.rowOf(one.address)),
  );
}

const named = <T extends object>(one: T, row: string | undefined): T =>
  row === undefined ? one : { ...one, row };

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
  return implied_by === undefined ? rowGone(address, people, before) : undefined;
}

/** Why the list has somebody no more in a group, or in a workspace. */
function rowGone(address: Address, people: PeopleFacts, before: PeopleFacts | undefined): string | undefined {
  const [, collection, name = "", inner, member = ""] = parseAddress(address);
  const isMembership = collection === "groups" && inner === "members";
  const isOwn = collection === "members";
  if (!(isMembership || isOwn)) return undefined;
  if (!people.picksFor(ancestorAddress(address, isMembership ? 3 : 1))) return undefined;
  const email = isMembership ? member : name;
  const row = people.rowOfPerson(email);
  if (row !== undefined) return isMembership ? `${row} does not fit` : row;
  const was = before?.rowOfPerson(email);
  return `no row in ${nameList(people.files)}${was === undefined ? "" : `, was ${was}`}`;
}
