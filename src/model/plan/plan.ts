import type { Address } from "../address.js";
import type { Outcome, PlanDocument, Reads } from "../generated/documents.js";
import type { ResourceKind } from "../resource-kind.js";
import type { Fields } from "../state/resource.js";
import type { PlanFinding } from "./finding.js";

/** The contents of a plan's JSON; the build makes these types of schemas/plan.schema.json. */
export type {
  AccessChange,
  Action,
  Arrival,
  ArrivingData,
  ArrivingValue,
  ColumnGain,
  DataDifference,
  DataVerdict,
  Deferred,
  EffectiveValue,
  Exposure,
  ExposureWindow,
  Guard as ListedGuard,
  HasJoined,
  Making,
  MakingOptions,
  NotListed,
  Origin,
  Outcome,
  PersonChange,
  PlanDocument,
  PlanLabel,
  PlanSummary,
  Reads,
  ResourceChange,
  RowChange,
  RowLimit,
  RowVerdict,
  RuleChange,
  SeenByRole,
  TouchedWorkspace,
  Unmanaged,
  Unsupported,
  ValueSource,
} from "../generated/documents.js";

/**
 * The condition of a removal: people lose a source of a value by it, and in the end they have the value from this other
 * source. An apply looks at it once more before the removal.
 */
export interface CountedSource {
  readonly removal: Address;
  /** The group that gives the value, or the member whose own it is. */
  readonly source: Address;
  readonly attribute: Address;
  /** Canonical e-mail addresses. */
  readonly members: readonly string[];
}

/** What a run plans, before anything decides whether it may be carried out. */
export interface PlanContent
  extends Omit<
    PlanDocument,
    | "format_version"
    | "orgform_version"
    | "outcome"
    | "applyable"
    | "complete"
    | "errored"
    | "execution_order"
    | "labels"
    | "as_of"
    | "warnings"
    | "checks"
    | "diagnostics"
    | "guards"
    | "people_list"
    | "reads"
    | "plan_digest"
  > {
  /** The findings to read before approval; JSON lists them by source. */
  readonly findings: readonly PlanFinding[];
  /** Writes in a safe order with what each waits for; stripped to addresses in JSON. */
  readonly steps: readonly Step[];
  /** Live ids of what the steps touch, by address, sorted. */
  readonly identities: readonly (readonly [Address, string])[];
  readonly counted_sources: readonly CountedSource[];
}

/** How a plan ends, and if it may be carried out. */
export interface PlanVerdict {
  readonly outcome: Outcome;
  readonly applyable: boolean;
  readonly errored: boolean;
}

/**
 * The changes of a run, as plain data: everything that renderers and the applier see of it. The same desired state, live
 * state, base and options give the same bytes. It is its JSON and data that only an apply needs.
 */
export interface Plan extends PlanContent, PlanVerdict {
  readonly format_version: PlanDocument["format_version"];
  readonly orgform_version: string;
  readonly complete: boolean;
  readonly people_list?: PlanDocument["people_list"];
  readonly reads: Reads;
  readonly plan_digest: string;
}

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
