import { UNREAD } from "../../model/address.js";
import type { ColumnGain, RowChange, RowLimit } from "../../model/plan/plan.js";
import { compact, groupAlike, groupBy, setOf } from "../../util/collections.js";
import { count, nameList, plural } from "../../util/english.js";
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
    const gained = same.map(({ object }) => object);
    return `${plainText(gained, more)} by column through ${plainText(same[0].through)}`;
  });
  return compact([plainText(plain, more), ...byColumn]).join(", ");
}

function plainText(objects: readonly string[], more = ""): string {
  const named = groupBy(objects.map(split), ([kind]) => kind);
  const namesOf = (kind: string): readonly string[] => (named.get(kind) ?? []).map(([, name]) => name);
  const views = new Set(namesOf("view"));
  const fields = groupBy(namesOf("field"), viewOf);
  const known = OBJECT_KINDS.map((kind) => {
    const all = namesOf(kind);
    const names = kind === "field" ? all.filter((field) => !views.has(viewOf(field))) : all;
    if (names.length === 0) return "";
    const own = kind === "view" ? names.reduce((sum, view) => sum + (fields.get(view)?.length ?? 0), 0) : 0;
    const withFields = own === 0 ? "" : ` with ${count(own, "field")}`;
    if (names.length <= FEW)
      return `the ${plural(names.length, kind)} ${names.map(nameText).join(", ")}${withFields}`;
    const shown =
      kind === "field" ? [...new Set(names.map((one) => `${nameText(viewOf(one))}.*`))] : names.map(nameText);
    return `${names.length} ${more}${kind}s (${nameList(shown, FEW)})${withFields}`;
  });
  const unread = objects.includes(UNREAD) && "what cannot be read of the data model";
  return compact([...known, unread]).join(", ");
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
    const at = place.lastIndexOf("/view:");
    const [, topic] = at < 0 ? [] : split(place.slice(0, at));
    return { topic, view: at < 0 ? split(place)[1] : place.slice(at + "/view:".length) };
  });
  const alone = setOf(
    parts.filter(({ topic }) => topic === undefined),
    "view",
  );
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
