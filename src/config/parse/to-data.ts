import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isDecimal } from "../../model/state/value-format.js";
import { type Data, type DataMap, dataMap, isDataList, isDataMap } from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import { scalarText } from "../text/scalar.js";
import { type Span, spanOfNode } from "../text/source.js";
import { layered, made, originsIn } from "../text/source-map.js";
import type { Substitute } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import type { ParsedFile } from "./parse-source.js";

/** The most nodes that all aliases of a file may stand for together. */
const MAX_ALIASED_NODES = 100_000;

/** The most anchors that an alias may lead through. */
const MAX_ALIAS_DEPTH = 50;
const TOO_MUCH = `All aliases of a file may stand for ${MAX_ALIASED_NODES} nodes together, and lead through ${MAX_ALIAS_DEPTH} others. Write out what repeats most, or use a template.`;

/**
 * Turns a parsed file into plain data: aliases followed (shared, not copied), `<<` merged, variables substituted in
 * text values (not in `variables` itself), and where each mapping and sequence came from noted.
 * Top-level `x-*` keys are looked through like all others, and left out. It is not complete where aliases expand to too
 * much.
 */
export function toData(
  file: ParsedFile,
  substitute: Substitute,
): { readonly data: DataMap; readonly isComplete: boolean; readonly findings: readonly FileDiagnostic[] } {
  const { source, root } = file;
  const run: Conversion = {
    source,
    root,
    substitute,
    target: bindAliases(file),
    findings: [],
    converted: new Map(),
    open: new Set(),
    isLiteral: false,
    nodes: 0,
    aliased: 0,
    isBeyond: false,
  };
  // An anchor in an extension is converted where it is used, with its variables.
  const ours = root.items.filter(({ key }) => !isExtension(key));
  const extensions = root.items.filter(({ key }) => isExtension(key));
  const data = convertMap(run, root, [...ours, ...extensions]);
  return { data: isDataMap(data) ? data : dataMap([]), isComplete: !run.isBeyond, findings: run.findings };
}

/** A file on its way to plain data. */
interface Conversion extends Pick<ParsedFile, "source" | "root"> {
  readonly substitute: Substitute;
  /** The node that an alias stands for. */
  readonly target: (node: unknown) => Node | undefined;
  readonly findings: FileDiagnostic[];
  /** Converted collections with an anchor, with their numbers of nodes. */
  readonly converted: Map<Node, { readonly data: Data; readonly nodes: number }>;
  /** Anchored collections that are being converted. */
  readonly open: Set<Node>;
  /** Variables are not substituted here. */
  isLiteral: boolean;
  nodes: number;
  aliased: number;
  /** The aliases expand to too much. */
  isBeyond: boolean;
}

function convert(run: Conversion, node: unknown): Data {
  run.nodes += 1;
  if (isScalar(node)) return convertScalar(run, node);
  if (isMap(node)) return remembered(run, node, () => convertMap(run, node, node.items));
  if (isSeq(node)) return remembered(run, node, () => convertSeq(run, node));
  return isAlias(node) ? convertAlias(run, node) : null;
}

function convertScalar(run: Conversion, node: Scalar): Data {
  const value = scalarValue(node);
  if (typeof value !== "string" || run.isLiteral) return value;
  const { text, problems } = run.substitute(value);
  const span = spanOfNode(run.source, node);
  run.findings.push(...problems.map((problem) => ({ ...problem, span })));
  return text;
}

/** Anchored collections are converted once, so that aliases cost nothing and findings come once. */
function remembered(run: Conversion, node: YAMLMap | YAMLSeq, make: () => Data): Data {
  if (node.anchor === undefined) return make();
  const known = run.converted.get(node);
  if (known !== undefined) return known.data;
  const before = run.nodes;
  run.open.add(node);
  const data = make();
  run.open.delete(node);
  run.converted.set(node, { data, nodes: run.nodes - before });
  return data;
}

function convertAlias(run: Conversion, alias: Alias): Data {
  const node = run.target(alias);
  if (run.isBeyond) return null;
  const problem = node === undefined ? noSuchAnchor(alias) : aliasProblem(run, alias, node);
  const span = spanOfNode(run.source, alias);
  if (problem !== undefined) run.findings.push({ ...problem, span });
  if (node === undefined || problem !== undefined || run.isBeyond) return null;
  const data = convert(run, node);
  const size = run.converted.get(node)?.nodes ?? 1;
  run.aliased += size;
  run.nodes += size;
  if (run.aliased <= MAX_ALIASED_NODES || run.isBeyond) return data;
  run.isBeyond = true;
  run.findings.push(fileFinding("file-too-large", "The aliases expand to too much", TOO_MUCH, { span }));
  return null;
}

function aliasProblem(run: Conversion, { source: name }: Alias, node: Node): FileDiagnostic | undefined {
  if (run.open.has(node)) {
    const summary = `The alias *${name} is inside the part that it repeats`;
    return fileFinding("file-too-large", summary, "It would never end.");
  }
  if (run.open.size < MAX_ALIAS_DEPTH) return undefined;
  run.isBeyond = true;
  return fileFinding("file-too-large", "Aliases are nested too deeply", TOO_MUCH);
}

