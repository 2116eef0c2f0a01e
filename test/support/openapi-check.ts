import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** `schemas/openapi.yaml`, as it is. */
export const description: Description = parse(
  readFileSync(new URL("../../schemas/openapi.yaml", import.meta.url), "utf8"),
);

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
for (const word of ["example", "components", "x-extensible-enum", "x-secret"]) ajv.addKeyword(word);
ajv.addSchema({ $id: "api", components: closeObjects(description.components) });

/**
 * A fetch that throws for a request or an answer that `schemas/openapi.yaml` does not describe, extra properties and
 * undeclared statuses included. Requests that the service itself finds misshapen (404, 405, 422) need not be described.
 * Addresses outside the API's base path go through unchecked.
 */
export function checkedFetch(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const sent = await request.clone().text();
    const response = await fetch(request);
    const path = /\/api\/v2(\/.*)$/.exec(new URL(request.url).pathname)?.[1];
    if (path !== undefined) await check(request.method, path, sent, response.clone());
    return response;
  };
}

async function check(method: string, path: string, sent: string, response: Response): Promise<void> {
  const where = `${method} ${path} (${response.status})`;
  const received = await response.text();
  const operation = findOperation(method, path);
  if (!operation) {
    if (response.status !== 404 && response.status !== 405 && response.status !== 401) {
      throw new Error(`${where}: not in the description`);
    }
    return validate(`${where} answer`, "#/components/schemas/ErrorEnvelope", received);
  }
  if (operation.requestBody && response.status !== 422) {
    const body = resolve(operation.requestBody);
    validate(`${where} request`, schemaOf(body), sent);
  } else if (!operation.requestBody && sent !== "")
    throw new Error(`${where}: a body where none is described`);

  const range = `${String(response.status)[0]}XX`;
  const described = operation.responses[response.status] ?? operation.responses[range];
  if (!described) throw new Error(`${where}: the status is not described`);
  const answer = resolve(described);
  if (!answer.content) {
    if (received !== "") throw new Error(`${where}: a body where none is described`);
    return;
  }
  const type = response.headers.get("content-type");
  if (!type?.startsWith("application/json")) throw new Error(`${where}: the answer is ${type}`);
  validate(`${where} answer`, schemaOf(answer), received);
  for (const name of ["limit", "remaining", "reset"]) {
    const header = response.headers.get(`x-ratelimit-${name}`);
    if (response.status !== 401 && !/^\d+$/.test(header ?? ""))
      throw new Error(`${where}: no rate limit ${name}`);
  }
}

interface Ref {
  readonly $ref: string;
}
interface Described {
  readonly content?: { readonly "application/json": { readonly schema: Ref } };
}
interface Operation {
  readonly requestBody?: Ref;
  readonly responses: Readonly<Record<string, Ref>>;
}

function findOperation(method: string, path: string): Operation | undefined {
  for (const [template, item] of Object.entries(description.paths)) {
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`);
    if (pattern.test(path)) return item[method.toLowerCase()] as Operation | undefined;
  }
  return undefined;
}

function resolve({ $ref }: Ref): Described {
  const parts = $ref.slice(2).split("/");
  return parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], description) as Described;
}

function schemaOf(described: Described): string {
  if (!described.content) throw new Error("no JSON is described");
  return described.content["application/json"].schema.$ref;
}

function validate(where: string, pointer: string, text: string): void {
  const schema = ajv.getSchema(`api${pointer}`) as ValidateFunction;
  if (!schema(JSON.parse(text))) throw new Error(`${where}: ${ajv.errorsText(schema.errors)}`);
}

/** The same schemas without the leave to carry properties that they do not name. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closeObjects(part)]));
  return closed.type === "object" && closed.properties ? { ...closed, unevaluatedProperties: false } : closed;
}
