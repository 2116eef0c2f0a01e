import type { AllowedValues, Grant } from "../../access/values/grants.js";
import { numericEntry } from "../../access/values/python-text.js";
import type { ModelDescription, ModelGrant } from "../model-description.js";

/** A grant that guards an object. A grant that cannot be decided has no attribute. */
export interface GrantCheck extends AllowedValues {
  readonly name: string;
  readonly attribute?: string;
  /** The attributes whose values a grant depends on that cannot be decided. */
  readonly dependsOn?: readonly string[];
}

/** The attributes whose values a grant looks at. */
export const attributesBehind = ({ attribute, dependsOn = [] }: GrantCheck): readonly string[] =>
  attribute === undefined ? dependsOn : [attribute];

/** Grants by name; everybody passes one whose attribute nobody has a value for, which is `null`. */
export function checksOf(grants: readonly ModelGrant[]): ReadonlyMap<string, GrantCheck | null> {
  return new Map(grants.map((grant) => [grant.name, checkOf(grant)]));
}

/** The grants that ask for a value of an attribute, with what passes them. */
export function valueGrants({ grants }: ModelDescription): readonly Grant[] {
  return grants.flatMap((grant) => {
    const check = checkOf(grant);
    return check?.attribute === undefined ? [] : [{ ...check, attribute: check.attribute }];
  });
}

function checkOf({
  name,
  attribute,
  allowed,
  within,
  others = [],
  isBroken,
  dependsOn,
}: ModelGrant): GrantCheck | null {
  if (dependsOn !== undefined) return { name, allowed: [], dependsOn };
  if (attribute === null) return null;
  const doubtful = others.flatMap(({ isDoubtful, text }) => (isDoubtful ? [numericEntry(text) ?? text] : []));
  return {
    name,
    attribute,
    allowed,
    ...(within !== undefined && { within }),
    ...(doubtful.length > 0 && { doubtful }),
    ...(isBroken && { isBroken }),
  };
}