function convertSeq(run: Conversion, node: YAMLSeq): Data {
  const list = node.items.map((item) => convert(run, item));
  return made(list, originsIn(run.source, node, run.target));
}

function convertMap(run: Conversion, node: YAMLMap, pairs: readonly Pair[]): Data {
  const own: [string, Data][] = [];
  const merged: DataMap[] = [];
  const seen = new Set<string>();
  for (const { key, value } of pairs) {
    if (!isScalar(key)) continue;
    const name = scalarText(key);
    if (!run.isLiteral && namesVariable(run, name))
      run.findings.push(variableInKey(name, spanOfNode(run.source, key)));
    if (seen.has(name)) run.findings.push(duplicateKey(name, spanOfNode(run.source, key)));
    seen.add(name);
    const isForeign = node === run.root && isExtension(key);
    run.isLiteral ||= isForeign || (node === run.root && name === "variables");
    const data = convert(run, value);
    if (name === "<<" && key.type === "PLAIN") merged.push(...mergeSources(run, key, data));
    else if (!isForeign) own.push([name, data]);
    if (node === run.root) run.isLiteral = false;
  }
  const map = made(dataMap(own), originsIn(run.source, node, run.target));
  return merged.length === 0 ? map : withMerged(run, map, merged);
}

/** Returns true if a name refers to a variable that the file declares: other names may look like references, too. */
function namesVariable(run: Conversion, name: string): boolean {
  if (!/(^|[^$])\$\{/.test(name)) return false;
  const { problems, isDeferred } = run.substitute(name);
  return problems.length === 0 && !isDeferred;
}

function mergeSources(run: Conversion, key: Scalar, value: Data): readonly DataMap[] {
  const sources = isDataList(value) ? value : [value];
  if (sources.every(isDataMap)) return sources;
  const detail = "`<<` takes over the keys of a mapping, or of a list of mappings, usually by alias.";
  run.findings.push(
    fileFinding("wrong-type", "Only mappings can be merged with `<<`", detail, {
      span: spanOfNode(run.source, key),
    }),
  );
  return [];
}

/** The mapping's own keys win, then the merged mappings in their order. */
function withMerged(run: Conversion, own: DataMap, merged: readonly DataMap[]): DataMap {
  const map = layered([...merged.toReversed(), own]);
  run.nodes += Object.keys(map).length;
  return map;
}

/** Returns true for a top-level key without a meaning to orgform: `x-…`. */
const isExtension = (key: unknown): boolean => isScalar(key) && scalarText(key).startsWith("x-");

function noSuchAnchor({ source: name }: Alias): FileDiagnostic {
  const detail = `An alias repeats what an anchor before it names. For text that begins with *, write "*${name}".`;
  return fileFinding("yaml-syntax", `There is no anchor &${name} above`, detail);
}

function variableInKey(name: string, span: Span | undefined): FileDiagnostic {
  const detail = "Variables stand for values, not for names of workspaces, groups or people. Write the name.";
  return fileFinding("invalid-value", `The key ${quote(name)} holds a variable`, detail, { span });
}

function duplicateKey(name: string, span: Span | undefined): FileDiagnostic {
  const detail =
    name === "<<"
      ? "To take over the keys of several mappings, write `<<: [*one, *two]`: the first of them wins."
      : "Only one of them could count, and a reader could not tell which. Keep one.";
  return fileFinding("duplicate-key", `The key ${quote(name)} is here a second time`, detail, { span });
}

/**
 * Finds the node of each alias, in one pass over the file: the nearest anchor of its name before it. (The
 * library's own look-up walks the file once for each alias.) The result gives back any other node as it is.
 */
function bindAliases({ source, root }: ParsedFile): (node: unknown) => Node | undefined {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node | undefined>();
  const visit = (node: unknown): void => {
    if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isAlias(node)) {
      targets.set(node, anchors.get(node.source));
    } else if (isCollection(node) || isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (isCollection(node)) node.items.forEach(visit);
    }
  };
  if (source.text.includes("&")) visit(root);
  return (node) => (isAlias(node) ? targets.get(node) : isNode(node) ? node : undefined);
}

/**
 * The value of a scalar under YAML 1.2's core schema. Quoted and block scalars are always text.
 * Only finite numbers are numbers: no setting takes an infinite one, and as a value `.inf` is text like any other.
 * (The library would decide it while parsing, for every scalar of the file.)
 */
function scalarValue(scalar: Scalar): string | number | boolean | null {
  const text = scalarText(scalar);
  if (scalar.type !== "PLAIN" || scalar.tag !== undefined) return text;
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  // No other plain text than a number can start with one of these.
  if (!/^[-+.0-9]/.test(text)) return text;
  const isNumber = isDecimal(text) || /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/.test(text);
  return isNumber && Number.isFinite(Number(text)) ? Number(text) : text;
}
