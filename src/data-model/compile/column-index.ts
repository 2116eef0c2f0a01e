import { byKey, oncePer } from "../../util/collections.js";
import type { ModelDescription, ModelField, ModelRoot, ModelView } from "../model-description.js";
import { checksOf } from "./grant-checks.js";

/** The columns and fields that a text of SQL names. */
interface SqlColumns {
  /** Columns of the field's own table, in small letters and without quotes. */
  readonly columns: readonly string[];
  /** Fields, as they are written in `${…}`. */
  readonly fields: readonly string[];
  /** True if nothing else in it can be a column. */
  readonly isComplete: boolean;
}

/** Quoted names stay; texts and comments are taken out. */
const APART = /("(?:[^"]|"")*"|`[^`]*`)|'(?:[^'\\]|''|\\.)*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NAME = String.raw`(?:"((?:[^"]|"")+)"|${"`([^`]+)`"}|\[([^\]]+)\]|([\p{L}_][\p{L}\p{N}_$]*))`;
/** A column, with what of its content the SQL takes. */
const COLUMN = new RegExp(
  String.raw`\$\{TABLE\}\s*\.\s*${NAME}(?:\s*(?:\.|:(?!:))\s*(?:"[^"]+"|[\p{L}\p{N}_$]+)|\[\d+\])*`,
  "gu",
);
const FIELD = /\$\{([^}]*)\}/g;
const CAST = /::\s*\w+(?:\s*\([\d\s,]*\))?/g;
const WORD = /(?<![\p{L}\p{N}_$])[\p{L}_"`[][\p{L}\p{N}_$"`\].]*(?!\s*\()(?![\p{L}\p{N}_$"`\].])/gu;

const KEYWORDS: ReadonlySet<string> = new Set(
  `all and any array as asc at between bigint bool boolean by bytes case cast char character collate current_date
  current_time current_timestamp date datetime day days dayofweek dayofyear decimal desc distinct double else end
  epoch escape exists extract false filter first float float64 following for from group hour hours ilike in int int64
  integer interval is json last like list microsecond millisecond minute minutes month months not null nulls number
  numeric ntz object or order over partition precision preceding quarter quarters range real regexp respect
  rlike row rows second seconds separator similar some string struct text then time timestamp timestamp_ltz
  timestamp_ntz timestamp_tz timestamptz to trailing leading both true tinyint smallint unbounded unknown using uuid
  varchar variant week weeks when where with within without year years zone`.split(/\s+/),
);

/** The common case: one column and nothing else. */
const ALONE = /^\$\{TABLE\}\.([A-Za-z_]\w*)$/;

