import { type FileDiagnostic, fileFinding } from "./file-diagnostic.js";
import { quote } from "./wording.js";

/**
 * Replaces the references to variables in one text; where it cannot, the text keeps them and `problems` say why. A
 * text that names a row or a combination as well (`isDeferred`) stays as it is: what it means is not known yet.
 */
export type Substitute = (text: string) => {
  readonly text: string;
  readonly problems: readonly FileDiagnostic[];
  readonly isDeferred?: boolean;
};

/** The name in a reference: of a variable, a column of a row of people, or one of the texts that `each` combines. */
export interface Reference {
  readonly scope: "var" | "person" | "each";
  readonly name: string;
}

/** The pattern of a reference: `$${`, or `${` with the text inside the braces. */
const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;
const VARIABLE = /^\s*var\.([A-Za-z_][A-Za-z0-9_]*)\s*$/;
/** A column's name may hold blanks. */
const OF_PEOPLE = /^\s*(person|each)\.(.*\S)\s*$/s;

/** The parts of a text: literal texts, references, and problems of parts that only look like a reference. */
export function partsOf(text: string): readonly (string | Reference | FileDiagnostic)[] {
  if (!text.includes("${")) return [text];
  const parts: (string | Reference | FileDiagnostic)[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(from, match.index), partOf(match));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

function partOf([reference, inner, end]: RegExpMatchArray): string | Reference | FileDiagnostic {
  if (inner === undefined) return "${";
  const variable = VARIABLE.exec(inner)?.[1];
  if (variable !== undefined && end === "}") return { scope: "var", name: variable };
  const [, scope, name = ""] = OF_PEOPLE.exec(inner) ?? [];
  if ((scope === "person" || scope === "each") && end === "}") return { scope, name };
  return notAReference(reference);
}

/**
 * Substitutes `${var.name}`. It works on scalars that are parsed already and only once, so what a variable holds is
 * never syntax; `$${` is a literal `${`. `variable` gives a variable's value or says why there is none.
 */
export function createSubstitute(variable: (name: string) => string | FileDiagnostic): Substitute {
  return (text) => {
    if (!text.includes("${")) return { text, problems: [] };
    const parts = partsOf(text).map((part) =>
      typeof part === "object" && "scope" in part && part.scope === "var" ? variable(part.name) : part,
    );
    const problems = parts.filter((part) => typeof part === "object" && "code" in part);
    const isDeferred = parts.some((part) => typeof part === "object" && "scope" in part);
    return { text: isDeferred || problems.length > 0 ? text : parts.join(""), problems, isDeferred };
  };
}

function notAReference(reference: string): FileDiagnostic {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the user should write
  const detail = "References are written `${var.name}`. For a literal `${` write `$${`.";
  return fileFinding("invalid-value", `${quote(reference)} is not a reference to a variable`, detail);
}
