import type { Roles, Viewer } from "../../model/plan/view.js";
import { fitsWildcard } from "../../util/wildcard.js";

/** The roles that values do not limit, unless a file says otherwise: they may run SQL of their own, or change values. */
export const UNLIMITED_ROLES: readonly string[] = [
  "organization_admin",
  "admin",
  "develop",
  "develop_without_deploy",
];

/** The role that holds in every workspace of the organization, in whichever of them it was given. */
export const ORGANIZATION_ADMIN = "organization_admin";

/** Every role that orgform knows. */
export const ROLES: readonly string[] = [
  ...UNLIMITED_ROLES,
  "explore",
  "view",
  "restricted",
  "embed",
  "embedded_with_scheduling",
  "embed_with_sql",
];

/**
 * The answer to what limits somebody with a role. A role that orgform does not know counts as unlimited. An invite without
 * a role gives the workspace's default, and counts as limited.
 */
export function limitedBy(
  role: string | null,
  unlimited: readonly string[] = UNLIMITED_ROLES,
): Viewer["limitedBy"] {
  if (role === null) return "values";
  return unlimited.some((one) => fitsWildcard(one, role)) || !ROLES.includes(role) ? "nothing" : "values";
}

/** Returns true if a list of roles leaves a person unlimited; without one the view of them says so. */
export function isUnlimitedBy(unlimited: readonly string[] | undefined, person: Viewer | undefined): boolean {
  if (person === undefined || unlimited === undefined) return isUnlimited(person);
  return limitOf(person, unlimited) === "nothing";
}

/** The roles that somebody has in a workspace: the one given there, and one that holds everywhere. */
export const rolesOf = ({ role, everywhere }: Roles): readonly string[] => [
  ...(role === null ? [] : [role]),
  ...(everywhere === undefined ? [] : [everywhere]),
];

/** The answer to what limits somebody: one role that nothing limits is enough. */
export const limitOf = (person: Roles, unlimited?: readonly string[]): Viewer["limitedBy"] =>
  rolesOf(person).some((role) => limitedBy(role, unlimited) === "nothing") ? "nothing" : "values";

/** Returns true if a person sees everything by their role, regardless of their values. */
export const isUnlimited = (person: Viewer | null | undefined): boolean => person?.limitedBy === "nothing";
