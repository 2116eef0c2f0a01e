import { type Document, isNode, isScalar, type Scalar, visit, type YAMLMap } from "yaml";
import { groupBy } from "../../util/collections.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { scalarText } from "../text/scalar.js";
import { type Source, type Span, spanOfNode } from "../text/source.js";
import { type ParsedFile, parseSource } from "./parse-source.js";

/** The most equal keys that are examined from the front, in addition to the last one: more are no slip. */
const MOST_COMPARED = 3;

/** The most equal keys with findings of their own. */
const MOST_EQUAL_KEYS = 100;

/** The findings of each stage of reading, in their order. */
type FoundByStage = readonly (readonly FileDiagnostic[])[];

/**
 * Adds the findings below repeated keys. Only the last of equal keys is read, so this `read`s the files again
 * with the first of each, the second and so on, and adds their findings, stage by stage, so that all mistakes
 * come together.
 */
export function withHiddenFindings(
  sources: readonly Source[],
  found: FoundByStage,
  read: (parse: typeof parseSource) => FoundByStage,
): FoundByStage {
  const equal = found.flatMap((stage) => stage.filter(({ code }) => code === "duplicate-key")).length;
  if (equal === 0 || equal > MOST_EQUAL_KEYS) return found;
  const hidden = hiddenSpans(sources).map((spans, n) =>
    read((source) => withNth(n, source)).map((stage) => stage.filter((finding) => isWithin(finding, spans))),
  );
  return found.map((stage, i) => [...stage, ...hidden.flatMap((stages) => stages[i] ?? [])]);
}

/** The values of equal keys except the last of each: a list of all the first ones, one of the second ones, … */
function hiddenSpans(sources: readonly Source[]): readonly (readonly Span[])[] {
  const spans: Span[][] = Array.from({ length: MOST_COMPARED }, () => []);
  for (const source of sources) {
    const file = parseSource(source);
    if (!("root" in file)) continue;
    visitMaps(file.document, (map) => {
      for (const pairs of byKey(map).values()) {
        for (const [n, { value }] of pairs.slice(0, -1).slice(0, MOST_COMPARED).entries()) {
          const span = isNode(value) ? spanOfNode(source, value) : undefined;
          if (span !== undefined) spans[n]?.push(span);
        }
      }
    });
  }
  return spans.filter((ofRank) => ofRank.length > 0);
}

function isWithin({ span }: FileDiagnostic, hidden: readonly Span[]): boolean {
  if (span === undefined) return false;
  return hidden.some(
    ({ source, start, end }) => source === span.source && start <= span.start && span.end <= end,
  );
}

/** The file with nothing of equal keys but the n-th, or the last where there are fewer. */
function withNth(n: number, source: Source): ParsedFile | readonly FileDiagnostic[] {
  const file = parseSource(source);
  if (!("root" in file)) return file;
  visitMaps(file.document, (map) => {
    const kept = new Set([...byKey(map).values()].map((pairs) => pairs[n] ?? pairs.at(-1)));
    map.items = map.items.filter((pair) => !isScalar(pair.key) || kept.has(pair));
  });
  return file;
}

function visitMaps(document: Document, take: (map: YAMLMap) => void): void {
  visit(document, { Map: (_, map) => take(map) });
}

function byKey(map: YAMLMap): ReadonlyMap<string, YAMLMap["items"]> {
  const named = map.items.filter(({ key }) => isScalar(key));
  return groupBy(named, ({ key }) => scalarText(key as Scalar)); // as just filtered
}
