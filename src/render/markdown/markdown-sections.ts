import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Guard, Plan } from "../../model/plan/plan.js";
import { escapeMarkdown, markdownCode, paragraphs } from "../../util/escape.js";
import { type Alike, foldAlike, foldGuards, othersText } from "../diagnostics/alike.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import {
  DEFERRED_TITLE,
  deferredText,
  guardAddresses,
  guardFigures,
  unmanagedText,
  unsupportedText,
} from "../text/finding-text.js";
import { accessGroups } from "../view/access-groups.js";
import { changeParts, type PlanView } from "../view/change-blocks.js";
import { foldingOf } from "../view/folding.js";
import { fewOfEachCode, SERVICE_TITLE } from "../view/plan-notes.js";
import { RULES_MEANING, RULES_TITLE, ruleChangeText, wouldRefuse } from "../view/rules-changed.js";
import { addressText } from "../words/labels.js";
import { wrap } from "../words/layout.js";
import {
  accessSection,
  arrivalSection,
  dataSection,
  exposureSection,
  notListedSections,
  openedSection,
} from "./markdown-access.js";
import { fence, LOOK, markdownBlock } from "./markdown-block.js";
import { type Section, whole } from "./markdown-budget.js";
import {
  changeSections,
  countsSection,
  INVITES,
  OTHERS,
  REMOVALS,
  type SelectedChanges,
  UNCHANGED,
} from "./markdown-changes.js";

/** Up to how many lines nothing is folded: a small plan is read at one glance. */
const SMALL = 30;

/**
 * The parts of a pull request comment, most important first: what stops the plan, then who sees what, then what is
 * written. Names stand in code only. Access, removals and invites are never folded.
 */
export function markdownSections(plan: Plan, { full, showUnchanged }: PlanView): Section[] {
  const parts = changeParts(plan, showUnchanged);
  const folding = foldingOf(plan, full);
  const isFolding = linesOf(plan) > SMALL;
  const { unsupported, deferred, unmanaged } = plan;
  const list = (
    title: string,
    nouns: Section["nouns"],
    count: number,
    lines: readonly string[],
    isBrief = false,
  ): Section[] => {
    if (count === 0) return [];
    const body = fence(lines.slice(1));
    return [
      whole(nouns, count, markdownBlock({ title, count }, body, isFolding && !isBrief), isBrief ? count : 0),
    ];
  };
  const changed = (selection: SelectedChanges, isBrief: boolean, isHidden: boolean): Section[] =>
    isBrief
      ? parts.flatMap((part) => countsSection(part, selection))
      : changeSections(parts, selection, isHidden);
  return [
    ...diagnostics(plan, "error"),
    ...foldGuards(plan.guards.filter((guard) => guard.refused)).map(guardSection),
    ...allowed(plan),
    ...rules(plan),
    ...openedSection(plan),
    ...accessSection(plan),
    ...dataSection(plan),
    ...exposureSection(plan),
    ...arrivalSection(plan, folding.arrivals),
    ...notListedSections(plan),
    ...changeSections(parts, REMOVALS, false),
    ...changed(INVITES, folding.invites, false),
    ...[OTHERS, UNCHANGED].flatMap((selection) => changed(selection, folding.changes, isFolding)),
    ...notes("Warnings", ["warning", "warnings"], findingsFrom(plan, "plan")),
    ...notes(SERVICE_TITLE, ["word of the service", "words of the service"], findingsFrom(plan, "service")),
    ...notes("Checks", ["finding of a check", "findings of checks"], findingsFrom(plan, "check")),
    ...list(
      "Unsupported",
      ["unsupported difference", "unsupported differences"],
      unsupported.length,
      unsupportedText(plan, LOOK),
    ),
    ...list(
      DEFERRED_TITLE,
      ["waiting change", "waiting changes"],
      deferred.length,
      deferredText(plan, LOOK, folding.deferred),
      folding.deferred,
    ),
    ...diagnostics(plan, "warning"),
    ...list(
      "Unmanaged",
      ["unmanaged thing", "unmanaged things"],
      unmanaged.length,
      unmanagedText(plan, LOOK, folding.unmanaged),
      folding.unmanaged,
    ),
  ];
}

