import { byKey, groupBy } from "../../util/collections.js";
import type {
  ModelCalendar,
  ModelDescription,
  ModelField,
  ModelTopic,
  ModelView,
  TimeGroup,
} from "../model-description.js";
import type { CompiledModel } from "./compile-model.js";

/**
 * A place that a change of the model made another one, with the classes of the objects that somebody has to reach, in
 * both models.
 */
export interface RemadePlace {
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
  const found = [...remadeViews(former, current), ...remadeTopics(former, current)];
  if (found.length === 0) return [];
  const [before, after] = [classesOf(from), classesOf(to)];
  return found.flatMap(({ place, field, objects }) => {
    const [old, now] = [before(objects), after(objects)];
    // A topic names views that are not there.
    return old && now ? [{ place, field, before: old, after: now }] : [];
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
  const connections = new Map(models.map(({ name, connection }) => [name, connection]));
  return ({ table, uncertain = "", model = "" }) =>
    [connections.get(model) ?? "", table, uncertain].join("\u0002");
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
export function classesOf({
  classes,
}: CompiledModel): (objects: readonly string[]) => readonly number[] | undefined {
  const known = new Map(classes.flatMap(({ objects }, i) => objects.map((object) => [object, i] as const)));
  return (objects) => {
    const found = objects.flatMap((object) => known.get(object) ?? []);
    return found.length === objects.length ? found : undefined;
  };
}

/** The SQL of a field with that of all fields that it names, directly or by others, and with what its model adds to it. */
function resolvedSql({ views, models }: ModelDescription): (view: ModelView, field: ModelField) => string {
  const calendars = new Map(models.map(({ name, calendar }) => [name, calendar]));
  const textOf = ({ model = "" }: ModelView, { sql, time }: ModelField): string =>
    time ? [sql, ...calendarFacts(time, calendars.get(model))].join("\u0003") : sql;
  type Found = { readonly view: ModelView; readonly field: ModelField };
  let byName: Map<string, Found> | undefined;
  const find = (name: string): Found | undefined => {
    byName ??= new Map(
      views.flatMap((view) =>
        view.fields.flatMap((field) =>
          field.names.map((one) => [`${view.name}.${one}`, { view, field }] as const),
        ),
      ),
    );
    return byName.get(name);
  };
  return (view, field) => {
    if (field.references.length === 0 && field.key !== "counts") return textOf(view, field);
    const seen = new Set<ModelField>([field]);
    const queue = [{ view, field }];
    const texts: string[] = [];
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      texts.push(textOf(one.view, one.field));
      // A count without SQL counts the primary key.
      const counted = one.field.key === "counts" && one.view.fields.find(({ key }) => key === "is");
      if (counted && !seen.has(counted)) {
        seen.add(counted);
        queue.push({ view: one.view, field: counted });
      }
      for (const reference of one.field.references) {
        const [name = "", inView] = reference.split(".").reverse();
        const next = find(`${inView ?? one.view.name}.${name.toLowerCase()}`);
        if (next === undefined || seen.has(next.field)) continue;
        seen.add(next.field);
        queue.push(next);
      }
    }
    return texts.join("\u0002");
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
  const [before, after] = [classesOf(from), classesOf(to)];
  const calendars = new Map(to.description.models.map(({ name, calendar }) => [name, calendar]));
  return to.description.views.flatMap((view) =>
    view.fields.flatMap(({ name, time }): readonly RemadePlace[] => {
      if (time === undefined || !isConverted(time, calendars.get(view.model ?? ""))) return [];
      const field = `${view.name}.${name}`;
      const [old, now] = [before([`field:${field}`]), after([`field:${field}`])];
      return old && now ? [{ place: `view:${view.name}`, field, before: old, after: now }] : [];
    }),
  );
}
