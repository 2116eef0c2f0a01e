import { isOpen, meaningOf } from "../../access/values/value-meaning.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { CONNECTION_ATTRIBUTES } from "../../model/state/reserved-attributes.js";
import { type DesiredResource, dataTypeOf } from "../../model/state/resource.js";
import { codePoint, unseenIn, withoutUnseen } from "../../util/unseen.js";
import { type FileDiagnostic, fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";

/**
 * Findings on a text as an attribute value: row filters read it as an expression, and some texts mean something that
 * hardly anybody wants to write. `definition` where the file declares the attribute: a number or date is never odd.
 */
export function findingsOnValue(
  definition: DesiredResource | undefined,
  attribute: string,
  value: string,
  where: () => Where,
): readonly FileDiagnostic[] {
  if (definition?.state === "present" && dataTypeOf(definition) !== "string") return [];
  // The product acts on these itself; no filter reads them.
  if (CONNECTION_ATTRIBUTES.has(attribute)) return [];
  const finding = (code: DiagnosticCode, summary: string, detail: string) => [
    fileFinding(code, summary, detail, where()),
  ];
  if (isOpen(value)) {
    const how =
      value === "" ? "A row filter is not added for the empty text" : "A row filter on it matches every row";
    return finding(
      "value-opens",
      `${quote(value)} lets people see all rows that filters on ${quote(attribute)} would hide`,
      `${how}, as if there were no value. Write the entries that these people may see, or a value that no row has, such as "no-access". If they may see all rows, write "%"; this finding stays as a reminder.`,
    );
  }
  if (meaningOf(value).kind === "none") {
    return finding(
      "value-refused",
      `Nobody with ${quote(value)} for ${quote(attribute)} can query data that is filtered by it`,
      "The query engine cannot read the value as a filter and refuses the query. Write entries separated by commas, none of them empty, and a minus sign before all of them or before none.",
    );
  }
  return blanksIn(attribute, value, where);
}

/** A finding on what surrounds or stands in a value without being seen: grants and row filters compare it. */
export function blanksIn(attribute: string, value: string, where: () => Where): readonly FileDiagnostic[] {
  const unseen = unseenIn(value);
  if (unseen !== undefined) {
    const summary = `${quote(value)} for ${quote(attribute)} holds ${codePoint(unseen)}, which nobody can see`;
    const detail = `Grants and row filters compare it, and data hardly ever has it. If it was copied from a page or a spreadsheet, write ${quote(withoutUnseen(value))}.`;
    return [fileFinding("value-blanks", summary, detail, where())];
  }
  if (value.trim() === value || value.includes(",")) return [];
  const summary = `${quote(value)} for ${quote(attribute)} has spaces around it, which count`;
  const detail =
    "Grants and row filters compare the spaces, and data hardly ever has them. Write the value without spaces around it.";
  return [fileFinding("value-blanks", summary, detail, where())];
}
