import {
  CST,
  Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  type Pair,
  type Scalar,
  YAMLMap,
  YAMLSeq,
} from "yaml";
import { canonicalEmail } from "../../model/email.js";
import type { ParsedFile } from "../parse/parse-source.js";
import { sequence } from "../print/print-tree.js";
import { escapingTags } from "../text/escaped-text.js";
import { scalarText } from "../text/scalar.js";

type Collection = YAMLMap | YAMLSeq;

/** A stretch of a text, and what takes its place. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The edits of one file: its nodes are changed, and the text is spliced where they differ from it. What is removed are
 * the lines of an entry, and its comments stay on lines of their own. What is added comes after the last entry, in the form
 * of the others. An anchor or an odd form may give the text another meaning: the caller reads it again.
 */
export class TextEdit {
  readonly #text: string;
  readonly #root: YAMLMap;
  readonly #holders = new Map<Collection, Pair>();
  readonly #scalars: Splice[] = [];
  /** The entries and items of edited collections, as the text has them. */
  readonly #items = new Map<Collection, readonly unknown[]>();

  constructor({ source, root }: ParsedFile) {
    this.#text = source.text;
    this.#root = root;
  }

  /**
   * Follows keys from the top of the file, and people in every spelling of their address, to an entry, or to the keys that
   * the last mapping on the way lacks; `undefined` where something else than a mapping is in the way, or an anchor: what is
   * behind one counts in other places as well.
   */
  find(path: readonly string[]): { map: YAMLMap; pair?: Pair; missing: readonly string[] } | undefined {
    let map: unknown = this.#root;
    for (const [i, name] of path.entries()) {
      if (!isMap(map) || map.anchor) return undefined;
      const spelled = path[i - 1] === "members" ? canonicalEmail : String;
      const pair = map.items.find(({ key }) => isScalar(key) && spelled(scalarText(key)) === spelled(name));
      if (pair === undefined) return { map, missing: path.slice(i) };
      if (isCollection(pair.value)) this.#holders.set(pair.value, pair);
      if (i === path.length - 1) return { map, pair, missing: [] };
      map = pair.value;
    }
    return undefined;
  }

  /** Gives an entry another text in the quotes that it has, unless a variable gives it one or an anchor shares it. */
  set({ value: old }: Pair, text: string): void {
    if (!isScalar(old) || old.anchor || old.type?.startsWith("BLOCK") || scalarText(old).includes("${"))
      return;
    const list = sequence([text]);
    const [item] = list.items;
    if (isScalar(item) && old.type?.startsWith("QUOTE")) item.type = old.type;
    this.#scalars.push({ start: startOf(old), end: endsOf(old), text: inBrackets(list) });
  }

