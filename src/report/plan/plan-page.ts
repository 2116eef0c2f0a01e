import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { compact } from "../../util/collections.js";
import { visible, visibleName } from "../../util/escape.js";
import { changedAccessSection, exposureSection, takenOverSection } from "../view/access-section.js";
import { arrivalSection, hasJoinedSection, knownSection } from "../view/arrivals.js";
import { changeSections } from "../view/change-sections.js";
import {
  checkSection,
  diagnosticsSection,
  serviceSection,
  warningSection,
} from "../view/finding-sections.js";
import {
  allowedSection,
  newFilesSection,
  notInBranchSection,
  refusedSection,
  rulesSection,
} from "../view/guard-sections.js";
import { deferredSection, unmanagedSection, unsupportedSection, warningsOf } from "../view/left-sections.js";
import { notListedSection } from "../view/not-listed.js";
import { momentText, type ProductOrigin } from "../words/as-of.js";
import type { Page } from "../words/page.js";
import { type Prose, type Section, withItems } from "../words/section.js";
import { flowSection, ladderSection } from "./html-sections.js";
import { driftSentence, liveBesideFile } from "./live-beside-file.js";
import {
  badgesOf,
  directionOf,
  isUnchanged,
  notesOf,
  refusalSentence,
  scopeNotes,
  summaryLine,
  verdictSentenceOf,
} from "./plan-notes.js";

/** The facts about a plan that it does not know itself, and what is shown of it. */
export interface PlanView extends Pick<ProductOrigin, "asOf" | "sandbox" | "readAt"> {
  /** True if its guards refuse archives only, whose names are asked for next. */
  readonly asksForNames?: boolean;
  /** True if it ends with the option that approves exactly this plan. */
  readonly hasApproval?: boolean;
  /** The files that it was made from. */
  readonly files?: readonly string[];
  /** The commit that they were taken from. */
  readonly commit?: string | undefined;
}

/**
 * A plan for people: what stops it, whose access changes, the changes, and the rest. Its sum is the line that pipelines
 * look for, and its marker the one by which they find their comment.
 */
export function planPage(made: Plan, view: PlanView = {}): Page {
  const plan = made.drift ? liveBesideFile(made) : made;
  const { asOf, sandbox, readAt, files, commit, asksForNames } = view;
  const { organization, orgform_version: version, plan_digest: digest } = plan;
  const refused = asksForNames ? undefined : refusalSentence(plan);
  const verdict = (plan.drift && driftSentence(plan)) || verdictSentenceOf(plan);
  const sum = summaryLine(plan);
  return {
    title: `${visibleName(organization.name)} · ${plan.drift ? "drift" : "plan"}${readAt === undefined ? "" : ` of ${momentText(readAt)}`}`,
    marker: markerOf(plan),
    ...(verdict !== sum && { verdict }),
    badges: badgesOf(plan),
    sum,
    subject: subjectOf(plan, view),
    origin: { organization, version, readAt, asOf, sandbox },
    facts: [
      ["File", files?.map(visibleName).join(", ")],
      ["Commit", commit],
    ],
    notes: [...scopeNotes(plan), ...directionOf(plan)],
    refused,
    refusals: compact([refused]),
    remarks: notesOf(plan),
    sections: planSections(plan, asksForNames),
    foot:
      plan.applyable && !plan.drift && view.hasApproval
        ? { text: "To approve exactly this plan:", code: `--approve ${digest}` }
        : undefined,
  };
}

/** What a file with drift in it means: whose access it takes over and still changes, and what its plan refuses. */
export const adoptionPage = (plan: Plan): Page => ({
  title: "",
  refusals: compact([plan.errored && summaryLine(plan), refusalSentence(plan)]),
  sections: withItems([
    diagnosticsSection(findingsFrom(plan, "file"), "error"),
    refusedSection(plan),
    rulesSection(plan),
    takenOverSection(plan),
    changedAccessSection(plan),
    arrivalSection(plan),
  ]),
});

/** The organization, and the moment of reading where that is known; without both a plan of no change has no subject. */
function subjectOf(plan: Plan, { readAt, asOf }: PlanView): Prose | undefined {
  const { id, name } = plan.organization;
  if (readAt === undefined && isUnchanged(plan)) return undefined;
  const moment = readAt === undefined || asOf !== undefined ? "" : `, read ${momentText(readAt)}`;
  return [{ name: visibleName(short(name)) }, " (", { name: visibleName(short(id)) }, `)${moment}`];
}

/** The marker of a comment, which begins alike for every plan of one organization. */
const markerOf = ({ organization: { id }, plan_digest }: Plan): string =>
  `<!-- orgform:plan organization=${encodeURIComponent(visible(short(id))).replaceAll("-", "%2D")} digest=${encodeURIComponent(plan_digest)} -->`;

/** The shortened name, so that a comment has room for any name that the service has. */
const short = (text: string): string => (text.length <= 200 ? text : `${[...text].slice(0, 200).join("")}…`);

/**
 * The sections of a plan, in the order of every format: its guards, the access of people, the changes, and the rest. Of a
 * plan with errors nothing would come, so these end the page.
 */
export function planSections(plan: Plan, asksForNames = false): readonly Section[] {
  // New files have a section of their own.
  const diagnostics = findingsFrom(plan, "file").filter(({ code }) => code !== "new-file");
  if (plan.errored)
    return withItems([
      serviceSection(plan),
      refusedSection(plan, asksForNames),
      diagnosticsSection(diagnostics, "error"),
    ]);
  // What fits nobody stands before what follows from it.
  const warnings = (isCause: boolean) =>
    diagnosticsSection(
      diagnostics.filter(({ code }) => (code === "fits-nobody") === isCause),
      "warning",
    );
  return [
    ...withItems([
      refusedSection(plan, asksForNames),
      { ...warnings(true), id: "causes", title: "What fits nobody" },
      allowedSection(plan),
      rulesSection(plan),
      newFilesSection(plan),
      takenOverSection(plan),
      notInBranchSection(plan),
      changedAccessSection(plan),
    ]),
    flowSection(plan),
    ...withItems([
      exposureSection(plan),
      arrivalSection(plan),
      knownSection(plan),
      hasJoinedSection(plan),
      notListedSection(plan),
    ]),
    ...changeSections(plan),
    ladderSection(plan),
    ...withItems([
      unsupportedSection(plan),
      deferredSection(plan),
      unmanagedSection(plan),
      checkSection(plan),
      warningSection(warningsOf(plan)),
      serviceSection(plan),
      warnings(false),
    ]),
  ];
}
