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
import { type DataList, type DataMap, dataAt, dataMap, isDataList, isDataMap } from "../parse/data.js";
import { scalarText } from "../parse/scalar.js";
import type { Source, Span } from "../parse/source.js";

/** Where a mapping or sequence of plain data comes from. */
type Origin =
  | {
      readonly kind: "node";
      readonly source: Source;
      readonly node: YAMLMap | YAMLSeq;
      /** What an alias stands for, where it stands. */
      readonly target: (node: unknown) => Node | undefined;
    }
  /** Merged from several: an entry comes from the last that has it. */
  | { readonly kind: "layers"; readonly layers: readonly DataMap[] }
  /** Made of something else, which knows the places of its entries. */
  | { readonly kind: "made"; readonly spanOf: EntrySpan };

/** Where an entry's key or value comes from. */
export type EntrySpan = (key: string | number, part: "key" | "value") => Span | undefined;

/**
 * From plain data back to the text: one entry for each mapping and sequence, none for scalars. Places are looked up
 * on demand, so a large file without findings pays for none.
 */
export interface SourceMap {
  readonly of: Map<DataMap | DataList, Origin>;
  /** Pairs by key of mappings that were asked about. */
  readonly pairs: Map<YAMLMap, ReadonlyMap<string, Pair>>;
  /** Keys or indexes of people by canonical address, of mappings and sequences that were asked about. */
  readonly people: Map<DataMap | DataList, ReadonlyMap<string, string | number>>;
}

/** An empty source map. */
export function createSourceMap(): SourceMap {
  return { of: new Map(), pairs: new Map(), people: new Map() };
}

/** Data that no file holds, such as what a row of a list stands for. */
export function made<T extends DataMap | DataList>(sourceMap: SourceMap, data: T, spanOf: EntrySpan): T {
  sourceMap.of.set(data, { kind: "made", spanOf });
  return data;
}

/** A mapping with the entries of several, the last of each key. */
export function layered(sourceMap: SourceMap, layers: readonly DataMap[]): DataMap {
  const map = dataMap(layers.flatMap((layer) => Object.entries(layer)));
  sourceMap.of.set(map, { kind: "layers", layers });
  return map;
}

/** The place of an entry's key or of its value; an item of a sequence has a value only. */
export function spanOf(
  sourceMap: SourceMap,
  container: DataMap | DataList,
  key: string | number,
  part: "key" | "value",
): Span | undefined {
  const origin = sourceMap.of.get(container);
  if (origin?.kind === "made") return origin.spanOf(key, part);
  if (origin?.kind === "layers") {
    const layer = origin.layers.findLast((l) => Object.hasOwn(l, key));
    return layer && spanOf(sourceMap, layer, key, part);
  }
  const found = find(sourceMap, container, key);
  if (found === undefined) return undefined;
  const { source, keyNode, valueNode } = found;
  // A block collection reaches over many lines, and an empty value is nowhere: their key is the place to look at.
  const isBlock = isCollection(valueNode) && !valueNode.flow;
  const isNowhere = isScalar(valueNode) && valueNode.source === "" && valueNode.type === "PLAIN";
  const node = keyNode && (part === "key" || isBlock || isNowhere) ? keyNode : valueNode;
  if (!node?.range) return undefined;
  const [start, end] = node.range;
  return { source, start, end: node === valueNode && isBlock ? start + 1 : end };
}

/** A scalar entry's own text, as the file writes it. */
export function textOf(
  sourceMap: SourceMap,
  container: DataMap | DataList,
  key: string | number,
): string | undefined {
  const found = find(sourceMap, container, key);
  const node = found?.target(found.valueNode);
  return isScalar(node) ? scalarText(node) : undefined;
}

interface EntryNodes {
  readonly source: Source;
  readonly keyNode: Node | undefined;
  readonly valueNode: Node | undefined;
  readonly target: (node: unknown) => Node | undefined;
}

function find(
  sourceMap: SourceMap,
  container: DataMap | DataList,
  key: string | number,
): EntryNodes | undefined {
  const origin = sourceMap.of.get(container);
  if (origin === undefined || origin.kind === "made") return undefined;
  if (origin.kind === "layers") {
    const layer = origin.layers.findLast((l) => Object.hasOwn(l, key));
    return layer && find(sourceMap, layer, key);
  }
  const { source, node, target } = origin;
  if (isSeq(node)) return { source, keyNode: undefined, valueNode: asNode(node.items[Number(key)]), target };
  const pair = pairsOf(sourceMap, node).get(String(key));
  return pair && { source, keyNode: asNode(pair.key), valueNode: asNode(pair.value), target };
}

function pairsOf({ pairs }: SourceMap, map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairs.get(map);
  if (known !== undefined) return known;
  const index = new Map<string, Pair>();
  for (const pair of map.items) {
    if (isScalar(pair.key)) index.set(scalarText(pair.key), pair);
  }
  pairs.set(map, index);
  return index;
}

function asNode(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

/** The place of what a path leads to; the start of the (first) file for the empty path. */
export function spanOfPath(
  sourceMap: SourceMap,
  root: DataMap,
  path: readonly (string | number)[],
  part: "key" | "value",
): Span | undefined {
  const last = path.at(-1);
  if (last === undefined) {
    const origin = sourceMap.of.get(root);
    if (origin?.kind === "node") return { source: origin.source, start: 0, end: 0 };
    const [first] = origin?.kind === "layers" ? origin.layers : [];
    return first && spanOfPath(sourceMap, first, [], part);
  }
  const container = dataAt(root, path.slice(0, -1));
  return isDataMap(container) || isDataList(container) ? spanOf(sourceMap, container, last, part) : undefined;
}
