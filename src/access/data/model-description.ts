/**
 * A data model as its files describe it: the objects that people look at, the grants that guard them and the filters on
 * their rows. Plain data, in the order in which the files were read.
 */

/** A place in the model's files; `line` counts from 1. */
export interface ModelPlace {
  readonly file: string;
  readonly line: number;
}

/** Required of an object where the model's files cannot be read: the name of no grant, so nobody can say who passes it. */
export const UNREADABLE = "(unreadable)";

/**
 * A grant passes people without a value for `attribute`, and people whose whole value is one of `allowed`. Of one that
 * cannot be read, the attribute is the empty text.
 */
export interface ModelGrant {
  readonly name: string;
  readonly attribute: string;
  readonly allowed: readonly string[];
  readonly place: ModelPlace;
}

/** A condition on rows: those whose `field` (`view.field`) fits a person's value for `attribute`. */
export interface ModelFilter {
  readonly field: string;
  readonly attribute: string;
  readonly place: ModelPlace;
}

/**
 * An attribute that limits rows in a way that is not read: a template in SQL names it. It is the empty text where not
 * even the attribute is known, as of a filter that is not understood.
 */
export interface ModelTemplate {
  readonly attribute: string;
  readonly place: ModelPlace;
}

/** Something that grants can guard: a person has to pass all of `requires` to reach it. */
interface Guarded {
  readonly name: string;
  readonly requires: readonly string[];
  readonly place: ModelPlace;
}

/** A model: what its views and topics inherit the grants of. */
export type ModelRoot = Guarded;

/** A dimension, measure or dimension group. */
export interface ModelField extends Guarded {
  /** Values with several entries are read in another way for numbers than for text. */
  readonly isNumber: boolean;
  /** What a query can call it: a dimension group also with a timeframe, `made_date`, or an interval, `days_open`. */
  readonly names: readonly string[];
  readonly templates: readonly ModelTemplate[];
}

/** A view, usually a table; `model` is absent where the file does not name one. */
export interface ModelView extends Guarded {
  readonly model?: string;
  readonly fields: readonly ModelField[];
  readonly filters: readonly ModelFilter[];
  readonly templates: readonly ModelTemplate[];
}

/** A topic: views that are queried together. */
export interface ModelTopic extends Guarded {
  readonly model?: string;
  /** The base view first; `overridesFilters`: its own filters on attributes that the topic filters by do not apply. */
  readonly views: readonly { readonly name: string; readonly overridesFilters: boolean }[];
  readonly filters: readonly ModelFilter[];
  readonly templates: readonly ModelTemplate[];
}

/** A dashboard; only its own grants guard it. */
export type ModelDashboard = Guarded;

/** Everything that the files of a data model say about access. */
export interface ModelDescription {
  readonly grants: readonly ModelGrant[];
  readonly models: readonly ModelRoot[];
  readonly views: readonly ModelView[];
  readonly topics: readonly ModelTopic[];
  readonly dashboards: readonly ModelDashboard[];
  /** Every file was understood; otherwise what is missing may be there. */
  readonly complete: boolean;
  /** Something that a file says was not understood, so that no change of values surely leaves people with less. */
  readonly unread?: boolean;
}
