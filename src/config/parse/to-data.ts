import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { SourceMap } from "../substitute/source-map.js";
import type { Problem, Substitute } from "../substitute/substitute.js";
import { error, type FileDiagnostic } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import { bindAliases } from "./aliases.js";
import { type Data, type DataMap, dataMap, isDataList, isDataMap } from "./data.js";
import type { ParsedFile } from "./parse-source.js";
import { scalarText, scalarValue } from "./scalar.js";
import type { Span } from "./source.js";

/** Nodes that all aliases of a file may stand for together. */
const MAX_ALIASED_NODES = 100_000;
/** Anchors that an alias may lead through. */
const MAX_ALIAS_DEPTH = 50;
const TOO_MUCH = `All aliases of a file may stand for ${MAX_ALIASED_NODES} nodes together, and lead through ${MAX_ALIAS_DEPTH} others. Write out what repeats most, or use a template.`;

/**
 * Turns a parsed file into plain data: aliases followed (shared, not copied), `<<` merged, variables substituted in
 * text values (not in `variables` itself), and where each mapping and sequence came from noted in `sourceMap`. Top-level
 * `x-*` keys are looked through like all others, and left out. It is not complete where aliases expand to too much.
 */
export function toData(
  file: ParsedFile,
  substitute: Substitute,
  sourceMap: SourceMap,
): { readonly data: DataMap; readonly isComplete: boolean; readonly findings: readonly FileDiagnostic[] } {
  const { source, root } = file;
  const findings: FileDiagnostic[] = [];
  const target = bindAliases(file);
  const converted = new Map<Node, { readonly data: Data; readonly nodes: number }>();
  const open = new Set<Node>();
  let isLiteral = false;
  let nodes = 0;
  let aliased = 0;
  let isBeyond = false;

  const span = (node: { range?: readonly [number, number, number] | null | undefined }): Span | undefined =>
    node.range ? { source, start: node.range[0], end: node.range[1] } : undefined;

  function convert(node: unknown): Data {
    nodes += 1;
    if (isScalar(node)) return convertScalar(node);
    if (isMap(node)) return remembered(node, () => convertMap(node, node.items));
    if (isSeq(node)) return remembered(node, () => convertSeq(node));
    return isAlias(node) ? convertAlias(node) : null;
  }

  function convertScalar(node: Scalar): Data {
    const value = scalarValue(node);
    if (typeof value !== "string" || isLiteral) return value;
    const { text, problems } = substitute(value);
    for (const { code, summary, detail, suggestion } of problems)
      findings.push(error(code, summary, detail, { span: span(node), suggestion }));
    return text;
  }

  /** Anchored collections are converted once, so that aliases cost nothing and findings come once. */
  function remembered(node: YAMLMap | YAMLSeq, make: () => Data): Data {
    if (node.anchor === undefined) return make();
    const known = converted.get(node);
    if (known !== undefined) return known.data;
    const before = nodes;
    open.add(node);
    const data = make();
    open.delete(node);
    converted.set(node, { data, nodes: nodes - before });
    return data;
  }

  function convertAlias(alias: Alias): Data {
    const node = target(alias);
    const problem = isBeyond ? undefined : node ? aliasProblem(alias, node) : noSuchAnchor(alias);
    if (problem) findings.push(error(problem.code, problem.summary, problem.detail, { span: span(alias) }));
    if (node === undefined || problem || isBeyond) return null;
    const data = convert(node);
    const size = converted.get(node)?.nodes ?? 1;
    aliased += size;
    nodes += size;
    if (aliased <= MAX_ALIASED_NODES || isBeyond) return data;
    isBeyond = true;
    findings.push(error("alias-limit", "The aliases expand to too much", TOO_MUCH, { span: span(alias) }));
    return null;
  }

  function aliasProblem({ source: name }: Alias, node: Node): Problem | undefined {
    if (open.has(node)) {
      const summary = `The alias *${name} stands inside what it repeats`;
      return { code: "alias-limit", summary, detail: "It would go on for ever." };
    }
    if (open.size < MAX_ALIAS_DEPTH) return undefined;
    isBeyond = true;
    return { code: "alias-limit", summary: "Aliases stand inside aliases too deeply", detail: TOO_MUCH };
  }

  function convertSeq(node: YAMLSeq): Data {
    const list = node.items.map(convert);
    sourceMap.of.set(list, { kind: "node", source, node, target });
    return list;
  }

  function convertMap(node: YAMLMap, pairs: readonly Pair[]): Data {
    const own: [string, Data][] = [];
    const merged: DataMap[] = [];
    const seen = new Set<string>();
    for (const { key, value } of pairs) {
      if (!isScalar(key)) continue;
      const name = scalarText(key);
      if (!isLiteral && namesVariable(name)) findings.push(variableInKey(name, span(key)));
      if (seen.has(name)) findings.push(duplicateKey(name, span(key)));
      seen.add(name);
      const isForeign = node === root && isExtension(key);
      isLiteral ||= isForeign || (node === root && name === "variables");
      const data = convert(value);
      if (name === "<<" && key.type === "PLAIN") merged.push(...mergeSources(key, data));
      else if (!isForeign) own.push([name, data]);
      if (node === root) isLiteral = false;
    }
    const map = dataMap(own);
    sourceMap.of.set(map, { kind: "node", source, node, target });
    return merged.length === 0 ? map : withMerged(map, merged);
  }

  /** Names from elsewhere may look like references; of a variable that the file declares it is meant as one. */
  function namesVariable(name: string): boolean {
    if (!/(^|[^$])\$\{/.test(name)) return false;
    const { problems, isDeferred } = substitute(name);
    return problems.length === 0 && !isDeferred;
  }

  function mergeSources(key: Scalar, value: Data): readonly DataMap[] {
    const sources = isDataList(value) ? value : [value];
    if (sources.every(isDataMap)) return sources;
    const detail = "`<<` takes over the keys of a mapping, or of a list of mappings, usually by alias.";
    findings.push(error("wrong-type", "Only mappings can be merged with `<<`", detail, { span: span(key) }));
    return [];
  }

  /** The mapping's own keys win, then the merged mappings in their order. */
  function withMerged(own: DataMap, merged: readonly DataMap[]): DataMap {
    const layers = [...merged.toReversed(), own];
    const map = dataMap(layers.flatMap((layer) => Object.entries(layer)));
    sourceMap.of.set(map, { kind: "layers", layers });
    nodes += Object.keys(map).length;
    return map;
  }

  // What others use of them is converted where they use it, with its variables.
  const ours = root.items.filter(({ key }) => !isExtension(key));
  const extensions = root.items.filter(({ key }) => isExtension(key));
  const data = convertMap(root, [...ours, ...extensions]);
  return { data: isDataMap(data) ? data : dataMap([]), isComplete: !isBeyond, findings };
}

/** A key at the top of a file that means nothing to orgform. */
const isExtension = (key: unknown): boolean => isScalar(key) && scalarText(key).startsWith("x-");

function noSuchAnchor({ source: name }: Alias): Problem {
  const detail = "An alias repeats what an anchor before it names.";
  return { code: "yaml-syntax", summary: `There is no anchor &${name} above`, detail };
}

function variableInKey(name: string, span: Span | undefined): FileDiagnostic {
  const detail = "Variables stand for values, not for names of workspaces, groups or people. Write the name.";
  return error("invalid-value", `The key ${quote(name)} holds a variable`, detail, { span });
}

function duplicateKey(name: string, span: Span | undefined): FileDiagnostic {
  const detail = "Only one of them could count, and a reader could not tell which. Keep one.";
  return error("duplicate-key", `The key ${quote(name)} stands here a second time`, detail, { span });
}
