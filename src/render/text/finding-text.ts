import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { findingsFrom } from "../../model/plan/finding.js";
import type { Deferred, Guard, Plan } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { count } from "../../util/count.js";
import { paragraphs, visible, visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { type Alike, foldAlike, foldGuards, othersText } from "../diagnostics/alike.js";
import { SERVICE_TITLE } from "../view/plan-notes.js";
import {
  RULES_MEANING,
  RULES_TITLE,
  ruleAction,
  ruleChangeText,
  wouldRefuse,
} from "../view/rules-changed.js";
import { addressText, KIND_NOUNS, nameText, valueText } from "../words/labels.js";
import { hangingLines, wrap, wrapAddress } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";

const rowText = ({ row }: { readonly row?: string }): string =>
  row === undefined ? "" : `  (${visibleName(row)})`;

/** The rules that the edit changes, with what they would have refused if they were as before. */
export function rulesText({ rules_changed }: Plan, { paint, width }: TextStyle): string[] {
  if (rules_changed.length === 0) return [];
  return [
    ...wrap(`${RULES_TITLE} (${RULES_MEANING})`, width).map(paint.strong),
    ...rules_changed.flatMap((change) => [
      paint[ruleAction(change)](`  ${ruleChangeText(change)}`),
      ...wouldRefuse(change).flatMap((refusal) => wrap(refusal, width, "      ").map(paint.alarm)),
    ]),
  ];
}

/** Differences that the API cannot change, each with a way to resolve it; those that are alike together. */
export function unsupportedText({ unsupported }: Plan, { paint, width, rowWidth }: TextStyle): string[] {
  if (unsupported.length === 0) return [];
  const alike = groupAlike(unsupported, ({ address: _, row: __, ...same }) => same);
  return [
    paint.strong("Unsupported (the API cannot change these)"),
    ...alike.flatMap((same) => {
      const [one] = same;
      const change = `${visibleName(one.field)} ${valueText(one.before)} → ${valueText(one.after)}`;
      const places = same.map((each) => addressText(each.address) + rowText(each));
      return [
        ...(places.length === 1
          ? hangingLines(`${places[0]}  ${change}`, rowWidth, "  ")
          : [
              `  ${change}  (${count(places.length, ...KIND_NOUNS[one.type])})`,
              ...wrap(places.join(", "), width, "      "),
            ]),
        ...wrap(visible(one.instead), width, "      ").map(paint.faint),
      ];
    }),
  ];
}

/** The title of {@link deferredText}. */
export const DEFERRED_TITLE = "Waiting for an invite to be accepted (no change yet)";

/** Up to how many changes with one reason are shown one by one. */
const FEW_DEFERRED = 10;

/** Changes that wait for a person; many with one reason are counted by workspace, where it is brief over all of them. */
export function deferredText({ deferred }: Plan, look: TextStyle, isBrief = false): string[] {
  if (deferred.length === 0) return [];
  const because = (reason: string): string[] =>
    wrap(visible(reason), look.width, "      ").map(look.paint.faint);
  return [
    look.paint.strong(DEFERRED_TITLE),
    ...[...groupBy(deferred, ({ reason }) => reason)].flatMap(([reason, same]) => [
      ...(isBrief
        ? [`  ${waitingText(same)}`]
        : same.length > FEW_DEFERRED
          ? manyDeferred(same, look)
          : same.flatMap((one) => wrapAddress(addressText(one.address) + rowText(one), look.rowWidth, "  "))),
      ...because(reason),
    ]),
  ];
}

function manyDeferred(same: readonly Deferred[], { rowWidth }: TextStyle): string[] {
  return [...groupBy(same, ({ address }) => workspaceOf(address))].flatMap(([workspace, own]) =>
    hangingLines(
      `${visibleName(workspace)}  ${waitingText(own)}: ${nameList([...new Set(own.map(personOf))].map(nameText))}`,
      rowWidth,
      "  ",
    ),
  );
}

/** `201 group members and 40 member values (198 people)`. */
function waitingText(same: readonly Deferred[]): string {
  const people = new Set(same.map(personOf)).size;
  const workspaces = new Set(same.map(({ address }) => workspaceOf(address))).size;
  const where = workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "";
  return `${countsByKind(same, KIND_NOUNS).join(" and ")} (${count(people, "person", "people")}${where})`;
}

/** The person whom a change waits for. */
function personOf({ address, type }: Deferred): string {
  return KINDS[type].personOf?.(address) ?? "";
}

/** Live resources that are not in the file: their number by kind, then each of them, or where it is brief each workspace. */
export function unmanagedText(
  { unmanaged }: Plan,
  { paint, rowWidth }: TextStyle,
  isBrief = false,
): string[] {
  if (unmanaged.length === 0) return [];
  const counts = countsByKind(unmanaged, LIVE_NOUNS).join(", ");
  const byWorkspace = groupBy(unmanaged, ({ address }) => workspaceOf(address));
  return [
    ...wrap(`Unmanaged (${counts}: live, not in the file, left alone)`, rowWidth).map(paint.strong),
    ...(isBrief
      ? [...byWorkspace].flatMap(([workspace, own]) =>
          hangingLines(
            `${visibleName(workspace)}  ${countsByKind(own, LIVE_NOUNS).join(", ")}`,
            rowWidth,
            "  ",
          ),
        )
      : unmanaged.flatMap((one) => wrapAddress(addressText(one.address), rowWidth, "  "))),
  ];
}

/** A live thing at the address of an invite is somebody who may have accepted it. */
const LIVE_NOUNS: typeof KIND_NOUNS = { ...KIND_NOUNS, invite: ["member", "members"] };

/** `2 groups`, `1 attribute`, in the order of the kinds. */
function countsByKind(
  things: readonly { readonly type: ResourceKind }[],
  nouns: typeof KIND_NOUNS,
): readonly string[] {
  return RESOURCE_KINDS.flatMap((kind) => {
    const n = things.filter(({ type }) => type === kind).length;
    return n === 0 ? [] : [count(n, ...nouns[kind])];
  });
}

/** A note to show, with what stands for the others of its kind. */
interface ShownNote<N> extends Alike<N> {
  /** Those of the same code that are not shown. */
  readonly more: readonly N[];
}

/** Up to how many different warnings of one code a brief list shows. */
const FEW_OF_CODE = 3;

/** Notes in their order, those that are alike once; where it is brief, of many different warnings of a code the first. */
export function shownNotes<N extends Diagnostic>(
  notes: readonly N[],
  isBrief: boolean,
): readonly ShownNote<N>[] {
  const alike = foldAlike(notes);
  const ofCode = groupBy(alike, ({ note }) => note.code);
  return alike
    .map((one): ShownNote<N> | undefined => {
      const same = ofCode.get(one.note.code) ?? [];
      if (!isBrief || one.note.severity === "error" || same.length <= FEW_OF_CODE)
        return { ...one, more: [] };
      const more = same.slice(1).flatMap(({ note, others }) => [note, ...others]);
      return same[0] === one ? { ...one, more } : undefined;
    })
    .filter((one) => one !== undefined);
}

/** How many notes of the same code are not shown, and where they are. */
export function moreLines(
  { code }: Pick<Diagnostic, "code">,
  more: readonly Diagnostic[],
  { paint, width }: TextStyle,
  indent: string,
): string[] {
  if (more.length === 0) return [];
  const places = [
    ...new Set(more.flatMap(({ address }) => (address === undefined ? [] : [addressText(address)]))),
  ];
  const where = places.length === 0 ? "" : `: ${nameList(places)}`;
  return wrap(`and ${more.length} more [${code}]${where}`, width, indent).map(paint.faint);
}

/** Warnings and findings of checks, one paragraph each, with the code that the troubleshooting page explains. */
export function noteText(
  title: string,
  notes: readonly Diagnostic[],
  look: TextStyle,
  isBrief = false,
): string[] {
  if (notes.length === 0) return [];
  const { paint, width, rowWidth } = look;
  return [
    paint.strong(title),
    ...shownNotes(notes, isBrief).flatMap(({ note, others, more }) => {
      const isError = note.severity === "error";
      const mark = isError ? "error: " : "";
      const [first = "", ...rest] = wrap(`${mark}${visible(note.summary)} [${note.code}]`, width, "  ");
      const style = isError ? paint.alarm : paint.warning;
      return [
        style(first),
        ...rest.map(style),
        ...paragraphs(note.detail, visible).flatMap((line) => wrap(line, width, "      ")),
        ...(note.address === undefined
          ? []
          : wrapAddress(addressText(note.address), rowWidth, "      ").map(paint.faint)),
        ...wrap(othersText(others), width, "      ").map(paint.faint),
        ...moreLines(note, more, look, "      "),
      ];
    }),
  ];
}

/** What the service said of its own accord; nothing here is orgform's, so no code stands beside it. */
export function serviceText(plan: Plan, { paint, width }: TextStyle): string[] {
  const said = findingsFrom(plan, "service").flatMap(({ summary }) => wrap(visible(summary), width, "  "));
  return said.length === 0 ? [] : [paint.strong(SERVICE_TITLE), ...said.map(paint.warning)];
}

/** How guards are shown. */
interface GuardStyle {
  readonly isBrief: boolean;
  /** They refuse archives only, whose names are asked for next. */
  readonly asksForNames: boolean;
}

/** Guards that refuse, with their figures and the exact flag that allows it; then guards that a flag has passed. */
export function guardText(
  { guards }: Plan,
  look: TextStyle,
  { isBrief, asksForNames }: GuardStyle,
): string[] {
  const refused = foldGuards(guards.filter((guard) => guard.refused));
  const passed = guards.filter((guard) => !guard.refused);
  return [
    ...(refused.length === 0
      ? []
      : [
          look.paint.alarm(
            asksForNames
              ? "To be named before anything is written"
              : "Refused (nothing is written while a guard refuses)",
          ),
        ]),
    ...refused.flatMap((guard) => oneGuard(guard, look, isBrief)),
    ...(refused.length > 0 && passed.length > 0 ? [""] : []),
    ...(passed.length === 0 ? [] : [look.paint.strong("Allowed")]),
    ...passed.flatMap((guard) =>
      hangingLines(`${guardFigures(guard)} (${visible(guard.override ?? "")})`, look.rowWidth, "  "),
    ),
  ];
}

/** `delete.group: 29, the limit is 20`. */
export function guardFigures({ name, actual, limit }: Guard): string {
  return (
    visibleName(name) +
    (actual === undefined ? "" : `: ${actual}`) +
    (limit === undefined || actual === undefined || actual <= limit ? "" : `, the limit is ${limit}`)
  );
}

/** The addresses that a guard is about; where it is brief, of many only the first. */
export function guardAddresses({ addresses }: Guard, isBrief = true): string[] {
  const rest = isBrief ? addresses.length - GUARD_ADDRESSES : 0;
  const shown = rest > 0 ? addresses.slice(0, GUARD_ADDRESSES) : addresses;
  return [...shown.map(addressText), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

const GUARD_ADDRESSES = 10;

function oneGuard(guard: Guard, { paint, width, rowWidth }: TextStyle, isBrief: boolean): string[] {
  return [
    `  ${paint.strong(guardFigures(guard))} [${guard.code}]`,
    ...wrap(visible(guard.message), width, "    "),
    ...guardAddresses(guard, isBrief).flatMap((line) => wrapAddress(line, rowWidth, "      ")),
    ...(guard.override === undefined
      ? []
      : wrap(`To allow exactly this: ${visible(guard.override)}`, rowWidth, "      ", "    ").map(
          paint.strong,
        )),
  ];
}
