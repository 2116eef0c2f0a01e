// Compiles the JSON Schemas to standalone validators: no schema compiler is loaded when a command starts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import { writeApiTables } from "./api-tables.mjs";

/** Writes one ES module a schema into `src/<folder>/generated/`, with its `.d.ts`. */
export function compileValidators(root) {
  const orgform = JSON.parse(readFileSync(join(root, "schemas/orgform.schema.json"), "utf8"));
  write(
    join(root, "src/config/generated"),
    "orgform-validator",
    compile(orgform, { validate: "#" }, { allErrors: true }),
  );
  writeSchema(join(root, "src/config/generated"), orgform);
  const openapi = parse(readFileSync(join(root, "schemas/openapi.yaml"), "utf8"));
  const shapes = Object.keys(openapi.components.schemas);
  const api = { $id: "api", components: openapi.components };
  write(
    join(root, "src/api/generated"),
    "api-validators",
    // A date in another form is no reason to refuse an answer: nothing depends on it.
    compile(api, Object.fromEntries(shapes.map((s) => [s, `api#/components/schemas/${s}`])), {
      validateFormats: false,
      // Messages about answers of the service are ajv's, all others are orgform's own.
      messages: true,
    }),
    shapes,
  );
  writeApiTables(root, openapi);
  compileDocuments(root);
}

/** Documents that commands wrote and read again, by the file of their schema, with the names of their validators. */
const DOCUMENTS = { plan: "plan", event: "event", snapshot: "snapshot", "review-facts": "reviewFacts" };

/** The formats of documents may gain keys, which an older orgform ignores. */
function compileDocuments(root) {
  const documents = Object.entries(DOCUMENTS).map(([file, name]) => {
    const schema = JSON.parse(
      readFileSync(join(root, `schemas/${file}.schema.json`), "utf8"),
      (key, value) => (key === "additionalProperties" && value === false ? undefined : value),
    );
    // The errors of an event are those of the schema for its type.
    return [
      name,
      { ...schema, $id: name, ...(name === "event" && { discriminator: { propertyName: "type" } }) },
    ];
  });
  const names = Object.values(DOCUMENTS);
  write(
    join(root, "src/commands/documents/generated"),
    "document-validators",
    // The one format, of moments, is checked by hand: a library for it would be loaded with every start.
    compile(
      { $id: "documents", $defs: Object.fromEntries(documents) },
      Object.fromEntries(names.map((name) => [name, name])),
      { validateFormats: false },
    ),
    names,
  );
}

/** The keywords that do not affect validity; a validator would carry a copy of them. */
const ANNOTATIONS = new Set(
  "$schema $comment title description default example examples x-note x-secret".split(" "),
);
/** The keywords whose keys are names, which may equal the name of an annotation. */
const HOLDS_NAMES = new Set(["properties", "$defs", "schemas", "responses", "parameters"]);

function withoutAnnotations(node, isOfNames = false) {
  if (Array.isArray(node)) return node.map((one) => withoutAnnotations(one));
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => isOfNames || !ANNOTATIONS.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutAnnotations(value, !isOfNames && HOLDS_NAMES.has(key))]),
  );
}

/**
 * The code of validators, as small as possible, since every start loads it: one function for each definition
 * instead of copies, and the ajv without the newer drafts' dynamic references, which the schemas do not use.
 * Definitions of two words are copied: a separate function could not say which key has broken its rule.
 */
function compile(schema, exportsByName, options) {
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
  // Words of OpenAPI, which are not JSON Schema's.
  for (const word of ["components", "x-extensible-enum"]) ajv.addKeyword(word);
  ajv.addSchema(withoutAnnotations(schema), schema.$id ?? "schema");
  const refs = Object.fromEntries(
    Object.entries(exportsByName).map(([name, ref]) => [name, ref === "#" ? (schema.$id ?? "schema") : ref]),
  );
  return withLinearErrors(standalone.default(ajv, refs));
}

/** The validators gather errors with `concat`, which for 90,000 errors copies for a minute. */
function withLinearErrors(code) {
  const append = "function append(to, errors) { for (const e of errors) to.push(e); return to; }";
  return `${append}\n${code.replace(/vErrors\.concat\((\w+)\.errors\)/g, "append(vErrors, $1.errors)")}`;
}

/** The schema itself, for messages about a key. */
function writeSchema(folder, schema) {
  writeFileSync(join(folder, "orgform-schema.js"), `export const schema = ${JSON.stringify(schema)};\n`);
  writeFileSync(join(folder, "orgform-schema.d.ts"), "export declare const schema: unknown;\n");
}

function write(folder, name, code, shapes = ["validate"]) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.js`), code);
  const types = shapes.map((s) => `export declare const ${s}: Validate;`).join("\n");
  writeFileSync(
    join(folder, `${name}.d.ts`),
    `import type { ErrorObject } from "ajv";\ninterface Validate { (data: unknown): boolean; errors?: ErrorObject[] | null }\n${types}\n`,
  );
}
