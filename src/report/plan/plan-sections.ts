import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { accessSection, exposureSection } from "../view/access-section.js";
import { arrivalSection } from "../view/arrivals.js";
import { changeSections } from "../view/change-sections.js";
import {
  checkSection,
  diagnosticsSection,
  serviceSection,
  warningSection,
} from "../view/finding-sections.js";
import { allowedSection, newFilesSection, refusedSection, rulesSection } from "../view/guard-sections.js";
import {
  deferredSection,
  endingSection,
  unmanagedSection,
  unsupportedSection,
} from "../view/left-sections.js";
import { notListedSection } from "../view/not-listed.js";
import { type Section, withItems } from "../words/section.js";
import { flowSection } from "./flow-section.js";
import { ladderSection } from "./ladder-section.js";

/**
 * The sections of a plan, in the order of every format: its errors and guards, the access of people, the changes, and the
 * rest.
 */
export function planSections(plan: Plan, asksForNames = false): readonly Section[] {
  // New files have a section of their own.
  const diagnostics = findingsFrom(plan, "file").filter(({ code }) => code !== "new-file");
  return [
    ...withItems([
      diagnosticsSection(diagnostics, "error"),
      refusedSection(plan, asksForNames),
      allowedSection(plan),
      rulesSection(plan),
      newFilesSection(plan),
      accessSection(plan),
    ]),
    flowSection(plan),
    ...withItems([
      exposureSection(plan),
      arrivalSection(plan),
      notListedSection(plan),
      endingSection(plan.ending),
    ]),
    ...changeSections(plan),
    ladderSection(plan),
    ...withItems([
      unsupportedSection(plan),
      deferredSection(plan),
      unmanagedSection(plan),
      warningSection(findingsFrom(plan, "plan")),
      serviceSection(plan),
      checkSection(plan),
      diagnosticsSection(diagnostics, "warning"),
    ]),
  ];
}
