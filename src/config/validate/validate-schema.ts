import type { ErrorObject } from "ajv";
import { validate } from "../generated/orgform-validator.js";
import { type DataMap, dataAt } from "../parse/data.js";
import { type SourceMap, spanOf, spanOfPath } from "../substitute/source-map.js";
import type { FileDiagnostic, Where } from "./file-diagnostic.js";
import { addressOfPath } from "./path-address.js";
import { describeSchemaError, type SchemaError } from "./schema-message.js";

/** Violations that are put into words; a file can hold hundreds of thousands. */
const MOST_DESCRIBED = 500;

/**
 * Checks one file against `schemas/orgform.schema.json`: violations at their places, in people's words, and how many
 * `more` there are.
 */
export function validateSchema(
  data: DataMap,
  sourceMap: SourceMap,
): { readonly findings: readonly FileDiagnostic[]; readonly more: number } {
  if (validate(data)) return { findings: [], more: 0 };
  const errors = validate.errors ?? [];
  const ofWrongType = new Set(errors.filter((e) => e.keyword === "type").map((e) => e.instancePath));
  const violations = errors.filter((e) => !isConsequence(e, ofWrongType));
  const findings = violations.slice(0, MOST_DESCRIBED).map((e) => {
    const described = toSchemaError(data, e);
    return { ...describeSchemaError(described), ...place(data, sourceMap, described) };
  });
  return { findings, more: violations.length - findings.length };
}

/** Errors that only repeat another one: the frame of an `if` or of names, and the choices of a value of another type. */
function isConsequence({ keyword, instancePath }: ErrorObject, ofWrongType: ReadonlySet<string>): boolean {
  if (keyword === "if" || keyword === "propertyNames") return true;
  return keyword !== "type" && ofWrongType.has(instancePath) && keyword !== "additionalProperties";
}

function toSchemaError(data: DataMap, e: ErrorObject): SchemaError {
  const path = toPath(data, e.instancePath);
  const value = dataAt(data, path);
  const { additionalProperty, missingProperty } = e.params as Record<string, string | undefined>;
  return {
    keyword: e.keyword,
    params: e.params,
    schemaPath: e.schemaPath,
    path,
    value: isConfidential(path) && typeof value === "string" ? "(withheld)" : value,
    key: e.propertyName ?? additionalProperty ?? missingProperty,
  };
}

function place(data: DataMap, sourceMap: SourceMap, { keyword, path, key }: SchemaError): Where {
  const isOwnKey = key !== undefined && keyword !== "required";
  const about = {
    address: addressOfPath(data, isOwnKey ? [...path, key] : path),
    isConfidential: isConfidential(path),
  };
  if (!isOwnKey)
    return { span: spanOfPath(sourceMap, data, path, keyword === "required" ? "key" : "value"), ...about };
  const container = dataAt(data, path);
  return { span: isContainer(container) ? spanOf(sourceMap, container, key, "key") : undefined, ...about };
}

/** Where only a day belongs, and where somebody will write the secret itself. */
function isConfidential([block, key]: readonly (string | number)[]): boolean {
  return block === "warehouse_sign_in" && key === "client_secret";
}

function isContainer(data: unknown): data is DataMap {
  return typeof data === "object" && data !== null;
}

/** A JSON pointer's segments; those of lists as numbers. */
function toPath(root: DataMap, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const escaped of pointer.split("/").slice(1)) {
    const segment = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(dataAt(root, path)) ? Number(segment) : segment);
  }
  return path;
}
