import type { Rows, SettingsRow, TableName } from "./rows.js";
import { defaultHabits, defaultSettings, type Habits } from "./settings.js";
import { createTable, type Table, type WritableTable } from "./table.js";

/** The key of an index over two columns, and the id of a row that joins two things: members, memberships. */
export const indexKey = (...parts: readonly (string | number)[]): string => parts.join("/");

/** The columns by which the rows of each table can be found. */
const INDEXES = {
  organizations: {},
  users: { email: (row) => row.email.toLowerCase() },
  workspaces: {},
  members: { workspace: (row) => row.workspace_id, user: (row) => row.user_id },
  groups: {
    workspace: (row) => row.workspace_id,
    precedence: (row) => indexKey(row.workspace_id, row.user_attribute_precedence),
  },
  memberships: { group: (row) => row.group_id, member: (row) => indexKey(row.workspace_id, row.user_id) },
  definitions: {
    workspace: (row) => row.workspace_id,
    name: (row) => indexKey(row.workspace_id, row.name),
  },
  values: {
    source: (row) => indexKey(row.workspace_id, row.source_id),
    definition: (row) => row.definition_id,
  },
  invites: {
    workspace: (row) => row.workspace_id,
    email: (row) => indexKey(row.workspace_id, row.email.toLowerCase()),
  },
  tokens: {},
  settings: {},
  counters: {},
} satisfies { readonly [T in TableName]: Readonly<Record<string, (row: Rows[T]) => string>> };

type Index<T extends TableName> = keyof (typeof INDEXES)[T] & string;

/** The state of the service, to read. */
export type World = { readonly [T in TableName]: Table<Rows[T], Index<T>> };

/** The same state, to write; only the store does. */
type Tables = { readonly [T in TableName]: WritableTable<Rows[T], Index<T>> };

/** A world without anything in it. */
export function createTables(): Tables {
  const indexes = Object.entries<Readonly<Record<string, (row: never) => string>>>(INDEXES);
  const tables = indexes.map(([name, keys]) => [name, createTable(keys)]);
  return Object.fromEntries(tables) as Tables; // each table has the keys of its own rows
}

/** The settings in force; the defaults in a world without a seed. */
export function settingsOf(world: World): SettingsRow {
  return { id: "settings", ...defaultSettings, ...world.settings.get("settings") };
}

/** A name as the service keeps it. */
export function savedName(world: World, given: string): string {
  return habitsOf(world).names === "trimmed" ? given.trim() : given;
}

/** The habits in force; one that a seed does not name is as usual. */
export function habitsOf(world: World): Habits {
  return { ...defaultHabits, ...settingsOf(world).habits };
}
