import { emailAdvice } from "../../model/email.js";
import { WITHDRAWN } from "../../model/withdrawn.js";
import { own } from "../../util/record.js";
import { typesInWords } from "../../util/schema-words.js";
import { type Data, type DataPath, isDataMap } from "../text/data.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
import {
  choicesAtPath,
  homesOf,
  keysAtPath,
  PLAIN_EMAIL,
  type Schema,
  schemaAtPath,
  takesAnyKey,
  typesAtPath,
} from "../text/file-schema.js";
import { quote, quoteAll, suggestWithSynonyms } from "../text/wording.js";
import { colonReplacement, isOfType, listOfKeys, replacementFor } from "./replacements.js";

/** A violation of the schema, in terms of the file. */
export interface SchemaError {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schemaPath: string;
  readonly path: DataPath;
  /** The value at `path`. */
  readonly value: Data | undefined;
  /** The key under `path` that is too much, missing, or itself wrong. */
  readonly key: string | undefined;
  /** The entry before a name between braces that has no colon. */
  readonly bare: { readonly before: readonly [key: string, text: string] | undefined } | undefined;
  /** The word that YAML takes for no value, as it stands in the file. */
  readonly word: string | undefined;
}

/** The path of a group like any other. */
const GROUP = ["workspaces", "", "groups", ""];

/** Puts a violation of the schema into words: the mistake, and the text to write instead. */
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
      return fileFinding(
        "invalid-value",
        `${subject(e.path)} cannot be used here`,
        describe(e.path.slice(0, -1)),
      );
    default:
      return e.key === undefined ? invalidValue(e) : invalidName(e, e.key);
  }
}

function nullValue({ path, bare, word }: SchemaError): FileDiagnostic {
  const name = String(path.at(-1) ?? "");
  const detail = (bare && bareName(name, bare.before)) ?? insteadOfNull(path);
  const isText = word !== undefined && typesAtPath(path).includes("string");
  const quotes = isText ? `Without quotes, ${word} is no text; if you mean the text, write "${word}". ` : "";
  return fileFinding("null-value", `${subject(path)} has no value`, quotes + detail);
}

/** A name between braces without a colon: what a comma cut off, or what has its colon within. */
function bareName(name: string, before: readonly [string, string] | undefined): string | undefined {
  const [key, value] = before ?? [];
  if (key === undefined) return colonReplacement(name);
  const whole = quote(`${value}, ${name}`);
  return (
    colonReplacement(name) ??
    `Between { and }, a comma ends the value. If this belongs to the value of ${quote(key)}, write \`${key}: ${whole}\`.`
  );
}

function insteadOfNull(path: DataPath): string {
  const [parent, name] = [path.slice(0, -1), quote(String(path.at(-1) ?? ""))];
  const types = typesAtPath(path);
  if (parent.at(-1) === "values") return "Give it a value. To take the value away, remove the line.";
  const leave = "To leave what exists as it is, remove the line.";
  if (types.includes("object") && takesAnyKey(parent))
    return `Write what ${name} has in the lines below it, indented further, or \`{}\` after the colon if nothing more is to be said of it.`;
  if (types.includes("object") || types.includes("array"))
    return `If there are to be none, write \`${types.includes("object") ? "{}" : "[]"}\` after the colon. ${leave}`;
  return `Give it a value. ${leave}`;
}

