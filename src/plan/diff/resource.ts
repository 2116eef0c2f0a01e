import type { Address } from "../../model/address.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Fields } from "../../model/state/fields.js";

/** A thing that the file wants: `managed` are the fields it speaks of, `create` all that its creation needs. */
export interface DesiredResource {
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly managed: Fields;
  readonly create: Fields;
}

/** A thing that lives, at the address that it has (or, when renamed, is to have) in the file. */
export interface LiveResource {
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly id: string;
  readonly fields: Fields;
  /** The address under its live name, where that differs. */
  readonly previous_address?: Address;
}
