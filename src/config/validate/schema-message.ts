import type { Data } from "../parse/data.js";
import { beginsWithOddBlank, ODD_BLANK_ADVICE } from "../parse/syntax-slips.js";
import { error, type FileDiagnostic } from "./file-diagnostic.js";
import { choicesAtPath, keysAtPath, type Schema, schemaAtPath, typesAtPath } from "./file-schema.js";
import { quote } from "./wording.js";

/** A violation of the schema, in terms of the file. */
export interface SchemaError {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schemaPath: string;
  readonly path: readonly (string | number)[];
  /** The value at `path`. */
  readonly value: Data | undefined;
  /** The key under `path` that is too much, missing, or itself wrong. */
  readonly key: string | undefined;
}

/** The path of a group like any other. */
const GROUP = ["workspaces", "", "groups", ""];

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "a mapping",
  array: "a list",
};

/** Says what is wrong and what to write instead. */
export function describeSchemaError(e: SchemaError): FileDiagnostic {
  if (e.value === null) return nullValue(e);
  switch (e.keyword) {
    case "additionalProperties":
      return unknownKey(e);
    case "required":
      return missingKey(e);
    case "type":
      return wrongType(e);
    case "false schema":
      return error("invalid-value", `${subject(e.path)} cannot be used here`, describe(e.path.slice(0, -1)));
    default:
      return e.key === undefined ? invalidValue(e) : invalidName(e, e.key);
  }
}

function nullValue({ path }: SchemaError): FileDiagnostic {
  const detail = `Absent is unmanaged, empty is zero, null is an error. Remove it to leave this unmanaged, or ${insteadOfNull(path)}.`;
  return error("null-value", `${subject(path)} has no value`, detail);
}

function insteadOfNull(path: readonly (string | number)[]): string {
  const types = typesAtPath(path);
  if (types.includes("object")) return "write {} for none";
  if (types.includes("array")) return "write [] for none";
  return "give it a value. Text with a comma in it needs quotes between { and }";
}

function unknownKey({ path, key = "" }: SchemaError): FileDiagnostic {
  const known = keysAtPath(path);
  if (path.at(-1) === "All Users" && path.at(-2) === "groups" && keysAtPath(GROUP).includes(key)) {
    return error("all-users-limits", `"All Users" cannot carry ${quote(key)}`, describe(path));
  }
  if (beginsWithOddBlank(key)) {
    const summary = `The key ${quote(key.trim())} is indented with a blank that is not a space`;
    return error("unknown-key", summary, ODD_BLANK_ADVICE);
  }
  const summary = `Unknown key ${quote(key)}${path.length > 0 ? ` in ${subject(path)}` : ""}`;
  const where = { suggestion: { text: key, among: known } };
  return error("unknown-key", summary, `Known here: ${known.join(", ")}.`, where);
}

function missingKey({ path, key = "" }: SchemaError): FileDiagnostic {
  return error("missing-key", `${subject(path)} lacks ${quote(key)}`, describe([...path, key]));
}

function wrongType({ params, path, value }: SchemaError): FileDiagnostic {
  const types = [params.type].flat().map(String);
  const wanted = types.map((t) => TYPE_WORDS[t] ?? t).join(" or ");
  const got = Array.isArray(value) ? "array" : typeof value;
  const isFraction = types.includes("integer") && got === "number";
  const summary = `${subject(path)} must be ${wanted}, not ${isFraction ? String(value) : (TYPE_WORDS[got] ?? got)}`;
  return error("wrong-type", summary, `${describe(path)}${quotesHint(types, value)}${depthHint(path)}`);
}

function quotesHint(types: readonly string[], value: Data | undefined): string {
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean"))
    return " Put it in quotes to make it text.";
  const isUnquotable = typeof value === "string" && !types.includes("string") && !Number.isNaN(Number(value));
  return isUnquotable ? " Write it without quotes; what a variable gives is always text." : "";
}

/** A hint for a key of an entry that is among the entries themselves: `precedence` beside the groups. */
function depthHint(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  const isKeyInside = typeof last === "string" && keysAtPath(path).includes(last);
  return isKeyInside ? ` If it belongs to the entry above it, indent it further.` : "";
}

function wrongVersion(value: Data | undefined): FileDiagnostic {
  const isText = String(value) === "1";
  const summary = `"version" cannot be ${typeof value === "string" ? quote(value) : String(value)}`;
  const detail = isText
    ? "Write it without quotes: `version: 1`."
    : "This orgform reads version 1. A file for a newer orgform needs that one.";
  return error("invalid-value", summary, detail);
}

function invalidValue({ keyword, params, path, value }: SchemaError): FileDiagnostic {
  if (path.length === 1 && path[0] === "version" && typeof value !== "object") return wrongVersion(value);
  const allowed = keyword === "const" ? [String(params.allowedValue)] : choicesAtPath(path);
  const shown = typeof value === "string" ? quote(value) : typeof value === "object" ? "this" : String(value);
  const summary = `${subject(path)} cannot be ${value === "" ? "empty" : shown}`;
  const choices = allowed.length > 0 ? ` Allowed: ${allowed.join(", ")}.` : "";
  const suggestion = typeof value === "string" ? { text: value, among: allowed } : undefined;
  const detail = `${describe(path)}${limitOf(keyword, params)}${choices}`;
  return error("invalid-value", summary, detail, { suggestion });
}

function invalidName({ schemaPath, path }: SchemaError, key: string): FileDiagnostic {
  if (schemaPath.includes("/then/propertyNames")) {
    const detail =
      "`state: absent` cannot be combined with other settings. Remove this key, or `state: absent`.";
    return error("invalid-value", `${quote(key)} cannot be set beside \`state: absent\``, detail);
  }
  const summary =
    key === "" ? `A name in ${subject(path)} is empty` : `${quote(key)} cannot be a name in ${subject(path)}`;
  return error("invalid-value", summary, schemaAtPath(path)?.propertyNames?.description ?? "");
}

function limitOf(keyword: string, { limit }: Readonly<Record<string, unknown>>): string {
  if (keyword === "minimum") return ` The least is ${limit}.`;
  if (keyword === "maximum") return ` The most is ${limit}.`;
  if (keyword === "maxLength") return ` At most ${limit} characters.`;
  return keyword === "minItems" ? " At least one is needed." : "";
}

/** `"precedence"`, or `Item 2 of "members"`. */
function subject(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  if (typeof last === "number") return `Item ${last + 1} of ${quote(String(path.at(-2) ?? ""))}`;
  return last === undefined ? "The file" : quote(last);
}

/** The schema's own words about what belongs at a path, with an example. */
function describe(path: readonly (string | number)[]): string {
  const { description = "", examples = [] }: Schema = schemaAtPath(path) ?? {};
  const [example] = examples;
  return example === undefined
    ? description
    : `${description} For example ${JSON.stringify(example)}.`.trim();
}
