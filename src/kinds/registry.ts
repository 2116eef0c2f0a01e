import { RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import { KINDS as generated } from "./generated/registry.js";
import type { Kind } from "./kind.js";

/** Every kind, in the order of the file's schema: one file here each, named as `$comment` in the schema names it. */
export const KINDS: { readonly [K in ResourceKind]: Kind } = generated;

/** The kinds that are no more than a name and fields in a mapping of their own. */
export const LISTED_KINDS: readonly ResourceKind[] = RESOURCE_KINDS.filter(
  (kind) => KINDS[kind].collection !== undefined,
);
