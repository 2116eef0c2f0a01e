import type { ErrorObject } from "ajv";
import { type Address, formatAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { groupBy } from "../../util/collections.js";
import { pointerSegments } from "../../util/schema-words.js";
import { validate } from "../generated/orgform-validator.js";
import { describeSchemaError, type SchemaError } from "../slips/schema-slips.js";
import { type DataMap, type DataPath, dataAt } from "../text/data.js";
import type { FileDiagnostic, Where } from "../text/file-diagnostic.js";
import { keysAtPath } from "../text/file-schema.js";
import { spanOfPath } from "../text/source-map.js";
import { suggestWithSynonyms } from "../text/wording.js";

/** The most characters of the text next to a name that are examined. */
const MOST_BESIDE = 200;

/** Violations that are put into words; a file can hold hundreds of thousands. */
const MOST_DESCRIBED = 500;

/** The violations of one file. */
interface SchemaFindings {
  /** The findings in plain words, at their places. */
  readonly findings: readonly FileDiagnostic[];
  /** The number of violations without a finding. */
  readonly more: number;
  /** The path of each finding. */
  readonly paths: readonly DataPath[];
}

/** Checks one file against `schemas/orgform.schema.json`. */
export function validateSchema(data: DataMap): SchemaFindings {
  if (validate(data)) return { findings: [], more: 0, paths: [] };
  const errors = validate.errors ?? [];
  const ofWrongType = new Set(errors.filter((e) => e.keyword === "type").map((e) => e.instancePath));
  const slips = slipsIn(data, errors);
  const violations = errors.filter((e) => !isConsequence(e, ofWrongType) && !followsFromSlip(e, slips));
  const described = violations.slice(0, MOST_DESCRIBED).map((e) => toSchemaError(data, e));
  const findings = described.map((e) => ({ ...describeSchemaError(e), ...place(data, e) }));
  const paths = described.map(({ path, key }) => (key === undefined ? path : [...path, key]));
  return { findings, more: violations.length - findings.length, paths };
}

/** Returns true if an error repeats another one: the frame of an `if` or of names, or the choices of another type. */
function isConsequence({ keyword, instancePath }: ErrorObject, ofWrongType: ReadonlySet<string>): boolean {
  if (keyword === "if" || keyword === "propertyNames") return true;
  return keyword !== "type" && ofWrongType.has(instancePath) && keyword !== "additionalProperties";
}

/** The keys that are meant by unknown ones, by the path of their mapping. */
type Slips = ReadonlyMap<string, readonly string[]>;

function slipsIn(data: DataMap, errors: readonly ErrorObject[]): Slips {
  const unknown = errors.filter(({ keyword }) => keyword === "additionalProperties");
  const byPath = groupBy(unknown, ({ instancePath }) => instancePath);
  return new Map(
    [...byPath].map(([path, all]) => {
      const known = keysAtPath(toPath(data, path));
      const keys = all.map(({ params }) => String(params.additionalProperty));
      return [path, keys.flatMap((key) => suggestWithSynonyms(key, known) ?? [])];
    }),
  );
}

/**
 * Returns true if an error is gone once a slip in a key is mended: the key that is meant is missing, or the kind of
 * the mapping was decided without it.
 */
function followsFromSlip({ keyword, instancePath, schemaPath, params }: ErrorObject, slips: Slips): boolean {
  const isDecided = /\/(?:then|else)\//.test(schemaPath);
  if (keyword === "false schema")
    return isDecided && (slips.get(instancePath.slice(0, instancePath.lastIndexOf("/"))) ?? []).length > 0;
  const meant = keyword === "required" ? (slips.get(instancePath) ?? []) : [];
  return isDecided ? meant.length > 0 : meant.includes(String(params.missingProperty));
}

/** The entry before a name between braces that nothing follows. */
function bareName(data: DataMap, path: DataPath): SchemaError["bare"] {
  const span = typeof path.at(-1) === "string" ? spanOfPath(data, path, "key") : undefined;
  if (span === undefined) return undefined;
  const { text } = span.source;
  if (!/^\s*[,}]/.test(text.slice(span.end, span.end + MOST_BESIDE))) return undefined;
  // In the text: a mapping has keys such as 50 before all others.
  const [, key, value] =
    /([^\s,{}:][^,{}:]*):\s*([^,{}]*),\s*$/.exec(
      text.slice(Math.max(0, span.start - MOST_BESIDE), span.start),
    ) ?? [];
  return { before: key === undefined || value === undefined ? undefined : [key, value] };
}

/** The word of an entry that YAML takes for no value; none where nothing stands there. */
function nullWord(data: DataMap, path: DataPath): string | undefined {
  const span = spanOfPath(data, path, "value");
  const text = span?.source.text.slice(span.start, span.end);
  return text !== undefined && /^(?:~|null)$/i.test(text) ? text : undefined;
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
    value:
      typeof value === "string" && (isConfidential(path) || (value.includes("@") && isAddress(path)))
        ? "(withheld)"
        : value,
    key: e.propertyName ?? additionalProperty ?? missingProperty,
    bare: value === null ? bareName(data, path) : undefined,
    word: value === null ? nullWord(data, path) : undefined,
  };
}

function place(data: DataMap, { keyword, path, key }: SchemaError): Where {
  const isOwnKey = key !== undefined && keyword !== "required";
  const at = isOwnKey ? [...path, key] : path;
  return {
    span: spanOfPath(data, at, isOwnKey || keyword === "required" ? "key" : "value"),
    address: addressOfPath(data, at),
    isConfidential: isConfidential(path),
  };
}

/** Returns true for the path that takes only a day, but where people write the secret itself. */
function isConfidential([block, key]: DataPath): boolean {
  return block === "warehouse_sign_in" && key === "client_secret";
}

/** Returns true for the path of the service's address, in front of whose host a password can stand. */
const isAddress = ([block, key]: DataPath): boolean => block === "service" && key === "base_url";

/** A JSON pointer's segments; those of lists as numbers. */
function toPath(root: DataMap, pointer: string): (string | number)[] {
  const path: (string | number)[] = [];
  for (const segment of pointerSegments(pointer)) {
    path.push(Array.isArray(dataAt(root, path)) ? Number(segment) : segment);
  }
  return path;
}

/** The address of the nearest resource that a path of the file lies in; `undefined` outside `workspaces`. */
function addressOfPath(root: DataMap, path: DataPath): Address | undefined {
  const [top, ...segments] = path;
  const [workspace, collection, name, inner, innerName] = segments;
  if (top !== "workspaces" || workspace === undefined) return undefined;
  const isCollection = collection === "attributes" || collection === "groups" || collection === "members";
  if (!isCollection || name === undefined) return formatAddress([String(workspace)]);
  const folded = collection === "members" ? canonicalEmail(String(name)) : String(name);
  const resource = [String(workspace), collection, folded];
  if (innerName === undefined) return formatAddress(resource);
  if (inner === "values") return formatAddress([...resource, inner, String(innerName)]);
  const member = inner === "members" && dataAt(root, path.slice(0, 6));
  return formatAddress(
    typeof member === "string" ? [...resource, "members", canonicalEmail(member)] : resource,
  );
}
