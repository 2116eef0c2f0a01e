import { memberAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { sortedBy } from "../../util/collections.js";
import { atKey, atValue, mapEntry } from "../build/build-context.js";
import { scalarAsText } from "../build/build-values.js";
import { type Data, type DataMap, dataMap, entries, entry, isDataMap } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { choicesAtPath } from "../text/file-schema.js";
import type { Span } from "../text/source.js";
import { layered, made, onePlace, spanOf, withEntries } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, partsAt, type TextPart, type WorkspacePeople } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";
import { cellReader, cellSpan, type PersonRow, type Picking } from "./rows.js";
import { reportColumn } from "./where.js";

/** A text that each row gives, `undefined` where all that it names is empty; and where it comes from. */
interface RowText {
  readonly of: (row: PersonRow) => string | undefined;
  readonly spanOf: (row: PersonRow) => Span | undefined;
}

/**
 * The members of a workspace: its rows as its `people` describes them, and its entries of `members`, which win key by key
 * and value by value.
 */
export function expandMembers(context: WorkspacePeople, data: DataMap, picking: Picking): DataMap {
  const { sourceMap, workspace } = context;
  const { list, pool } = picking;
  const { rows } = pool;
  const each = ENTRIES.member + ENTRIES.value * entries(entry(mapEntry(data, "people"), "values")).length;
  if (!context.budget.spend(rows.length * each, () => atKey(context, data, "people"))) return dataMap([]);
  const personOf = createPerson(context, data, picking);
  const own = mapEntry(data, "members");
  const ownKeys = new Map(entries(own).map(([key]) => [canonicalEmail(key), key]));
  const rowOf = new Map<string, PersonRow>();
  const members: [string, Data][] = [];
  for (const row of rows) {
    const key = ownKeys.get(row.email);
    const person = personOf(row);
    if (key === undefined || own === undefined) {
      rowOf.set(row.display, row);
      members.push([row.display, person]);
    } else {
      const span = cellSpan(list, row);
      if (span !== undefined) context.namedToo.set(memberAddress(workspace, row.email), span);
      const override = own[key];
      members.push([key, isDataMap(override) ? overridden(context, person, override) : (override ?? null)]);
    }
  }
  const taken = new Set(ownKeys.size === 0 ? [] : members.map(([key]) => key));
  const others = entries(own).filter(([key]) => !taken.has(key));
  return made(sourceMap, dataMap([...members, ...others]), (key) => {
    const row = rowOf.get(String(key));
    return row === undefined ? own && { in: own, key } : onePlace(cellSpan(list, row));
  });
}

/** The entry of somebody whom the file names and the list has: the file wins. */
function overridden({ sourceMap }: PeopleContext, person: DataMap, override: DataMap): DataMap {
  const both = layered(sourceMap, [person, override]);
  const [fromList, own] = [mapEntry(person, "values"), mapEntry(override, "values")];
  if (fromList === undefined || own === undefined) return both;
  return withEntries(sourceMap, both, [["values", layered(sourceMap, [fromList, own])]]);
}

/** Turns a row into an entry of `members`. */
function createPerson(
  context: WorkspacePeople,
  data: DataMap,
  picking: Picking,
): (row: PersonRow) => DataMap {
  const { list } = picking;
  const people = mapEntry(data, "people");
  const role = rowText(context, people, "role", picking);
  const valuesMap = mapEntry(people, "values");
  // In the order in which they are wanted, so that nobody's have to be sorted.
  const values = sortedBy(entries(valuesMap), ([attribute]) => attribute).flatMap(
    ([attribute]): readonly (readonly [string, RowText])[] => {
      const text = rowText(context, valuesMap, attribute, picking);
      return text === undefined ? [] : [[attribute, text]];
    },
  );
  const texts = new Map(values);
  return (row) => {
    const parts: [string, Data][] = [];
    const roleName = role?.of(row);
    if (roleName !== undefined && role !== undefined) {
      if (ROLES.includes(roleName)) parts.push(["role", roleName]);
      else
        reportRole(context, roleName, {
          span: role.spanOf(row),
          address: memberAddress(context.workspace, row.email),
        });
    }
    if (valuesMap !== undefined) {
      const own: Record<string, Data> = Object.create(null);
      for (const [attribute, text] of values) {
        const value = text.of(row);
        if (value !== undefined) own[attribute] = value;
      }
      parts.push([
        "values",
        made(context.sourceMap, own, (key) => onePlace(texts.get(String(key))?.spanOf(row))),
      ]);
    }
    return made(context.sourceMap, dataMap(parts), (key) =>
      onePlace((key === "role" ? role : undefined)?.spanOf(row) ?? cellSpan(list, row)),
    );
  };
}