/** Reads a text of SQL for its columns. What a template makes of it is not known, so that it names none. */
function columnsOfSql(sql: string): SqlColumns {
  const [, alone] = ALONE.exec(sql) ?? [];
  if (alone !== undefined) return { columns: [alone.toLowerCase()], fields: [], isComplete: true };
  if (/\{[{%]/.test(sql)) return { columns: [], fields: [], isComplete: false };
  const plain = sql.replace(APART, (_, name: string | undefined) => name ?? " ");
  const columns: string[] = [];
  const withoutColumns = plain.replace(COLUMN, (_, a?: string, b?: string, c?: string, d?: string) => {
    columns.push((a?.replaceAll('""', '"') ?? b ?? c ?? d ?? "").toLowerCase());
    return " 0 ";
  });
  const fields: string[] = [];
  let isComplete = true;
  const rest = withoutColumns.replace(FIELD, (_, name: string) => {
    // A whole row, or what comes after it, is no column that can be named.
    if (name === "TABLE") isComplete = false;
    else fields.push(name);
    return " 0 ";
  });
  const words = rest.replace(CAST, " ").match(WORD) ?? [];
  return {
    columns,
    fields,
    isComplete: isComplete && !/['"`]/.test(rest) && words.every((word) => KEYWORDS.has(word.toLowerCase())),
  };
}

/** A field with the grants that somebody has to pass to reach it. */
export interface ColumnField {
  /** The object, as objects are written: `field:staff.salary`. */
  readonly object: string;
  readonly grants: readonly string[];
  readonly view: ModelView;
  readonly field: ModelField;
}

/** A field that grants guard and whose columns are all known. */
export interface GuardedColumns extends ColumnField {
  readonly columns: readonly string[];
}

/** The guarded fields of a model, and the fields in whose SQL their columns stand. */
interface ColumnUses {
  /** Those of which every column stands in a field that does not require all of their grants, too. */
  readonly guarded: readonly GuardedColumns[];
  /** The fields that use each column, in the order of the model. */
  readonly users: ReadonlyMap<string, readonly ColumnField[]>;
}

/** The columns of a model's guarded fields; worked out when it is first asked for, since most questions need none. */
export const columnIndexOf = oncePer(({ models, grants, views }: ModelDescription): ColumnUses => {
  const checks = checksOf(grants);
  const guardsOf = createGuards(models);
  // A grant that everybody passes guards nothing.
  const withGrants = (view: ModelView, field: ModelField): ColumnField => {
    const grants = [...new Set([...guardsOf(view), ...field.requires])].filter(
      (name) => checks.get(name) !== null,
    );
    return { object: `field:${view.name}.${field.name}`, grants, view, field };
  };
  const columnsOf = createColumnReader(views);
  const guarded = views.flatMap((view) => {
    const isGuarded = guardsOf(view).length > 0;
    return view.fields.flatMap((field): readonly GuardedColumns[] => {
      if (!isGuarded && field.requires.length === 0) return [];
      const one = withGrants(view, field);
      const { columns, isComplete } = columnsOf(view, field);
      return one.grants.length > 0 && isComplete && columns.size > 0
        ? [{ ...one, columns: [...columns] }]
        : [];
    });
  });
  const users = new Map<string, ColumnField[]>(
    guarded.flatMap(({ columns }) => columns.map((column) => [column, []])),
  );
  const tables = new Set([...users.keys()].map((column) => column.slice(0, column.indexOf("\n"))));
  // Elsewhere, only a field of another view leads to these tables. An alias is as open as its view.
  const mayUse = (view: ModelView): boolean =>
    view.standsFor === undefined &&
    (tables.has(tableOf(view)) ||
      view.fields.some(({ references }) => references.some((reference) => reference.includes("."))));
  for (const view of users.size > 0 ? views.filter(mayUse) : [])
    for (const field of view.fields) {
      const used = [...columnsOf(view, field).columns].filter((column) => users.has(column));
      const user = used.length > 0 && withGrants(view, field);
      if (user) for (const column of used) users.get(column)?.push(user);
    }
  const isElsewhere = ({ grants, columns }: GuardedColumns): boolean =>
    columns.every((column) =>
      users.get(column)?.some((user) => grants.some((grant) => !user.grants.includes(grant))),
    );
  return { guarded: guarded.filter(isElsewhere), users };
});

interface FieldColumns {
  readonly columns: ReadonlySet<string>;
  readonly isComplete: boolean;
}

const UNREAD: FieldColumns = { columns: new Set(), isComplete: false };

/** Returns the columns of a field with those of all fields that it names; each with its table, in one text. */
export function createColumnReader(views: readonly ModelView[]) {
  const find = createFinder(views);
  const read = new Map<ModelField, Map<ModelView, FieldColumns>>();
  const columnsOf = (view: ModelView, field: ModelField, path: ReadonlySet<ModelField>): FieldColumns => {
    const done = read.get(field)?.get(view);
    if (done !== undefined) return done;
    if (path.has(field) || path.size > MOST_REFERENCES) return UNREAD;
    const table = tableOf(view);
    const within = new Set(path).add(field);
    const columns = new Set<string>();
    let isComplete = true;
    for (const sql of field.pieces.map(columnsOfSql)) {
      isComplete &&= sql.isComplete;
      for (const column of sql.columns) columns.add(`${table}\n${column}`);
      for (const reference of sql.fields) {
        const found = find(reference, view);
        // Every view has a count without a definition.
        if (found === undefined && /(?:^|\.)count$/i.test(reference)) continue;
        const named = found ? columnsOf(found.view, found.field, within) : UNREAD;
        isComplete &&= named.isComplete;
        for (const column of named.columns) columns.add(column);
      }
    }
    const result = { columns, isComplete };
    // What was found within a circle is not all.
    if (path.size === 0 || isComplete) read.set(field, (read.get(field) ?? new Map()).set(view, result));
    return result;
  };
  return (view: ModelView, field: ModelField): FieldColumns => columnsOf(view, field, new Set());
}

/** Fields that name each other in a row. */
const MOST_REFERENCES = 100;

type Found = Pick<ColumnField, "view" | "field">;

/** Returns the one field that SQL of a view names; nothing for a name of none, or of several. */
export function createFinder(
  views: readonly ModelView[],
): (reference: string, own: ModelView) => Found | undefined {
  const byView = byKey(views, "name");
  const names = new Map<ModelView, ReadonlyMap<string, ModelField | null>>();
  const namesIn = (view: ModelView): ReadonlyMap<string, ModelField | null> => {
    const found = new Map<string, ModelField | null>();
    for (const field of view.fields)
      for (const name of field.names)
        found.set(name, found.has(name) && found.get(name) !== field ? null : field);
    names.set(view, found);
    return found;
  };
  return (reference, own) => {
    const [name = "", other] = reference.split(".").reverse();
    const view = other === undefined ? own : byView.get(other);
    const field = view && (names.get(view) ?? namesIn(view)).get(name.toLowerCase());
    return view && field ? { view, field } : undefined;
  };
}

/** Returns the grants of a view with those of its model. */
export function createGuards(models: readonly ModelRoot[]): (view: ModelView) => readonly string[] {
  const roots = byKey(models, "name");
  return ({ model = "", requires }) => [...(roots.get(model)?.requires ?? []), ...requires];
}

/** A table, however its name is written; the SQL of a derived one is that of its view alone. */
export const tableOf = ({ name, tableName, standsFor = name }: ModelView): string =>
  tableName === undefined ? `view ${standsFor}` : tableName.toLowerCase().replace(/["`[\]\s]/g, "");

/**
 * The fields among those that are open in whose SQL all columns of a guarded field stand: each that has them all or, where
 * none does, each that has one of them. Nothing where a column stands in none.
 */
export function fieldsHolding(
  { columns }: GuardedColumns,
  users: ColumnUses["users"],
  isOpen: (field: ColumnField) => boolean,
): readonly ColumnField[] | undefined {
  const open = columns.map((column) => users.get(column)?.filter(isOpen) ?? []);
  const [first = [], ...others] = open;
  if (open.some((fields) => fields.length === 0)) return undefined;
  const whole = first.filter((field) => others.every((fields) => fields.includes(field)));
  return whole.length > 0 ? whole : [...new Set(open.flat())];
}
