import { differenceOf, type Reading } from "../../access/difference.js";
import { isUnlimited } from "../../access/values/roles.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { DataVerdict } from "../../model/plan/plan.js";
import type { Difference } from "../../model/plan/view.js";
import { byKey, sortedBy } from "../../util/collections.js";
import type { ReviewedWorkspace, ReviewRow } from "./review-rows.js";

/** The differences of a person from an earlier moment. */
export interface ReviewChange extends Pick<Difference, "member" | "another_account"> {
  /** True if the person was not in the workspace. */
  readonly isNew: boolean;
  readonly role?: readonly [before: string, after: string];
  readonly joined: readonly string[];
  readonly left: readonly string[];
  readonly values: readonly {
    readonly attribute: string;
    readonly before: AccessRow | undefined;
    readonly after: AccessRow | undefined;
  }[];
  /** The verdict on the data that they see; absent of somebody who was not there, or is not yet. */
  readonly verdict?: DataVerdict;
}

/** A row by workspace and person. */
export const rowKey = ({ workspace, member }: ReviewRow): string => JSON.stringify([workspace, member]);

/** The differences of the people who are there now, by {@link rowKey}; people who left have no row. */
export function reviewChanges(
  rows: readonly ReviewRow[],
  before: readonly ReviewedWorkspace[],
): ReadonlyMap<string, ReviewChange> {
  const then = new Map(
    before.flatMap(({ rows, judge }) => rows.map((row) => [rowKey(row), { row, judge }] as const)),
  );
  return new Map(
    rows.flatMap((row) => {
      const earlier = then.get(rowKey(row));
      const change = changeOf(earlier?.row, row, earlier?.judge);
      return change === undefined ? [] : [[rowKey(row), change] as const];
    }),
  );
}

/** Sorts people whom values do not limit first, then open people, people who are not listed, then changed people; within each the order stays. */
export function mostUrgentFirst(
  rows: readonly ReviewRow[],
  changes: ReadonlyMap<string, ReviewChange> | undefined,
): readonly ReviewRow[] {
  return sortedBy(rows, (row) => {
    if (isUnlimited(row.person)) return "0 by role";
    if (row.open.length > 0) return "1 open";
    if (row.listed === false) return "2 not listed";
    return changes?.has(rowKey(row)) ? "3 changed" : "4 others";
  });
}

function changeOf(
  former: ReviewRow | undefined,
  current: ReviewRow,
  judge: Reading | undefined,
): ReviewChange | undefined {
  // A person who had not arrived saw nothing, so a member who was one then is new.
  const hasArrived = former !== undefined && !isMember(former) && isMember(current);
  if (former === undefined || judge === undefined || hasArrived)
    return { member: current.member, isNew: true, joined: current.groups, left: [], values: [] };
  const difference = differenceOf(former.person, current.person, [judge]);
  if (difference === undefined) return undefined;
  const { member, another_account, role, groups, values, sources, verdict } = difference;
  const [rowsBefore, rowsAfter] = [byKey(former.values, "attribute"), byKey(current.values, "attribute")];
  return {
    member,
    ...(another_account && { another_account }),
    isNew: false,
    ...(role && { role: [former.role, current.role] as const }),
    ...groups,
    values: [...values.map(({ attribute }) => attribute), ...sources].sort().map((attribute) => ({
      attribute,
      before: rowsBefore.get(attribute),
      after: rowsAfter.get(attribute),
    })),
    verdict,
  };
}

const isMember = ({ person, invited }: ReviewRow): boolean =>
  invited === undefined && person.presence === "member";
