import type { Address } from "../address.js";
import type { ResourceKind } from "../resource-kind.js";
import type { Fields } from "../state/fields.js";

/**
 * One write in its place: `step` counts from 1 in execution order, `needs` are steps that must have succeeded
 * before. Things are named by address; the executor of a step knows the ids of existing things and learns
 * those of new ones during the run.
 */
export interface Step {
  readonly step: number;
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly action: "create" | "update" | "delete";
  /** The fields to write: all of a creation, those that differ of an update, none of a deletion. */
  readonly fields: Fields;
  readonly needs: readonly number[];
}
