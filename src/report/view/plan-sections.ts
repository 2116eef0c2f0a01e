import type { Plan } from "../../model/plan/plan.js";
import type { Section } from "../words/section.js";
import type { ChangedAccess } from "./access-groups.js";
import { accessSection, exposureSection } from "./access-section.js";
import { arrivalSection } from "./arrivals.js";
import {
  checkSection,
  diagnosticsSection,
  type FindingView,
  serviceSection,
  warningSection,
} from "./finding-sections.js";
import { allowedSection, newFilesSection, refusedSection, rulesSection } from "./guard-sections.js";
import { deferredSection, endingSection, unmanagedSection, unsupportedSection } from "./left-sections.js";
import { notListedSection } from "./not-listed.js";

/** The errors and guards of a plan, then the access of people: the first sections in every format. */
export const sectionsAbove = (plan: Plan, view: FindingView): readonly Section[] =>
  withItems([
    diagnosticsSection(plan, "error", view),
    refusedSection(plan, view),
    allowedSection(plan),
    rulesSection(plan),
    newFilesSection(plan),
    accessSection(plan),
    exposureSection(plan),
    arrivalSection(plan, view.full),
    notListedSection(plan),
    endingSection(plan.ending),
  ]);

/** The rest, after the changes. */
export const sectionsBelow = (plan: Plan, view: FindingView): readonly Section[] =>
  withItems([
    unsupportedSection(plan),
    deferredSection(plan),
    unmanagedSection(plan),
    warningSection(plan, view),
    serviceSection(plan),
    checkSection(plan, view),
    diagnosticsSection(plan, "warning", view),
  ]);

/** The sections of a comparison of two points. */
export const accessSections = (compared: ChangedAccess): readonly Section[] =>
  withItems([accessSection(compared)]);

const withItems = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ parts }) => parts.some(({ items }) => items.length > 0));