/** A text of `people` as a function of the row. */
function rowText(
  context: PeopleContext,
  container: DataMap | undefined,
  key: string,
  { list, pool, whole }: Picking,
): RowText | undefined {
  const text = container && scalarAsText(context, container, key, entry(container, key));
  if (container === undefined || text === undefined) return undefined;
  const parts = typeof container[key] === "string" ? partsAt(context, container, key, text) : [text];
  const columns = parts.flatMap((part) =>
    typeof part === "object" && part.scope === "person" ? [part.name] : [],
  );
  const unknown = columns.filter((column) => !list.columns.includes(column));
  const place = () => atValue(context, container, key);
  for (const column of new Set(unknown)) reportColumn(context, column, list.columns, place());
  if (unknown.length > 0) return undefined;
  for (const column of new Set(columns)) {
    const read = cellReader(list.files, column);
    if (whole.rows.every((row) => read(row) === "")) reportEmpty(context, column, whole.rows.length, place());
    reportSpelled(
      context,
      column,
      pool.rows.filter((row) => ABSENCE.has(read(row))),
      list,
    );
  }
  const [first] = columns;
  if (first === undefined) {
    const span = spanOf(context.sourceMap, container, key, "value");
    return { of: () => parts.join(""), spanOf: () => span };
  }
  return { of: createReader(parts, list), spanOf: (row) => cellSpan(list, row, first) };
}

/** Warns of a column that gives nobody anything: an export may lose the contents of a column, and keep its title. */
function reportEmpty({ report }: PeopleContext, column: string, rows: number, where: Where): void {
  const summary = `Column ${quote(column)} is empty in ${rows === 1 ? "the row" : `all ${rows} rows`} of the list`;
  const detail =
    "So nobody is given anything from it. If the export has lost the contents of the column, get it again.";
  report(fileFinding("fits-nobody", summary, detail, where));
}

/** Texts that exports of databases and spreadsheets have where there is no value. */
const ABSENCE = new Set(["NULL", "null", "None", "N/A", "#N/A", "\\N"]);

function reportSpelled(
  { report }: PeopleContext,
  column: string,
  rows: readonly PersonRow[],
  list: Picking["list"],
): void {
  const [first] = rows;
  if (first === undefined) return;
  const text = quote(cellReader(list.files, column)(first));
  const summary = `${text} in column ${quote(column)} looks like no value${rows.length === 1 ? "" : `, as ${rows.length} cells of it do`}`;
  const detail = "It is given as it is. An empty cell sets none.";
  report(fileFinding("fits-nobody", summary, detail, { span: cellSpan(list, first, column) }));
}

function createReader(parts: readonly TextPart[], { files }: Picking["list"]): RowText["of"] {
  const readers = parts.map((part) => (typeof part === "string" ? part : cellReader(files, part.name)));
  const [only] = readers;
  if (readers.length === 1 && typeof only === "function") return (row) => only(row) || undefined;
  return (row) => {
    const texts = readers.map((part) => (typeof part === "string" ? part : part(row)));
    const isEmpty = readers.every((part, i) => typeof part === "string" || texts[i] === "");
    return isEmpty ? undefined : texts.join("");
  };
}

/** The roles that an invite gives. */
const ROLES = choicesAtPath(["workspaces", "", "members", "", "role"]);

function reportRole(context: PeopleContext, role: string, place: Where): void {
  const detail = `The role that an invite gives is one of ${ROLES.join(", ")}, or an empty cell for the workspace's default.`;
  const where = { ...place, suggestion: { text: role, among: ROLES } };
  context.report(fileFinding("invalid-value", `${quote(role)} is not a role`, detail, where));
}
