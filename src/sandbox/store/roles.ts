/** Every role that an invite can carry. */
export const roles = [
  "organization_admin",
  "admin",
  "develop",
  "develop_without_deploy",
  "explore",
  "view",
  "restricted",
  "embed",
  "embedded_with_scheduling",
  "embed_with_sql",
] as const;
