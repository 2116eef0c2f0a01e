import type { Address } from "./address.js";
import type { ApplyCounts, StepOutcome } from "./event.js";
import type { Fields, Outcome } from "./plan.js";
import type { ResourceKind } from "./resource-kind.js";

/** What an apply did, change by change: enough to plan the way back. Holds no secret. */
export interface Receipt {
  readonly format_version: "1.0";
  readonly orgform_version: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** Ids of the workspaces that were there, by their names in the file: a pin may lead to one that is called otherwise. */
  readonly workspaces?: Readonly<Record<string, string>>;
  readonly plan_digest: string;
  readonly outcome: Outcome;
  readonly changes: readonly ReceiptChange[];
  readonly steps: ApplyCounts;
}

/** One change of the plan with its values and how it ended, in the order of its first step. */
export interface ReceiptChange {
  readonly address: Address;
  readonly previous_address?: Address;
  readonly type: ResourceKind;
  readonly action: "create" | "update" | "delete";
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly outcome: StepOutcome;
  /** Some of its writes were done, such as a precedence that should have stood for a moment only. */
  readonly partly?: true;
  readonly error?: string;
}
