import type { ListFacts } from "../../config/people/list-facts.js";
import { type Address, ancestorAddress, namesInAddress, workspaceAddress } from "../../model/address.js";
import type { Deferred, NotListed, Plan, ResourceChange, Unsupported } from "../../model/plan/plan.js";
import { nameList } from "../../util/english.js";
import type { Facts } from "../input/inputs.js";

/** Returns the changes; each change of a person that comes from a list of people names its row: `people.csv:17`. */
export function withRows(
  changes: readonly ResourceChange[],
  { file, base }: Facts,
): readonly ResourceChange[] {
  const people = file?.people;
  if (people === undefined) return changes;
  return changes.map((change) => {
    const { address, implied_by, action_reason: reason } = change;
    const isGone = change.change.after === null;
    if (isGone && implied_by !== undefined) return change;
    const row = isGone ? rowGone(address, people, base?.people) : people.rowOf(address);
    if (row === undefined) return change;
    // What the list says of somebody who is gone is the cause of the reason.
    const joint = isGone ? ":" : ";";
    return { ...change, action_reason: reason === undefined ? row : `${reason}${joint} ${row}` };
  });
}

/** Adds the row to a deferred resource, or to one that the API cannot change. */
export function namingRow<T extends Deferred | Unsupported>(one: T, { file }: Facts): T {
  const row = file?.people?.rowOf(one.address);
  return row === undefined ? one : { ...one, row };
}

/** Adds the row of a person who is not listed, although the workspace does not take it, or the row at the base. */
export function namingTheirRow(person: NotListed, { file, base }: Facts): NotListed {
  const { workspace, member } = person;
  if (file?.people?.picksFor(workspaceAddress(workspace)) !== true) return person;
  const was = base?.people?.rowOfPerson(member);
  const row = file.people.rowOfPerson(member) ?? (was && `was ${was}`);
  return row === undefined ? person : { ...person, row };
}

/** The number of people in the list, now and at the base; `undefined` without a list. */
export function countRows({ file, base, history: { fromDisk = [] } = {} }: Facts): Plan["people_list"] {
  if (file?.people === undefined) return undefined;
  const { files, rows } = file.people;
  const unplaced = file.people.unplaced();
  return {
    files,
    rows,
    ...(base?.people && { rows_before: base.people.rows }),
    ...(fromDisk.length > 0 && { untracked: fromDisk }),
    ...(unplaced.rows === 0 ? {} : { unplaced }),
  };
}

/** Returns the reason why the list does not have somebody in a group, or in a workspace. */
function rowGone(address: Address, people: ListFacts, before: ListFacts | undefined): string | undefined {
  const { collection, owner, held, name } = namesInAddress(address);
  const isMembership = collection === "groups" && held === "members";
  const workspace = ancestorAddress(address, isMembership ? 3 : 1);
  if (!(isMembership || collection === "members") || !people.picksFor(workspace)) return undefined;
  const email = isMembership ? name : (owner ?? name);
  const row = people.rowOfPerson(email);
  if (row !== undefined)
    return isMembership ? `its \`where\` and \`except\` leave out ${row}` : `${row} does not give it`;
  const was = before?.rowOfPerson(email);
  return `no row that counts in ${nameList(people.files)}${was === undefined ? "" : `, was ${was}`}`;
}
