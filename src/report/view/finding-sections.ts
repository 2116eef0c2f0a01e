import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { compact, groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { type Alike, foldAlike, othersText } from "../diagnostics/alike.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { addressText } from "../words/labels.js";
import { wrap } from "../words/layout.js";
import type { Page } from "../words/page.js";
import { type Detail, type Item, limited, type Section, withItems } from "../words/section.js";

/** Errors, or warnings, about the file and the plan: each in the layout of a diagnostic, with its line of the file. */
export function diagnosticsSection(
  diagnostics: readonly Diagnostic[],
  severity: Diagnostic["severity"],
): Section {
  const isError = severity === "error";
  const notes = diagnostics.filter((one) => one.severity === severity);
  const folded = foldedNotes(notes, diagnosticItem);
  const nouns = isError ? (["error", "errors"] as const) : (["diagnostic", "diagnostics"] as const);
  return {
    ...folded,
    counted: [() => limited(folded.parts, nouns, () => false)],
    id: isError ? "errors" : "diagnostics",
    title: `${isError ? "Errors" : "Diagnostics"} (${notes.length})`,
    ...(isError && { tone: "alarm" }),
    nouns,
    style: "blocks",
  };
}

/** The warnings of orgform about a plan. */
export const warningSection = (warnings: readonly Diagnostic[]): Section => ({
  ...foldedNotes(warnings, noteItem),
  id: "warnings",
  title: `Warnings (${warnings.length})`,
  style: "notes",
  nouns: ["warning", "warnings"],
});

/** The findings of the file's checks. */
export function checkSection(plan: Plan): Section {
  const findings = findingsFrom(plan, "check");
  const title = `Checks (${findings.length})`;
  return {
    ...warningSection(findings),
    id: "checks",
    title,
    nouns: ["finding of a check", "findings of checks"],
  };
}

/**
 * The warnings of the service while it was read: apart from orgform's own, because nothing in the file need be
 * wrong, and without a code, because nothing here is orgform's.
 */
export function serviceSection(plan: Plan): Section {
  const warnings = findingsFrom(plan, "service");
  return {
    id: "service",
    title: `From the service (${warnings.length})`,
    nouns: ["word of the service", "words of the service"],
    style: "notes",
    parts: [{ items: warnings.map(({ summary }) => ({ cells: [summary], tone: "warning" })) }],
  };
}

/** All notes as items, and in brief the first of each code. */
function foldedNotes(
  notes: readonly Diagnostic[],
  itemOf: (note: ShownNote, index: number) => Item,
): Pick<Section, "parts" | "brief"> {
  const alike = foldAlike(notes);
  return {
    parts: [{ items: alike.map((one, i) => itemOf({ ...one, more: [] }, i)) }],
    brief: () => [{ items: firstOfEachCode(alike).map(itemOf) }],
  };
}

const diagnosticItem = ({ note, others, more }: ShownNote, index: number): Item => ({
  cells: [],
  counts: 1 + others.length + more.length,
  lines: (look) => [
    ...(index === 0 ? [] : [""]),
    ...diagnosticLines(note, look, others),
    ...moreDetails(note, more).flatMap(({ text }) => wrap(text, look.width, "  ").map(look.paint.faint)),
  ],
});

function noteItem({ note, others, more }: ShownNote): Item {
  const { severity, summary, code, detail, address } = note;
  const isError = severity === "error";
  return {
    cells: [isError ? `error: ${summary}` : summary],
    tone: isError ? "alarm" : "warning",
    code,
    counts: 1 + others.length + more.length,
    details: [
      ...compact(detail.split("\n")).map((text) => ({ text })),
      ...compact<Detail>([
        address !== undefined && { code: addressText(address), tone: "faint" },
        others.length > 0 && { text: othersText(others), tone: "faint" },
        ...moreDetails(note, more),
      ]),
    ],
  };
}

/** A note to show, with what stands for the others of its kind. */
interface ShownNote extends Alike<Diagnostic> {
  /** The notes of the same code that are not shown. */
  readonly more: readonly Diagnostic[];
}

/** Notes in their order: every error, and of the warnings of a code the first. */
function firstOfEachCode(alike: readonly Alike<Diagnostic>[]): readonly ShownNote[] {
  const ofCode = groupBy(alike, ({ note }) => note.code);
  return alike.flatMap((one) => {
    const [first, ...others] = ofCode.get(one.note.code) ?? [one];
    if (one.note.severity === "error") return [{ ...one, more: [] }];
    return first === one ? [{ ...one, more: others.flatMap(({ note, others }) => [note, ...others]) }] : [];
  });
}

/** The number of notes of the same code that are not shown, and their addresses. */
function moreDetails(
  { code }: Diagnostic,
  more: readonly Diagnostic[],
): readonly { text: string; tone: "faint" }[] {
  if (more.length === 0) return [];
  const places = [...new Set(more.flatMap(({ address }) => (address ? [addressText(address)] : [])))];
  const where = places.length === 0 ? "" : `: ${nameList(places)}`;
  return [{ text: `and ${more.length} more [${code}]${where}`, tone: "faint" }];
}

/**
 * The page of a command that ended without its product, with the errors that say why: whoever keeps the page, or finds
 * it in a pull request, must not take an old one, or none, for "no changes". That of a plan has a plan's marker.
 */
export function failurePage(command: string, diagnostics: readonly Diagnostic[]): Page {
  const isPlan = command === "plan" || command === "drift";
  return {
    title: isPlan ? "Not planned" : `No answer: orgform ${command} ended with an error`,
    ...(isPlan && { marker: "<!-- orgform:plan -->" }),
    sections: withItems([
      diagnosticsSection(diagnostics, "error"),
      diagnosticsSection(diagnostics, "warning"),
    ]),
  };
}
