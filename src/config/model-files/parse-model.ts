import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import type { ModelDocument, ModelNode } from "../../data-model/read/nodes/document.js";
import { type ModelFinding, refused } from "../../data-model/read/nodes/finding.js";
import { isMergeKey } from "../../data-model/read/nodes/node-reader.js";
import { parseForeignSource } from "../parse/parse-source.js";
import { type FileDiagnostic, warning } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";

/** A file of a data model after parsing; nothing where it is about something else. */
export type ParsedModelFile =
  | { readonly document: ModelDocument }
  /** The query engine cannot read it either. */
  | { readonly refused: ModelFinding }
  /** orgform does not read it. */
  | { readonly unread: FileDiagnostic }
  | undefined;

/** Parses one file of a data model. */
export function parseModelFile(source: Source): ParsedModelFile {
  // A model's folder holds much else, and some of it is a template that no parser reads.
  if (!/\btype["']?\s*:/.test(source.text)) return undefined;
  const file = source.filename;
  const documents = parseForeignSource(source);
  if ("code" in documents) {
    const { summary, detail, span, code } = documents;
    if (code !== "yaml-syntax") return { unread: warning("model-unreadable", summary, detail, { span }) };
    const { start, end } = span ?? { start: 0, end: 0 };
    return { refused: refused(summary, { file, at: { start, end } }) };
  }
  const [first, second] = documents;
  if (second !== undefined) {
    const start = second.range?.[0] ?? 0;
    return { refused: refused("a second document starts here", { file, at: { start, end: start + 1 } }) };
  }
  const root = first?.contents ? toNode(first.contents) : undefined;
  return (
    root && {
      document: {
        file,
        root,
        hasTemplates: source.text.includes("user_attributes"),
        lineOf: lineCounter(source.text),
      },
    }
  );
}

/** The nodes of a document, with aliases followed. What an alias stands for was read before it. */
function toNode(contents: Node): ModelNode {
  const anchors = new Map<string, ModelNode>();
  const convert = (node: unknown): ModelNode => {
    if (isAlias(node)) return anchors.get(node.source) ?? NOTHING;
    const [start, end] = (isScalar(node) || isMap(node) || isSeq(node) ? node.range : undefined) ?? [0, 0];
    const converted = nodeAt(node, start, end);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
      anchors.set(node.anchor, converted);
    return converted;
  };
  const nodeAt = (node: unknown, start: number, end: number): ModelNode => {
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => [convert(key), convert(value)] as const);
      const merges = entries.some(([key]) => isMergeKey(key));
      return { kind: "map", entries, merges, start, end };
    }
    if (isSeq(node)) return { kind: "list", items: node.items.map(convert), start, end };
    if (!isScalar(node)) return NOTHING;
    const isPlain = node.type === "PLAIN" || node.type === undefined;
    const text = String(node.value);
    return { kind: "scalar", text, isPlain, start, end, ...(node.tag !== undefined && { tag: node.tag }) };
  };
  return convert(contents);
}

const NOTHING: ModelNode = { kind: "scalar", text: "", isPlain: true, start: 0, end: 0 };

/** Counts lines by halving; they are looked for once, when the first one is asked for. */
function lineCounter(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    }
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
