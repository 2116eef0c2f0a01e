import { visibleName } from "./escape.js";
import { isRecord } from "./record.js";

/** A violation of a JSON schema, as the compiled validators report it. */
interface Violation {
  readonly keyword: string;
  /** The place in the document, a JSON pointer (RFC 6901). */
  readonly instancePath: string;
  /** The place of the keyword in the schema. */
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The violation that says most, in a sentence: `if` and the arms of a choice only repeat or lead to the one that comes
 * last. `whole` names the document; its schema has the keys that may stand where one is unknown.
 */
export function violationsInWords(
  violations: readonly Violation[],
  whole = "It",
  schema: unknown = {},
): string {
  const last = violations.findLast(({ keyword }) => keyword !== "if");
  if (last === undefined) return `${whole} is of another form.`;
  const { keyword, instancePath, params } = last;
  const subject = instancePath === "" ? whole : `\`${pathText(instancePath)}\``;
  switch (keyword) {
    case "required":
      return `${subject} lacks \`${params.missingProperty}\`.`;
    case "additionalProperties": {
      const unknown = visibleName(String(params.additionalProperty));
      return `${subject} has no ${JSON.stringify(unknown)}: it takes ${keysBeside(schema, last).join(", ")}.`;
    }
    case "type":
      return `${subject} must be ${typesInWords(params.type, "an object")}.`;
    case "oneOf": {
      const arms = violations.filter((arm) => arm.instancePath === instancePath && arm.keyword === "type");
      if (arms.length < 2) break;
      return `${subject} must be ${typesInWords(
        arms.map((arm) => arm.params.type),
        "an object",
      )}.`;
    }
    case "enum":
      return `${subject} must be one of ${[params.allowedValues].flat().join(", ")}.`;
    case "const":
      return `${subject} must be ${JSON.stringify(params.allowedValue)}.`;
    case "pattern":
      if (String(params.pattern).includes("T\\d\\d:"))
        return `${subject} is not of the form 2026-09-30T06:00:00Z.`;
  }
  return `${subject} has the wrong form.`;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
};

/** One or several types of JSON in words, such as "text or a number"; `mapping` is the word for an object. */
export function typesInWords(types: unknown, mapping: string): string {
  const words = [types]
    .flat()
    .map((type) => (type === "object" ? mapping : TYPE_WORDS[String(type)]) ?? type);
  return words.join(" or ");
}

/** The segments of a JSON pointer (RFC 6901). */
export function pointerSegments(pointer: string): readonly string[] {
  const segments = pointer.split("/").slice(1);
  return segments.map((escaped) => escaped.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The keys that the schema of a violation knows. */
function keysBeside(schema: unknown, { schemaPath }: Violation): readonly string[] {
  const of = pointerSegments(schemaPath)
    .slice(0, -1)
    .reduce((part, key) => (isRecord(part) ? part[key] : undefined), schema);
  return isRecord(of) && isRecord(of.properties) ? Object.keys(of.properties) : [];
}

/** The path as text: `changes[3].outcome` for the JSON pointer `/changes/3/outcome`; keys are untrusted. */
function pathText(pointer: string): string {
  return pointerSegments(pointer)
    .map((key, i) => {
      if (/^\d+$/.test(key)) return `[${key}]`;
      return /^\w+$/.test(key) ? `${i === 0 ? "" : "."}${key}` : `[${JSON.stringify(visibleName(key))}]`;
    })
    .join("");
}
