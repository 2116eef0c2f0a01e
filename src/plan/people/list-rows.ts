import { type Address, ancestorAddress, parseAddress } from "../../model/address.js";
import type { Deferred, Plan, ResourceChange, Unsupported } from "../../model/plan/plan.js";
import { nameList } from "../../util/name-list.js";
import type { PeopleFacts, PlanOptions } from "../inputs.js";

type Lists = Pick<PlanOptions, "file" | "basePeople">;

/** Says at each change that a list of people brings about which row it is: `people.csv:17`. For people only. */
export function withRows(changes: readonly ResourceChange[], lists: Lists): readonly ResourceChange[] {
  return changes.map((change) => {
    const { address, implied_by, action_reason: reason } = change;
    const isGone = change.change.after === null;
    const row = isGone && implied_by !== undefined ? undefined : rowOf(address, isGone, lists);
    if (row === undefined) return change;
    return { ...change, action_reason: reason === undefined ? row : `${reason}; ${row}` };
  });
}

/** Says the same of what waits for somebody, or of what the API cannot change. */
export function namingRow<T extends Deferred | Unsupported>(one: T, lists: Lists): T {
  const row = rowOf(one.address, "after" in one && one.after === "absent", lists);
  return row === undefined ? one : { ...one, row };
}

/** How many people the list has, and had at the base. */
export function countRows({ file, basePeople }: Lists): Pick<Plan, "people_list"> {
  if (file?.people === undefined) return {};
  const { files, rows } = file.people;
  return {
    people_list: { files, rows, ...(basePeople === undefined ? {} : { rows_before: basePeople.rows }) },
  };
}

function rowOf(address: Address, isGone: boolean, { file, basePeople }: Lists): string | undefined {
  const people = file?.people;
  if (people === undefined) return undefined;
  return isGone ? rowGone(address, people, basePeople) : people.rowOf(address);
}

/** Says why the list no longer has somebody in a group, or in a workspace. */
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
