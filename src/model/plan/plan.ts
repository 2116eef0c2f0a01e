import type { Address } from "../address.js";
import type { Diagnostic } from "../diagnostic.js";
import type { PlanDocument } from "../generated/documents.js";
import type { Step } from "./step.js";

/** Whatever of a plan is in its JSON is described in schemas/plan.schema.json, which the build makes these types of. */
export type {
  AccessChange,
  Action,
  Arrival,
  ArrivingValue,
  DataDifference,
  DataVerdict,
  Deferred,
  EffectiveValue,
  Exposure,
  ExposureWindow,
  Guard,
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
  TouchedWorkspace,
  Unmanaged,
  Unsupported,
  ValueSource,
} from "../generated/documents.js";

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

/**
 * What a run would do, as plain data: the planner's only product and everything that renderers and the applier see.
 * The same desired state, live state, base and options give the same bytes. It is its JSON and, beside that, what only
 * who carries it out needs.
 */
export interface Plan
  extends Omit<PlanDocument, "execution_order" | "labels" | "as_of" | "warnings" | "checks"> {
  /** What is worth reading before saying yes; predicted answers of the service among them. */
  readonly warnings: readonly Diagnostic[];
  /** What was found of the roster, the sign-in and the data model; an error of it refuses and makes no plan invalid. */
  readonly checks: readonly Diagnostic[];
  /** Writes in a safe order with what each waits for; stripped to addresses in JSON. */
  readonly steps: readonly Step[];
  /** Live ids of what the steps touch, by address, sorted. */
  readonly identities: readonly (readonly [Address, string])[];
  readonly counted_sources: readonly CountedSource[];
}
