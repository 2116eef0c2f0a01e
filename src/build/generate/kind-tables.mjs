// Writes what kinds of resource there are, from `$comment` in schemas/orgform.schema.json: `kind: group` says of which kind
// the entries of a mapping or list are, so that a kind's address is its place in the file.
import { readJson, writeGenerated } from "./generated-file.mjs";

const SOURCE = "schemas/orgform.schema.json";

/** Writes the forms of addresses, the plain keys of entries, and the registry of the files in src/kinds. */
export function writeKindTables() {
  const kinds = readKinds();
  writeGenerated(
    "src/model/generated/kinds.ts",
    SOURCE,
    "/** The form of each kind's addresses, `*` for a name, in the order in which plans list the kinds of one workspace. */",
    `export const ADDRESS_FORMS = ${json(kinds.map(({ kind, form }) => [kind, form]))} as const;`,
    "/** The keys that hold one text, number or switch in the file's entry of each kind, with the type of what they hold. */",
    `export const FILE_KEYS = ${json(kinds.map(({ kind, keys }) => [kind, Object.fromEntries(keys.map(({ key, type }) => [key, type]))]))} as const;`,
  );
  const { defaults, lists, named } = readForms();
  writeGenerated(
    "src/model/generated/file-forms.ts",
    SOURCE,
    "/** What an absent key of the file means, by its path; `*` stands for a name. */",
    `export const FILE_DEFAULTS: Readonly<Record<string, unknown>> = ${json(defaults)};`,
    "/** The paths of keys that take one text as well as a list of texts. */",
    `export const FILE_LISTS: ReadonlySet<string> = new Set(${JSON.stringify(lists)});`,
    "/** The paths of mappings whose keys are names. */",
    `export const FILE_NAMED: ReadonlySet<string> = new Set(${JSON.stringify(named)});`,
  );
  const modules = kinds.map(({ kind }) => [camel(kind), kind.replaceAll("_", "-")]);
  writeGenerated(
    "src/kinds/generated/registry.ts",
    SOURCE,
    modules.map(([name, file]) => `import { ${name} } from "../${file}.js";`).join("\n"),
    "/** Every kind by its name. */",
    `export const KINDS = { ${kinds.map(({ kind }) => `${kind}: ${camel(kind)}`).join(", ")} } as const;`,
  );
}

/**
 * Every kind in the order of the schema, with the form of its addresses and the keys of an entry that hold one text, number
 * or switch. A tombstone has no such keys.
 */
export function readKinds() {
  const schema = readJson(SOURCE);
  const resolved = resolver(schema);
  const keysOf = ({ properties = {} }) =>
    Object.entries(properties)
      .map(([key, part]) => ({ key, ...resolved(part) }))
      .filter(({ key, type }) => type in SCALARS && key !== "state")
      .map(({ key, type, description }) => ({ key, type: SCALARS[type], description }));
  /** The kinds of a part of the schema, and of what is in it. */
  function kindsIn(part, path) {
    const { $comment = "", properties = {}, additionalProperties: entry = false } = resolved(part);
    const [, kind] = /^kind: (\w+)$/.exec($comment) ?? [];
    if (kind === undefined)
      return Object.entries(properties).flatMap(([key, value]) => kindsIn(value, [...path, key]));
    const inner = [...path, "*"];
    return [{ kind, form: inner.join("/"), keys: keysOf(resolved(entry)) }, ...kindsIn(entry, inner)];
  }
  return kindsIn(schema.properties.workspaces, []);
}

/** The defaults of the file's keys, and the keys that take one text or a list, by path. */
function readForms() {
  const schema = readJson(SOURCE);
  const resolved = resolver(schema);
  const [defaults, lists, named] = [[], [], []];
  const walk = (part, path) => {
    const whole = resolved(part);
    if ("default" in whole) defaults.push([path.join("/"), whole.default]);
    if (whole.if?.type === "array") lists.push(path.join("/"));
    for (const [key, value] of Object.entries(whole.properties ?? {})) walk(value, [...path, key]);
    if (typeof whole.additionalProperties === "object") {
      named.push(path.join("/"));
      walk(whole.additionalProperties, [...path, "*"]);
    }
    for (const branch of [whole.then, whole.else])
      if (branch?.properties) walk({ properties: branch.properties }, path);
  };
  const { templates: _, variables: __, ...properties } = schema.properties;
  walk({ properties }, []);
  return { defaults, lists, named };
}

/** A function from a part of a schema to that part with what it refers to. */
const resolver =
  ({ $defs }) =>
  ({ $ref, ...own }) =>
    $ref ? { ...$defs[$ref.split("/").at(-1)], ...own } : own;

const SCALARS = { string: "string", number: "number", integer: "number", boolean: "boolean" };

const json = (entries) => JSON.stringify(Object.fromEntries(entries), null, 2);

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
