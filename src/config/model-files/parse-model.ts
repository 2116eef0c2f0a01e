import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import type { ModelDocument, ModelNode, ModelScalar, Placed } from "../../data-model/read/nodes/document.js";
import { type ModelFinding, refused } from "../../data-model/read/nodes/finding.js";
import { isMergeKey } from "../../data-model/read/nodes/node-reader.js";
import { isReadable } from "../../data-model/read/nodes/scalars.js";
import { parseForeignSource } from "../parse/parse-source.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { lineIndex } from "../text/location.js";
import type { Source } from "../text/source.js";
import { quote } from "../text/wording.js";

/** A stretch of a text that is no plain scalar. */
interface Stretch {
  readonly kind: "quoted" | "block";
  readonly start: number;
  readonly end: number;
}

/** A place in a text that the query engine's YAML reader refuses, or reads as another line than orgform does. */
interface TextSlip {
  readonly at: number;
  readonly why: string;
  readonly isRefused: boolean;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the engine's reader refuses.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
const ODD_LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/g;
const OTHER_VERSION = /^\ufeff?(?:(?:[ \t]*|[#%].*)\r?\n)*%YAML[ \t]+(?!1\.1\b)/;

/** The first slip in a text; its scalars that are not plain are asked for only where they matter. */
function textSlip(text: string, apart: () => readonly Stretch[]): TextSlip | undefined {
  const unprintable = text.search(UNPRINTABLE);
  if (unprintable >= 0) return refusedAt(unprintable, "it has a character that YAML does not allow");
  const version = OTHER_VERSION.exec(text);
  if (version)
    return unreadAt(version[0].lastIndexOf("%YAML"), "it asks for another version of YAML than 1.1");
  const ends = [...text.matchAll(ODD_LINE_END)].map(({ index }) => index);
  const end = ends.length === 0 ? undefined : ends.find((at) => stretchAt(apart(), at)?.kind !== "quoted");
  if (end !== undefined) return unreadAt(end, "a line ends here with another sign than a line feed");
  for (let at = text.indexOf("\t"); at >= 0; at = text.indexOf("\t", at + 1))
    if (!isTabAllowed(text, at, apart())) return refusedAt(at, "there is a tab outside of quotes");
  return undefined;
}

const refusedAt = (at: number, why: string): TextSlip => ({ at, why, isRefused: true });
const unreadAt = (at: number, why: string): TextSlip => ({ at, why, isRefused: false });

const stretchAt = (apart: readonly Stretch[], at: number): Stretch | undefined =>
  apart.find(({ start, end }) => start <= at && at < end);

/** Returns true for a tab in quotes, in a comment, or after the indentation of a block of text. */
function isTabAllowed(text: string, at: number, apart: readonly Stretch[]): boolean {
  const stretch = stretchAt(apart, at);
  if (stretch?.kind === "quoted") return true;
  const line = text.lastIndexOf("\n", at - 1) + 1;
  const first = stretch ? text.indexOf("\n", stretch.start) + 1 : 0;
  if (stretch && at >= first) {
    const indent = /^(?:[ \t]*\r?\n)*( *)/.exec(text.slice(first, stretch.end))?.[1]?.length ?? 0;
    return at - line >= indent || /\S/.test(text.slice(line, at));
  }
  for (let mark = text.indexOf("#", line); mark >= 0 && mark < at; mark = text.indexOf("#", mark + 1)) {
    const isStart = mark === line || /\s/.test(text[mark - 1] ?? "");
    if (isStart && stretchAt(apart, mark)?.kind !== "quoted") return true;
  }
  return false;
}

/** A file of a data model after parsing; nothing where it is about something else. */
type ParsedModelFile =
  | { readonly document: ModelDocument }
  /** The query engine cannot read it either. */
  | { readonly refused: ModelFinding }
  /** orgform does not read it. */
  | { readonly unread: FileDiagnostic }
  | undefined;

/**
 * Parses one file of a data model. If a project names the folders, the query engine reads every file in them;
 * otherwise the folder holds other files, too, such as templates that no parser reads.
 */
export function parseModelFile(source: Source, { isNamed }: { readonly isNamed: boolean }): ParsedModelFile {
  return isNamed || /\btype["']?\s*:/.test(source.text) ? parseYaml(source) : undefined;
}

/** Parses a file as the query engine's reader does; nothing for one without content. */
export function parseYaml(source: Source): ParsedModelFile {
  const { text, filename: file } = source;
  const refuse = (why: string, at: number, end = at + 1): ParsedModelFile => ({
    refused: refused(why, { file, at: { start: at, end } }),
  });
  const documents = parseForeignSource(source);
  if ("code" in documents) {
    const { summary, detail, span, code } = documents;
    if (code !== "yaml-syntax") return { unread: fileFinding("model-unreadable", summary, detail, { span }) };
    const slip = textSlip(text, () => []);
    if (slip?.isRefused === false) return { unread: readOtherwise(source, slip) };
    return refuse(summary, span?.start ?? 0, span?.end ?? 0);
  }
  const [first, second] = documents;
  if (second !== undefined) return refuse("a second document starts here", second.range?.[0] ?? 0);
  if (!first?.contents) return undefined;
  const { root, slips } = toNode(first.contents, text);
  const slip = textSlip(text, () => stretchesIn(root));
  if (slip?.isRefused === false) return { unread: readOtherwise(source, slip) };
  const [problem] = slip === undefined ? slips : [{ why: slip.why, start: slip.at, end: slip.at + 1 }];
  if (problem !== undefined) return refuse(problem.why, problem.start, problem.end);
  // A quoted text can spell a name with escapes.
  const hasTemplates = text.includes("user_attributes") || text.includes("\\");
  return { document: { file, root, hasTemplates, lineOf: lineCounter(text) } };
}

/** A finding about text that the query engine reads in another way than orgform. */
function readOtherwise(source: Source, { at, why }: TextSlip): FileDiagnostic {
  return notRead(`${quote(source.filename)}: ${why}`, "Write it as YAML 1.1, with line feeds.", {
    span: { source, start: at, end: at + 1 },
  });
}

/** A stretch of a file that the engine's reader refuses. */
interface NodeSlip extends Placed {
  readonly why: string;
}

/** The nodes of a document, with aliases followed. What an alias stands for was read before it. */
function toNode(
  contents: Node,
  text: string,
): { readonly root: ModelNode; readonly slips: readonly NodeSlip[] } {
  const anchors = new Map<string, ModelNode>();
  const slips: NodeSlip[] = [];
  const convert = (node: unknown, isInFlow: boolean): ModelNode => {
    if (isAlias(node)) {
      const found = anchors.get(node.source);
      const [start, end] = node.range ?? [0, 0];
      if (found === undefined) slips.push({ why: `nothing before it is called &${node.source}`, start, end });
      return found ?? NOTHING;
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return NOTHING;
    const [start, end] = node.range ?? [0, 0];
    const converted = nodeAt(node, { start, end }, isInFlow);
    if (node.anchor !== undefined) anchors.set(node.anchor, converted);
    return converted;
  };
  const nodeAt = (node: Scalar | YAMLMap | YAMLSeq, placed: Placed, isInFlow: boolean): ModelNode => {
    const tag = node.tag === undefined ? undefined : { tag: node.tag };
    if (isMap(node)) {
      const isFlow = node.flow === true;
      const entries = node.items.map(({ key, value }) => {
        const name = convert(key, isFlow);
        if (isScalar(key) && key.source === "" && isColonAlone(text, name.start))
          slips.push({ why: "there is no key before this colon", start: name.start, end: name.start + 1 });
        const of = convert(value, isFlow);
        if (isMergeKey(name) && !(of.kind === "list" ? of.items : [of]).every(({ kind }) => kind === "map"))
          slips.push({ why: "`<<` merges mappings only", start: of.start, end: of.end });
        return [name, of] as const;
      });
      return { kind: "map", entries, merges: entries.some(([key]) => isMergeKey(key)), ...placed, ...tag };
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => convert(item, node.flow === true));
      return { kind: "list", items, ...placed };
    }
    const isPlain = node.type === "PLAIN" || node.type === undefined;
    const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
    const scalar: ModelScalar = {
      kind: "scalar",
      text: String(node.value),
      isPlain,
      ...placed,
      ...(isBlock && { isBlock }),
      ...tag,
    };
    if (isInFlow && isPlain && /^:|\?/.test(scalar.text))
      slips.push({ why: "in brackets, a question mark and a colon at the start need quotes", ...placed });
    if (!isReadable(scalar)) slips.push({ why: `it is not of the type ${scalar.tag}`, ...placed });
    return scalar;
  };
  return { root: convert(contents, false), slips };
}

/** Returns true if a colon comes next, and no question mark before it announces a key. */
function isColonAlone(text: string, at: number): boolean {
  // Blanks and comments here are few.
  const [before, after] = [text.slice(Math.max(0, at - MOST_BLANKS), at), text.slice(at, at + MOST_BLANKS)];
  return /^\s*:/.test(after) && !/\?\s*$/.test(before);
}

const MOST_BLANKS = 200;

const NOTHING: ModelNode = { kind: "scalar", text: "", isPlain: true, start: 0, end: 0 };

/** The scalars of a document that are not plain. */
function stretchesIn(root: ModelNode): readonly Stretch[] {
  const found: Stretch[] = [];
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode): void => {
    if (node.kind === "scalar") {
      const { start, end, isPlain, isBlock } = node;
      if (!isPlain) found.push({ kind: isBlock ? "block" : "quoted", start, end });
      return;
    }
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "list") node.items.forEach(visit);
    else for (const entry of node.entries) entry.forEach(visit);
  };
  visit(root);
  return found;
}

/** Counts lines; they are looked for once, when the first one is asked for. */
function lineCounter(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    if (starts === undefined) {
      starts = [0];
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    }
    return lineIndex(starts, offset) + 1;
  };
}

/** The finding about a part of the data model that the query engine reads and orgform does not. */
export function notRead(what: string, advice: string, where: Where = {}): FileDiagnostic {
  const detail = `The query engine reads it, and orgform does not know what it says about access: answers that depend on it are unclear. ${advice}`;
  return fileFinding(
    "model-unread",
    `orgform does not read a part of the data model: ${what}`,
    detail,
    where,
  );
}
