import type { Plan } from "../../model/plan/plan.js";
import type { Section } from "../words/section.js";
import {
  allowedSection,
  checkSection,
  diagnosticsSection,
  type FindingView,
  refusedSection,
  serviceSection,
  warningSection,
} from "./finding-sections.js";
import { deferredSection, unmanagedSection, unsupportedSection } from "./left-sections.js";
import { rulesSection } from "./rules-changed.js";

/** What stops a plan and who lets it pass: first in every format. */
export const sectionsAbove = (plan: Plan, view: FindingView): readonly Section[] =>
  withItems([
    diagnosticsSection(plan, "error", view),
    refusedSection(plan, view),
    allowedSection(plan),
    rulesSection(plan),
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

const withItems = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ parts }) => parts.some(({ items }) => items.length > 0));
