import type { Address } from "../address.js";
import type { ResourceKind } from "../resource-kind.js";
import type { DesiredState } from "../state/desired-state.js";
import type { Fields } from "../state/fields.js";
import type { ApplyCounts, StepOutcome } from "./event.js";
import type { Outcome } from "./plan.js";

/** What an apply did, change by change: enough to plan the way back. Holds no secret. */
export interface Receipt {
  readonly format_version: "1.0";
  readonly orgform_version: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** Ids of the workspaces, made ones too, by their names in the file: a pin may lead to one that is called otherwise. */
  readonly workspaces?: Readonly<Record<string, string>>;
  /** Ids of the groups and attributes that the writes were about, as far as they are known: names come back, ids do not. */
  readonly identities?: Readonly<Record<Address, string>>;
  /** What the file said of guards; the way back is held to it where no file is at hand. */
  readonly guards?: RecordedGuards;
  readonly plan_digest: string;
  readonly outcome: Outcome;
  readonly changes: readonly ReceiptChange[];
  readonly steps: ApplyCounts;
}

/** The guards that a receipt carries. What the file expects of the world is about the file. */
export type RecordedGuards = Pick<DesiredState, "protect" | "limits">;

/** One change of the plan with its values and how it ended, in the order of its first step. */
export interface ReceiptChange {
  readonly address: Address;
  readonly previous_address?: Address;
  readonly type: ResourceKind;
  readonly action: "create" | "update" | "delete";
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** It went with this one, and is not counted as a removal of its own. */
  readonly implied_by?: Address;
  readonly outcome: StepOutcome;
  /** Some of its writes were done, such as a precedence that should have stood for a moment only. */
  readonly partly?: true;
  /** It was so before the run wrote: somebody else's doing. */
  readonly already?: true;
  readonly error?: string;
}
