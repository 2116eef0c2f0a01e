/** The kinds of resource that a plan can change, in the order in which plans list them within one parent. */
export const RESOURCE_KINDS = [
  "workspace",
  "attribute",
  "group",
  "group_value",
  "group_membership",
  "invite",
  "member_value",
] as const;

/** One of {@link RESOURCE_KINDS}. */
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** The highest precedence that the file can say, and the lowest is 1. */
export const MOST_PRECEDENCE = 2_147_483_647;

/** What a value of an attribute must look like: free text, a parseable number, or `YYYY-MM-DD`. */
export type DataType = "string" | "number" | "date";
