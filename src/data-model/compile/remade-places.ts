import { byKey, groupBy } from "../../util/collections.js";
import type {
  ModelCalendar,
  ModelDescription,
  ModelField,
  ModelTopic,
  ModelView,
  TimeGroup,
} from "../model-description.js";
import { type CompiledModel, classesIn } from "./compile-model.js";

/**
 * A place that a change of the model made another one, with the classes of the objects that somebody has to reach, in
 * both models.
 */
interface RemadePlace {
  readonly place: string;
  /** The field whose SQL is another one; the empty text where it is the view or the topic. */
  readonly field: string;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * The places that both models have and that are not the same: by their table, connection and joins, by the SQL of a
 * field, by what always holds.
 */
export function remadePlaces(from: CompiledModel, to: CompiledModel): readonly RemadePlace[] {
  if (from === to) return [];
  const [former, current] = [from.description, to.description];
  return inBoth(from, to, [...remadeViews(former, current), ...remadeTopics(former, current)]);
}

/** The places whose objects both models have: a topic names views that are not there. */
function inBoth(from: CompiledModel, to: CompiledModel, found: readonly Remade[]): readonly RemadePlace[] {
  return found.flatMap(({ place, field, objects }) => {
    const [before, after] = [classesOf(from, objects), classesOf(to, objects)];
    return before && after ? { place, field, before, after } : [];
  });
}

/** A place that is remade, with the objects that somebody has to reach. */
interface Remade {
  readonly place: string;
  readonly field: string;
  readonly objects: readonly string[];
}

function remadeViews(former: ModelDescription, current: ModelDescription): readonly Remade[] {
  const viewsBefore = byKey(former.views, "name");
  const [sqlBefore, sqlAfter] = [resolvedSql(former), resolvedSql(current)];
  const [tableBefore, tableAfter] = [tableIn(former), tableIn(current)];
  return current.views.flatMap((view): readonly Remade[] => {
    const before = viewsBefore.get(view.name);
    if (before === undefined) return [];
    const place = `view:${view.name}`;
    const isOther = tableBefore(before) !== tableAfter(view) || isJoinedOtherwise(before, view);
    const fieldsBefore = byKey(before.fields, "name");
    const fields = view.fields.flatMap((field): readonly Remade[] => {
      const other = fieldsBefore.get(field.name);
      if (other === undefined || sqlBefore(before, other) === sqlAfter(view, field)) return [];
      const name = `${view.name}.${field.name}`;
      return [{ place, field: name, objects: [`field:${name}`] }];
    });
    return [...(isOther ? [{ place, field: "", objects: [place] }] : []), ...fields];
  });
}

/** Identifies the table of a view: the connection, the table and, for an uncertain view, the reason, in one text. */
function tableIn({ models }: ModelDescription): (view: ModelView) => string {
  const roots = byKey(models, "name");
  return ({ table, uncertain = "", model = "" }) =>
    [roots.get(model)?.connection ?? "", table, uncertain].join("\u0002");
}

/**
 * Returns true if identifiers of a name join in another way: of several, the engine takes the first. One that is added
 * behind them allows more joins, and leaves the rows the same.
 */
function isJoinedOtherwise(before: ModelView, after: ModelView): boolean {
  const known = groupBy(before.identifiers, ({ name }) => name);
  return [...groupBy(after.identifiers, ({ name }) => name)].some(([name, current]) =>
    known.get(name)?.some(({ sql }, i) => current[i] !== undefined && current[i].sql !== sql),
  );
}

function remadeTopics(former: ModelDescription, current: ModelDescription): readonly Remade[] {
  const topicsBefore = byKey(former.topics, "name");
  return current.topics.flatMap((topic): readonly Remade[] => {
    const before = topicsBefore.get(topic.name);
    if (before === undefined) return [];
    const isOther = factsOf(before) !== factsOf(topic);
    const [joinBefore, joinAfter] = [resolvedJoins(before), resolvedJoins(topic)];
    return topic.views.flatMap(({ name }): readonly Remade[] => {
      const join = joinBefore(name);
      if (!isOther && (join === undefined || join === joinAfter(name))) return [];
      const objects = [`topic:${topic.name}`, `view:${name}`];
      return [{ place: `topic:${topic.name}/view:${name}`, field: "", objects }];
    });
  });
}

/** The facts that all places of a topic depend on, in one text: its filters and its base view. */
const factsOf = ({ always, views, uncertain = "" }: ModelTopic): string =>
  [always, views[0]?.name ?? "", uncertain].join("\u0002");

/** The join of a view of a topic, with the joins of all views in between, in one text. */
function resolvedJoins({ views }: ModelTopic): (name: string) => string | undefined {
  const byName = byKey(views, "name");
  return (name) => {
    if (!byName.has(name)) return undefined;
    const way = new Set([name]);
    // A loop over a set also visits the entries that are added on the way.
    for (const view of way) {
      for (const next of byName.get(view)?.joinedThrough ?? []) way.add(next);
    }
    return [...way].map((view) => byName.get(view)?.join ?? "").join("\u0002");
  };
}

/** The classes of objects, unless one of them is none of the model. */
export function classesOf(model: CompiledModel, objects: readonly string[]): readonly number[] | undefined {
  const classes = objects.flatMap((object) => classesIn(model).get(object) ?? []);
  return classes.length === objects.length ? classes : undefined;
}

/** The SQL of a field with that of all fields that it names, directly or by others, and with what its model adds to it. */
function resolvedSql({ views, models }: ModelDescription): (view: ModelView, field: ModelField) => string {
  const roots = byKey(models, "name");
  const textOf = ({ model = "" }: ModelView, { sql, time }: ModelField): string =>
    time ? [sql, ...calendarFacts(time, roots.get(model)?.calendar)].join("\u0003") : sql;
  const byName = new Map(
    views.flatMap((view) =>
      view.fields.flatMap((field) =>
        field.names.map((name) => [`${view.name}.${name}`, { view, field }] as const),
      ),
    ),
  );
  return (view, field) => {
    const way = new Map([[field, view]]);
    // A loop over a map also visits the entries that are added on the way.
    for (const [{ key, references }, own] of way) {
      // A count without SQL counts the primary key.
      const counted = key === "counts" && own.fields.find((other) => other.key === "is");
      if (counted && !way.has(counted)) way.set(counted, own);
      for (const reference of references) {
        const [name = "", other = own.name] = reference.split(".").reverse();
        const next = byName.get(`${other}.${name.toLowerCase()}`);
        if (next && !way.has(next.field)) way.set(next.field, next.view);
      }
    }
    return [...way].map(([named, own]) => textOf(own, named)).join("\u0002");
  };
}

/** The facts that a model adds to the SQL of a time group, without the time zone, which all models share. */
function calendarFacts(time: TimeGroup, calendar: ModelCalendar | undefined): readonly string[] {
  const { weekStart = "", fiscalOffset = "" } = calendar ?? {};
  return [
    time.isCut && !isConverted(time, calendar) ? "keeps" : "",
    time.hasWeek ? weekStart : "",
    time.hasFiscal ? fiscalOffset : "",
  ];
}

/** Returns true if the time zone of the models makes other times of a time group. */
const isConverted = ({ isCut, converts }: TimeGroup, calendar: ModelCalendar | undefined): boolean =>
  isCut && (converts ?? calendar?.keepsZone !== true);

/**
 * The time groups of both models whose times are converted, each as a place: another time zone makes other rows of them.
 */
export function zonedPlaces(from: CompiledModel, to: CompiledModel): readonly RemadePlace[] {
  if (from.zones.length + to.zones.length === 0) return [];
  const roots = byKey(to.description.models, "name");
  const zoned = to.description.views.flatMap((view) =>
    view.fields.flatMap(({ name, time }): readonly Remade[] => {
      if (time === undefined || !isConverted(time, roots.get(view.model ?? "")?.calendar)) return [];
      const field = `${view.name}.${name}`;
      return [{ place: `view:${view.name}`, field, objects: [`field:${field}`] }];
    }),
  );
  return inBoth(from, to, zoned);
}
