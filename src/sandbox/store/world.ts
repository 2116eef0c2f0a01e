import type { Rows, SettingsRow, TableName } from "./rows.js";
import { defaultHabits, defaultSettings, type Habits } from "./settings.js";
import { createTable, type Table, type WritableTable } from "./table.js";

/** The key of an index over two columns, and the id of a row that joins two things: members, memberships. */
export const indexKey = (...parts: readonly (string | number)[]): string => parts.join("/");

/** The columns by which the rows of each table can be found. */
interface Indexes {
  organizations: never;
  users: "email";
  workspaces: never;
  members: "workspace" | "user";
  groups: "workspace" | "precedence";
  memberships: "group" | "member";
  definitions: "workspace" | "name";
  values: "source" | "definition";
  invites: "workspace" | "email";
  tokens: never;
  settings: never;
  counters: never;
}

/** The state of the service, to read. */
export type World = { readonly [T in TableName]: Table<Rows[T], Indexes[T]> };

/** The same state, to write; only the store does. */
type Tables = { readonly [T in TableName]: WritableTable<Rows[T], Indexes[T]> };

/** A world without anything in it. */
export function createTables(): Tables {
  return {
    organizations: createTable({}),
    users: createTable({ email: (row) => row.email.toLowerCase() }),
    workspaces: createTable({}),
    members: createTable({
      workspace: (row) => row.workspace_id,
      user: (row) => row.user_id,
    }),
    groups: createTable({
      workspace: (row) => row.workspace_id,
      precedence: (row) => indexKey(row.workspace_id, row.user_attribute_precedence),
    }),
    memberships: createTable({
      group: (row) => row.group_id,
      member: (row) => indexKey(row.workspace_id, row.user_id),
    }),
    definitions: createTable({
      workspace: (row) => row.workspace_id,
      name: (row) => indexKey(row.workspace_id, row.name),
    }),
    values: createTable({
      source: (row) => indexKey(row.workspace_id, row.source_id),
      definition: (row) => row.definition_id,
    }),
    invites: createTable({
      workspace: (row) => row.workspace_id,
      email: (row) => indexKey(row.workspace_id, row.email.toLowerCase()),
    }),
    tokens: createTable({}),
    settings: createTable({}),
    counters: createTable({}),
  };
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
