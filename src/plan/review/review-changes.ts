import { verdictOfPart, verdictOfValues, verdictOverAll } from "../../access/values/compare-meanings.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import { dataReaderOf } from "../../data-model/answer/people-data.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import type { AccessRow } from "../../model/plan/explanation.js";
import type { DataVerdict } from "../../model/plan/plan.js";
import { sortedBy } from "../../util/order.js";
import type { ReviewRow } from "./review-rows.js";

/** The differences of a person from an earlier moment. */
export interface ReviewChange {
  /** They were not in the workspace. */
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
export const rowKey = ({ workspace, member }: Pick<ReviewRow, "workspace" | "member">): string =>
  JSON.stringify([workspace, member]);

/** The differences of the people who are there now, by {@link rowKey}; people who left have no row. */
export function reviewChanges(
  rows: readonly ReviewRow[],
  before: readonly ReviewRow[],
  model?: ModelDescription,
): ReadonlyMap<string, ReviewChange> {
  const then = new Map(before.map((row) => [rowKey(row), row]));
  return new Map(
    rows.flatMap((row) => {
      const change = changeOf(then.get(rowKey(row)), row, model);
      return change === undefined ? [] : [[rowKey(row), change] as const];
    }),
  );
}

/** Sorts open people first, then people who are not listed, then changed people; within each the order stays. */
export function mostUrgentFirst(
  rows: readonly ReviewRow[],
  changes: ReadonlyMap<string, ReviewChange> | undefined,
): readonly ReviewRow[] {
  return sortedBy(rows, (row) => {
    if (row.open.length > 0) return "1 open";
    if (row.listed === false) return "2 not listed";
    return changes?.has(rowKey(row)) ? "3 changed" : "4 others";
  });
}

function changeOf(
  was: ReviewRow | undefined,
  is: ReviewRow,
  model: ModelDescription | undefined,
): ReviewChange | undefined {
  // A person with an invite saw nothing, so a member who had one then is new.
  if (was === undefined || (was.invited !== undefined && is.invited === undefined))
    return { isNew: true, joined: is.groups, left: [], values: [] };
  const [valuesBefore, valuesAfter] = [byAttribute(was), byAttribute(is)];
  const values = [...new Set([...valuesBefore.keys(), ...valuesAfter.keys()])]
    .sort()
    .map((attribute) => ({
      attribute,
      before: valuesBefore.get(attribute),
      after: valuesAfter.get(attribute),
    }))
    .filter(({ before, after }) => factOf(before) !== factOf(after));
  const joined = is.groups.filter((group) => !was.groups.includes(group));
  const left = was.groups.filter((group) => !is.groups.includes(group));
  if (was.role === is.role && values.length + joined.length + left.length === 0) return undefined;
  return {
    isNew: false,
    ...(was.role === is.role ? {} : { role: [was.role, is.role] as const }),
    joined,
    left,
    values,
    verdict: verdictFor(was, is, values, model),
  };
}

function verdictFor(
  was: ReviewRow,
  is: ReviewRow,
  values: ReviewChange["values"],
  model: ModelDescription | undefined,
): DataVerdict {
  if (model !== undefined && was.modelValues !== undefined && is.modelValues !== undefined) {
    const reader = dataReaderOf(model);
    const { verdict } = reader.compare(reader.read(was.modelValues), reader.read(is.modelValues));
    return reader.model.unread && values.length > 0 ? verdictOfPart(verdict) : verdict;
  }
  return verdictOverAll(
    values.map(({ before, after }) => verdictOfValues(candidatesIn(before), candidatesIn(after))),
  );
}

const byAttribute = ({ values }: ReviewRow): ReadonlyMap<string, AccessRow> =>
  new Map(values.map((row) => [row.attribute, row]));

const factOf = (row: AccessRow | undefined): string =>
  JSON.stringify([row?.value ?? null, row?.source ?? null]);
