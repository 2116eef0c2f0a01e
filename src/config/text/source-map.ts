import {
  isCollection,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import {
  type Data,
  type DataList,
  type DataMap,
  type DataPath,
  dataAt,
  dataMap,
  isDataList,
  isDataMap,
} from "./data.js";
import { scalarText } from "./scalar.js";
import { type Source, type Span, spanOfNode } from "./source.js";

/** The places of an entry in a text. */
export interface EntryPlace {
  /** An item of a sequence has the place of its value. */
  readonly key: Span | undefined;
  readonly value: Span | undefined;
  /** A scalar's own text, as the file writes it. */
  readonly text?: string | undefined;
}

/** An entry of other data; without a key, the data itself. */
interface Pointer {
  readonly in: DataMap | DataList;
  readonly key?: string | number | undefined;
}

/** The origin of an entry of a mapping or sequence; without a key, of the mapping or sequence itself. */
type Origins = (key?: string | number) => Pointer | EntryPlace | undefined;

/**
 * The map from plain data back to the text. Every stage works on plain data and makes new mappings of old
 * ones; a finding needs the line all the same. So every function that makes a mapping or sequence records
 * where its entries come from: each from an entry of older data, a pointer, or from a place in a text. A
 * finding asks for the place of an entry, such as `precedence` of this mapping, and the pointers lead there.
 *
 * Origins are functions: a large file without findings pays for no place, and nothing is copied, however many
 * workspaces take from one template. Scalars need none, since their container and key say where they are.
 *
 *     1  templates:
 *     2    base: { region: west, tier: gold }
 *     3  workspaces:
 *     4    prod: { extends: [base], tier: silver }
 *
 * The entries of the templates and workspaces come from the text. `prod` becomes a mapping M with `region`,
 * `tier` and `extends`.
 *
 * - `tier` of M points to `tier` of `prod`, so line 4, at `silver`. A finding about the value therefore
 *   points at what counts, and not at the value that it replaced in line 2.
 * - `region` of M points to `region` of `base`, so line 2, though the finding is about `prod`.
 * - Where variables replace texts in M, the new mapping has the origins of M: the places stay.
 */
const ORIGINS = new WeakMap<DataMap | DataList, Origins>();

/** Data whose entries come from there. */
export function made<T extends DataMap | DataList>(data: T, origins: Origins): T {
  ORIGINS.set(data, origins);
  return data;
}

/** The mapping of several: an entry comes from the last that has it. `data` where that is more than their entries. */
export function layered(
  layers: readonly DataMap[],
  data = dataMap(layers.flatMap((layer) => Object.entries(layer))),
): DataMap {
  return made(data, (key) => {
    const layer = key === undefined ? layers[0] : layers.findLast((one) => Object.hasOwn(one, key));
    return layer && { in: layer, key };
  });
}

/** The given `data` with the places of `original`, entry by entry. */
export function inPlaceOf<T extends DataMap | DataList>(original: DataMap | DataList, data: T): T {
  const origins = ORIGINS.get(original);
  return origins === undefined ? data : made(data, origins);
}

/** A mapping with other values for some keys, which stay at the places of the original ones. */
export function withEntries(original: DataMap, entries: Iterable<readonly [string, Data]>): DataMap {
  return inPlaceOf(original, dataMap([...Object.entries(original), ...entries]));
}

/** The place of something that has no other one for its key. */
export function onePlace(span: Span | undefined): EntryPlace {
  return { key: span, value: span };
}

/** The place of an entry's key or of its value. */
export function spanOf(
  container: DataMap | DataList,
  key: string | number,
  part: "key" | "value",
): Span | undefined {
  return placeOf({ in: container, key })?.[part];
}

/** A scalar entry's own text, as the file writes it. */
export function textOf(container: DataMap | DataList, key: string | number): string | undefined {
  return placeOf({ in: container, key })?.text;
}

/** The place to which a pointer leads. */
export function placeOf(pointer: Pointer): EntryPlace | undefined {
  let found: Pointer | EntryPlace | undefined = pointer;
  while (found !== undefined && "in" in found) found = ORIGINS.get(found.in)?.(found.key);
  return found;
}

/** The place of what a path leads to; the start of the (first) file for the empty path. */
export function spanOfPath(root: DataMap, path: DataPath, part: "key" | "value"): Span | undefined {
  const container = dataAt(root, path.slice(0, -1));
  return isDataMap(container) || isDataList(container)
    ? placeOf({ in: container, key: path.at(-1) })?.[part]
    : undefined;
}

/** The origins of a collection that a file holds. `target` follows an alias. */
export function originsIn(
  source: Source,
  node: YAMLMap | YAMLSeq,
  target: (node: unknown) => Node | undefined,
): Origins {
  let pairs: ReadonlyMap<string, Pair> | undefined;
  return (key) => {
    if (key === undefined) return onePlace({ source, start: 0, end: 0 });
    if (isSeq(node)) return placeIn(source, undefined, node.items[Number(key)], target);
    pairs ??= pairsOf(node);
    const pair = pairs.get(String(key));
    return placeIn(source, pair?.key, pair?.value, target);
  };
}

function pairsOf({ items }: YAMLMap): ReadonlyMap<string, Pair> {
  return new Map(items.flatMap((pair) => (isScalar(pair.key) ? [[scalarText(pair.key), pair]] : [])));
}

function placeIn(
  source: Source,
  key: unknown,
  value: unknown,
  target: (node: unknown) => Node | undefined,
): EntryPlace {
  // A block collection reaches over many lines, and an empty value is nowhere: their key is the place to look at.
  const isBlock = isCollection(value) && !value.flow;
  const isNowhere = !isNode(value) || (isScalar(value) && value.source === "" && value.type === "PLAIN");
  const atKey = isNode(key) ? spanOfNode(source, key) : undefined;
  const atValue = isNode(value) ? spanOfNode(source, value) : undefined;
  const shown = isBlock && atValue ? { ...atValue, end: atValue.start + 1 } : atValue;
  const scalar = target(value);
  return {
    key: isNode(key) ? atKey : shown,
    value: isNode(key) && (isBlock || isNowhere) ? atKey : shown,
    text: isScalar(scalar) ? scalarText(scalar) : undefined,
  };
}
