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
  for (const [schema, defs] of schemas) typeOf(schema, { types, defs });
  return [...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => declaration);
}

/** A schema as a type: by its name where it has one. Schemas that share a title have to agree on what it is. */
function typeOf(schema, scope) {
  const { $ref, title } = schema;
  if ($ref) return typeOf(scope.defs[$ref.split("/").at(-1)], scope);
  if (Object.hasOwn(IMPORTED, title)) return title;
  const body = bodyOf(schema, (inner) => typeOf(inner, scope));
  if (title === undefined) return body;
  const declaration = `${docOf(schema)}export type ${title} = ${body};`;
  if ((scope.types.get(title) ?? declaration) !== declaration)
    throw new Error(`two schemas say different things of ${title}`);
  scope.types.set(title, declaration);
  return title;
}

function bodyOf(schema, inner) {
  if (schema.oneOf) return schema.oneOf.map(inner).join(" | ");
  const words = "const" in schema ? [schema.const] : schema.enum;
  if (words) return words.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.type === undefined) return "unknown";
  const types = [schema.type].flat();
  return types.map((type) => ofType(type, schema, inner)).join(" | ");
}

function ofType(type, schema, inner) {
  const { items, minItems, maxItems, properties, additionalProperties } = schema;
  if (type === "array")
    return minItems === 1 && maxItems === 1 ? `readonly [${inner(items)}]` : `readonly (${inner(items)})[]`;
  if (type === "object")
    return properties ? fieldsOf(schema, inner) : `Readonly<Record<string, ${inner(additionalProperties)}>>`;
  return type === "integer" ? "number" : type;
}

/** A document whose form depends on a key is declared in the form that it has with it. Secrets go no further. */
function fieldsOf({ properties, required = [], then }, inner) {
  const always = [...required, ...(then?.required ?? [])];
  const fields = Object.entries(properties)
    .filter(([, schema]) => !schema["x-secret"])
    .map(([field, schema]) => {
      const mark = always.includes(field) ? "" : "?";
      return `${docOf(schema)}readonly ${field}${mark}: ${inner(schema)};`;
    });
  return `{\n${fields.join("\n")}\n}`;
}

const docOf = ({ description }) => (description === undefined ? "" : `/** ${description.trim()} */\n`);