function unknownKey({ path, key = "", value }: SchemaError): FileDiagnostic {
  const known = keysAtPath(path);
  if (path.at(-1) === "All Users" && path.at(-2) === "groups" && keysAtPath(GROUP).includes(key)) {
    return fileFinding("all-users-limits", `"All Users" cannot carry ${quote(key)}`, describe(path));
  }
  const summary = `Unknown key ${quote(key)}${path.length > 0 ? ` in ${subject(path).replace(/^Item/, "item")}` : ""}`;
  const withdrawn = insteadOfWithdrawn(key);
  if (withdrawn !== undefined) return fileFinding("unknown-key", summary, withdrawn);
  const where = { suggestion: { text: key, among: known } };
  const isName = key === "name" && takesAnyKey(path.slice(0, -1));
  const ownName = isName ? `The name is the key itself: ${subject(path)}.` : undefined;
  const instead =
    ownName ??
    invitedAsMember(key, known) ??
    (isDataMap(value) ? listOfKeys(path, value) : undefined) ??
    (suggestWithSynonyms(key, known) === undefined
      ? atHome(path, key, isDataMap(value) ? value[key] : undefined)
      : undefined) ??
    colonReplacement(key);
  const detail = `${instead ? `${instead} ` : ""}Known here: ${known.join(", ")}.`;
  return fileFinding("unknown-key", summary, detail, where);
}

/** What to do instead of a key that orgform had once. */
function insteadOfWithdrawn(key: string): string | undefined {
  const instead = own(WITHDRAWN.keys, key);
  return instead && `${quote(key)} was withdrawn. Instead: ${instead}.`;
}

/** An invite has no key of its own: it follows from a member who is not there yet. */
const invitedAsMember = (key: string, known: readonly string[]): string | undefined =>
  key.startsWith("invit") && known.includes("members")
    ? "Write the people under `members`: an apply invites those who are not members of the workspace yet."
    : undefined;

/**
 * The valid places of a key that is unknown at a path: below it, or else anywhere; in a mapping whose key
 * takes the value.
 */
function atHome(path: DataPath, key: string, value: Data | undefined): string | undefined {
  const fitting = homesOf(key).filter(
    (home) =>
      !home.includes(0) &&
      typesAtPath([...home, key]).some((type) => value === null || isOfType(value, type)),
  );
  const below = fitting.filter((home) => path.every((segment, i) => home[i] === segment || home[i] === ""));
  const homes = below.length > 0 ? below : fitting;
  const nouns = [...new Set(homes.map(nounOf))].slice(0, MOST_HOMES);
  if (nouns.length === 0) return undefined;
  const written = homes.length === 1 ? `: ${writtenIn(homes[0] ?? [], key)}` : "";
  return `${quote(key)} belongs under ${orList(nouns)}${written}.`;
}

const orList = (nouns: readonly string[]): string =>
  [nouns.slice(0, -1).join(", "), nouns.at(-1)].filter((part) => part !== "").join(" or ");

/** The most places of a key that are named. */
const MOST_HOMES = 3;

/** The entries of a mapping in a word, by its key. */
const ENTRY_NOUNS: Readonly<Record<string, string>> = {
  attributes: "an attribute",
  groups: "a group",
  members: "a member",
  workspaces: "a workspace",
};

function nounOf(home: DataPath): string {
  const [collection = "", last = ""] = home.slice(-2).map(String);
  const isEntry = last === "" || last === "All Users";
  return (isEntry ? own(ENTRY_NOUNS, collection) : undefined) ?? `\`${home.at(-1) || collection}\``;
}

/** The key in its place, such as `workspaces: {NAME: {groups: …}}`. */
function writtenIn(home: DataPath, key: string): string {
  const names = home.map((segment) => (segment === "" ? "NAME" : String(segment)));
  const open = names.map((name) => `${name}: {`).join("");
  return `\`${open}${key}: …${"}".repeat(names.length)}\``;
}

function missingKey({ path, key = "" }: SchemaError): FileDiagnostic {
  const { const: only, examples = [] }: Schema = schemaAtPath([...path, key]) ?? {};
  const [example] = examples;
  const value = only ?? (typeof example === "object" ? undefined : example) ?? "…";
  const detail = `Add \`${key}: ${String(value)}\`. ${describe([...path, key], false)}`;
  return fileFinding("missing-key", `${subject(path)} lacks ${quote(key)}`, detail.trimEnd());
}

