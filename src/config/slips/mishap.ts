import type { CST, YAMLParseError } from "yaml";
import { error, type FileDiagnostic } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";

/** The YAML library's first error, with the text and the tokens. */
export interface Mishap {
  readonly source: Source;
  readonly tokens: readonly CST.Token[];
  readonly problem: Pick<YAMLParseError, "code" | "message" | "pos">;
}

/** The finding of a typing mistake in the text of a file. */
export function slip(
  source: Source,
  [start, end]: readonly [number, number],
  summary: string,
  detail: string,
): FileDiagnostic {
  return error("yaml-syntax", summary, detail, { span: { source, start, end } });
}
