import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { areSiblings } from "../text/file-schema.js";
import { type Line, lineAt, lineBelow, linesUpTo, type Mishap, slip } from "./lines.js";

/** A line below one that has its value already: one of the two is at the wrong depth. */
export function indentedTooFar({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "MULTILINE_IMPLICIT_KEY" && problem.code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const line = lineAt(source.text, problem.pos[0]);
  const below = lineBelow(source.text, line);
  if (below === undefined || below.indent <= line.indent || !/:\s+\S/.test(line.text)) return undefined;
  const above = linesUpTo(source.text, line.start - 1).findLast(
    ({ text, indent }) => indent >= line.indent && /:\s*(#.*)?$/.test(text),
  );
  const depth =
    above === undefined ? "" : ` If both belong to line ${above.number}, indent them by ${above.indent + 2}.`;
  const summary = `Line ${below.number} is below line ${line.number}, which already has its value`;
  const detail = `Line ${line.number} is indented by ${line.indent}, line ${below.number} by ${below.indent}.${depth}`;
  return slip(source, [line.start + line.indent, line.start + line.text.length], summary, detail);
}

/** A line that begins between the columns of those above it. */
export function unevenIndent({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (problem.code !== "BAD_INDENT") return undefined;
  const line = lineAt(source.text, problem.pos[1]);
  const above = linesUpTo(source.text, line.start - 1);
  const deeper = above.at(-1);
  const outer = above.findLast(({ indent }) => indent < line.indent);
  if (deeper === undefined || deeper.indent === line.indent) return undefined;
  const sibling = above.find(
    ({ number, indent }) => number > (outer?.number ?? 0) && indent <= deeper.indent,
  );
  const neighbour = outer && neighbourOf(outer, line, above);
  if (outer !== undefined && neighbour !== undefined) {
    const summary = `Line ${outer.number} is indented by ${outer.indent}, and belongs beside lines ${neighbour.number} and ${line.number}`;
    const detail = `Both are indented by ${line.indent}. Indent line ${outer.number} as far.`;
    return slip(source, [outer.start, outer.start + outer.text.length], summary, detail);
  }
  const other = sibling ?? deeper;
  const summary = `Line ${line.number} is indented by ${line.indent}, line ${other.number} above it by ${other.indent}`;
  const detail = "Lines of one mapping or list start at the same column. Indent both alike.";
  return slip(source, [line.start, line.start + line.indent + 1], summary, detail);
}

/** A key at the depth of the items of a list. */
export function noDash({ source, problem }: Mishap): FileDiagnostic | undefined {
  if (!problem.message.startsWith("Sequence item without - indicator")) return undefined;
  const line = lineAt(source.text, problem.pos[1] - 1);
  const key = linesUpTo(source.text, line.start - 1).findLast(
    ({ text, indent }) => indent < line.indent && /:\s*(#.*)?$/.test(text),
  );
  const place = key === undefined ? "" : ` of line ${key.number}`;
  const depth = key === undefined ? "less" : `by ${key.indent}`;
  const summary = `Line ${line.number} is as deep as the items of the list${place}, and begins with no dash`;
  const detail = `If it is no item, indent it ${depth}; if it is one, begin it with "- ".`;
  return slip(source, [line.start, line.start + line.text.length], summary, detail);
}

/**
 * The line above `outer` that is as deep as `line`, if all three are keys of one mapping: then it is `outer` that is
 * too far left, and not `line`, where the library complains.
 */
function neighbourOf(outer: Line, line: Line, above: readonly Line[]): Line | undefined {
  const before = above.findLast(({ number, indent }) => number < outer.number && indent <= line.indent);
  const keys = [before, outer, line].map((one) => /^\s*([\w-]+):/.exec(one?.text ?? "")?.[1] ?? "");
  return before?.indent === line.indent && areSiblings(keys) ? before : undefined;
}