function wrongType({ params, path, value }: SchemaError): FileDiagnostic {
  const types = [params.type].flat().map(String);
  const expected = typesInWords(types, "a mapping");
  const isFraction = types.includes("integer") && typeof value === "number";
  const got = isFraction ? value : typesInWords(Array.isArray(value) ? "array" : typeof value, "a mapping");
  const summary = `${subject(path)} must be ${expected}, not ${got}`;
  const keys = isDataMap(value) && !types.includes("object") ? Object.keys(value) : [];
  const withdrawn = keys.map((key) => insteadOfWithdrawn(key) ?? "");
  const replacement = replacementFor(path, types, value);
  const detail = [...withdrawn, replacement, describe(path), choicesText(choicesAtPath(path))];
  return fileFinding("wrong-type", summary, detail.filter((text) => text !== "").join(" "));
}

function choicesText(choices: readonly string[]): string {
  return choices.length > 0 ? `Allowed: ${quoteAll(choices)}.` : "";
}

function wrongVersion(value: Data | undefined): FileDiagnostic {
  const isText = String(value) === "1";
  const summary = `"version" cannot be ${typeof value === "string" ? quote(value) : String(value)}`;
  const detail = isText
    ? "Write it without quotes: `version: 1`."
    : "This orgform reads version 1. A file for a newer orgform needs that one.";
  return fileFinding("invalid-value", summary, detail);
}

function shownValue(value: unknown): string {
  if (value === "") return "empty";
  if (typeof value === "string") return quote(value);
  return typeof value === "object" ? "this" : String(value);
}

function invalidValue({ keyword, params, path, value }: SchemaError): FileDiagnostic {
  if (path.length === 1 && path[0] === "version" && typeof value !== "object") return wrongVersion(value);
  const allowed = keyword === "const" ? [String(params.allowedValue)] : choicesAtPath(path);
  const summary = `${subject(path)} cannot be ${shownValue(value)}`;
  const suggestion = typeof value === "string" ? { text: value, among: allowed } : undefined;
  const schema = schemaAtPath(path);
  const about = (keyword === "pattern" ? schema?.$comment : undefined) ?? describe(path);
  const advice = schema?.pattern === PLAIN_EMAIL && typeof value === "string" ? emailAdvice(value) : "";
  const detail = [advice, about, limitOf(keyword, params), choicesText(allowed)];
  return fileFinding("invalid-value", summary, detail.filter((text) => text !== "").join(" "), {
    suggestion,
  });
}

function invalidName({ schemaPath, path }: SchemaError, key: string): FileDiagnostic {
  if (schemaPath.includes("/then/propertyNames")) {
    const detail =
      "`state: absent` cannot be combined with other settings. Remove this key, or `state: absent`.";
    return fileFinding("invalid-value", `${quote(key)} cannot be set beside \`state: absent\``, detail);
  }
  const summary =
    key === "" ? `A name in ${subject(path)} is empty` : `${quote(key)} cannot be a name in ${subject(path)}`;
  const { $ref = "", description = "" } = schemaAtPath(path)?.propertyNames ?? {};
  const advice = $ref.endsWith("/email") ? emailAdvice(key) : "";
  return fileFinding("invalid-value", summary, `${advice} ${description}`.trim());
}

function limitOf(keyword: string, { limit }: Readonly<Record<string, unknown>>): string {
  if (keyword === "minimum") return `The least is ${limit}.`;
  if (keyword === "maximum") return `The most is ${limit}.`;
  if (keyword === "maxLength") return `At most ${limit} characters.`;
  return keyword === "minItems" ? "At least one is needed." : "";
}

/** The subject of a sentence, such as `"precedence"` or `Item 2 of "members"`. */
function subject(path: DataPath): string {
  const last = path.at(-1);
  if (typeof last === "number") return `Item ${last + 1} of ${quote(String(path.at(-2) ?? ""))}`;
  return last === undefined ? "The file" : quote(last);
}

/** The schema's own words about what belongs at a path, with an example. */
function describe(path: DataPath, withExample = true): string {
  const { description = "", examples = [] }: Schema = schemaAtPath(path) ?? {};
  const [example] = withExample ? examples : [];
  return example === undefined
    ? description
    : `${description} For example ${JSON.stringify(example)}.`.trim();
}
