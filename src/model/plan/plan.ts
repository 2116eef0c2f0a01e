import type { Address } from "../address.js";
import type { Diagnostic, SourceRange } from "../diagnostic.js";
import type { DiagnosticCode } from "../diagnostic-code.js";
import type { ResourceKind } from "../resource-kind.js";
import type { Expectation, RosterChecks } from "../state/desired-state.js";
import type { Fields } from "../state/fields.js";
import type { Step } from "./step.js";

/** What is done to a resource. */
export type Action = "create" | "update" | "delete" | "no-op";

/** How a run ended; each has its exit code. */
export type Outcome = "ok" | "differences" | "error" | "refused" | "stale" | "partial" | "interrupted";

/**
 * Whether this edit of the file intends a change, somebody changed the live organization (both known with `--base`
 * only), or it is among the first memberships and own values of somebody who has joined.
 */
export type Origin = "intent" | "drift" | "joined";

/** One resource and what the run would do to it. */
export interface ResourceChange {
  readonly address: Address;
  readonly type: ResourceKind;
  /** Where a rename comes from. */
  readonly previous_address?: Address;
  readonly change: {
    readonly actions: readonly [Action];
    /** `null` when it is created. */
    readonly before: Fields | null;
    /** `null` when it is deleted. */
    readonly after: Fields | null;
    /** Fields that only the service can decide. */
    readonly after_unknown: Readonly<Record<string, true>>;
  };
  /** Why, for people; nothing decides on it. */
  readonly action_reason?: string;
  readonly origin?: Origin;
  /** It is deleted only because the base had it: a plan with a later base leaves it alone. */
  readonly since_base?: true;
  /** What it is deleted together with, so that it needs no request of its own. */
  readonly implied_by?: Address;
}

/** Where an effective value comes from. */
export type ValueSource =
  | { readonly kind: "own" }
  | { readonly kind: "group"; readonly group: string; readonly precedence: number }
  /** Groups of one precedence set different values: which of `values` wins is undefined. */
  | {
      readonly kind: "tie";
      readonly groups: readonly string[];
      readonly values: readonly string[];
      readonly precedence: number;
    };

/** What a member ends up with for an attribute; a tie lists every candidate in `value`, joined by ` | `. */
export interface EffectiveValue {
  readonly value: string;
  readonly source: ValueSource;
}

/** A live workspace that a plan touches: whatever the file calls it, this is the one. */
export interface TouchedWorkspace {
  readonly address: Address;
  readonly id: string;
  /** What the service calls it. */
  readonly name: string;
}

/** One member whose effective value of one attribute would change. */
export interface AccessChange {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly attribute: string;
  /** `null` is no value at all, which the service treats as open. */
  readonly before: EffectiveValue | null;
  readonly after: EffectiveValue | null;
  /**
   * `opened`: had a value that is not open and ends without a value, or with one that is open (the empty text, or
   * percent signs only); `closed`: the other way; `changed`: another value.
   */
  readonly kind: "opened" | "closed" | "changed";
  /** The data model's grants that the member gains or loses for certain, where a data model is given. */
  readonly grants?: {
    readonly gained: readonly string[];
    readonly lost: readonly string[];
    /** Grants of which it is not certain whether the member passes them before or after. */
    readonly unclear?: readonly string[];
  };
}

/** Somebody with an invite, and what they will have once it is accepted and the file is applied. */
export interface Arrival {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  /** Whether this plan sends the invite, or it waits to be accepted. */
  readonly invite: "planned" | "pending";
  /** `null`: whatever the workspace gives to those who are invited without one. */
  readonly role: string | null;
  /** Sorted; the built-in group, in which everybody is, is left out. */
  readonly groups: readonly string[];
  /** Of every attribute that the workspace will have, sorted by name. */
  readonly values: readonly ArrivingValue[];
}

/** What somebody who arrives will have for one attribute; `null` is no value at all. */
export interface ArrivingValue {
  readonly attribute: string;
  readonly value: string | null;
  readonly source: ValueSource | null;
}

/** A moment of the run in which somebody would see something that they see neither before nor after. */
export interface ExposureWindow {
  readonly workspace: string;
  readonly member: string;
  readonly attribute: string;
  /** `null`: no value at all in the meantime. */
  readonly value: string | null;
  readonly after_step: number;
}

/** The verdict of simulating the execution order step by step. */
export interface Exposure {
  readonly verdict: "none" | "windows";
  readonly windows: readonly ExposureWindow[];
}

/**
 * What a removal counts on: people who lose a source of a value by it, and the source that they have it from in the
 * end. Looked at once more while the plan is carried out.
 */
export interface CountedSource {
  readonly removal: Address;
  /** The group that gives the value, or the member whose own it is. */
  readonly source: Address;
  readonly attribute: Address;
  /** Canonical e-mail addresses. */
  readonly members: readonly string[];
}

