import { defaultAt, ITEM, type WrittenTree } from "../../config/written.js";
import { recordsOf } from "../diff/compare.js";

/** A place in the files at which two versions say different things; `null` where one says nothing. */
export interface Edit {
  /** The keys that lead to it, without those of items of lists. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences of two versions as they are written, leaf by leaf, in the order of the files' keys. */
export function writtenEdits(before: WrittenTree, after: WrittenTree): readonly Edit[] {
  return recordsOf<WrittenTree | string>(before, after).flatMap(({ path = [], lhs, rhs }) => {
    const keys = path.map(String);
    if (typeof lhs === "string" && typeof rhs === "string") return [editAt(keys, lhs, rhs)];
    return [
      ...leavesIn(lhs, keys).map(([at, leaf]) => editAt(at, leaf, undefined)),
      ...leavesIn(rhs, keys).map(([at, leaf]) => editAt(at, undefined, leaf)),
    ];
  });
}

const editAt = (path: readonly string[], before: string | undefined, after: string | undefined): Edit => ({
  path: path.filter((key) => !key.startsWith(ITEM)),
  before: before === undefined ? (defaultAt(path) ?? null) : JSON.parse(before),
  after: after === undefined ? (defaultAt(path) ?? null) : JSON.parse(after),
});

function leavesIn(
  tree: WrittenTree | string | undefined,
  path: readonly string[],
): readonly (readonly [path: readonly string[], leaf: string])[] {
  if (tree === undefined) return [];
  if (typeof tree === "string") return [[path, tree]];
  return Object.entries(tree).flatMap(([key, inner]) => leavesIn(inner, [...path, key]));
}
