import { groupBy } from "../../util/collections.js";
import type { ModelField, ModelView } from "../model-description.js";

/** A part of the model with the class of its object. */
export interface Classed<T> {
  readonly of: T;
  readonly class: number;
}

/** A field that a filter may mean, and the classes of all that its SQL names: who lacks one of them cannot query it. */
export interface FieldCandidate {
  /** The name, as objects are written, but without `field:`; for a group, with the timeframe. */
  readonly name: string;
  readonly class: number;
  readonly isNumber: boolean;
  readonly needs: readonly number[];
}

/** The field of a filter as the engine looks for it: of several that a person reaches, it takes none. */
export interface FieldLookup {
  /** The field's name as objects are written where that is certain, otherwise as the filter writes it. */
  readonly field: string;
  readonly candidates: readonly FieldCandidate[];
  /** The class of a view whose rows are counted where no candidate is reached. */
  readonly countedView?: number;
}

interface IndexedField extends Classed<ModelField> {
  readonly view: string;
  /** Worked out once; `null` for SQL that names what does not exist, or itself. */
  needs?: readonly number[] | null;
}

/** A view with the classes of its fields. */
export interface ClassedView extends Classed<ModelView> {
  readonly fields: readonly Classed<ModelField>[];
}

/** Returns the field that a filter names, among the fields of all views. */
export function createFieldLookup(views: readonly ClassedView[]): (field: string) => FieldLookup {
  /** Fields by their names, and by these after the name of their view. */
  const byName = groupBy(
    views.flatMap(({ of: view, fields }) =>
      fields.flatMap((field) => {
        const entry: IndexedField = { ...field, view: view.name };
        return field.of.names.flatMap((name) => [
          { key: name, entry },
          { key: `${view.name}\n${name}`, entry },
        ]);
      }),
    ),
    ({ key }) => key,
  );
  const classes = new Map(views.map((view) => [view.of.name, view.class]));

  /** A name is looked for in lower case, that of its view as it stands. */
  const find = (reference: string, ownView?: string): readonly IndexedField[] => {
    const [first = "", second, third] = reference.split(".");
    const name = (third === undefined ? (second ?? first) : reference).toLowerCase();
    const view = second === undefined || third !== undefined ? (ownView ?? "") : first;
    const key = second === undefined && ownView === undefined ? name : `${view}\n${name}`;
    return (byName.get(key) ?? []).map(({ entry }) => entry);
  };

  const needsOf = (entry: IndexedField, path: ReadonlySet<IndexedField>): readonly number[] | null => {
    if (entry.needs !== undefined) return entry.needs;
    if (path.has(entry) || path.size > MOST_REFERENCES) return null;
    const needs = readNeeds(entry, new Set(path).add(entry));
    // Within a path, a circle makes `null` valid for the path's start only.
    if (path.size === 0 || needs !== null) entry.needs = needs;
    return needs;
  };
  const readNeeds = (
    { of: field, view }: IndexedField,
    path: ReadonlySet<IndexedField>,
  ): readonly number[] | null => {
    const needs = new Set(field.time ? [ONE_ZONE] : []);
    for (const reference of field.references) {
      const [found, second] = find(reference, view);
      if (found === undefined && isCount(reference)) continue;
      if (found === undefined || second?.class === found.class || !isNamedBy(field, found.of, reference))
        return null;
      const others = needsOf(found, path);
      if (others === null) return null;
      for (const one of [found.class, ...others]) needs.add(one);
    }
    return [...needs];
  };

  return (field) => {
    const found = find(field);
    const [only] = found;
    const [view = "", name] = field.split(".");
    const nameOf = (entry: IndexedField): string => `${entry.view}.${(name ?? field).toLowerCase()}`;
    const countedView = name !== undefined && isCount(field) ? classes.get(view) : undefined;
    return {
      field: only !== undefined && found.length === 1 ? nameOf(only) : field,
      candidates: found.map((entry) => ({
        name: nameOf(entry),
        class: entry.class,
        isNumber: entry.of.isNumber,
        needs: (hasSql(entry.of, field) ? needsOf(entry, new Set()) : null) ?? [NOBODY],
      })),
      ...(countedView !== undefined && { countedView }),
    };
  };
}

/** Fields that name each other in a row; Python follows fewer. */
const MOST_REFERENCES = 500;

/** The class of no object: nobody reaches it. */
export const NOBODY = -1;

/** The class that people who reach models of several time zones do not reach. */
export const ONE_ZONE = -2;

const hasSql = ({ withoutSql }: ModelField, reference: string): boolean =>
  !withoutSql.includes(reference.slice(reference.lastIndexOf(".") + 1).toLowerCase());

/** Returns true if the engine can put the SQL of one field into that of another. */
const isNamedBy = (field: ModelField, named: ModelField, reference: string): boolean =>
  hasSql(named, reference) && (!named.isCombined || field.isCombined);

/** Returns true for a reference to `count`, which every view has without a definition. */
const isCount = (reference: string): boolean => /^(?:[^.]*\.)?count$/i.test(reference);
