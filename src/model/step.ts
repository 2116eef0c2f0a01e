import type { Address } from "./address.js";
import type { DataType, ResourceKind } from "./resource-kind.js";

/**
 * One write. Things are named by address; whoever executes it knows the ids of what lives and learns those of what
 * was created on the way.
 */
export type Write =
  | { readonly op: "create-workspace"; readonly name: string; readonly provision_by_default: boolean }
  | { readonly op: "archive-workspace" }
  | {
      readonly op: "create-attribute";
      readonly name: string;
      readonly data_type: DataType;
      readonly label: string;
    }
  | { readonly op: "update-attribute"; readonly label: string }
  | { readonly op: "delete-attribute" }
  | { readonly op: "create-group"; readonly name: string; readonly precedence: number }
  | { readonly op: "update-group"; readonly name?: string; readonly precedence?: number }
  | { readonly op: "delete-group" }
  | {
      readonly op: "create-value";
      readonly owner: Address;
      readonly attribute: Address;
      readonly value: string;
    }
  | {
      readonly op: "update-value";
      readonly owner: Address;
      readonly attribute: Address;
      readonly value: string;
    }
  | { readonly op: "delete-value"; readonly owner: Address; readonly attribute: Address }
  | { readonly op: "add-group-member"; readonly group: Address; readonly member: Address }
  | { readonly op: "remove-group-member"; readonly group: Address; readonly member: Address }
  | { readonly op: "create-invite"; readonly email: string; readonly role?: string };

/** A write in its place: `step` counts from 1 in execution order, `needs` are steps that must have succeeded before. */
export interface Step {
  readonly step: number;
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly action: "create" | "update" | "delete";
  readonly write: Write;
  readonly needs: readonly number[];
  /** A precedence that only stands until a later step of the same run. */
  readonly temporary?: true;
}
