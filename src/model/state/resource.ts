import type { Address } from "../address.js";
import type { ResourceKind } from "../resource-kind.js";
import type { DesiredPerson } from "./desired-state.js";
import type { Fields } from "./fields.js";

/** A thing that the file wants. */
export interface DesiredResource {
  readonly address: Address;
  readonly kind: ResourceKind;
  /** The fields that the file speaks of: only these are compared. */
  readonly managed: Fields;
  /** All that a creation needs. */
  readonly create: Fields;
  /** More that the file says of it, to tell an edit from drift. */
  readonly says?: Fields;
  /** Somebody who has to be a member of the workspace first; until then it waits. */
  readonly person?: DesiredPerson;
}

/** A thing that exists, at the address that it has (or, when renamed, is to have) in the file. */
export interface LiveResource {
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly id: string;
  readonly fields: Fields;
  /** The address under its live name, where that differs. */
  readonly previous_address?: Address;
}
