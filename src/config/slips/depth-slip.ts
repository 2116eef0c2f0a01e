import { isCollection, isMap, isScalar, type Node, type Pair, type YAMLMap } from "yaml";
import type { DataPath } from "../text/data.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { keysAtPath, takesAnyKey } from "../text/file-schema.js";
import { scalarText } from "../text/scalar.js";
import type { Source } from "../text/source.js";
import { quote, suggestWithSynonyms } from "../text/wording.js";
import { lineAt, slip } from "./lines.js";

/** A key of a block mapping, with what is above it there and around it. */
interface KeyEntry {
  readonly path: DataPath;
  readonly name: string;
  readonly start: number;
  readonly value: unknown;
  readonly above: KeyEntry | undefined;
  readonly around: KeyEntry | undefined;
}

/**
 * A key that is sound YAML at the wrong depth: `precedence` next to its group instead of in it, or `groups`
 * among the attributes. Everything below such a key is misread, so this one finding stands for all of the
 * file. `isWrong` returns true if the schema found a violation at a path or below it: a key that passes is at
 * its intended place.
 */
export function depthSlip(
  { root, source }: { readonly root: YAMLMap; readonly source: Source },
  isWrong: (path: DataPath) => boolean,
): FileDiagnostic | undefined {
  for (const entry of entriesOf(root, undefined)) {
    const { path, name } = entry;
    if (keysAtPath(path).includes(name) || !isWrong([...path, name])) continue;
    const home = homeBefore(entry) ?? homeAround(entry);
    if (home !== undefined) return misplaced(source, entry, home);
  }
  return undefined;
}

/** Every key of the block mappings, in the order of the text. */
function* entriesOf(map: YAMLMap, around: KeyEntry | undefined): Generator<KeyEntry> {
  const path = around === undefined ? [] : [...around.path, around.name];
  let above: KeyEntry | undefined;
  for (const { key, value } of map.items as Pair<Node, Node | null>[]) {
    if (!isScalar(key) || !key.range) continue;
    const name = scalarText(key);
    const entry: KeyEntry = { path, name, start: key.range[0], value, above, around };
    if (path.length === 0 && name.startsWith("x-")) continue;
    yield entry;
    if (isMap(value) && value.flow !== true) yield* entriesOf(value, entry);
    above = entry;
  }
}

/** The entry to which a key belongs: inside it or next to it. */
interface Home {
  readonly entry: KeyEntry;
  readonly isInside: boolean;
}

/** The entry above, if the key would be at home in it. */
function homeBefore({ path, name, value, above }: KeyEntry): Home | undefined {
  if (above === undefined || !(isEmpty(above.value) || isMap(above.value))) return undefined;
  const inside = [...path, above.name];
  const isKeyThere = keysAtPath(inside).includes(name) && !looksLikeEntry(value, [...path, name]);
  const isEntryThere = isEmpty(above.value) && takesAnyKey(inside) && !takesAnyKey(path);
  return isKeyThere || isEntryThere ? { entry: above, isInside: true } : undefined;
}

/** The enclosing entry next to which the key would be valid. */
function homeAround({ path, name, value, around }: KeyEntry): Home | undefined {
  const isList = value !== null && isCollection(value);
  if (!isEmpty(value) && !isList) return undefined;
  if (suggestWithSynonyms(name, keysAtPath(path)) !== undefined || looksLikeEntry(value, [...path, name]))
    return undefined;
  // A key that others of this kind have was meant for this one: All Users has no `members`.
  if (keysAtPath([...path.slice(0, -1), ""]).includes(name)) return undefined;
  for (let entry = around; entry !== undefined; entry = entry.around)
    if (keysAtPath(entry.path).includes(name)) return { entry, isInside: false };
  return undefined;
}

/** Returns true if most keys of a mapping are those of an entry of this name: an attribute may well be called `groups`. */
function looksLikeEntry(value: unknown, path: DataPath): boolean {
  const known = keysAtPath(path);
  if (!isMap(value)) return false;
  const near = value.items.filter(
    ({ key }) => isScalar(key) && suggestWithSynonyms(scalarText(key), known) !== undefined,
  );
  return near.length * 2 > value.items.length;
}

function isEmpty(value: unknown): boolean {
  return value === null || (isScalar(value) && scalarText(value) === "" && value.type === "PLAIN");
}

function misplaced(source: Source, { name, start, value }: KeyEntry, home: Home): FileDiagnostic {
  const own = lineAt(source.text, start);
  const other = lineAt(source.text, home.entry.start);
  const depth = home.isInside ? other.indent + 2 : other.indent;
  const summary = home.isInside
    ? `${quote(name)} is beside ${quote(home.entry.name)} of line ${other.number}, and belongs in it`
    : `${quote(name)} is inside ${quote(home.entry.name)} of line ${other.number}, and belongs beside it`;
  const along = isEmpty(value) ? "" : ", and what belongs to it as far";
  const detail = `Line ${own.number} is indented by ${own.indent}. Indent it by ${depth}${along}. Nothing else in this file was checked.`;
  return slip(source, [start, start + name.length], summary, detail);
}
