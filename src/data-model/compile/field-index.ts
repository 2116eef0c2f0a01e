import type { ModelField, ModelFilter, ModelView } from "../model-description.js";

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

/** The fields of a model by the names that queries call them by. */
export interface FieldIndex {
  addView(view: Classed<ModelView>): void;
  addField(view: string, field: ModelField, own: number): void;
  /** The field that a filter names. */
  lookUp(filter: Pick<ModelFilter, "field">): FieldLookup;
}

/** An index without fields yet. */
export function createFieldIndex(): FieldIndex {
  const byView = new Map<string, Map<string, IndexedField[]>>();
  const byName = new Map<string, IndexedField[]>();
  const views = new Map<string, number>();

  /** A name is looked for in lower case, that of its view as it stands. */
  const find = (reference: string, ownView?: string): readonly IndexedField[] => {
    const [first = "", second, third] = reference.split(".");
    if (second === undefined && ownView === undefined) return byName.get(first.toLowerCase()) ?? [];
    const name = third === undefined ? (second ?? first) : reference;
    const view = second === undefined || third !== undefined ? (ownView ?? "") : first;
    return byView.get(view)?.get(name.toLowerCase()) ?? [];
  };

  const needsOf = (entry: IndexedField, path: ReadonlySet<IndexedField>): readonly number[] | null => {
    if (entry.needs !== undefined) return entry.needs;
    if (path.has(entry) || path.size > MOST_REFERENCES) return null;
    const within = new Set(path).add(entry);
    const needs = new Set<number>();
    if (entry.of.time) needs.add(ONE_ZONE);
    for (const reference of entry.of.references) {
      const [found, second] = find(reference, entry.view);
      if (found === undefined && isCount(reference)) continue;
      const isUsable = found && second?.class !== found.class && isNamedBy(entry.of, found.of, reference);
      const others = isUsable ? needsOf(found, within) : null;
      if (found === undefined || others === null) return remember(entry, path, null);
      for (const one of [found.class, ...others]) needs.add(one);
    }
    return remember(entry, path, [...needs]);
  };

  return {
    addView({ of, class: own }) {
      views.set(of.name, own);
    },
    addField(view, field, own) {
      const entry: IndexedField = { of: field, class: own, view };
      const ofView = byView.get(view) ?? new Map<string, IndexedField[]>();
      byView.set(view, ofView);
      for (const name of field.names) {
        add(ofView, name, entry);
        add(byName, name, entry);
      }
    },
    lookUp({ field }) {
      const found = find(field);
      const [only] = found;
      const [view = "", name] = field.split(".");
      const nameOf = (entry: IndexedField): string => `${entry.view}.${(name ?? field).toLowerCase()}`;
      const countedView = name !== undefined && isCount(field) ? views.get(view) : undefined;
      return {
        field: only !== undefined && found.length === 1 ? nameOf(only) : field,
        candidates: found.flatMap((entry) => {
          const needs = hasSql(entry.of, field) ? needsOf(entry, new Set()) : null;
          const { isNumber } = entry.of;
          return [{ name: nameOf(entry), class: entry.class, isNumber, needs: needs ?? [NOBODY] }];
        }),
        ...(countedView !== undefined && { countedView }),
      };
    },
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
  hasSql(named, reference) && (named.isCombined !== true || field.isCombined === true);

/** Returns true for a reference to `count`, which every view has without a definition. */
const isCount = (reference: string): boolean => /^(?:[^.]*\.)?count$/i.test(reference);

/**
 * Stores a result unless it is `null` within a path: a cycle in the path makes it valid for the path's start
 * only.
 */
function remember(
  entry: IndexedField,
  path: ReadonlySet<IndexedField>,
  needs: readonly number[] | null,
): readonly number[] | null {
  if (path.size === 0 || needs !== null) entry.needs = needs;
  return needs;
}

function add(index: Map<string, IndexedField[]>, name: string, entry: IndexedField): void {
  const known = index.get(name);
  if (known === undefined) index.set(name, [entry]);
  else known.push(entry);
}
