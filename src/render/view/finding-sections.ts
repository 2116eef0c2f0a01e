import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Guard, Plan, RuleChange } from "../../model/plan/plan.js";
import type { RuleValue } from "../../model/state/desired-state.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible, visibleName } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { type Alike, foldAlike, foldGuards, othersText } from "../diagnostics/alike.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { ACTION_SIGNS, addressText } from "../words/labels.js";
import { wrap } from "../words/layout.js";
import type { Detail, Item, Section } from "../words/section.js";

/** How findings are shown. */
export interface FindingView {
  /** Every address and every warning of one code. */
  readonly full?: boolean | undefined;
  /** The guards refuse archives only, whose names are asked for next. */
  readonly asksForNames?: boolean | undefined;
}

/** Guards that refuse, with their figures and the exact flag that allows it. */
export function refusedSection({ guards }: Plan, { full, asksForNames }: FindingView): Section {
  return {
    id: "refused",
    ...(asksForNames
      ? { title: "To be named before anything is written" }
      : { title: "Refused", meaning: "nothing is written while a guard refuses" }),
    tone: "alarm",
    nouns: ["refusal", "refusals"],
    style: "notes",
    parts: [
      {
        items: foldGuards(guards.filter(({ refused }) => refused)).map((guard) => ({
          cells: [guardFigures(guard)],
          tone: "strong",
          code: guard.code,
          details: [
            { text: guard.message, depth: 2 },
            ...guardAddresses(guard, full).map((code) => ({ code })),
            ...overrideOf(guard),
          ],
        })),
      },
    ],
  };
}

const overrideOf = ({ override }: Guard): readonly Detail[] =>
  override === undefined
    ? []
    : [{ text: "To allow exactly this:", code: override, tone: "strong", depth: 2 }];

/** Guards that a flag has passed: an approval of the plan covers them, too. */
export function allowedSection({ guards }: Plan): Section {
  const passed = guards.filter(({ refused }) => !refused);
  return {
    id: "allowed",
    title: "Allowed",
    nouns: ["allowed exception", "allowed exceptions"],
    parts: [
      {
        items: passed.map((guard) => ({
          cells: [`${guardFigures(guard)} (${guard.override ?? ""})`],
          details: [{ text: guard.message }],
        })),
      },
    ],
  };
}

/** `delete.group: 29, the limit is 20`. */
export function guardFigures({ name, actual, limit }: Guard): string {
  const beyond =
    limit === undefined || actual === undefined || actual <= limit ? "" : `, the limit is ${limit}`;
  return visibleName(name) + (actual === undefined ? "" : `: ${actual}`) + beyond;
}

/** Up to how many of its addresses a guard shows unasked. */
const GUARD_ADDRESSES = 10;

