/**
 * A file of a data model after parsing, and before anything of it is understood: mappings, lists and scalars as the
 * parser found them. Aliases are followed, so that a node can stand in several places; none holds itself.
 */

/** A parsed file of a data model. */
export interface ModelDocument {
  readonly file: string;
  readonly root: ModelNode;
  /** True if its text contains `user_attributes`, so that a template may depend on them. */
  readonly hasTemplates: boolean;
  /** The line of an offset, from 1. */
  lineOf(offset: number): number;
}

/** A stretch of the file, in UTF-16 units. */
export interface Placed {
  readonly start: number;
  readonly end: number;
}

export type ModelNode = ModelScalar | ModelList | ModelMap;

/** A scalar; without a tag, only a plain one can be something else than a text. */
export interface ModelScalar extends Placed {
  readonly kind: "scalar";
  readonly text: string;
  readonly isPlain: boolean;
  readonly isBlock?: true;
  readonly tag?: string;
}

export interface ModelList extends Placed {
  readonly kind: "list";
  readonly items: readonly ModelNode[];
}

export interface ModelMap extends Placed {
  readonly kind: "map";
  readonly entries: readonly (readonly [key: ModelNode, value: ModelNode])[];
  /** One of its keys brings in other mappings (`<<`). */
  readonly merges: boolean;
  readonly tag?: string;
}
