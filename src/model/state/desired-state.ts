import type { Address } from "../address.js";
import type { DesiredResource } from "./resource.js";
import type { WarehouseSignIn } from "./warehouse-sign-in.js";

/**
 * The things that should exist according to the file: valid, resolved (variables, templates, several files) and sorted by name,
 * so that the order of keys never matters. A property that is absent is unmanaged: neither changed nor read.
 */
export interface DesiredState {
  readonly organization: { readonly id: string; readonly name?: string };
  readonly service: ServiceTarget;
  readonly workspaces: readonly DesiredWorkspace[];
  /** The address patterns of resources that may never be deleted or archived. */
  readonly protect: readonly string[];
  readonly limits: Limits;
  readonly expect: readonly Expectation[];
  readonly checks?: RosterChecks;
  /** The roles that values do not limit, where the file says so for all workspaces. */
  readonly unlimited_roles?: readonly string[];
  /** The data model's folder, as a path that can be opened from the working directory. */
  readonly data_model?: string;
  /** The same as the file writes it: relative to the file, and so comparable with that of a base. */
  readonly data_model_written?: string;
  readonly warehouse_sign_in?: WarehouseSignIn;
}

/** What an export says of an organization. */
export interface StateWithoutRules extends Pick<DesiredState, "organization" | "service"> {
  readonly workspaces: readonly PresentWorkspace[];
}

/** The address of the service; `base_url` wins over `region`. */
export interface ServiceTarget {
  readonly region?: "us" | "eu";
  readonly base_url?: string;
}

/** Every limit with its default: the most that a run may delete, open or widen before it is refused. */
export const DEFAULT_LIMITS = {
  delete: { count: 20, percent: 25 },
  access: { opened: 0, widened: Number.POSITIVE_INFINITY },
};

/** The limits of a file. */
export type Limits = typeof DEFAULT_LIMITS;

/** Limits made one by one, for each name in each list of them; `of` reads that number in others. */
export function limitsBy(
  numberOf: (
    of: (others: Readonly<Record<string, Readonly<Record<string, number>>>>) => number,
    list: string,
    name: string,
  ) => number,
): Limits {
  const lists = Object.entries(DEFAULT_LIMITS).map(([list, numbers]) => {
    const made = Object.keys(numbers).map((name) => [
      name,
      numberOf((others) => others[list]?.[name] ?? Number.POSITIVE_INFINITY, list, name),
    ]);
    return [list, Object.fromEntries(made)];
  });
  return Object.fromEntries(lists);
}

/** A workspace that should be there, or (`absent`) that should be archived. */
export type DesiredWorkspace =
  | PresentWorkspace
  | {
      readonly name: string;
      readonly state: "absent";
      readonly id?: string;
      /** True if the workspace is absent because the base had it and the file no longer does. */
      readonly dropped?: true;
    };

/**
 * A workspace that should be there: its settings, and its resources in the file as one flat list, kind by
 * kind and sorted by name. {@link contentsOf} finds things in it.
 */
export interface PresentWorkspace {
  readonly name: string;
  readonly state: "present";
  readonly id?: string;
  /** The workspace itself is among them, and so are tombstones. */
  readonly resources: readonly DesiredResource[];
  /**
   * The addresses of the lists that the file gives, even empty ones, such as `prod/groups` or
   * `prod/groups/Sales/members`: a list that it does not give is not managed.
   */
  readonly lists: readonly Address[];
  /** The way of arrival: by single sign-on nobody is invited; absent if people come by invite. */
  readonly arrive_by?: "sign_in";
  /** Group names, highest precedence first; numbers are chosen by the planner. */
  readonly precedence_order?: readonly string[];
  /** The roles that values do not limit here, as the workspace or the whole file says; the default if absent. */
  readonly unlimited_roles?: readonly string[];
  /** The lists that are complete: unlisted attributes and groups are deleted, unlisted people are named. */
  readonly exact: { readonly attributes: boolean; readonly groups: boolean; readonly members: boolean };
}

/** The workspaces among some that should exist. */
export function presentIn(workspaces: readonly DesiredWorkspace[] = []): PresentWorkspace[] {
  return workspaces.filter((workspace) => workspace.state === "present");
}

/** The text of an attribute's value, exactly as it goes to the service. */
export interface DesiredValue {
  readonly attribute: string;
  readonly value: string;
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
  | RoleExpectation
  | DataExpectation;

/** The rule that only these people have, or arrive with, one of the roles, which may be patterns. */
export interface RoleExpectation {
  readonly kind: "roles";
  readonly workspace: string;
  readonly roles: readonly string[];
  /** Canonical e-mail addresses. */
  readonly only_members: readonly string[];
}

/**
 * The rule that nobody outside the groups reaches any of these objects of the data model. In workspaces, groups and
 * objects `*` stands for any text.
 */
export interface DataExpectation {
  readonly kind: "data";
  readonly workspace: string;
  readonly data: readonly string[];
  readonly only_groups: readonly string[];
  /** People with one of these roles are left out; names, or patterns of names. */
  readonly except_roles?: readonly string[];
}

/** An expectation about values. */
export type ValueExpectation = Exclude<Expectation, DataExpectation | RoleExpectation>;

/** The severity of a finding about the roster; `off` leaves it out. */
type CheckSeverity = "off" | "warn" | "error";

/** A check of the roster: what it allows, and how much a finding counts. */
export interface RosterCheck {
  readonly allowed?: readonly string[];
  readonly max?: number;
  readonly severity: CheckSeverity;
}

/** The checks of the roster by their keys in the file; an absent check is off. */
export type RosterChecks = { readonly [name: string]: RosterCheck };

/** What stands at a place of a file. */
export type RuleValue =
  | string
  | number
  | boolean
  | readonly RuleValue[]
  | { readonly [key: string]: RuleValue };
