/** One file's name, as it is shown, and its text. */
export interface Source {
  readonly filename: string;
  readonly text: string;
  /** The base of relative paths in it, if not `filename`: a file of a revision is shown as `main:orgform.yaml`. */
  readonly path?: string;
  /** True if its lines are not shown: it is outside the folders of the organization's files. */
  readonly isOutside?: true;
}

/** A stretch of a source in UTF-16 units, `end` exclusive: cheap to keep, turned into lines only when reported. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A larger file is refused unread: well beyond 40,000 groups, and what the YAML library takes in a few seconds. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** The stretch of a node of the YAML library; `undefined` for a node that was not parsed. */
export function spanOfNode(
  source: Source,
  { range }: { readonly range?: readonly [number, number, number] | null | undefined },
): Span | undefined {
  return range ? { source, start: range[0], end: range[1] } : undefined;
}
