import type { Diagnostic } from "../../model/diagnostic.js";
import type { Page } from "../words/page.js";
import { diagnosticsSection } from "./finding-sections.js";

/** Commands whose page is a plan. */
const PLANS: ReadonlySet<string> = new Set(["plan", "drift"]);

/**
 * The page of a command that ended without its product, with the errors that say why: whoever keeps the page, or finds
 * it in a pull request, must not take an old one, or none, for "no changes". That of a plan has a plan's marker.
 */
export function failurePage(command: string, diagnostics: readonly Diagnostic[]): Page {
  const isPlan = PLANS.has(command);
  const title = isPlan ? "Not planned" : `No answer: orgform ${command} ended with an error`;
  return {
    title,
    ...(isPlan && { marker: "<!-- orgform:plan -->" }),
    sections: (["error", "warning"] as const)
      .map((severity) => diagnosticsSection(diagnostics, severity))
      .filter(({ parts }) => parts.some(({ items }) => items.length > 0)),
  };
}
