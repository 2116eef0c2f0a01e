import { ADDRESS_FORMS } from "./generated/kinds.js";

export type ResourceKind = keyof typeof ADDRESS_FORMS;

/** The kinds of resource that a plan can change, in the order in which plans list them within one parent. */
export const RESOURCE_KINDS = Object.keys(ADDRESS_FORMS) as readonly ResourceKind[];

/** The highest precedence that the file can say, and the lowest is 1. */
export const MOST_PRECEDENCE = 2_147_483_647;

/** The form of an attribute's values: free text, a parseable number, or `YYYY-MM-DD`. */
export type DataType = "string" | "number" | "date";
