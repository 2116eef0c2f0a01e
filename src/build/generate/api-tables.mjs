// Writes what the client knows of the service from schemas/openapi.yaml: its endpoints, the types of bodies and answers,
// the fields of an answer that are kept, and which validator checks it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typesOf } from "./document-types.mjs";

const METHODS = ["get", "post", "patch", "delete"];

/** Writes the tables and types, and the validators of envelopes, for a description in which every operation has an operationId. */
export function writeApiTables(root, { paths, components }) {
  const endpoints = Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => (operations[method] ? [endpointOf(path, method, operations[method])] : [])),
  );
  const answers = [...new Set(endpoints.flatMap(({ answer }) => answer ?? []))].sort();
  const shapes = [...new Set(answers.map((answer) => answer.replace("[]", "")))];
  const bodies = [...new Set(endpoints.flatMap(({ body }) => body ?? []))].sort();
  // Sets that may grow (`x-extensible-enum`) are plain text, so that unknown words are kept.
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([title, schema]) => [
      title,
      { description: `\`${title}\` of the description.`, ...schema, title },
    ]),
  );
  write(root, "src/model/generated", "service.ts", [
    ...typesOf([...shapes, ...bodies].map((name) => [schemas[name], schemas])),
    "/** Every shape that the data of an answer can have, alone or in a list. */",
    `export interface Shapes { ${shapes.map((name) => `readonly ${name}: ${name};`).join(" ")} }`,
    "/** The answer of an endpoint: a shape, or a list of them. */",
    `export type AnswerKind = ${answers.map((answer) => `"${answer}"`).join(" | ")};`,
    "/** The bodies of requests. */",
    `export interface Bodies { ${bodies.map((name) => `readonly ${name}: ${name};`).join(" ")} }`,
    "/** The fields that decoding keeps of each shape; other or secret fields of an answer are dropped. */",
    `export const FIELDS = ${JSON.stringify(Object.fromEntries(shapes.map((name) => [name, fieldsOf(components.schemas[name])])), null, 2)} as const satisfies { readonly [S in keyof Shapes]: readonly (keyof Shapes[S])[] };`,
    "/** All endpoints by operationId; the client's methods and their types are derived from this table alone. */",
    `export const ENDPOINTS = ${JSON.stringify(Object.fromEntries(endpoints.map(({ name, ...endpoint }) => [name, endpoint])), null, 2)} as const;`,
  ]);
  write(root, "src/api/generated", "envelopes.ts", [
    'import * as validators from "./api-validators.js";',
    "/** The validator of the envelope that each kind of answer comes in. */",
    `export const ENVELOPES = { ${answers.map((answer) => `"${answer}": validators.${answer.replace("[]", "List")}Envelope`).join(", ")} } as const;`,
  ]);
}

function write(root, folder, file, parts) {
  mkdirSync(join(root, folder), { recursive: true });
  const head = "// Generated from schemas/openapi.yaml by src/build/generate/api-tables.mjs.";
  writeFileSync(join(root, folder, file), `${[head, ...parts].join("\n\n")}\n`);
}

function endpointOf(path, method, { operationId, parameters = [], requestBody, responses }) {
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const answer = nameOf((responses[200] ?? responses[201] ?? responses[204]).$ref);
  return {
    name: operationId,
    method: method.toUpperCase(),
    path,
    ...(query.length > 0 ? { query } : {}),
    ...(requestBody ? { body: nameOf(requestBody.$ref) } : {}),
    ...(answer === "Done" ? {} : { answer: answer.replace(/List$/, "[]") }),
  };
}

const nameOf = (ref) => ref.split("/").at(-1);

function fieldsOf({ properties }) {
  return Object.keys(properties).filter((field) => !properties[field]["x-secret"]);
}
