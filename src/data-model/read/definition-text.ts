import { createHash } from "node:crypto";
import { compareText, oncePer } from "../../util/collections.js";
import type { ModelList, ModelMap, ModelNode } from "./nodes/document.js";
import { nodeEntries } from "./nodes/node-reader.js";
import { engineValue, isTrue } from "./nodes/scalars.js";

/** The keys of definitions for which the engine reads nothing, null, and what is empty alike: as if they were not there. */
const NOTHING_IF_EMPTY: ReadonlySet<string> = new Set([
  ...["always_filter", "cumulative_where", "else", "filters", "measure", "non_additive_dimension"],
  ...["nulls_are_equal", "only_join", "percentile", "sql_distinct_key", "sql_end", "sql_start", "tiers"],
  ...["type", "window", "window_groupings"],
]);

/** Longer texts are kept as their digest, so that a small file whose aliases say very much stays small. */
const LONGEST = 10_000;

/**
 * What the engine reads of a node, in one text: equal for equal values, however they are spelled. The order of keys,
 * indentation, quotes, aliases and merge keys make no difference; the order of a list does. Of the mapping itself, only
 * the keys that `reads` accepts count.
 */
export function definitionText(node: ModelNode | undefined, reads?: (key: string) => boolean): string {
  if (node === undefined) return "";
  return reads && node.kind === "map" ? inParts("map", entryTexts(node, reads)) : textOf(node);
}

function textOf(node: ModelNode): string {
  if (node.kind !== "scalar") return textOfParts(node);
  const { kind, text } = engineValue(node);
  return kind === "text" ? JSON.stringify(text) : `${kind} ${text}`;
}

const textOfParts = oncePer((node: ModelList | ModelMap): string =>
  inParts(node.kind, node.kind === "list" ? node.items.map(textOf) : entryTexts(node, () => true)),
);

function inParts(kind: string, parts: readonly string[]): string {
  const text = `${kind}(${parts.join()})`;
  return text.length > LONGEST ? createHash("sha256").update(text).digest("hex") : text;
}

function entryTexts(node: ModelNode, reads: (key: string) => boolean): readonly string[] {
  return nodeEntries(node)
    .flatMap(([key, value]) => {
      const name = key.kind === "scalar" ? key.text : "";
      const isRead = reads(name) && !(NOTHING_IF_EMPTY.has(name) && isNothing(value));
      return isRead ? [`${textOf(key)}:${textOf(value)}`] : [];
    })
    .sort(compareText);
}

/** Returns true for what is false to Python, except for zero, which is a number like any other. */
const isNothing = (node: ModelNode): boolean =>
  !isTrue(node) && !(node.kind === "scalar" && engineValue(node).kind === "number");
