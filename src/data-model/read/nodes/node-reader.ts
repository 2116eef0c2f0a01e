import { groupBy, oncePer } from "../../../util/collections.js";
import type { ModelPlace } from "../../model-description.js";
import type { ModelDocument, ModelMap, ModelNode, Placed } from "./document.js";
import { type ModelFinding, type PlaceInModel, refused } from "./finding.js";
import { engineValue, identityOf, type ScalarValue } from "./scalars.js";

/** The document that nodes are of: their places, and the findings about them. */
export interface Reader {
  readonly hasTemplates: boolean;
  place(node: Placed): ModelPlace;
  where(node: Placed): PlaceInModel;
  report(finding: ModelFinding): void;
  /** Reports why the engine refuses the model; gives nothing. */
  refuse(why: string, node: Placed): never[];
}

/** A reader of a document, whose findings go into a list. */
export function createReader(
  { file, hasTemplates, lineOf }: ModelDocument,
  findings: ModelFinding[],
): Reader {
  const where = ({ start, end }: Placed): PlaceInModel => ({ file, at: { start, end } });
  return {
    hasTemplates,
    where,
    place: ({ start }) => ({ file, line: lineOf(start) }),
    report: (finding) => void findings.push(finding),
    refuse: (why, node) => {
      findings.push(refused(why, where(node)));
      return [];
    },
  };
}

/** The entries of a mapping, with what `<<` brings in after its own. */
export const nodeEntries = (node: ModelNode | undefined): ModelMap["entries"] => {
  if (node?.kind !== "map") return [];
  return node.merges ? withMerged(node) : node.entries;
};

/** The value below a key of a mapping. */
export const nodeAt = (node: ModelNode | undefined, key: string): ModelNode | undefined =>
  nodeEntries(node).find(
    ([name]) => name.kind === "scalar" && name.text === key && engineValue(name).kind === "text",
  )?.[1];

/** Returns true if a mapping has a key. */
export const hasKey = (node: ModelNode | undefined, key: string): boolean => nodeAt(node, key) !== undefined;

/** The value that the engine reads; nothing for a list or mapping. */
export const scalarOf = (node: ModelNode | undefined): ScalarValue | undefined =>
  node?.kind === "scalar" ? engineValue(node) : undefined;

/** What a scalar is found by; the empty text for what is none. */
export function identityIn(node: ModelNode | undefined): string {
  const value = scalarOf(node);
  return value ? identityOf(value) : "";
}

/** The text below a key; nothing for another kind of value. */
export function textAt(node: ModelNode | undefined, key: string): string | undefined {
  const value = scalarOf(nodeAt(node, key));
  return value?.kind === "text" ? value.text : undefined;
}

/** The items of a list; none for what is no list. */
export const itemsOf = (node: ModelNode | undefined): readonly ModelNode[] =>
  node?.kind === "list" ? node.items : [];

/** The parts of a value over which Python iterates: items, keys or letters. `undefined` for a value without parts. */
export function scalarsIn(node: ModelNode): readonly ScalarValue[] | undefined {
  const value = scalarOf(node);
  if (value !== undefined)
    return value.kind === "text" ? [...value.text].map((text) => ({ kind: "text", text })) : undefined;
  const parts = node.kind === "list" ? node.items : nodeEntries(node).map(([key]) => key);
  return parts.map((part) => scalarOf(part) ?? { kind: "null", text: `(${part.kind})` });
}

/** Returns true if a key is the one that merges other mappings. */
export const isMergeKey = (key: ModelNode): boolean =>
  key.kind === "scalar" && key.isPlain && key.text === "<<";

/** Of several mappings that `<<` brings in, the first that has a key counts. */
const withMerged = oncePer((map: ModelMap): ModelMap["entries"] => {
  const merged = map.entries.flatMap(([key, value]) => {
    if (!isMergeKey(key)) return [];
    return (value.kind === "list" ? value.items : [value]).flatMap(nodeEntries);
  });
  const written = map.entries.filter(([key]) => !isMergeKey(key));
  return [...groupBy([...written, ...merged], ([key]) => identityIn(key)).values()].map(([first]) => first);
});
