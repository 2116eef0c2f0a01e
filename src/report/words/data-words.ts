import { UNREAD } from "../../model/address.js";
import type { ColumnGain, RowChange, RowLimit } from "../../model/plan/plan.js";
import { groupAlike, groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { nameText, valueText } from "./labels.js";

/** The most objects of a kind that are named rather than counted. */
const FEW = 3;

const OBJECT_KINDS = ["model", "view", "topic", "dashboard", "field"] as const;

/**
 * Objects in few words: `2 more fields (orders.total, orders.cost), the view people with 12 fields`. Fields
 * are shown with their view if it is among the objects, and by view if they are many. `more` is put before
 * what is counted.
 */
export function objectsText(objects: readonly (string | ColumnGain)[], more = ""): string {
  const plain = objects.filter((one) => typeof one === "string");
  const columns = objects.filter((one) => typeof one !== "string");
  const byColumn = groupAlike(columns, ({ through }) => through).map((same) => {
    const [{ through }] = same;
    return `${plainText(
      same.map(({ object }) => object),
      more,
    )} by column through ${plainText(through)}`;
  });
  return [...(plain.length === 0 ? [] : [plainText(plain, more)]), ...byColumn].join(", ");
}

function plainText(objects: readonly string[], more = ""): string {
  const named = groupBy(objects.map(split), ([kind]) => kind);
  const namesOf = (kind: string): readonly string[] => (named.get(kind) ?? []).map(([, name]) => name);
  const views = new Set(namesOf("view"));
  const fields = groupBy(namesOf("field"), viewOf);
  const known = OBJECT_KINDS.flatMap((kind) => {
    if (kind === "field")
      return fieldsText(
        [...fields].filter(([view]) => !views.has(view)),
        more,
      );
    const names = namesOf(kind);
    if (names.length === 0) return [];
    const own = kind === "view" ? names.reduce((sum, view) => sum + (fields.get(view)?.length ?? 0), 0) : 0;
    const withFields = own === 0 ? "" : ` with ${count(own, "field")}`;
    return names.length <= FEW
      ? [`the ${kind}${names.length === 1 ? "" : "s"} ${names.map(nameText).join(", ")}${withFields}`]
      : [`${names.length} ${more}${kind}s (${nameList(names.map(nameText), FEW)})${withFields}`];
  });
  return [...known, ...(objects.includes(UNREAD) ? ["what cannot be read of the data model"] : [])].join(
    ", ",
  );
}

function fieldsText(byView: readonly (readonly [string, readonly string[]])[], more: string): string[] {
  const names = byView.flatMap(([, fields]) => fields);
  if (names.length === 0) return [];
  if (names.length <= FEW)
    return [`the field${names.length === 1 ? "" : "s"} ${names.map(nameText).join(", ")}`];
  const views = byView.map(([view]) => `${nameText(view)}.*`);
  return [`${names.length} ${more}fields (${nameList(views, FEW)})`];
}

/** An object as its kind and its name; names may hold colons. */
function split(object: string): readonly [kind: string, name: string] {
  const at = object.indexOf(":");
  return [object.slice(0, at), object.slice(at + 1)];
}

const viewOf = (field: string): string => field.slice(0, field.lastIndexOf("."));

const ROW_WORDS = { weaker: "more", stronger: "fewer", moved: "others", unclear: "unclear" } as const;

/** The changes of rows, a text for each kind of change: `rows of orders: west → west, east (more)`. */
export function rowTexts(rows: readonly RowChange[]): readonly string[] {
  return groupAlike(rows, ({ before, after, verdict }) => [before, after, verdict]).map((same) => {
    const [{ before, after, verdict }] = same;
    const isRemade = before === null && after === null;
    const change = isRemade
      ? "of other SQL or another table (unclear)"
      : `${limitText(before)} → ${limitText(after)} (${ROW_WORDS[verdict]})`;
    return `rows of ${placesText(same.map(({ place }) => place))}: ${change}`;
  });
}

/** Places of rows by their views; a topic is named where the view alone is not among them. */
export function placesText(places: readonly string[]): string {
  const parts = places.map((place) => {
    const [topic, view] = place.includes("/view:")
      ? [split(place.slice(0, place.lastIndexOf("/view:")))[1], place.slice(place.lastIndexOf("/view:") + 6)]
      : [undefined, split(place)[1]];
    return { topic, view };
  });
  const alone = new Set(parts.flatMap(({ topic, view }) => (topic === undefined ? [view] : [])));
  const inTopics = parts.filter(({ topic, view }) => topic !== undefined && !alone.has(view));
  return nameList([
    ...[...alone].map(nameText),
    ...inTopics.map(({ topic = "", view }) => `${nameText(view)} in ${nameText(topic)}`),
  ]);
}

/** An entry of a value, quoted where it could be taken for a word of ours. */
const entryText = (entry: string): string =>
  /^(all|unclear)$/.test(entry) ? `"${entry}"` : valueText(entry);

/**
 * The rows that are left, by the value that decides; `all` where nothing limits them, `none` where no query is
 * answered.
 */
export function limitText(limit: RowLimit | null): string {
  if (limit === null) return "all";
  const { meaning, value, entries = [] } = limit;
  switch (meaning) {
    case "all":
      return "all that are not null";
    case "these":
      return entries.map(entryText).join(", ");
    case "all-but-these":
      return `all but ${entries.map(entryText).join(", ")}`;
    case "pattern":
      return `those like ${visible(value)}`;
    case "none":
      return value === "" ? "none" : `none (queries with ${valueText(value)} are refused)`;
    case "unclear":
      return value === "" ? "unclear" : `unclear (${visible(value)})`;
  }
}
