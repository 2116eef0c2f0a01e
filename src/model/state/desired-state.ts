import type { DataType } from "../resource-kind.js";
import type { Fields, FieldsOf } from "./fields.js";
import type { WarehouseSignIn } from "./warehouse-sign-in.js";

/**
 * The things that should exist according to the file: valid, resolved (variables, templates, several files) and sorted by name,
 * so that the order of keys never matters. A property that is absent is unmanaged: neither changed nor read.
 */
export interface DesiredState {
  readonly organization: { readonly id: string; readonly name?: string };
  readonly service: ServiceTarget;
  readonly workspaces: readonly DesiredWorkspace[];
  /** Address patterns of what may never be deleted or archived. */
  readonly protect: readonly string[];
  readonly limits: Limits;
  readonly expect: readonly Expectation[];
  readonly checks?: RosterChecks;
  /** The data model's folder, as a path that can be opened from the working directory. */
  readonly data_model?: string;
  readonly warehouse_sign_in?: WarehouseSignIn;
}

/** Where the service is; `base_url` wins over `region`. */
export interface ServiceTarget {
  readonly region?: "us" | "eu";
  readonly base_url?: string;
}

/** How much a run may delete or open before it is refused; see the defaults in {@link DEFAULT_LIMITS}. */
export interface Limits {
  readonly delete: { readonly count: number; readonly percent: number };
  /** `widened`: how many people may see more; absent is no limit. */
  readonly access: { readonly opened: number; readonly widened?: number };
}

/** The limits where the file sets none. */
export const DEFAULT_LIMITS: Limits = { delete: { count: 20, percent: 25 }, access: { opened: 0 } };

/** The limits that let pass what both of two settings let pass. */
export function stricterLimits(one: Limits, other: Limits): Limits {
  return {
    delete: {
      count: Math.min(one.delete.count, other.delete.count),
      percent: Math.min(one.delete.percent, other.delete.percent),
    },
    access: {
      opened: Math.min(one.access.opened, other.access.opened),
      ...lowest(one.access.widened, other.access.widened),
    },
  };
}

function lowest(...limits: readonly (number | undefined)[]): { readonly widened?: number } {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? {} : { widened: Math.min(...given) };
}

/** A workspace that should be there, or (`absent`) that should be archived. */
export type DesiredWorkspace =
  | PresentWorkspace
  | {
      readonly name: string;
      readonly state: "absent";
      readonly id?: string;
      /** The file does not say so: it is not in it any more, and was in the base. */
      readonly dropped?: true;
    };

/** A workspace that should be there, with what is managed in it. */
export interface PresentWorkspace extends FieldsOf<"workspace"> {
  readonly name: string;
  readonly state: "present";
  readonly attributes?: readonly DesiredAttribute[];
  readonly groups?: readonly DesiredGroup[];
  /** Group names, highest precedence first; numbers are chosen by the planner. */
  readonly precedence_order?: readonly string[];
  readonly members?: readonly DesiredMember[];
  /** Things that are no more than a name and fields, by the key of their mapping in the file. */
  readonly lists?: Readonly<Record<string, readonly DesiredThing[]>>;
  /** Where the file lists everything: unlisted attributes and groups are deleted, unlisted people are named. */
  readonly exact: { readonly attributes: boolean; readonly groups: boolean; readonly members: boolean };
}

/** An attribute definition that should be there, or a tombstone. */
export type DesiredAttribute =
  | { readonly name: string; readonly state: "absent" }
  | (FieldsOf<"attribute"> & {
      readonly name: string;
      readonly state: "present";
      readonly data_type: DataType;
      /** True if members without a value are a finding. */
      readonly required: boolean;
      /** The values that allow nothing, as the file says; absent where it does not say. Never sent to the service. */
      readonly deny?: readonly string[];
    });

/** A thing with a name and fields that should be there, or a tombstone. */
export type DesiredThing =
  | { readonly name: string; readonly state: "absent" }
  | { readonly name: string; readonly state: "present"; readonly fields: Fields };

/** A group that should be there, or a tombstone. `All Users` is the built-in group and carries `values` only. */
export type DesiredGroup =
  | { readonly name: string; readonly state: "absent" }
  | (FieldsOf<"group"> & {
      readonly name: string;
      readonly state: "present";
      /** Former names, newest first: a live group of such a name is renamed in place. */
      readonly previously: readonly string[];
      /** Exact where present: a live value that is not listed is removed. */
      readonly values?: readonly DesiredValue[];
      /** Exact where present. */
      readonly members?: readonly DesiredPerson[];
    });

/** A group that should be there. */
export type PresentGroup = Extract<DesiredGroup, { state: "present" }>;

/** The names of the groups whose members the file lists in full. */
export function namesOfListed(groups: readonly PresentGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ name, members }) => (members === undefined ? [] : [name])));
}

/** The things among some that should exist, without tombstones. */
export function presentIn<T extends { readonly state: "present" | "absent" }>(
  things: readonly T[] = [],
): Extract<T, { state: "present" }>[] {
  return things.filter((thing): thing is Extract<T, { state: "present" }> => thing.state === "present");
}

/** The text of an attribute's value, exactly as it goes to the service. */
export interface DesiredValue {
  readonly attribute: string;
  readonly value: string;
}

/** Somebody, by canonical e-mail address; `display_email` as the file writes it. */
export interface DesiredPerson {
  readonly email: string;
  readonly display_email: string;
}

/** Somebody who should be a member of the workspace; when neither member nor invited, an invite is sent. */
export interface DesiredMember extends DesiredPerson, FieldsOf<"invite"> {
  /** Exact where present. */
  readonly values?: readonly DesiredValue[];
}

/** A rule on effective values in the planned end state. */
export type Expectation =
  | {
      readonly kind: "is";
      readonly workspace: string;
      readonly member: string;
      readonly attribute: string;
      readonly is: string;
    }
  | {
      readonly kind: "never";
      readonly workspace: string;
      readonly attribute: string;
      readonly never: readonly string[];
      /** Names, or patterns of names. */
      readonly except_groups: readonly string[];
    }
  | DataExpectation;

/** A rule on the data that people reach. In workspaces, groups and objects `*` stands for any text. */
export type DataExpectation =
  | {
      /** Nobody outside the groups reaches any of these objects of the data model. */
      readonly kind: "data";
      readonly workspace: string;
      readonly data: readonly string[];
      readonly only_groups: readonly string[];
    }
  | {
      readonly kind: "reaches";
      readonly workspace: string;
      readonly member: string;
      readonly reaches: readonly string[];
      readonly never_reaches: readonly string[];
    };

/** An expectation about values. */
export type ValueExpectation = Exclude<Expectation, DataExpectation>;

/** How a finding about the roster counts. */
export type CheckSeverity = "off" | "warn" | "error";

/** Which findings about the roster are wanted; an absent check is off. */
export interface RosterChecks {
  readonly mfa?: CheckSeverity;
  readonly email_verified?: CheckSeverity;
  readonly email_domains?: { readonly allowed: readonly string[]; readonly severity: CheckSeverity };
  readonly identity_providers?: { readonly allowed: readonly string[]; readonly severity: CheckSeverity };
  readonly invite_age_days?: { readonly max: number; readonly severity: CheckSeverity };
  readonly organization_admins?: { readonly max: number; readonly severity: CheckSeverity };
}

/** The setting of one rule of a file. */
export type RuleValue = string | number | Expectation | NonNullable<RosterChecks[keyof RosterChecks]>;
