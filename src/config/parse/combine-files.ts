import { canonicalJson } from "../../util/canonical-json.js";
import { type Data, type DataList, type DataMap, dataMap, entries, isDataMap, items } from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import type { SourceLocation } from "../text/location.js";
import type { Span } from "../text/source.js";
import { layered, spanOf } from "../text/source-map.js";
import { quote } from "../text/wording.js";

/** Keys whose entries are gathered by name from all files. */
const BY_NAME = new Set(["workspaces", "templates", "variables"]);
/** Lists that add up. */
const ADDED = new Set(["protect", "expect"]);

/**
 * Makes one document of several files: workspaces, templates and variables are a union by name, `protect` and
 * `expect` add up, and every other setting must be the same in all files.
 */
export function combineFiles(
  files: readonly DataMap[],
  placeOf: (span: Span) => SourceLocation,
): { readonly data: DataMap; readonly findings: readonly FileDiagnostic[] } {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0) return { data: only, findings: [] };
  const findings: FileDiagnostic[] = [];
  const twice: Twice = (code, key, first, second) => {
    const [summary, advice] = WORDS[code](quote(key));
    const before = spanOf(first, key, "key");
    const span = spanOf(second, key, "key");
    findings.push(
      fileFinding(code, summary, `It is also in ${nameOf(before, placeOf)}. ${advice}`, { span }),
    );
  };
  const keys = new Set(files.flatMap((file) => Object.keys(file)));
  const combined = [...keys].map((key): [string, Data] => {
    const holders = files.filter((file) => Object.hasOwn(file, key));
    const values = holders.map((file) => file[key] ?? null);
    if (BY_NAME.has(key)) return [key, union(key, values.filter(isDataMap), twice)];
    if (ADDED.has(key)) return [key, concatenate(values)];
    return [key, agreed(key, holders, twice)];
  });
  return { data: layered(files, dataMap(combined)), findings };
}

/** Reports an entry that is in two mappings, at the second one. */
type Twice = (code: keyof typeof WORDS, key: string, first: DataMap, second: DataMap) => void;

const WORDS = {
  "conflicting-setting": (name: string) => [
    `${name} is set differently in two files`,
    "Keep it in one file, or make both say the same.",
  ],
  "duplicate-workspace": (name: string) => [
    `The workspace ${name} is in two files`,
    "A workspace is in one file, whole; settings that several share can be a template.",
  ],
} satisfies Record<string, (name: string) => readonly [summary: string, advice: string]>;

function nameOf(span: Span | undefined, placeOf: (span: Span) => SourceLocation): string {
  if (span === undefined) return "another file";
  const { line, column } = placeOf(span).range.start;
  return `${span.source.filename}, line ${line}, column ${column}`;
}

function union(kind: string, maps: readonly DataMap[], twice: Twice): DataMap {
  const firstHolder = new Map<string, DataMap>();
  for (const map of maps) {
    for (const [name, value] of entries(map)) {
      const first = firstHolder.get(name);
      if (first === undefined) firstHolder.set(name, map);
      else if (kind === "workspaces") twice("duplicate-workspace", name, first, map);
      else if (!isSame(first[name], value)) twice("conflicting-setting", name, first, map);
    }
  }
  return layered(maps.toReversed());
}

/** Items keep where they came from when they are mappings; a list that is put together has no one place. */
function concatenate(values: readonly Data[]): DataList {
  const [only = [], ...others] = values.map(items).filter((list) => list.length > 0);
  return others.length === 0 ? only : [only, ...others].flat();
}

/** The first file's setting; the others must say the same. */
function agreed(key: string, [first, ...others]: readonly DataMap[], twice: Twice): Data {
  const value = first?.[key] ?? null;
  for (const other of others)
    if (first && !isSame(value, other[key])) twice("conflicting-setting", key, first, other);
  return value;
}

function isSame(a: Data | undefined, b: Data | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
