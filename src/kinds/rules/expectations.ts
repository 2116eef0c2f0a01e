import type { Expectation } from "../../model/state/desired-state.js";

/** A name in a rule, and where in the rule it is. */
export interface RuleName {
  readonly name: string;
  readonly place: readonly (string | number)[];
}

/** The complete description of an expectation, except for the verdict on it. */
export interface ExpectationTerms {
  /** What it is about, in a sentence. */
  readonly about: string;
  readonly attribute?: string;
  /** The people whose values decide it. */
  readonly reads: "everybody" | "members" | "nobody";
  /** True if roles decide it, also those that hold in every workspace. */
  readonly byRole?: true;
  readonly members?: readonly RuleName[];
  /** Names, or patterns of names. */
  readonly groups?: readonly RuleName[];
  /** Values of the attribute, or entries of values. */
  readonly values?: readonly RuleName[];
  /** Objects of the data model, or patterns of them. */
  readonly objects?: readonly RuleName[];
}

/** The keys of expectations that list groups. */
export const GROUP_LISTS: readonly string[] = ["except_groups", "only_groups"];

/** Describes an expectation of any kind. */
export function termsOf(expectation: Expectation): ExpectationTerms {
  switch (expectation.kind) {
    case "is": {
      const { attribute, member, is } = expectation;
      const [members, values] = [[named(member, "member")], [named(is, "is")]];
      return { about: attribute, attribute, reads: "members", members, values };
    }
    case "never": {
      const { attribute, never, except_groups } = expectation;
      const groups = listed("except_groups", except_groups);
      return { about: attribute, attribute, reads: "everybody", groups, values: listed("never", never) };
    }
    case "data": {
      const groups = listed("only_groups", expectation.only_groups);
      const objects = listed("data", expectation.data);
      return { about: "data", reads: "everybody", byRole: true, groups, objects };
    }
    case "roles": {
      const members = listed("only_members", expectation.only_members);
      return { about: "roles", reads: "nobody", byRole: true, members };
    }
  }
}

const named = (name: string, ...place: RuleName["place"]): RuleName => ({ name, place });

const listed = (key: string, names: readonly string[]) => names.map((name, i) => named(name, key, i));
