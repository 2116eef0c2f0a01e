import { isMap, isNode, isScalar, isSeq, type YAMLMap } from "yaml";
import { parseDocument } from "../../parse/parse-source.js";
import { duplicateKey } from "../../parse/to-data.js";
import type { Bounds } from "../../text/bounds.js";
import { controlOffset } from "../../text/escaped-text.js";
import { error, type FileDiagnostic } from "../../text/file-diagnostic.js";
import { scalarText, scalarValue } from "../../text/scalar.js";
import { type Source, type Span, spanOfNode } from "../../text/source.js";
import { quote } from "../../text/wording.js";
import { ENTRIES } from "./entry-budget.js";
import { CONTROL_ADVICE, type ListRead, noRows, tooManyCells, tooManyColumns } from "./list-file.js";

const A_LIST =
  "A list of people is a list of mappings, one a person, with texts, numbers, true or false as values: `- {email: ada@northwind.example, region: west}`.";

/** A row that was reported: it has as few cells as no row has. */
const UNUSABLE: readonly string[] = [];

/**
 * Reads a YAML or JSON text with a list of mappings. The columns are all keys; a missing key and null are an empty
 * cell, and everything else is its own text: `1.50` stays `1.50`. Nothing is substituted.
 */
export function readMappings(source: Source, bounds: Bounds): ListRead {
  const { listCells, listColumns } = bounds;
  const notJson = /\.json$/i.test(source.filename) ? otherThanJson(source) : undefined;
  if (notJson !== undefined) return { findings: [notJson] };
  const document = parseDocument(source, bounds);
  // The text may be anything that ends in .json: its lines are not shown.
  if (!("contents" in document)) return { findings: document.map((f) => ({ ...f, isConfidential: true })) };
  const { contents } = document;
  const top = { source, start: 0, end: 0 };
  if (!isSeq(contents))
    return {
      findings: [error("list-damaged", "This is not a list", A_LIST, { span: top, isConfidential: true })],
    };
  if (contents.items.length === 0) return { findings: [noRows("The list is empty", top)] };
  const spanOf = (node: unknown): Span => (isNode(node) ? (spanOfNode(source, node) ?? top) : top);
  const findings: FileDiagnostic[] = [];
  const index = new Map<string, number>();
  const maps: (YAMLMap | undefined)[] = [];
  let pairs = 0;
  const records = contents.items.map((item): readonly string[] => {
    if (index.size > listColumns) return UNUSABLE;
    const map = isMap(item) ? item : undefined;
    maps.push(map);
    pairs += map?.items.length ?? 0;
    if (map === undefined)
      findings.push(error("list-damaged", "This is not a mapping", A_LIST, { span: spanOf(item) }));
    const cells: string[] = [];
    const before = findings.length;
    for (const { key, value } of map?.items ?? []) {
      if (!isScalar(key)) continue;
      const name = scalarText(key);
      const column = index.get(name) ?? index.size;
      index.set(name, column);
      if (cells[column] !== undefined) findings.push(duplicateKey(name, spanOf(key)));
      if (value !== null && !isScalar(value))
        findings.push(error("list-damaged", `${quote(name)} is not a text`, A_LIST, { span: spanOf(key) }));
      const cell = isScalar(value) && scalarValue(value) !== null ? scalarText(value) : "";
      if (controlOffset(cell) >= 0) findings.push(controlIn(name, spanOf(value)));
      cells[column] = cell;
    }
    return findings.length > before || map === undefined ? UNUSABLE : cells;
  });
  if (index.size > listColumns) return { findings: [tooManyColumns(bounds, top)] };
  const columns = [...index.keys()];
  const cells = records.length * columns.length;
  if (cells > listCells) return { findings: [tooManyCells(bounds, top)] };
  return {
    file: {
      source,
      columns,
      // A list in brackets that was cut off is no list.
      isCut: source.text.includes("\n") && !/[\n\]}]$/.test(source.text),
      cost: cells * ENTRIES.cell + (records.length + pairs) * ENTRIES.pair,
      records: records.map((cells) => (cells === UNUSABLE ? cells : columns.map((_, i) => cells[i] ?? ""))),
      spanOf: (record, column) => {
        const map = maps[record];
        const name = column === undefined ? undefined : columns[column];
        const pair = map?.items.find(({ key }) => isScalar(key) && scalarText(key) === name);
        const value = pair && isScalar(pair.value) && pair.value.source !== "" ? pair.value : pair?.key;
        // The first key of a row is its place: the row as a whole reaches over several lines.
        return spanOf(value ?? map?.items[0]?.key ?? map ?? contents);
      },
    },
    findings,
  };
}

/** Written as an escape, such as `\u0000`: the text of the file itself holds none. */
function controlIn(name: string, span: Span): FileDiagnostic {
  return error("list-damaged", `${quote(name)} holds a control character`, CONTROL_ADVICE, { span });
}

/** The finding on a list whose name promises JSON. YAML takes more: a comment, or a text that was cut in the middle. */
function otherThanJson(source: Source): FileDiagnostic | undefined {
  try {
    JSON.parse(source.text);
    return undefined;
  } catch (cause) {
    const areLines = /^\s*\{.*\}\s*\r?\n\s*\{/.test(source.text);
    const [summary, detail] = areLines
      ? ["The list is one JSON object a line", "Put brackets around the objects, and commas between them."]
      : [
          "The list is not JSON",
          "A file whose name ends in .json is JSON, without comments; one in YAML ends in .yaml.",
        ];
    const start = areLines ? 0 : Number(/at position (\d+)/.exec(String(cause))?.[1] ?? 0);
    const span = { source, start, end: start + 1 };
    return error("list-damaged", summary, detail, { span, isConfidential: true });
  }
}
