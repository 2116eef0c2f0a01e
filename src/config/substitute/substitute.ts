import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Finding } from "../validate/finding.js";
import { quote } from "../validate/wording.js";

/** Replaces the references in one text; where it cannot, the text keeps them and `problems` say why. */
export type Substitute = (text: string) => { readonly text: string; readonly problems: readonly Problem[] };

/** What is wrong with a reference, without its place. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly summary: string;
  readonly detail: string;
  readonly suggestion?: Finding["suggestion"];
}

/** `$${`, or `${` with what is inside the braces. */
const REFERENCE = /\$\$\{|\$\{([^}]*)\}?/g;

/**
 * Substitutes `${var.name}`. It works on scalars that are parsed already and only once, so what a variable holds is
 * never syntax; `$${` is a literal `${`. `look` gives a variable's value or says why there is none.
 */
export function createSubstitute(look: (name: string) => string | Problem): Substitute {
  return (text) => {
    if (!text.includes("${")) return { text, problems: [] };
    const problems: Problem[] = [];
    const replaced = text.replace(REFERENCE, (reference, inner: string | undefined) => {
      if (inner === undefined) return "${";
      const name = /^\s*var\.([A-Za-z_][A-Za-z0-9_]*)\s*$/.exec(inner)?.[1];
      const value = name === undefined || !reference.endsWith("}") ? notAReference(reference) : look(name);
      if (typeof value === "string") return value;
      problems.push(value);
      return reference;
    });
    return { text: replaced, problems };
  };
}

/** The text that {@link createSubstitute} turns back into `text`. */
export function escapeReferences(text: string): string {
  return text.replaceAll("${", "$$${");
}

function notAReference(reference: string): Problem {
  return {
    code: "invalid-value",
    summary: `${quote(reference)} is not a reference to a variable`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the user should write
    detail: "References are written `${var.name}`. For a literal `${` write `$${`.",
  };
}