/** Something live that the file does not list and that is left alone. */
export interface Unmanaged {
  readonly address: Address;
  readonly type: ResourceKind;
}

/** Something that waits for a person: no change, no difference. */
export interface Deferred {
  readonly address: Address;
  readonly type: ResourceKind;
  readonly reason: string;
}

/** A difference that no endpoint can mend, and what to do instead. */
export interface Unsupported {
  readonly address: Address;
  readonly type: ResourceKind;
  readonly field: string;
  readonly before: string | number | boolean | null;
  readonly after: string | number | boolean | null;
  readonly instead: string;
}

/** Something worth reading before saying yes; predicted answers of the service among them. */
export interface PlanWarning {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly address?: Address;
}

/** One finding about the roster, the sign-in or the data model. */
export interface CheckFinding {
  readonly code: DiagnosticCode;
  readonly severity: "warning" | "error";
  readonly message: string;
  /** Why, and what to do, where the message does not say all. */
  readonly detail?: string;
  readonly address?: Address;
}

/**
 * A guard that has something to say. `refused` stops the run before any write; otherwise `override`, the exact flag
 * that allows it, was given.
 */
export interface Guard {
  readonly code: DiagnosticCode;
  /** What the guard counts, such as `delete.group` or `access.opened`. */
  readonly name: string;
  readonly refused: boolean;
  readonly message: string;
  readonly limit?: number;
  readonly actual?: number;
  readonly override?: string;
  readonly addresses: readonly Address[];
  /** Where the file has the rule that refuses, for those that stand in one place; known to commands only. */
  readonly range?: SourceRange;
}

/** What one rule of a file says. */
export type RuleValue = string | number | Expectation | NonNullable<RosterChecks[keyof RosterChecks]>;

/**
 * A rule of the file that is another one in the base. `limits` and `protect` hold as the stricter of the two has them;
 * expectations and checks hold as edited.
 */
export interface RuleChange {
  /** Where it stands in the file: `limits.delete.count`, `protect`, `expect`, `checks.mfa` and their like. */
  readonly rule: string;
  /** `null` where the base has no such rule. */
  readonly before: RuleValue | null;
  /** `null` where the file has no such rule any more. */
  readonly after: RuleValue | null;
  /** What the rule as it was would refuse of this plan, and as it is does not, in words. */
  readonly would_refuse: readonly string[];
}

/** What reading cost. */
export interface Reads {
  readonly requests: number;
  /** Members whose own values an access diff would have needed beyond the bound; see `--access-reads`. */
  readonly own_values_unread: number;
}

/** Counts of a plan, by resource (one request each, temporary precedences aside) and by member × attribute. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
  /** Deletions that go with another one, not counted in `delete`. */
  readonly delete_implied: number;
  readonly no_op: number;
  readonly unmanaged: number;
  readonly access: {
    readonly opened: number;
    readonly closed: number;
    readonly changed: number;
    /** People, each once, however many workspaces they are invited to. */
    readonly arriving: number;
  };
}

/**
 * What a run would do, as plain data: the planner's only product and everything that renderers and the applier see.
 * The same desired state, live state, base and options give the same bytes.
 */
export interface Plan {
  readonly format_version: "1.0";
  readonly orgform_version: string;
  readonly outcome: Outcome;
  readonly organization: { readonly id: string; readonly name: string };
  /** There is something to do and nothing forbids it. */
  readonly applyable: boolean;
  /** Every difference that the file describes is part of this plan (`--only` leaves some out). */
  readonly complete: boolean;
  readonly errored: boolean;
  /** Those that live and that a change is in, by address; one that is to be created is not among them. */
  readonly workspaces: readonly TouchedWorkspace[];
  readonly resource_changes: readonly ResourceChange[];
  readonly access_changes: readonly AccessChange[];
  /** Sorted by workspace and member. */
  readonly arrivals: readonly Arrival[];
  readonly exposure: Exposure;
  /** Writes in a safe order with what each waits for; stripped to addresses in JSON. */
  readonly steps: readonly Step[];
  /** Live ids of what the steps touch, by address, sorted. */
  readonly identities: readonly (readonly [Address, string])[];
  readonly counted_sources: readonly CountedSource[];
  readonly unmanaged: readonly Unmanaged[];
  readonly deferred: readonly Deferred[];
  readonly unsupported: readonly Unsupported[];
  readonly warnings: readonly PlanWarning[];
  readonly checks: readonly CheckFinding[];
  readonly guards: readonly Guard[];
  /** Known with `--base` only. */
  readonly rules_changed: readonly RuleChange[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: PlanSummary;
  readonly reads: Reads;
  readonly plan_digest: string;
}
