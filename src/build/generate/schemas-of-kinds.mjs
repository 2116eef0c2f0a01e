// Keeps the schemas of outputs up with the kinds: what they list of kinds, and what the file and the service say of a thing.
import { build } from "rolldown";
import { readJson } from "./generated-file.mjs";
import { readKinds } from "./kind-tables.mjs";

/** The schemas of each kind's things in a snapshot: items of a workspace's lists, and the workspace itself. */
const PLACES = {
  workspace: (workspace) => [workspace],
  attribute: ({ properties }) => [properties.attributes.items],
  group: ({ properties }) => [properties.groups.items],
  invite: ({ properties }) => [properties.members.items, properties.invites.items],
};

/** The schemas by path. A snapshot gets the fields of kinds that it lacks: earlier snapshots do not have them. */
export async function schemasOfKinds() {
  const [plan, event, snapshot] = ["plan", "event", "snapshot"].map((name) =>
    readJson(`schemas/${name}.schema.json`),
  );
  const kinds = readKinds();
  for (const { $defs } of [plan, event]) $defs.kind.enum = kinds.map(({ kind }) => kind);
  const known = await loadKinds();
  for (const { kind, keys } of kinds)
    for (const { properties } of PLACES[kind]?.(snapshot.$defs.workspace) ?? [])
      for (const { key, type, description } of keys)
        if (key in known[kind].fields) properties[key] ??= { description, type };
  return Object.fromEntries(
    Object.entries({ plan, event, snapshot }).map(([name, schema]) => [
      `schemas/${name}.schema.json`,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  );
}

/** The kinds as the program knows them. */
async function loadKinds() {
  const { output } = await build({ input: "src/kinds/registry.ts", platform: "node", write: false });
  const code = Buffer.from(output[0].code).toString("base64");
  return (await import(`data:text/javascript;base64,${code}`)).KINDS;
}
