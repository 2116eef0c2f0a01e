// Writes what the client knows of the service from schemas/openapi.yaml: its endpoints, the types of bodies and answers,
// and the fields of an answer that are kept.
import { typesOf } from "./document-types.mjs";
import { writeGenerated } from "./generated-file.mjs";

/** Writes the tables and types for a description in which every operation has an operationId. */
export function writeApiTables({ paths, components }) {
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([method, operation]) => [operation.operationId, endpointOf(path, method, operation)]),
  );
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([title, schema]) => [
      title,
      { description: `\`${title}\` of the description.`, ...schema, title },
    ]),
  );
  const names = endpoints.flatMap(([, { answer = [], body = [] }]) => [answer, body].flat());
  const shapes = [...new Set(names.map((name) => name.replace("[]", "")))]
    .sort()
    .map((name) => schemas[name]);
  const fields = shapes.map(({ title, properties }) => [
    title,
    Object.keys(properties).filter((field) => !properties[field]["x-secret"]),
  ]);
  writeGenerated(
    "src/model/generated/service.ts",
    "schemas/openapi.yaml",
    ...typesOf(shapes.map((schema) => [schema, schemas])),
    "/** Everything that the data of an answer can be, alone or in a list, and the bodies of requests. */",
    `export interface Shapes { ${shapes.map(({ title }) => `readonly ${title}: ${title};`).join(" ")} }`,
    "/** The fields that decoding keeps of each shape; other or secret fields of an answer are dropped. */",
    `export const FIELDS = ${json(fields)} as const satisfies { readonly [S in keyof Shapes]: readonly (keyof Shapes[S])[] };`,
    "/** All endpoints by operationId; the client's methods and their types are derived from this table alone. */",
    `export const ENDPOINTS = ${json(endpoints)} as const;`,
  );
}

const json = (entries) => JSON.stringify(Object.fromEntries(entries), null, 2);

function endpointOf(path, method, { parameters = [], requestBody, responses }) {
  const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const answer = nameOf(responses[200] ?? responses[201] ?? responses[204]);
  return {
    method: method.toUpperCase(),
    path,
    ...(query.length > 0 && { query }),
    ...(requestBody && { body: nameOf(requestBody) }),
    ...(answer !== "Done" && { answer: answer.replace(/List$/, "[]") }),
  };
}

const nameOf = ({ $ref }) => $ref.split("/").at(-1);
