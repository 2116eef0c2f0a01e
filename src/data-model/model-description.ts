/**
 * A data model as its files describe it to the query engine: the objects that people look at, the grants that guard them
 * and the filters on their rows. Plain data, in the order in which the files were read.
 */

/** A place in the model's files; `line` counts from 1. */
export interface ModelPlace {
  readonly file: string;
  readonly line: number;
}

/**
 * The name of an undecidable grant. Objects require it if the files do not determine who reaches them: part
 * of the model cannot be read, several files define the object, or the engine refuses the whole model.
 */
export const UNREADABLE = "(unreadable)";
export const DUPLICATE = "(defined more than once)";
export const REFUSED = "(model refused)";

/** An entry of `allowed_values` that YAML reads as something else than a text. No text equals it. */
export interface OtherValue {
  readonly kind: "number" | "date" | "other";
  readonly text: string;
  /**
   * True if the attribute's values are of this kind, too: it depends on the service whether they equal it.
   */
  readonly isDoubtful?: boolean;
}

/**
 * A grant passes people without a value for `attribute`, and people whose whole value is one of `allowed`, or a part of
 * `within` where one text is allowed. An attribute that is no text is `null`: nobody has a value for it, so that
 * everybody passes.
 */
export interface ModelGrant {
  readonly name: string;
  readonly attribute: string | null;
  readonly allowed: readonly string[];
  readonly within?: string;
  readonly others?: readonly OtherValue[];
  /** True if the engine fails for people with a value: `allowed_values` is neither a list nor a text. */
  readonly isBroken?: true;
  /** Several grants have the name and say different things: it is not certain who passes, and depends on these. */
  readonly dependsOn?: readonly string[];
  readonly place: ModelPlace;
}

/** A condition on rows: those whose `field` fits a person's value for `attribute` (`null`: nobody has one). */
export interface ModelFilter {
  /** The field as it is written: `view.field`, or a field alone, which is looked for in all views. */
  readonly field: string;
  readonly attribute: string | null;
  /** True if the engine cannot read it and refuses every query, unless a topic overrides it. */
  readonly isRefused?: true;
  readonly place: ModelPlace;
}

/**
 * An attribute that limits rows in a way that is not read: a template in SQL names it. It is `null` where not even the
 * attribute is known, so that each of them may, and the empty text where none does.
 */
export interface ModelTemplate {
  readonly attribute: string | null;
  readonly place: ModelPlace;
}

/** The grants that guard an object: a person has to pass all of `requires` to reach it. */
export interface RequiredGrants {
  readonly requires: readonly string[];
  /** The grants that may also guard it, if it is not certain which do. */
  readonly mayRequire?: readonly string[];
}

/** An object that grants can guard. */
export interface Guarded extends RequiredGrants {
  readonly name: string;
  readonly place: ModelPlace;
}

/** A model: what its views and topics inherit the grants of. */
export interface ModelRoot extends Guarded {
  /** The database that its views are in. */
  readonly connection: string;
  readonly calendar: ModelCalendar;
}

/** The way in which a model reads points in time, each fact in one text. */
export interface ModelCalendar {
  /** Times are converted to it; the empty text for none. */
  readonly zone: string;
  readonly weekStart: string;
  readonly fiscalOffset: string;
  /** True if its fields are not converted by default. */
  readonly keepsZone: boolean;
}

/** The facts that the SQL of a time group depends on in addition to its own definition. */
export interface TimeGroup {
  /** True if its own definition says whether times are converted to the models' time zone. */
  readonly converts?: boolean;
  readonly hasWeek: boolean;
  readonly hasFiscal: boolean;
  /** True if one of its names is not the time as it is stored. */
  readonly isCut: boolean;
}

/** A dimension, measure or dimension group. */
export interface ModelField extends Guarded {
  /** True for a number column, whose values are read in another way than text. */
  readonly isNumber: boolean;
  readonly isMeasure: boolean;
  /** True for a measure whose SQL is made of other measures, so that only such measures can name it. */
  readonly isCombined: boolean;
  /** Its names in queries: a dimension group has no name of its own, but `made_date` and `days_open`. Two equal ones are ambiguous. */
  readonly names: readonly string[];
  /** The names for which the engine cannot make SQL: it refuses queries that filter by them. */
  readonly withoutSql: readonly string[];
  /** The fields that its SQL names, as they are written there. */
  readonly references: readonly string[];
  /** All texts of SQL in its definition; a field that is named outside of SQL stands there as `${field}`. */
  readonly pieces: readonly string[];
  readonly time: TimeGroup | undefined;
  /** The role as key: the primary key of its view, or a count of rows by it. */
  readonly key: "is" | "counts" | undefined;
  /** Its SQL, and what a measure makes of it, in one text: where it differs, the field is another one. */
  readonly sql: string;
  readonly templates: readonly ModelTemplate[];
}

/** The filters on the rows of a view or topic. */
export interface Filtered {
  readonly filters: readonly ModelFilter[];
  /** True if the engine cannot read a filter and refuses every query, regardless of overrides. */
  readonly isRefused?: boolean;
  readonly templates: readonly ModelTemplate[];
  /**
   * The text of several definitions if it is not certain which filters apply: `filters` is empty, and
   * `templates` has the attributes of all of them.
   */
  readonly uncertain?: string;
}

/** A view, usually a table; `model` is absent where the file does not name one. */
export interface ModelView extends Guarded, Filtered {
  readonly model?: string | undefined;
  readonly fields: readonly ModelField[];
  /** The name of its table, unless its own SQL makes it. */
  readonly tableName?: string;
  /** The table, or the SQL of it, in one text: where it differs, the view shows other rows. */
  readonly table: string;
  /** The columns by which it is joined with other views; each in one text. */
  readonly identifiers: readonly { readonly name: string; readonly sql: string }[];
  /** The view that this one is another name of: the engine made it. */
  readonly standsFor?: string;
}

export interface TopicView {
  readonly name: string;
  /** The view's own filters on attributes that the topic filters by do not apply. */
  readonly overridesFilters: boolean;
  /**
   * True if the topic's entry for the view is no mapping: the engine refuses queries of a view with filters.
   */
  readonly isOdd?: true;
  /** Its join in one text, and the views that the join names. */
  readonly join: string;
  readonly joinedThrough: readonly string[];
}

/** A topic: views that are queried together, the base view first. */
export interface ModelTopic extends Guarded, Filtered {
  readonly model?: string | undefined;
  readonly views: readonly TopicView[];
  /** Conditions that hold for everybody, in one text. */
  readonly always: string;
}

/** A dashboard; only its own grants guard it. */
export type ModelDashboard = Guarded;

/** The objects of a model that can require a grant. */
export const guardedIn = ({
  models,
  views,
  topics,
  dashboards,
}: Pick<ModelDescription, "models" | "views" | "topics" | "dashboards">): readonly Guarded[] => [
  ...models,
  ...views,
  ...views.flatMap(({ fields }) => fields),
  ...topics,
  ...dashboards,
];

/** The facts about access in the files of a data model. */
export interface ModelDescription {
  readonly grants: readonly ModelGrant[];
  readonly models: readonly ModelRoot[];
  readonly views: readonly ModelView[];
  readonly topics: readonly ModelTopic[];
  readonly dashboards: readonly ModelDashboard[];
  /**
   * Every file was understood. Otherwise what is missing may be there, so that no change of values certainly leaves people
   * with less.
   */
  readonly complete: boolean;
  /** True if the engine refuses the whole model: nothing about it is certain. */
  readonly refused?: boolean;
  /** The digest of all its files; absent if not all of them are known. */
  readonly source?: string;
}
