import { emailsIn } from "../../model/email.js";
import { type Data, type DataMap, type DataPath, isDataList, isDataMap } from "../text/data.js";
import { choicesAtPath, KEYS, keysAtPath, takesAnyKey, typesAtPath } from "../text/file-schema.js";
import { suggestWithSynonyms } from "../text/wording.js";

/** A sentence about what to write instead of a value of the wrong type; "" if that is unknown. */
export function replacementFor(path: DataPath, types: readonly string[], value: Data | undefined): string {
  if (types.includes("object")) return isDataList(value) ? keysForList(path, value) : mappingFor(path, value);
  if (types.includes("array")) return listFor(path, value);
  if (isDataList(value)) return textForList(path, value);
  if (types.includes("boolean") && typeof value === "string") return switchFor(path, value);
  if (typeof value === "string") return numberFor(path, types, value);
  const isOther = typeof value === "number" || typeof value === "boolean";
  return isOther && types.includes("string") && choicesAtPath(path).length === 0
    ? "Put it in quotes to make it text."
    : "";
}

/** A key that lacks the blank after its colon: YAML takes the whole for a name. */
export function colonReplacement(key: string): string | undefined {
  const [, name, value] = /^([\w-]+):(\S.*)$/.exec(key) ?? [];
  return name === undefined ? undefined : `Write \`${name}: ${value}\`, with a space after the colon.`;
}

/** The mapping to write for a text: `service: eu` → `service: {region: eu}`. */
function mappingFor(path: DataPath, value: Data | undefined): string {
  if (typeof value === "string") {
    const [, key = "", rest = ""] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
    const isPair = KEYS.has(key) || (takesAnyKey(path) && key !== "");
    if (isPair && !rest.includes(":")) return `If a colon is missing, write \`${key}: ${rest}\`.`;
  }
  const keys = keysAtPath(path).map((key) => ({ key, own: [...path, key] }));
  const chosen = keys.find(({ own }) => choiceFor(own, value) !== undefined);
  const [fitting, other] = keys.filter(
    ({ own }) => choicesAtPath(own).length === 0 && typesAtPath(own).some((type) => isOfType(value, type)),
  );
  // Of several switches none is more likely meant, and each does something of its own.
  const isUnclear = other !== undefined && typeof value === "boolean";
  const key = (chosen ?? (isUnclear ? undefined : fitting))?.key;
  if (isUnclear) return `Write its keys: ${keys.map((one) => one.key).join(", ")}.`;
  if (key === undefined) return "";
  return write(path, `{${key}: ${chosen ? choiceFor(chosen.own, value) : flowText(value)}}`);
}

function choiceFor(path: DataPath, value: Data | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const choices = choicesAtPath(path);
  return choices.includes(value) ? value : suggestWithSynonyms(value, choices);
}

/** Returns true if a value has a type of JSON Schema. */
export function isOfType(value: Data | undefined, type: string): boolean {
  if (type === "array") return isDataList(value);
  if (type === "object") return isDataMap(value);
  return type === "integer" ? Number.isInteger(value) : type === typeof value;
}

/** A list where names are keys: `- name: West` → `West: {…}`. */
function keysForList(path: DataPath, list: readonly Data[]): string {
  const [first] = list;
  if (typeof first === "string" && takesAnyKey(path))
    return `Write each of them as a key, without the dash: \`${flowText(first)}: {}\`.`;
  if (!isDataMap(first)) return "";
  const keys = Object.keys(first);
  if (keys.every((key) => keysAtPath(path).includes(key))) return "Take the dash away.";
  const name = first.name ?? first.email ?? first.id;
  if (!takesAnyKey(path)) return "";
  const key = typeof name === "string" ? flowText(name) : (keys[0] ?? "NAME");
  return `Write each name as a key, without the dash: \`${key}: {…}\`.`;
}

/** The list to write for a text: `extends: standard` → `extends: [standard]`. */
function listFor(path: DataPath, value: Data | undefined): string {
  if (isDataMap(value)) return 'Begin each item with a dash and a blank: "- ".';
  if (typeof value !== "string") return value === undefined ? "" : write(path, `[${flowText(value)}]`);
  if (/^-\S/.test(value)) return `Put a space after the dash: \`- ${value.slice(1)}\`.`;
  const texts = emailsIn(value) ?? value.split(/\s*,\s*/).filter((text) => text !== "");
  return write(path, `[${texts.map(flowText).join(", ")}]`);
}

/** The text to write for a list: `region: [west, east]` → `region: "west, east"`. */
function textForList(path: DataPath, list: readonly Data[]): string {
  const texts = list.filter((item) => typeof item !== "object").map(String);
  const takesEntries = path.at(-2) === "values" || path.at(-1) === "is";
  if (texts.length !== list.length || texts.length === 0) return "";
  if (texts.length === 1) return write(path, flowText(texts[0]));
  return takesEntries
    ? `${write(path, JSON.stringify(texts.join(", ")))} These are entries of one value.`
    : "";
}

function switchFor(path: DataPath, text: string): string {
  const word = text.toLowerCase();
  const isOn = ["true", "yes", "on", "y"].includes(word);
  if (!isOn && !["false", "no", "off", "n"].includes(word)) return "";
  return write(path, String(isOn));
}

function numberFor(path: DataPath, types: readonly string[], text: string): string {
  if (types.includes("string")) return "";
  const number = text.trim().replace(/[%,;]$/, "");
  if (number === "" || Number.isNaN(Number(number))) return "";
  return `${write(path, number)} What a variable gives is always text.`;
}

/** The keys of a mapping of addresses in the place of a list of them. */
export function listOfKeys(path: DataPath, map: DataMap): string | undefined {
  const keys = Object.keys(map);
  return keys.length > 0 && keys.every((key) => key.includes("@"))
    ? write(path, `[${keys.slice(0, 2).join(", ")}${keys.length > 2 ? ", …" : ""}]`)
    : undefined;
}

function write(path: DataPath, text: string): string {
  const last = path.at(-1);
  return typeof last === "string" ? `Write \`${flowText(last)}: ${text}\`.` : `Write \`${text}\`.`;
}

/** A scalar as it can stand between brackets. */
function flowText(value: Data | undefined): string {
  if (typeof value !== "string") return String(value);
  return /^[A-Za-z0-9][\w.@+ -]*$/.test(value) ? value : JSON.stringify(value);
}
