// Writes what kinds of resource there are, from `$comment` in schemas/orgform.schema.json: `kind: group` says of which kind
// the entries of a mapping or list are, so that a kind's address is its place in the file.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes the forms of addresses, the plain keys of entries, and the registry of the files in src/kinds. */
export function writeKindTables(root) {
  const schema = JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8"));
  const forms = kindForms(schema);
  write(root, "src/model/generated/kinds.ts", [
    "/** The form of each kind's addresses, `*` for a name, in the order in which plans list the kinds of one workspace. */",
    `export const ADDRESS_FORMS = ${JSON.stringify(forms, null, 2)} as const;`,
    "/** The keys that hold one text, number or switch in the file's entry of each kind, with the type of what they hold. */",
    `export const FILE_KEYS = ${JSON.stringify(keyTypes(schema), null, 2)} as const;`,
  ]);
  const kinds = Object.keys(forms);
  write(root, "src/kinds/generated/registry.ts", [
    kinds.map((kind) => `import { ${camel(kind)} } from "../${kind.replaceAll("_", "-")}.js";`).join("\n"),
    "/** Every kind by its name. */",
    `export const KINDS = { ${kinds.map((kind) => `${kind}: ${camel(kind)}`).join(", ")} } as const;`,
  ]);
}

/** The schemas of outputs whose list of kinds is not what it should be, as they should be, by path. */
export function schemasWithKinds(root) {
  const forms = kindForms(JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8")));
  const paths = ["plan", "event"].map((name) => `schemas/${name}.schema.json`);
  return Object.fromEntries(
    paths.map((path) => {
      const schema = JSON.parse(readFileSync(join(root, path), "utf8"));
      schema.$defs.kind.enum = Object.keys(forms);
      return [path, `${JSON.stringify(schema, null, 2)}\n`];
    }),
  );
}

/** The forms of addresses by kind, in the order of the schema. */
export function kindForms(schema) {
  return Object.fromEntries(kindsIn(schema).map(({ kind, form }) => [kind, form]));
}

/** The types of {@link fileKeys}. */
const keyTypes = (schema) => mapValues(fileKeys(schema), (keys) => mapValues(keys, ({ type }) => type));

const mapValues = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** By kind: the keys of its entries that hold one text, number or switch. A tombstone has no such keys. */
export function fileKeys(schema) {
  const keys = kindsIn(schema).map(({ kind, entry }) => {
    const scalars = Object.entries(entry.properties ?? {}).flatMap(([key, part]) => {
      const type = SCALARS[resolve(schema, part).type];
      return type === undefined || key === "state" ? [] : [[key, { type, schema: part }]];
    });
    return [kind, Object.fromEntries(scalars)];
  });
  return Object.fromEntries(keys);
}

const SCALARS = { string: "string", number: "number", integer: "number", boolean: "boolean" };

/** Every kind with the form of its addresses and the schema of one entry, in the order of the schema. */
function kindsIn(schema) {
  const kinds = [];
  const visit = (part, path) => {
    const node = resolve(schema, part);
    const [, kind] = /^kind: (\w+)$/.exec(node.$comment ?? "") ?? [];
    if (kind === undefined) {
      for (const [key, value] of Object.entries(node.properties ?? {})) visit(value, [...path, key]);
      return;
    }
    const inner = [...path, "*"];
    const isMapping = typeof node.additionalProperties === "object";
    kinds.push({
      kind,
      form: inner.join("/"),
      entry: isMapping ? resolve(schema, node.additionalProperties) : {},
    });
    if (isMapping) visit(node.additionalProperties, inner);
  };
  visit(schema.properties.workspaces, []);
  return kinds;
}

/** A schema merged with the one that it refers to; its own keys win. */
export const resolve = (schema, part) =>
  part.$ref ? { ...schema.$defs[part.$ref.split("/").at(-1)], ...part } : part;

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

function write(root, path, parts) {
  mkdirSync(join(root, path, ".."), { recursive: true });
  const head = "// Generated from schemas/orgform.schema.json by src/build/generate/kind-tables.mjs.";
  writeFileSync(join(root, path), `${[head, ...parts].join("\n\n")}\n`);
}
