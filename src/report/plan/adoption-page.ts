import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { diagnosticsSection } from "../view/finding-sections.js";
import {
  changedAccessSection,
  refusedSection,
  rulesSection,
  takenOverSection,
} from "../view/guard-sections.js";
import type { Page } from "../words/page.js";
import { withItems } from "../words/section.js";
import { refusalSentence, summaryLine } from "./plan-notes.js";

/** What a file with drift in it means: whose access it takes over and still changes, and what its plan refuses. */
export const adoptionPage = (plan: Plan): Page => ({
  title: "",
  refusals: [...(plan.errored ? [summaryLine(plan)] : []), refusalSentence(plan) ?? []].flat(),
  sections: withItems([
    diagnosticsSection(findingsFrom(plan, "file"), "error"),
    refusedSection(plan),
    rulesSection(plan),
    takenOverSection(plan),
    changedAccessSection(plan),
  ]),
});
