import type { ModelPlace } from "../../model-description.js";
import type { ModelDocument, ModelMap, ModelNode, Placed } from "./document.js";
import type { ModelFinding, PlaceInModel } from "./finding.js";
import { engineValue, identityOf, type ScalarValue } from "./scalars.js";

/** Merge keys inside merged mappings; people write one level. */
const MAX_MERGES = 8;

/** The keys of one mapping. */
export interface Keys {
  readonly at: (key: string) => ModelNode | undefined;
  readonly has: (key: string) => boolean;
  /** A key's text; nothing for another kind of value. */
  readonly text: (key: string) => string | undefined;
}

function textIn(node: ModelNode | undefined): string | undefined {
  const value = node?.kind === "scalar" ? engineValue(node) : undefined;
  return value?.kind === "text" ? value.text : undefined;
}

/** Reads one document: keys of mappings with what `<<` brings in, values, and places for findings. */
export interface Reader {
  readonly hasTemplates: boolean;
  at(node: ModelNode | undefined, key: string): ModelNode | undefined;
  value(node: ModelNode | undefined): ScalarValue | undefined;
  /** The keys of a mapping, to ask for many of them. */
  keysOf(node: ModelNode): Keys;
  place(node: Placed): ModelPlace;
  where(node: Placed): PlaceInModel;
  report(finding: ModelFinding): void;
  /** A key's text; nothing for another kind of value. */
  text(node: ModelNode | undefined, key: string): string | undefined;
  has(node: ModelNode | undefined, key: string): boolean;
  /** The entries of a mapping, merged ones after its own. */
  entries(node: ModelNode | undefined): readonly (readonly [ModelNode, ModelNode])[];
}

/** A reader of a document, whose findings go into a list. */
export function createReader(document: ModelDocument, findings: ModelFinding[]): Reader {
  const { file } = document;
  const value = (node: ModelNode | undefined): ScalarValue | undefined =>
    node?.kind === "scalar" ? engineValue(node) : undefined;
  const at = (node: ModelNode | undefined, key: string): ModelNode | undefined =>
    node?.kind === "map" ? find(node, key, 0) : undefined;
  return {
    hasTemplates: document.hasTemplates,
    at,
    value,
    keysOf: (node) => {
      const nodes = new Map<string, ModelNode>();
      for (const [key, of] of nodeEntries(node))
        if (key.kind === "scalar" && isKey(key, key.text) && !nodes.has(key.text)) nodes.set(key.text, of);
      return {
        at: (key) => nodes.get(key),
        has: (key) => nodes.has(key),
        text: (key) => textIn(nodes.get(key)),
      };
    },
    place: ({ start }) => ({ file, line: document.lineOf(start) }),
    where: ({ start, end }) => ({ file, at: { start, end } }),
    report: (finding) => {
      findings.push(finding);
    },
    text: (node, key) => textIn(at(node, key)),
    has: (node, key) => at(node, key) !== undefined,
    entries: nodeEntries,
  };
}

/** The parts of a value over which Python iterates: items, keys or letters. `undefined` for a value without parts. */
export function scalarsIn(node: ModelNode): readonly ScalarValue[] | undefined {
  const scalars = (nodes: readonly ModelNode[]): readonly ScalarValue[] =>
    nodes.map(
      (one): ScalarValue =>
        one.kind === "scalar" ? engineValue(one) : { kind: "null", text: `(${one.kind})` },
    );
  if (node.kind === "list") return scalars(node.items);
  if (node.kind === "map") return scalars(withMerged(node, 0).map(([key]) => key));
  const value = engineValue(node);
  return value.kind === "text" ? [...value.text].map((text) => ({ kind: "text", text })) : undefined;
}

/** The entries of a mapping, with what `<<` brings in. */
export const nodeEntries = (node: ModelNode | undefined): readonly (readonly [ModelNode, ModelNode])[] =>
  node?.kind === "map" ? withMerged(node, 0) : [];

/** Returns true if a key is the one that merges other mappings. */
export const isMergeKey = (key: ModelNode): boolean =>
  key.kind === "scalar" && key.isPlain && key.text === "<<";

const isKey = (node: ModelNode, key: string): boolean =>
  node.kind === "scalar" && node.text === key && engineValue(node).kind === "text";

function find(map: ModelMap, key: string, depth: number): ModelNode | undefined {
  for (const [name, value] of map.entries) if (isKey(name, key)) return value;
  if (!map.merges || depth >= MAX_MERGES) return undefined;
  for (const merged of mergedInto(map)) {
    const found = find(merged, key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withMerged(map: ModelMap, depth: number): readonly (readonly [ModelNode, ModelNode])[] {
  if (!map.merges) return map.entries;
  const own = map.entries.filter(([key]) => !isMergeKey(key));
  const merged = depth < MAX_MERGES ? mergedInto(map) : [];
  const known = new Map(own.map((entry) => [keyOf(entry[0]), entry]));
  for (const from of merged)
    for (const entry of withMerged(from, depth + 1))
      if (!known.has(keyOf(entry[0]))) known.set(keyOf(entry[0]), entry);
  return [...known.values()];
}

const keyOf = (key: ModelNode): string => (key.kind === "scalar" ? identityOf(engineValue(key)) : "");

/** The mappings that `<<` brings into a mapping; of several the first that has a key counts. */
function mergedInto(map: ModelMap): readonly ModelMap[] {
  return map.entries.flatMap(([key, value]) => {
    if (!isMergeKey(key)) return [];
    const from = value.kind === "list" ? value.items : [value];
    return from.flatMap((one) => (one.kind === "map" ? [one] : []));
  });
}