/** About how many lines the plan has besides its findings. */
function linesOf({ resource_changes, access_changes, unsupported, deferred, unmanaged }: Plan): number {
  const changes = resource_changes.filter(({ change }) => change.actions[0] !== "no-op").length;
  return (
    changes + accessGroups(access_changes).length + unsupported.length + deferred.length + unmanaged.length
  );
}

function diagnostics(plan: Plan, severity: "error" | "warning"): Section[] {
  return foldAlike(findingsFrom(plan, "file"))
    .filter(({ note }) => note.severity === severity)
    .map(({ note, others }) =>
      whole(
        severity === "error" ? ["error", "errors"] : ["diagnostic", "diagnostics"],
        1 + others.length,
        fence(diagnosticLines(note, LOOK, others)),
      ),
    );
}

function guardSection(guard: Guard): Section {
  const override =
    guard.override === undefined ? "" : `\n>\n> To allow exactly this: ${markdownCode(guard.override)}`;
  const quoted = `> [!CAUTION]\n> **Refused:** ${markdownCode(guardFigures(guard))}. ${escapeMarkdown(guard.message)}${override}`;
  const addresses = guard.addresses.length === 0 ? "" : `\n\n${fence(guardAddresses(guard))}`;
  return whole(["refusal", "refusals"], 1, quoted + addresses);
}

/** The rules that the edit changes; never folded. */
function rules({ rules_changed }: Plan): Section[] {
  if (rules_changed.length === 0) return [];
  const rows = rules_changed.flatMap((change) => [
    ruleChangeText(change).replace(/^~/, "!"),
    ...wouldRefuse(change).flatMap((refusal) => wrap(refusal, LOOK.width, "      ")),
  ]);
  const count = rules_changed.length;
  const body = `O${RULES_MEANING.slice(1)}.\n\n${fence(rows, "diff")}`;
  return [
    whole(
      ["changed rule", "changed rules"],
      count,
      markdownBlock({ title: RULES_TITLE, count }, body, false),
    ),
  ];
}

/** Exceptions that a flag allows: an approval of the plan covers them, too. */
function allowed(plan: Plan): Section[] {
  const lines = plan.guards
    .filter((guard) => !guard.refused)
    .map(
      (guard) =>
        `- ${markdownCode(guardFigures(guard))} by ${markdownCode(guard.override ?? "")}: ${escapeMarkdown(guard.message)}`,
    );
  if (lines.length === 0) return [];
  return [
    whole(
      ["allowed exception", "allowed exceptions"],
      lines.length,
      markdownBlock({ title: "Allowed", count: lines.length }, lines.join("\n"), false),
    ),
  ];
}

function notes(title: string, nouns: Section["nouns"], all: readonly Diagnostic[]): Section[] {
  if (all.length === 0) return [];
  const frame = (some: readonly Diagnostic[], more: readonly string[]): string => {
    const items = [...foldAlike(some).map(noteItem), ...more.map((line) => `- ${escapeMarkdown(line)}`)];
    return markdownBlock({ title, count: all.length }, items.join("\n"), false);
  };
  const { few, more } = fewOfEachCode(all);
  const brief = { markdown: frame(few, more), counted: all.length - few.length };
  const forms = [{ markdown: frame(all, []), counted: 0 }, ...(more.length === 0 ? [] : [brief])];
  return [{ nouns, items: all.length, forms }];
}

function noteItem({ note: { summary, code, detail, address }, others }: Alike<Diagnostic>): string {
  const at = address === undefined ? "" : ` at ${markdownCode(addressText(address))}`;
  const below = [detail, othersText(others)]
    .flatMap((text) => paragraphs(text, escapeMarkdown))
    .filter((line) => line !== "");
  return [
    `- ${escapeMarkdown(summary)} ${markdownCode(code)}${at}`,
    ...below.map((line) => `  ${line}`),
  ].join("\n");
}
