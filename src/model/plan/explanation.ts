import type { Arrival, ArrivingValue, EffectiveValue } from "./plan.js";

/** The value that wins for one member and one attribute at one moment, and the values that it shadows. */
export interface Resolution {
  /** The limit of the person at this moment. */
  readonly limited_by?: NonNullable<Arrival["limited_by"]>;
  /** The winning value; `null` is no value, which the service treats as open. */
  readonly winner: EffectiveValue | null;
  /** Every other value that was set, strongest first. */
  readonly shadowed: readonly EffectiveValue[];
}

/** The sources of a member's value of one attribute, now and after the plan. */
export interface Explanation {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly attribute: string;
  /** `null` for somebody who is not a member yet. */
  readonly live: Resolution | null;
  /** For an arriving person: the sources from acceptance to the next apply. */
  readonly accepted?: Resolution;
  /** The sources after the plan; for an arriving person, after the apply that follows acceptance. */
  readonly planned: Resolution;
  /** The way in which they arrive, where they are not a member yet. */
  readonly arriving?: Arrival["invite"];
}

/** The part of the data model that a member sees, now and after the plan. */
export interface DataExplanation<View> {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  /** `null` for somebody who is not a member yet. */
  readonly live: View | null;
  readonly planned: View;
}

/** One value of a review: what a member ends up with for an attribute, and from where. */
export interface AccessRow extends ArrivingValue {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
}
