// Compiles the JSON Schemas to standalone validators: no schema compiler is loaded when a command starts.
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { STRICT_PATTERNS } from "../../model/strict-patterns.mjs";
import { readJson, writeGenerated } from "./generated-file.mjs";

/** Documents that commands wrote and read again. */
const DOCUMENTS = ["plan", "event", "snapshot"];

/** Writes modules with the validators of the file, of documents, of seeds, and of the envelopes that the service answers with. */
export function compileValidators({ components }) {
  const file = readJson("schemas/orgform.schema.json");
  for (const [name, pattern] of Object.entries(STRICT_PATTERNS)) file.$defs[name].pattern = pattern;
  compile("src/config/generated/orgform-validator", { validate: file }, { allErrors: true });
  const documents = DOCUMENTS.map((name) => [name, opened(readJson(`schemas/${name}.schema.json`))]);
  // The errors of an event are those of the schema for its type.
  const { event, ...others } = Object.fromEntries(documents);
  // The one format, of moments, is checked by hand: a library for it would be loaded with every start.
  compile(
    "src/commands/documents/generated/document-validators",
    { ...others, event: { ...event, discriminator: { propertyName: "type" } } },
    { validateFormats: false },
  );
  compile(
    "src/sandbox/store/generated/seed-validator",
    { validate: readJson("schemas/seed.schema.json") },
    {},
  );
  const envelopes = Object.keys(components.schemas).filter((name) => name.endsWith("Envelope"));
  compile(
    "src/api/generated/api-validators",
    { api: { components } },
    // A date in another form is no reason to refuse an answer: nothing depends on it. Messages about answers of the
    // service are ajv's, all others are orgform's own.
    { validateFormats: false, messages: true },
    Object.fromEntries(envelopes.map((name) => [name, `api#/components/schemas/${name}`])),
  );
}

/** The formats of documents may gain keys, which an older orgform ignores. */
const opened = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );

/** Prose in schemas, of which a validator would carry a copy. A property of such a name has a schema and not a text. */
const PROSE = new Set(["$schema", "$comment", "title", "description"]);

const withoutProse = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    PROSE.has(key) && typeof value === "string" ? undefined : value,
  );

/**
 * Writes the code of validators, as small as possible, since every start loads it: one function for each definition
 * instead of copies, and the ajv without the newer drafts' dynamic references, which the schemas do not use.
 * Definitions of two words are copied: a separate function could not say which key has broken its rule.
 */
function compile(
  path,
  schemas,
  options,
  refs = Object.fromEntries(Object.keys(schemas).map((name) => [name, name])),
) {
  const ajv = new Ajv({
    messages: false,
    inlineRefs: 2,
    ...options,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    discriminator: true,
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  // Words of OpenAPI, and our own.
  ajv.addVocabulary(["components", "example", "x-extensible-enum", "x-note", "x-secret"]);
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(withoutProse(schema), name);
  writeGenerated(`${path}.js`, "schemas/", withLinearErrors(standalone.default(ajv, refs)));
  writeGenerated(
    `${path}.d.ts`,
    "schemas/",
    `import type { ErrorObject } from "ajv";
interface Validate { (data: unknown): boolean; errors?: ErrorObject[] | null }
${Object.keys(refs)
  .map((name) => `export declare const ${name}: Validate;`)
  .join("\n")}`,
  );
}

/** The validators gather errors with `concat`, which for 90,000 errors copies for a minute. */
function withLinearErrors(code) {
  const append = "function append(to, errors) { for (const e of errors) to.push(e); return to; }";
  return `${append}\n${code.replace(/vErrors\.concat\((\w+)\.errors\)/g, "append(vErrors, $1.errors)")}`;
}