function guardAddresses({ addresses }: Guard, isFull = false): string[] {
  const rest = isFull ? 0 : addresses.length - GUARD_ADDRESSES;
  const shown = rest > 0 ? addresses.slice(0, GUARD_ADDRESSES) : addresses;
  return [...shown.map(addressText), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

/** The rules that the edit changes, with what they would have refused if they were as before. */
export const rulesSection = ({ rules_changed }: Pick<Plan, "rules_changed">): Section => ({
  id: "rules",
  title: "Rules changed",
  meaning:
    "of limits and protect the stricter holds, and a looser one takes effect with the next change; the other rules hold as edited",
  count: rules_changed.length,
  nouns: ["changed rule", "changed rules"],
  parts: [
    {
      items: rules_changed.map((change) => ({
        cells: [ruleChangeText(change)],
        tone: ruleAction(change),
        details: change.would_refuse.map((refusal) => ({
          text: `as it was, it would refuse: ${refusal}`,
          tone: "alarm",
        })),
      })),
    },
  ],
});

/** `~ limits.delete.count  20 → 50`. */
export function ruleChangeText(change: RuleChange): string {
  const values = [change.before, change.after].flatMap((value) => (value === null ? [] : [ruleText(value)]));
  return `${ACTION_SIGNS[ruleAction(change)]} ${change.rule}  ${values.join(" → ")}`;
}

function ruleAction({ before, after }: RuleChange): "create" | "update" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}

/** As it could stand in a file. */
function ruleText(value: RuleValue): string {
  return visible(typeof value === "object" ? canonicalJson(value) : String(value));
}

/** Errors, or warnings, about the file and the plan: each in the layout of a diagnostic, with its line of the file. */
export function diagnosticsSection(
  plan: Plan,
  severity: Diagnostic["severity"],
  { full }: FindingView,
): Section {
  const isError = severity === "error";
  const found = findingsFrom(plan, "file").filter((one) => one.severity === severity);
  return {
    id: isError ? "errors" : "diagnostics",
    title: isError ? "Errors" : "Diagnostics",
    ...(isError && { tone: "alarm" }),
    nouns: isError ? ["error", "errors"] : ["diagnostic", "diagnostics"],
    style: "blocks",
    parts: shownNotes(found, full).map(({ note, others, more }) => ({
      items: [
        {
          cells: [],
          counts: 1 + others.length + more.length,
          lines: (look) => [
            ...diagnosticLines(note, look, others),
            ...moreDetails(note, more).flatMap(({ text }) =>
              wrap(text, look.width, "  ").map(look.paint.faint),
            ),
          ],
        },
      ],
    })),
  };
}

/** The warnings of orgform about a plan. */
export const warningSection = (plan: Plan, view: FindingView): Section => ({
  ...noteSection(findingsFrom(plan, "plan"), view),
  id: "warnings",
  title: "Warnings",
  nouns: ["warning", "warnings"],
});

/** The findings of the file's checks. */
export const checkSection = (plan: Plan, view: FindingView): Section => ({
  ...noteSection(findingsFrom(plan, "check"), view),
  id: "checks",
  title: "Checks",
  nouns: ["finding of a check", "findings of checks"],
});

/**
 * The warnings of the service while it was read: apart from orgform's own, because nothing in the file need be
 * wrong, and without a code, because nothing here is orgform's.
 */
export function serviceSection(plan: Plan): Section {
  const said = findingsFrom(plan, "service");
  return {
    id: "service",
    title: "From the service",
    nouns: ["word of the service", "words of the service"],
    count: said.length,
    style: "notes",
    parts: [{ items: said.map(({ summary }) => ({ cells: [summary], tone: "warning" })) }],
  };
}

/** Findings as prose, each with the code that the troubleshooting page explains. */
function noteSection(
  notes: readonly Diagnostic[],
  { full }: FindingView,
): Pick<Section, "style" | "count" | "parts" | "brief"> {
  return {
    style: "notes",
    count: notes.length,
    parts: [{ items: shownNotes(notes, full).map(noteItem) }],
    brief: [{ items: shownNotes(notes).map(noteItem) }],
  };
}

function noteItem({ note, others, more }: ShownNote): Item {
  const { severity, summary, code, detail, address } = note;
  const isError = severity === "error";
  return {
    cells: [`${isError ? "error: " : ""}${summary}`],
    tone: isError ? "alarm" : "warning",
    code,
    counts: 1 + others.length + more.length,
    details: [
      ...detail.split("\n").flatMap((text) => (text === "" ? [] : [{ text }])),
      ...(address === undefined ? [] : [{ code: addressText(address), tone: "faint" as const }]),
      ...(others.length === 0 ? [] : [{ text: othersText(others), tone: "faint" as const }]),
      ...moreDetails(note, more),
    ],
  };
}

/** A note to show, with what stands for the others of its kind. */
interface ShownNote extends Alike<Diagnostic> {
  /** Those of the same code that are not shown. */
  readonly more: readonly Diagnostic[];
}

/** Up to how many different warnings of one code are shown unasked. */
const FEW_OF_CODE = 3;

/** Notes in their order, those that are alike once; of many different warnings of a code the first, unless all are asked for. */
function shownNotes(notes: readonly Diagnostic[], isFull = false): readonly ShownNote[] {
  const alike = foldAlike(notes);
  const ofCode = groupBy(alike, ({ note }) => note.code);
  return alike.flatMap((one) => {
    const same = ofCode.get(one.note.code) ?? [];
    if (isFull || one.note.severity === "error" || same.length <= FEW_OF_CODE) return [{ ...one, more: [] }];
    const more = same.slice(1).flatMap(({ note, others }) => [note, ...others]);
    return same[0] === one ? [{ ...one, more }] : [];
  });
}

/** How many notes of the same code are not shown, and where they are. */
function moreDetails(
  { code }: Diagnostic,
  more: readonly Diagnostic[],
): readonly { text: string; tone: "faint" }[] {
  if (more.length === 0) return [];
  const places = [
    ...new Set(more.flatMap(({ address }) => (address === undefined ? [] : [addressText(address)]))),
  ];
  const where = places.length === 0 ? "" : `: ${nameList(places)}`;
  return [{ text: `and ${more.length} more [${code}]${where}`, tone: "faint" }];
}
