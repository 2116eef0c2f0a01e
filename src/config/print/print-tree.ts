import { Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { isTakenForSlip } from "../slips/sound-slips.js";
import { hasUnseen } from "../text/escaped-text.js";

/** Plain text that YAML readers take for something else, and the merge key. */
const AMBIGUOUS = /^(?:<<|~|null|yes|no|on|off)?$/i;

/** A value to print: a text reads back as itself, `${` included, and a list of texts is on one line where that is short. */
export type Printed = Scalar | YAMLMap | YAMLSeq | string | number | boolean | readonly string[];

type PrintedEntries<T> = Iterable<readonly [string, T | undefined]>;

/** A mapping on its own lines; entries without a value are left out. */
export function block(
  entries: PrintedEntries<Printed> | Readonly<Record<string, Printed | undefined>>,
): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of Symbol.iterator in entries
    ? (entries as PrintedEntries<Printed>)
    : Object.entries(entries)) {
    if (value !== undefined) map.items.push(new Pair(scalar(key), nodeOf(value)));
  }
  return map;
}

/** The same as {@link block}, on one line. */
export function flow(record: Readonly<Record<string, Printed | undefined>>): YAMLMap {
  const map = block(record);
  map.flow = true;
  return map;
}

/** A list on its own lines. */
export function sequence(items: readonly Printed[]): YAMLSeq {
  const list = new YAMLSeq();
  list.items.push(...items.map(nodeOf));
  return list;
}

function nodeOf(value: Printed): unknown {
  if (typeof value === "string") return scalar(escapeReferences(value));
  if (!Array.isArray(value)) return value;
  const list = sequence(value);
  list.flow = value.reduce((length, text: string) => length + text.length + 2, 0) < 72;
  return list;
}

function scalar(value: string): Scalar {
  const node = new Scalar(value);
  if (AMBIGUOUS.test(value) || hasUnseen(value) || isTakenForSlip(value)) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}

/** The text that {@link createSubstitute} turns back into `text`. */
function escapeReferences(text: string): string {
  return text.replaceAll("${", "$$${");
}
