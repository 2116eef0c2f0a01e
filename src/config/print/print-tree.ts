import { Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { escapeReferences } from "../substitute/substitute.js";
import { hasUnseen } from "./escaped-text.js";

/** Plain text that YAML 1.1 readers take for something else, and the merge key. */
const AMBIGUOUS = /^(?:<<|yes|no|on|off)$/i;

type Printed = Scalar | YAMLMap | YAMLSeq | number | boolean;

/** A mapping on its own lines; entries without a value are left out. */
export function block(entries: Iterable<readonly [string, Printed | undefined]>): YAMLMap {
  const map = new YAMLMap();
  for (const [key, value] of entries) {
    if (value !== undefined) map.items.push(new Pair(scalar(key), value));
  }
  return map;
}

/** A mapping on one line, with the given keys. */
export function flow(record: Readonly<Record<string, Printed | undefined>>): YAMLMap {
  const map = block(Object.entries(record));
  map.flow = true;
  return map;
}

/** Text that reads back as itself, `${` included; absent stays absent. */
export function text(value: string): Scalar;
export function text(value: string | undefined): Scalar | undefined;
export function text(value: string | undefined): Scalar | undefined {
  return value === undefined ? undefined : scalar(escapeReferences(value));
}

/** The text that stands for a column of each row. */
export function columnReference(column: string): Scalar {
  return scalar(`\${person.${column}}`);
}

/** A list of texts: on one line where that is short. */
export function texts(values: readonly string[]): YAMLSeq {
  const list = sequence(values.map((value) => text(value)));
  list.flow = values.reduce((length, value) => length + value.length + 2, 0) < 72;
  return list;
}

/** A list on its own lines. */
export function sequence(items: readonly Printed[]): YAMLSeq {
  const list = new YAMLSeq();
  list.items.push(...items);
  return list;
}

function scalar(value: string): Scalar {
  const node = new Scalar(value);
  if (AMBIGUOUS.test(value) || hasUnseen(value)) node.type = Scalar.QUOTE_DOUBLE;
  return node;
}
