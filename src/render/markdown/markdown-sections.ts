import type { Diagnostic } from "../../model/diagnostic.js";
import type { Guard, Plan } from "../../model/plan/plan.js";
import { escapeMarkdown, markdownCode, paragraphs } from "../../util/escape.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { withUndeclaredTogether } from "../diagnostics/undeclared-people.js";
import { addressText } from "../labels.js";
import {
  deferredText,
  guardAddresses,
  guardFigures,
  unmanagedText,
  unsupportedText,
} from "../text/finding-text.js";
import { wrap } from "../text/layout.js";
import { accessGroups } from "../view/access-groups.js";
import { changeParts, type PlanView } from "../view/change-blocks.js";
import { fewOfEachCode } from "../view/plan-notes.js";
import { RULES_MEANING, RULES_TITLE, ruleChangeText, wouldRefuse } from "../view/rules-changed.js";
import {
  accessSection,
  arrivalSection,
  dataSection,
  exposureSection,
  openedSection,
} from "./markdown-access.js";
import { block, fence, LOOK } from "./markdown-block.js";
import { type Section, whole } from "./markdown-budget.js";
import { changeSections, countsSection, INVITES, OTHERS, REMOVALS, UNCHANGED } from "./markdown-changes.js";

/** Up to how many lines nothing is folded: a small plan is read at one glance. */
const SMALL = 30;

/**
 * The parts of a pull request comment, most important first: what stops the plan, then who sees what, then what is
 * written. Names stand in code only. Access, removals and invites are never folded.
 */
export function markdownSections(plan: Plan, { summary, showUnchanged }: PlanView): Section[] {
  const parts = changeParts(plan, showUnchanged);
  const isFolding = linesOf(plan) > SMALL;
  const { unsupported, deferred, unmanaged } = plan;
  const list = (
    title: string,
    nouns: Section["nouns"],
    count: number,
    lines: readonly string[],
  ): Section[] =>
    summary || count === 0
      ? []
      : [whole(nouns, count, block({ title, count }, fence(lines.slice(1)), isFolding))];
  return [
    ...diagnostics(plan, "error"),
    ...plan.guards.filter((guard) => guard.refused).map(guardSection),
    ...allowed(plan),
    ...rules(plan),
    ...openedSection(plan),
    ...dataSection(plan),
    ...arrivalSection(plan),
    ...exposureSection(plan),
    ...accessSection(plan),
    ...changeSections(parts, REMOVALS, false),
    ...changeSections(parts, INVITES, false),
    ...notes("Warnings", ["warning", "warnings"], plan.warnings),
    ...notes("Checks", ["finding of a check", "findings of checks"], plan.checks),
    ...(summary
      ? parts.map(countsSection)
      : [OTHERS, UNCHANGED].flatMap((selection) => changeSections(parts, selection, isFolding))),
    ...list(
      "Unsupported",
      ["unsupported difference", "unsupported differences"],
      unsupported.length,
      unsupportedText(plan, LOOK),
    ),
    ...list("Deferred", ["deferred change", "deferred changes"], deferred.length, deferredText(plan, LOOK)),
    ...diagnostics(plan, "warning"),
    ...list(
      "Unmanaged",
      ["unmanaged thing", "unmanaged things"],
      unmanaged.length,
      unmanagedText(plan, LOOK),
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
  return withUndeclaredTogether(plan.diagnostics)
    .filter((diagnostic) => diagnostic.severity === severity)
    .map((diagnostic) =>
      whole(
        severity === "error" ? ["error", "errors"] : ["diagnostic", "diagnostics"],
        1,
        fence(diagnosticLines(diagnostic, LOOK.paint, LOOK.width)),
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
  return [whole(["changed rule", "changed rules"], count, block({ title: RULES_TITLE, count }, body, false))];
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
      block({ title: "Allowed", count: lines.length }, lines.join("\n"), false),
    ),
  ];
}

function notes(title: string, nouns: Section["nouns"], all: readonly Diagnostic[]): Section[] {
  if (all.length === 0) return [];
  const frame = (some: readonly Diagnostic[], more: readonly string[]): string => {
    const items = [...some.map(noteItem), ...more.map((line) => `- ${escapeMarkdown(line)}`)];
    return block({ title, count: all.length }, items.join("\n"), false);
  };
  const { few, more } = fewOfEachCode(all);
  const brief = { markdown: frame(few, more), counted: all.length - few.length };
  const forms = [{ markdown: frame(all, []), counted: 0 }, ...(more.length === 0 ? [] : [brief])];
  return [{ nouns, items: all.length, forms }];
}

function noteItem({ summary, code, detail, address }: Diagnostic): string {
  const at = address === undefined ? "" : ` at ${markdownCode(addressText(address))}`;
  const below = paragraphs(detail, escapeMarkdown).filter((line) => line !== "");
  return [
    `- ${escapeMarkdown(summary)} ${markdownCode(code)}${at}`,
    ...below.map((line) => `  ${line}`),
  ].join("\n");
}
