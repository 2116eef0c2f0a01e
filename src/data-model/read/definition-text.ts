import { createHash } from "node:crypto";
import { compareText } from "../../util/collections.js";
import type { ModelNode } from "./nodes/document.js";
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
export function definitionText(node: ModelNode | undefined, reads: (key: string) => boolean = all): string {
  return node === undefined ? "" : textOf(node, reads);
}

const all = (): boolean => true;

function textOf(node: ModelNode, reads: (key: string) => boolean): string {
  if (node.kind === "scalar") {
    const { kind, text } = engineValue(node);
    return kind === "text" ? JSON.stringify(text) : `${kind} ${text}`;
  }
  const known = reads === all ? texts.get(node) : undefined;
  if (known !== undefined) return known;
  const parts = node.kind === "list" ? node.items.map((item) => textOf(item, all)) : entryTexts(node, reads);
  const text = `${node.kind}(${parts.join()})`;
  const short = text.length > LONGEST ? sha256(text) : text;
  if (reads === all) texts.set(node, short);
  return short;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const texts = new WeakMap<ModelNode, string>();

function entryTexts(node: ModelNode, reads: (key: string) => boolean): readonly string[] {
  return nodeEntries(node)
    .flatMap(([key, value]) => {
      const name = key.kind === "scalar" ? key.text : "";
      const isRead = reads(name) && !(NOTHING_IF_EMPTY.has(name) && isNothing(value));
      return isRead ? [`${textOf(key, all)}:${textOf(value, all)}`] : [];
    })
    .sort(compareText);
}

/** Returns true for what is false to Python, except for zero, which is a number like any other. */
const isNothing = (node: ModelNode): boolean =>
  !isTrue(node) && !(node.kind === "scalar" && engineValue(node).kind === "number");
