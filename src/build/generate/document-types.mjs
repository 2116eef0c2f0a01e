// Writes the types of plans, events and snapshots from their schemas, and those of the service for api-tables.mjs: what a
// field means is said in a schema and nowhere else.
// The code is our own: json-schema-to-typescript gives neither readonly types nor one type for a definition that several
// schemas share, and openapi-typescript gives secret fields too, and needs a compiler of its own.
import { readJson, writeGenerated } from "./generated-file.mjs";

/** Titles of definitions that are more exact in the program than JSON Schema can say, and where they stand. */
const IMPORTED = {
  Address: "../address.js",
  DiagnosticCode: "../diagnostic-code.js",
  RuleValue: "../state/desired-state.js",
};

const DOCUMENTS = {
  plan: "PlanDocument",
  event: "EventDocument",
  snapshot: "Snapshot",
  "review-facts": "ReviewFacts",
  acceptance: "AcceptanceRecord",
};

/**
 * Writes `src/model/generated/documents.ts`: a type for every document and for every part of a schema with a
 * `title`.
 */
export function writeDocumentTypes() {
  const documents = Object.entries(DOCUMENTS).map(([file, title]) => {
    const schema = readJson(`schemas/${file}.schema.json`);
    return [{ ...schema, title }, schema.$defs];
  });
  const imports = Object.entries(IMPORTED).map(([name, from]) => `import type { ${name} } from "${from}";`);
  writeGenerated("src/model/generated/documents.ts", "schemas/", imports.join("\n"), ...typesOf(documents));
}

/** A declaration of each schema with a title, sorted: of these, which come with what they refer to, and of those inside. */
export function typesOf(schemas) {
  const types = new Map();
  for (const [schema, defs] of schemas) declare(types, schema.title, schema, defs);
  return [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => declaration);
}

/** Adds a named type, once; schemas that share a title have to agree on what it is. */
function declare(types, name, schema, defs) {
  const text = declaration(types, name, schema, defs);
  if ((types.get(name) ?? text) !== text) throw new Error(`two schemas say different things of ${name}`);
  types.set(name, text);
}

function declaration(types, name, schema, defs) {
  const body = bodyOf(types, schema, defs);
  const doc = docOf(schema);
  return body.startsWith("{") && !body.includes("\n} | ")
    ? `${doc}export interface ${name} ${body}`
    : `${doc}export type ${name} = ${body};`;
}

/** A schema as a type: by its name where it has one. */
function typeOf(types, schema, defs) {
  if (schema.$ref) return typeOf(types, defs[schema.$ref.split("/").at(-1)], defs);
  const { title } = schema;
  if (title === undefined) return bodyOf(types, schema, defs);
  if (!Object.hasOwn(IMPORTED, title)) declare(types, title, schema, defs);
  return title;
}

function bodyOf(types, schema, defs) {
  const inner = (one) => typeOf(types, one, defs);
  if (schema.oneOf) return schema.oneOf.map(inner).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.type === undefined) return "unknown";
  return [schema.type]
    .flat()
    .map((type) => ofType(type, schema, inner))
    .join(" | ");
}

function ofType(type, schema, inner) {
  switch (type) {
    case "array":
      return schema.maxItems === 1 && schema.minItems === 1
        ? `readonly [${inner(schema.items)}]`
        : `readonly ${grouped(inner(schema.items))}[]`;
    case "object":
      return schema.properties
        ? fieldsOf(schema, inner)
        : `Readonly<Record<string, ${inner(schema.additionalProperties)}>>`;
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return type;
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

/** A document whose form depends on a key is declared in the form that it has with it. Secrets go no further. */
function fieldsOf({ properties, required = [], then }, inner) {
  const always = [...required, ...(then?.required ?? [])];
  const fields = Object.entries(properties)
    .filter(([, schema]) => !schema["x-secret"])
    .map(
      ([field, schema]) =>
        `${docOf(schema)}readonly ${field}${always.includes(field) ? "" : "?"}: ${inner(schema)};`,
    );
  return `{\n${fields.join("\n")}\n}`;
}

const docOf = ({ description }) => (description === undefined ? "" : `/** ${description.trim()} */\n`);

const grouped = (type) => (type.includes(" | ") ? `(${type})` : type);
