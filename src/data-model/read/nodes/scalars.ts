import type { ModelNode, ModelScalar } from "./document.js";

/**
 * Scalars as the query engine reads them: its files are YAML 1.1, in which `yes`, `on` and `n` are truth values, `010`,
 * `1_0` and `12:30` numbers, and `2026-01-01` a date. Only texts equal a person's value or the name of a field.
 */
export type ScalarValue =
  | { readonly kind: "text" | "truth" | "date" | "null" | "other"; readonly text: string }
  | { readonly kind: "number"; readonly number: number; readonly text: string };

const NULL = /^(?:~|null|Null|NULL)?$/;
const TRUTH = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const UNTRUTH = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const BASES: readonly (readonly [RegExp, number])[] = [
  [/^[-+]?0b[01_]+$/, 2],
  [/^[-+]?0x[0-9a-fA-F_]+$/, 16],
  [/^[-+]?0[0-7_]+$/, 8],
  [/^[-+]?(?:0|[1-9][0-9_]*)$/, 10],
];
const IN_SIXTIES = /^(?:[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE =
  /^\d{4}-(?:\d\d-\d\d|\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$/;

/** The value that the engine reads from a scalar. */
export function engineValue({ text, isPlain, tag }: ModelScalar): ScalarValue {
  if (tag !== undefined && tag !== "!") return taggedValue(tag, text);
  return isPlain ? plainValue(text) : { kind: "text", text };
}

const YAML_TAG = "tag:yaml.org,2002:";

/** A tag makes a value of its type of any text; of one that the engine does not know, it makes an object of its own. */
function taggedValue(tag: string, text: string): ScalarValue {
  switch (tag.startsWith(YAML_TAG) ? tag.slice(YAML_TAG.length) : "") {
    case "str":
      return { kind: "text", text };
    case "null":
      return { kind: "null", text: "none" };
    case "bool": {
      const value = plainValue(text.toLowerCase());
      return value.kind === "truth" ? value : { kind: "other", text };
    }
    case "int":
    case "float":
      return numberOf(text) ?? { kind: "other", text };
    case "timestamp":
      return { kind: DATE.test(text) ? "date" : "other", text };
    default:
      return { kind: "other", text };
  }
}

/** Returns false for a scalar whose tag asks for a type that its text is not. */
export function isReadable(scalar: ModelScalar): boolean {
  const type = /:(bool|int|float|timestamp)$/.exec(scalar.tag ?? "")?.[1];
  if (type === undefined) return true;
  const { kind, text } = engineValue(scalar);
  return kind !== "other" && !(type === "int" && text.includes("."));
}

function plainValue(text: string): ScalarValue {
  if (text.length <= 5) {
    if (NULL.test(text)) return { kind: "null", text: "none" };
    if (TRUTH.test(text)) return { kind: "truth", text: "true" };
    if (UNTRUTH.test(text)) return { kind: "truth", text: "false" };
  }
  if (!/^[-+.0-9]/.test(text)) return { kind: "text", text };
  if (DATE.test(text)) return { kind: "date", text };
  return numberOf(text) ?? { kind: "text", text };
}

/** A number with its text as Python writes it, which is the name of what is called by it. */
function numberOf(text: string): ScalarValue | undefined {
  const plain = text.replaceAll("_", "");
  const sign = plain.startsWith("-") ? -1 : 1;
  const unsigned = plain.replace(/^[-+]/, "");
  const base = BASES.find(([form]) => form.test(text))?.[1];
  if (base !== undefined) {
    const number = sign * Number.parseInt(unsigned.replace(/^0[bx]/, "") || "0", base);
    return { kind: "number", number, text: Number.isSafeInteger(number) ? String(number) : plain };
  }
  if (IN_SIXTIES.test(text)) {
    const parts = unsigned.split(":").map(Number);
    const number = sign * parts.reduce((sum, part) => sum * 60 + part, 0);
    return { kind: "number", number, text: String(number) };
  }
  if (!FLOAT.test(text)) return undefined;
  if (/nan/i.test(plain)) return { kind: "number", number: Number.NaN, text: "nan" };
  if (/inf/i.test(plain))
    return { kind: "number", number: sign * Number.POSITIVE_INFINITY, text: sign < 0 ? "-inf" : "inf" };
  const number = Number(plain);
  return { kind: "number", number, text: Number.isInteger(number) ? `${number}.0` : String(number) };
}

/** Returns true if a value is true to Python: neither empty, nor zero, nor null. */
export function isTrue(node: ModelNode | undefined): boolean {
  if (node === undefined) return false;
  if (node.kind === "list") return node.items.length > 0;
  if (node.kind === "map") return node.entries.length > 0;
  const value = engineValue(node);
  if (value.kind === "number") return value.number !== 0;
  if (value.kind === "truth") return value.text === "true";
  return value.kind === "text" ? value.text !== "" : value.kind !== "null";
}

/**
 * A name by which things are found, so that two of them are equal where Python's values are: `1` is `1.0` and `yes`,
 * and not `'1'`.
 */
export function identityOf(value: ScalarValue): string {
  if (value.kind === "number") return `!!int ${value.number}`;
  if (value.kind === "truth") return `!!int ${Number(value.text === "true")}`;
  return value.kind === "text" ? value.text : `!!${value.kind} ${value.text}`;
}
