// Keeps the schema of snapshots up with the kinds: what the file and the service say of a thing is in a snapshot, too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSource } from "../docs/load-source.mjs";
import { fileKeys, resolve } from "./kind-tables.mjs";

/** The schemas of each kind's things in a snapshot: items of a workspace's lists, and the workspace itself. */
const PLACES = {
  workspace: (workspace) => [workspace],
  attribute: ({ properties }) => [properties.attributes.items],
  group: ({ properties }) => [properties.groups.items],
  invite: ({ properties }) => [properties.members.items, properties.invites.items],
};

/**
 * The schema `schemas/snapshot.schema.json` by its path, with the fields of kinds that it lacks: earlier
 * snapshots do not have them.
 */
export async function schemaOfSnapshots(root) {
  const path = "schemas/snapshot.schema.json";
  const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const [snapshot, file] = [read(path), read("schemas/orgform.schema.json")];
  const { KINDS } = await loadSource(join(root, "src/kinds/registry.ts"));
  for (const [kind, placesIn] of Object.entries(PLACES))
    for (const { properties } of placesIn(snapshot.$defs.workspace))
      for (const [key, { type, schema }] of Object.entries(fileKeys(file)[kind]))
        if (key in KINDS[kind].fields)
          properties[key] ??= { description: resolve(file, schema).description, type };
  return { [path]: `${JSON.stringify(snapshot, null, 2)}\n` };
}
