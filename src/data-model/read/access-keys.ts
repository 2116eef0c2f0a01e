import type { ModelMap, ModelNode } from "./nodes/document.js";
import { deadKey } from "./nodes/finding.js";
import type { Reader } from "./nodes/node-reader.js";
import { isTrue } from "./nodes/scalars.js";

/**
 * The meaning of a node to the engine: the keys about access that it reads there, and the places below other
 * keys.
 */
interface KeyPlace {
  readonly reads: readonly string[];
  readonly below?: Readonly<Record<string, KeyPlace>>;
  /** The place of each entry of a list, or of a mapping with names of its own. */
  readonly each?: KeyPlace;
}

const NOTHING: KeyPlace = { reads: [] };
const GUARDED: KeyPlace = { reads: ["required_access_grants"] };
const FILTERS: KeyPlace = { reads: [], each: { reads: ["user_attribute"] } };
const GRANTS: KeyPlace = { reads: [], each: { reads: ["user_attribute", "allowed_values"] } };
const FILTERED = ["required_access_grants", "access_filters"];

const ROOTS: Readonly<Record<string, KeyPlace>> = {
  model: { reads: ["required_access_grants", "access_grants"], below: { access_grants: GRANTS } },
  view: { reads: FILTERED, below: { access_filters: FILTERS, fields: { reads: [], each: GUARDED } } },
  topic: {
    reads: FILTERED,
    below: { access_filters: FILTERS, views: { reads: [], each: { reads: ["override_access_filters"] } } },
  },
  dashboard: GUARDED,
};

/** The keys about access, each with the places where the engine reads it. */
const KEYS: Readonly<Record<string, string>> = {
  access_filters: "at the top of a view or topic",
  access_grants: "at the top of a model",
  required_access_grants: "of a model, view, field, topic or dashboard",
  override_access_filters: "of an entry under a topic's `views`",
  user_attribute: "of a grant or an access filter",
  allowed_values: "of a grant",
};

/** Keys below which people write what they like. */
const FREE: ReadonlySet<string> = new Set(["extra", "meta"]);

/** Reports keys about access that the engine does not read where they stand, or that are nearly one. */
export function reportDeadKeys(reader: Reader, root: ModelMap, type: string): void {
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode, spot: KeyPlace): void => {
    if (node.kind === "scalar" || seen.has(node)) return;
    seen.add(node);
    if (node.kind === "list") {
      for (const item of node.items) visit(item, spot.each ?? NOTHING);
      return;
    }
    for (const [key, value] of node.entries) {
      const text = key.kind === "scalar" ? key.text : "";
      const mayBeAccessKey = spot.each === undefined && ACCESS_WORDS.test(text) && isTrue(value);
      const intended = mayBeAccessKey ? suggestWithSynonyms(text, spot) : undefined;
      if (intended !== undefined)
        reader.report(deadKey(text, intended, KEYS[intended] ?? "", reader.where(key)));
      // A mapping that should have been a list is reported by itself.
      const below = spot.each ?? spot.below?.[intended ?? text] ?? NOTHING;
      if (value.kind !== "scalar" && !FREE.has(text)) visit(value, below);
    }
  };
  visit(root, ROOTS[type] ?? NOTHING);
}

const ACCESS_WORDS = /acc?es|grant|filt|attr|allow|user/i;

/** The key about access that a key is instead of; nothing for one that the engine reads, and for any other. */
function suggestWithSynonyms(text: string, spot: KeyPlace): string | undefined {
  if (spot.reads.includes(text)) return undefined;
  if (text in KEYS) return text;
  const folded = text.toLowerCase().replace(/[-\s]+/g, "_");
  return Object.keys(KEYS).find(
    (key) => isNear(folded, key) && (spot.reads.includes(key) || isComplete(key)),
  );
}

/**
 * Returns true for keys that are seldom another one's misspelling; those of a grant or filter count within
 * one only.
 */
const isComplete = (key: string): boolean => key.includes("access");

/** Returns true if one text becomes the other by at most two letters more, less or other. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  let row = [...other].map((_, i) => i + 1);
  for (const [i, letter] of [...one].entries()) {
    let diagonal = i;
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, diagonal + (letter === other[j] ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return (row.at(-1) ?? 0) <= 2;
}
