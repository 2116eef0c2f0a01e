import { type Diagnostic, finding } from "../../../model/diagnostic.js";
import type { DiagnosticCode } from "../../../model/diagnostic-code.js";

/** A range or a line of a file of the model. */
export interface PlaceInModel {
  readonly file: string;
  readonly at: { readonly start: number; readonly end: number } | { readonly line: number };
}

/** A finding about a file of the model. */
export interface ModelFinding
  extends PlaceInModel,
    Pick<Diagnostic, "severity" | "code" | "summary" | "detail"> {}

/** A finding with its place in the model. */
export const findingAt = (
  where: PlaceInModel,
  code: DiagnosticCode,
  summary: string,
  detail: string,
): ModelFinding => ({ ...finding(code, summary, detail), ...where });

/** A finding for which the query engine refuses the whole model. */
export const refused = (why: string, where: PlaceInModel): ModelFinding =>
  findingAt(
    where,
    "model-refused",
    `The query engine refuses the data model: ${why}`,
    "It reads the whole model or nothing. Until you mend this, every answer about the model is called unclear.",
  );

/** A finding about a repeated definition, where the order of files or the version of a library decides. */
export const duplicate = (what: string, why: string, where: PlaceInModel): ModelFinding =>
  findingAt(
    where,
    "model-duplicate",
    `The data model does not say for certain what ${what} is`,
    `${why}, and the query engine's answer depends on it. Answers that depend on it are called unclear.`,
  );

/** A value that is a text to people, and something else to YAML 1.1. */
export const notText = (written: string, consequence: string, where: PlaceInModel): ModelFinding =>
  findingAt(
    where,
    "model-value-not-text",
    `${written} is not a text to the query engine`,
    `The engine reads YAML 1.1, in which yes, no, on, off, y, n, numbers and dates without quotes are no texts. ${consequence} Put it into quotes.`,
  );
