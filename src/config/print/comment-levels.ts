import { type CST, Parser } from "yaml";

/** A block that is open somewhere: its column in the file, and the one at which it is printed. */
interface OpenBlock {
  /** Half a column more for a list at the column of its key: YAML takes it for one level deeper. */
  readonly column: number;
  readonly printed: number;
  readonly isList?: boolean;
}

/** A piece of a file in its order: a comment, or something between comments with the blocks that it is in. */
type Piece =
  | { readonly comment: string; readonly offset: number }
  /** The levels; `opens` if the value of a key or the item of a list would follow. */
  | { readonly levels: readonly OpenBlock[]; readonly opens: boolean };

type Content = Extract<Piece, { readonly levels: unknown }>;

const STEP = 2;

/**
 * Marks each comment that has a line of its own with the column at which it stands once the file is indented by two. The
 * library keeps comments in their order, but at the level of what they follow: a group that somebody commented out would
 * become a part of the group before it. {@link withoutMarks} moves them once the file is printed.
 *
 * A comment belongs to the deepest block that is open there and does not begin to the right of it. Comments of one run
 * keep their levels to each other, as a block that is commented out needs: in
 *
 *     groups:
 *         Sales: {}
 *         # Board:
 *         #     precedence: 5
 *     # exact: {groups: true}
 *
 * the first belongs to the groups and the last to the workspace that has them.
 */
export function withMarks(text: string, mark: string): string {
  let marked = "";
  let done = 0;
  for (const [offset, column] of columnsOfComments(text)) {
    marked += `${text.slice(done, offset)}#${mark}${column}${mark}`;
    done = offset + 1;
  }
  return marked + text.slice(done);
}

/**
 * A printed text with each marked comment on a line of its own, at its column: the library puts some on the
 * line of a value.
 */
export function withoutMarks(printed: string, mark: string): string {
  return printed.replace(
    new RegExp(`(^|.)[ \\t]*#${mark}(\\d+)${mark}`, "gm"),
    (_, before: string, column: string) =>
      `${before.trimEnd()}${before.trim() === "" ? "" : "\n"}${" ".repeat(Number(column))}#`,
  );
}

/** A character that a text does not hold. */
export function unusedMark(text: string): string {
  let code = 0xe000;
  while (text.includes(String.fromCodePoint(code))) code += 1;
  return String.fromCodePoint(code);
}

/** The offset of each comment on a line of its own, with the column for it. */
function* columnsOfComments(text: string): Generator<readonly [offset: number, column: number]> {
  const outside: Content = { levels: [], opens: false };
  let before = outside;
  let run: { readonly comment: string; readonly offset: number; readonly column: number }[] = [];
  for (const piece of [...piecesOf(text), undefined]) {
    if (piece !== undefined && "comment" in piece) {
      const start = text.lastIndexOf("\n", piece.offset - 1) + 1;
      if (text.slice(start, piece.offset).trim() === "") run.push({ ...piece, column: piece.offset - start });
      continue;
    }
    const after = piece ?? outside;
    const columns = columnsOfRun(run, before, after);
    for (const [i, { offset }] of run.entries()) yield [offset, columns[i] ?? 0];
    [run, before] = [[], after];
  }
}

/** The columns of the comments between two contents: as a reader of YAML would nest them if they were none. */
function columnsOfRun(
  run: readonly { readonly comment: string; readonly column: number }[],
  before: Content,
  after: Content,
): readonly number[] {
  const open = before.levels.length > after.levels.length ? before.levels : after.levels;
  const nested: OpenBlock[] = [];
  /** Returns true for an item of a list that is not at this column, and for what stands before one at a key's. */
  const isDeeper = (comment: string, column: number): boolean =>
    /^#\s?-(?:\s|$)/.test(comment)
      ? !open.some((one) => one.isList && one.column === column)
      : after.levels.at(-1)?.column === column + 0.5;
  let last: { readonly column: number; readonly printed: number } | undefined;
  return run.map(({ comment, column: own }) => {
    // The rest of an item, or of a block whose first line has the same column.
    if (/^#(?:\s{2}|\s*$)/.test(comment) && last?.column === own) return last.printed;
    const column = own + (isDeeper(comment, own) ? 0.5 : 0);
    while ((nested.at(-1)?.column ?? -1) > column) nested.pop();
    const printed = printedColumn(column, open, nested.at(-1), before.opens);
    if (nested.at(-1)?.column !== column) nested.push({ column, printed });
    // Keys of an item begin after its dash.
    const dash = /^#\s?(-\s+)\S/.exec(comment)?.[1]?.length;
    if (dash !== undefined) nested.push({ column: own + dash, printed: printed + dash });
    last = { column: own, printed };
    return printed;
  });
}

/** The column of a comment among the open levels, below `parent`, the comment that it is nested in. */
function printedColumn(
  column: number,
  open: readonly OpenBlock[],
  parent: OpenBlock | undefined,
  isOpened: boolean,
): number {
  const level = open.findLast((one) => one.column <= column);
  const base = level?.printed ?? 0;
  // Between two levels that are open there is one column only.
  const most = (open.find((one) => one.column > column)?.printed ?? Number.POSITIVE_INFINITY) - 1;
  if (parent?.column === column) return parent.printed;
  const isExact = level === undefined || level.column === column;
  if (parent === undefined) return isExact || !isOpened ? base : Math.min(base + STEP, most);
  if (isExact && base > parent.printed) return base;
  return Math.max(base, parent.printed + 1, Math.min(parent.printed + STEP, most));
}

function* piecesOf(text: string): Generator<Piece> {
  for (const token of new Parser().parse(text)) yield* piecesIn(token, []);
}

/** The tokens that may precede the value of a key or the item of a list. */
const OPENING: ReadonlySet<string> = new Set([
  ...["map-value-ind", "seq-item-ind", "explicit-key-ind", "anchor", "tag"],
]);
const BLANK: ReadonlySet<string> = new Set(["space", "newline", "comma", "byte-order-mark"]);

function* piecesIn(token: CST.Token, levels: readonly OpenBlock[]): Generator<Piece> {
  const all = function* (tokens: readonly CST.Token[] = []): Generator<Piece> {
    for (const one of tokens) yield* piecesIn(one, levels);
  };
  switch (token.type) {
    case "document":
      yield* all(token.start);
      if (token.value) yield* piecesIn(token.value, levels);
      return yield* all(token.end);
    case "block-map":
    case "block-seq": {
      const isBesideKey = token.type === "block-seq" && levels.at(-1)?.column === token.indent;
      const column = token.indent + (isBesideKey ? 0.5 : 0);
      const isList = token.type === "block-seq";
      const inside = [...levels, { column, printed: levels.length * STEP, isList }];
      for (const { start, key, sep, value } of token.items)
        for (const one of [...start, ...(key ? [key] : []), ...(sep ?? []), ...(value ? [value] : [])])
          yield* piecesIn(one, inside);
      return;
    }
    case "block-scalar":
      yield* all(token.props);
      return yield { levels, opens: false };
    case "comment":
      return yield { comment: token.source, offset: token.offset };
    default:
      if (BLANK.has(token.type)) return;
      yield { levels, opens: OPENING.has(token.type) };
      // Comments between the brackets stay where the library has them.
      if ("end" in token) yield* all(token.end);
  }
}
