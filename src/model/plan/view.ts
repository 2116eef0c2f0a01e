import type { Resolution } from "./explanation.js";
import type { AccessChange, Arrival, EffectiveValue, PersonChange } from "./plan.js";

/** The roles of somebody in a workspace. */
export interface Roles {
  /** The role in this workspace; `null` if none is known. */
  readonly role: string | null;
  /** A role that they were given in another workspace and that holds in every one, beside the role that they have here. */
  readonly everywhere?: string;
}

/** Everything about somebody that decides what they see, also of one who is only supposed. */
export interface Viewer extends Roles {
  /** Canonical e-mail address; of two accounts of one address, with the id. */
  readonly member: string;
  /** The address as the account has it, or as it is written of somebody without one; as `member` if absent. */
  readonly address?: string;
  /** The limit; `nothing`: they see everything by their role, regardless of their values. */
  readonly limitedBy: "values" | "nothing";
  /** The names of the groups, as in the file and sorted, without the built-in group. */
  readonly groups: readonly string[];
  /** Effective values by attribute; an attribute without one is absent. */
  readonly values: Readonly<Record<string, EffectiveValue>>;
}

/** A person in one workspace at one moment. */
export interface Person extends Viewer {
  readonly workspace: string;
  /** The id of the account; absent of somebody who is no member, and of what a file declares. */
  readonly id?: string;
  /**
   * `planned` and `pending`: no member yet, with an invite that a plan sends or that waits to be accepted. `sign_in`: no
   * member yet and awaited, as people arrive by single sign-on.
   */
  readonly presence: "member" | Arrival["invite"];
  /** True if the file names them; absent where it does not list everybody of the workspace. */
  readonly listed?: boolean;
}

/**
 * One workspace at one moment: its people and their values. Answers are worked out when they are asked for,
 * so that a large workspace costs what is asked; the same question has the same answer always.
 */
export interface View {
  readonly workspace: string;
  /** The attributes that exist at the moment. */
  readonly attributes: readonly string[];
  /** The names of groups, of the built-in one as well. */
  readonly groups: readonly string[];
  /** The addresses of all people, sorted. */
  readonly members: readonly string[];
  /** The person with an address; `undefined` for an unknown address. */
  person(member: string): Person | undefined;
  /** The effective value of an attribute, for many questions about one person; `null` is none. */
  valuesOf(member: string): (attribute: string) => EffectiveValue | null;
  /** The winning value of an attribute with those that it shadows; `null` for somebody who is not there. */
  resolution(member: string, attribute: string): Resolution | null;
  /** Every value of an attribute that a group or somebody's own sets, also where another one wins. */
  assignedValues(attribute: string): readonly string[];
  /** The value that the built-in group gives everybody. */
  valueForAll(attribute: string): string | undefined;
  /** The people whose own values were not read: they count as having none. */
  readonly unread: ReadonlySet<string>;
}

/** One workspace at the moments around a plan. */
export interface Moments {
  readonly workspace: string;
  /**
   * The moment from which the plan starts: now, or the creation of a workspace, whose admins are in it
   * immediately.
   */
  readonly start: View;
  /**
   * The present moment; a view of nobody for a workspace that does not exist or that the token does not see.
   */
  readonly live: View;
  /** True if the workspace exists; otherwise `live` is a view of nobody. */
  readonly exists: boolean;
  /** The moment when everybody has arrived without the plan: arrivals are in the built-in group only. */
  readonly unplanned: View;
  /**
   * The moment after the plan when everybody has arrived, before the next apply: arrivals are in the built-in
   * group only.
   */
  readonly accepted: View;
  /**
   * The moment after the plan, with arrivals as they will be once they have accepted and the file is applied.
   */
  readonly planned: View;
}

/** A difference as `people` of a plan or a comparison lists it. */
export interface ComparedPerson extends PersonChange {
  /** The reason why they are present at only one of the moments. */
  readonly presence?: "joined" | "left";
  /** The way of arrival, for a person who is no member yet and comes by single sign-on. */
  readonly arrive_by?: "sign_in";
}

/** The difference between a person at two moments; see {@link AccessChange} for each value. */
export interface Difference extends ComparedPerson {
  /** True if the address belonged to another account at the earlier moment. */
  readonly another_account?: true;
  /** The values that differ, by attribute. */
  readonly values: readonly AccessChange[];
  /** Attributes whose value is the same and comes from another source. */
  readonly sources: readonly string[];
  readonly role?: { readonly before: string | null; readonly after: string | null };
  readonly groups: { readonly joined: readonly string[]; readonly left: readonly string[] };
}