  /** Gives a mapping other entries, or a list other items, unless an anchor shares it. */
  setItems(of: Collection, items: readonly unknown[]): void {
    if (of.anchor) return;
    if (of.range && !this.#items.has(of)) this.#items.set(of, of.items);
    of.items = [...items] as never[]; // the caller has them of the same kind
  }

  /** The text with all edits. */
  text(): string {
    // At one place, the inner of two collections ends first.
    const collections = [...this.#items].sort(([one], [other]) => startOf(other) - startOf(one));
    const edited = collections.flatMap(([node, before]) =>
      node.flow ? this.#inBrackets(node, before) : this.#inLines(node, before),
    );
    const splices = [...this.#scalars, ...edited].sort((a, b) => a.start - b.start || a.end - b.end);
    let end = 0;
    let text = "";
    for (const splice of splices) {
      // What is inside of a removed entry goes with it.
      if (splice.start < end) continue;
      text += this.#text.slice(end, splice.start) + splice.text;
      end = splice.end;
    }
    return text + this.#text.slice(end);
  }

  #inBrackets(node: Collection, before: readonly unknown[]): readonly Splice[] {
    const now = new Set<unknown>(node.items);
    const first = before.findIndex((item) => now.has(item));
    const removals = before.flatMap((item, i) => {
      if (now.delete(item)) return [];
      // A comma goes with the entry behind it, and where none stays before, with the one in front.
      const isBehind = first >= 0 && first < i;
      const [start, end] = isBehind
        ? [endsOf(before[i - 1]), endsOf(item)]
        : [startOf(item), i + 1 < before.length ? startOf(before[i + 1]) : endsOf(item)];
      return [{ start, end, text: "" }];
    });
    if (now.size === 0) return removals;
    const [start, end] =
      before.length === 0
        ? [startOf(node) + 1, endsOf(node) - 1]
        : [endsOf(before.at(-1)), endsOf(before.at(-1))];
    const text = (first < 0 ? "" : ", ") + inBrackets(collectionOf(node, [...now]));
    return [...removals, { start, end, text }];
  }

  #inLines(node: Collection, before: readonly unknown[]): readonly Splice[] {
    const now = new Set<unknown>(node.items);
    const removals = before.flatMap((item) => {
      const { start, end, lines } = this.#linesOf(item);
      return now.delete(item) ? [] : [{ start, end, text: lines(commentsIn(this.#text.slice(start, end))) }];
    });
    if (now.size > 0) {
      const { end, lines } = this.#linesOf(before.at(-1));
      return [
        ...removals,
        { start: end, end, text: lines(printed(collectionOf(node, [...now])).split("\n")) },
      ];
    }
    if (node.items.length > 0) return removals;
    const colon = this.#text.indexOf(":", endsOf(this.#holders.get(node)?.key)) + 1;
    return [...removals, { start: colon, end: colon, text: isMap(node) ? " {}" : " []" }];
  }

  /** The lines of an entry, from the line break before them, and a way to write others like them. */
  #linesOf(item: unknown) {
    const start = this.#text.lastIndexOf("\n", startOf(item));
    // A block of text ends below its last line.
    const last = startOf(item) + this.#text.slice(startOf(item), endsOf(item)).trimEnd().length;
    const [line = ""] = /[^\n]*/.exec(this.#text.slice(last)) ?? [];
    const [indent] = /^ */.exec(this.#text.slice(start + 1)) ?? [];
    const rest = line.endsWith("\r") ? "\r" : "";
    const lines = (texts: readonly string[]) => texts.map((text) => `\n${indent}${text}${rest}`).join("");
    return { start, end: last + line.length, lines };
  }
}

function collectionOf(like: Collection, items: readonly unknown[]): Collection {
  const collection = isMap(like) ? new YAMLMap() : new YAMLSeq();
  collection.items.push(...(items as never[])); // they are of such a collection
  return collection;
}

/** Every text as it is: what a plain one means is decided where it is read. */
function printed(node: Collection): string {
  const document = new Document<Collection>(undefined, { customTags: escapingTags, schema: "failsafe" });
  document.contents = node;
  const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_VALUE };
  return document.toString({ ...options, flowCollectionPadding: false }).trimEnd();
}

/** The contents of a collection on one line: the library breaks long ones. */
function inBrackets(node: Collection): string {
  node.flow = true;
  return printed(node)
    .slice(1, -1)
    .replace(/\s*\n\s*/g, " ")
    .trim();
}

const startOf = (node: unknown): number =>
  isPair(node) ? startOf(node.key) : ((node as Scalar | undefined)?.range?.[0] ?? 0);

/** The end of a node or an entry: of a block, that of its last entry. */
function endsOf(node: unknown): number {
  if (isPair(node)) return endsOf(node.value ?? node.key);
  const last = isCollection(node) && !node.flow ? node.items.at(-1) : undefined;
  return last === undefined ? ((node as Scalar | undefined)?.range?.[1] ?? 0) : endsOf(last);
}

/** The comments of a text. A text of the file follows a mark of the lexer. */
export function commentsIn(text: string): readonly string[] {
  const lexemes = [...new Lexer().lex(text)];
  return lexemes.filter((lexeme, i) => lexeme.startsWith("#") && lexemes[i - 1] !== CST.SCALAR);
}
