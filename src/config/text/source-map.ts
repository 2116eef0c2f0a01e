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
import { type Data, type DataList, type DataMap, dataAt, dataMap, isDataList, isDataMap } from "./data.js";
import { scalarText } from "./scalar.js";
import type { Source, Span } from "./source.js";

/** The origin of a mapping or sequence of plain data. */
type Origin =
  | {
      readonly kind: "node";
      readonly source: Source;
      readonly node: YAMLMap | YAMLSeq;
      /** The node that an alias stands for. */
      readonly target: (node: unknown) => Node | undefined;
    }
  /** Merged from several: an entry comes from the last that has it. */
  | { readonly kind: "layers"; readonly layers: readonly DataMap[] }
  /** Made of something else, which knows the places of its entries. */
  | { readonly kind: "made"; readonly spanOf: EntrySpan };

/** The place of an entry's key or value. */
export type EntrySpan = (key: string | number, part: "key" | "value") => Span | undefined;

/**
 * The way from plain data back to the text: one entry for each mapping and sequence, none for scalars. Places are looked up
 * on demand, so a large file without findings pays for none.
 *
 * Every stage works on plain data and makes new mappings of old ones; a finding needs the line all the same. So each
 * mapping made is noted with its origin, and a place is asked for as container and key: "the value of `precedence` in
 * this mapping". A scalar needs no entry of its own, since its container and key say where it is. There are three kinds
 * of origin:
 *
 * - `node`: read from YAML. The pair of the key is looked up in the node, and has the offsets.
 * - `layers`: merged of several mappings, such as templates. The last layer that has the key is asked in its turn, which
 *   may have layers itself, down to a node. Nothing is copied, however many workspaces take from one template.
 * - `made`: no file holds it, such as the entry that a row of a list gives. Whoever made it says where it points.
 *
 * An example:
 *
 *     1  templates:
 *     2    base: { region: west, tier: gold }
 *     3  workspaces:
 *     4    prod: { extends: [base], tier: silver }
 *
 * `prod` becomes a mapping M with the layers [base, prod] and the entries region = west, tier = silver and `extends`.
 *
 * - The place of M's `tier`: the last layer with that key is `prod`, a node, so line 4, at `silver`. A finding about the
 *   value therefore points at what counts, and not at the value that it replaced in line 2.
 * - The place of M's `region`: `prod` does not have it, `base` does, so line 2, though the finding is about `prod`.
 * - When variables replace texts in M, `withEntries` gives the new mapping the origin of M: the places stay.
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

/** Data that no file holds, such as the entry that a row of a list gives. */
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

/** Gives `data` the places of `original`, entry by entry. */
export function inPlaceOf<T extends DataMap | DataList>(
  { of }: SourceMap,
  original: DataMap | DataList,
  data: T,
): T {
  const origin = of.get(original);
  if (origin !== undefined) of.set(data, origin);
  return data;
}

/** A mapping with other values for some keys, which stay at the places of the original ones. */
export function withEntries(
  sourceMap: SourceMap,
  original: DataMap,
  entries: Iterable<readonly [string, Data]>,
): DataMap {
  return inPlaceOf(sourceMap, original, dataMap([...Object.entries(original), ...entries]));
}

/** The place of an entry's key or of its value; an item of a sequence has a value only. */
export function spanOf(
  sourceMap: SourceMap,
  container: DataMap | DataList,
  key: string | number,
  part: "key" | "value",
): Span | undefined {
  const origin = originOf(sourceMap, container, key);
  if (origin === undefined || origin.kind === "made") return origin?.spanOf(key, part);
  const [keyNode, valueNode] = nodesOf(sourceMap, origin, key);
  // A block collection reaches over many lines, and an empty value is nowhere: their key is the place to look at.
  const isBlock = isCollection(valueNode) && !valueNode.flow;
  const isNowhere =
    valueNode === undefined || (isScalar(valueNode) && valueNode.source === "" && valueNode.type === "PLAIN");
  const node = keyNode && (part === "key" || isBlock || isNowhere) ? keyNode : valueNode;
  if (!node?.range) return undefined;
  const [start, end] = node.range;
  return { source: origin.source, start, end: node === valueNode && isBlock ? start + 1 : end };
}

/** A scalar entry's own text, as the file writes it. */
export function textOf(
  sourceMap: SourceMap,
  container: DataMap | DataList,
  key: string | number,
): string | undefined {
  const origin = originOf(sourceMap, container, key);
  if (origin?.kind !== "node") return undefined;
  const node = origin.target(nodesOf(sourceMap, origin, key)[1]);
  return isScalar(node) ? scalarText(node) : undefined;
}

/** The origin, never layers, of the mapping or sequence that an entry was written in; `undefined` if unknown. */
function originOf({ of }: SourceMap, container: DataMap | DataList, key: string | number) {
  let origin = of.get(container);
  while (origin?.kind === "layers") {
    const layer = origin.layers.findLast((one) => Object.hasOwn(one, key));
    origin = layer && of.get(layer);
  }
  return origin;
}

function nodesOf(
  sourceMap: SourceMap,
  { node }: Extract<Origin, { kind: "node" }>,
  key: string | number,
): readonly [key: Node | undefined, value: Node | undefined] {
  if (isSeq(node)) return [undefined, asNode(node.items[Number(key)])];
  const pair = pairsOf(sourceMap, node).get(String(key));
  return [asNode(pair?.key), asNode(pair?.value)];
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
