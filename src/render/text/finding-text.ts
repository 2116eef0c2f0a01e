import { parseAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Deferred, Guard, Plan } from "../../model/plan/plan.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { count } from "../../util/count.js";
import { paragraphs, visible, visibleName } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { addressText, KIND_NOUNS, nameText, valueText } from "../labels.js";
import {
  RULES_MEANING,
  RULES_TITLE,
  ruleAction,
  ruleChangeText,
  wouldRefuse,
} from "../view/rules-changed.js";
import type { TextStyle } from "./change-text.js";
import { wrap } from "./layout.js";

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

/** Differences that the API cannot change, each with a way to resolve it. */
export function unsupportedText({ unsupported }: Plan, { paint, width }: TextStyle): string[] {
  if (unsupported.length === 0) return [];
  return [
    paint.strong("Unsupported (the API cannot change these)"),
    ...unsupported.flatMap((one) => [
      `  ${addressText(one.address)}  ${visibleName(one.field)} ${valueText(one.before)} → ${valueText(one.after)}${rowText(one)}`,
      ...wrap(visible(one.instead), width, "      ").map(paint.faint),
    ]),
  ];
}

/** Up to how many changes with one reason are shown one by one. */
const FEW_DEFERRED = 10;

/** Changes that wait for a person; many with one reason are counted by workspace. */
export function deferredText({ deferred }: Plan, { paint, width }: TextStyle): string[] {
  if (deferred.length === 0) return [];
  const byReason = groupBy(deferred, ({ reason }) => reason);
  const many = (reason: string): readonly Deferred[] | undefined => {
    const same = byReason.get(reason) ?? [];
    return same.length > FEW_DEFERRED ? same : undefined;
  };
  const because = (reason: string): string[] => wrap(visible(reason), width, "      ").map(paint.faint);
  return [
    paint.strong("Deferred (waits for somebody; no change yet)"),
    ...deferred
      .filter(({ reason }) => many(reason) === undefined)
      .flatMap((one) => [`  ${addressText(one.address)}${rowText(one)}`, ...because(one.reason)]),
    ...[...byReason.keys()].flatMap((reason) => {
      const same = many(reason);
      return same === undefined ? [] : [...manyDeferred(same), ...because(reason)];
    }),
  ];
}

function manyDeferred(same: readonly Deferred[]): string[] {
  const waiting = same.map(({ address, type }) => {
    const [workspace = "", , owner = "", , inner = ""] = parseAddress(address);
    return { workspace, type, person: type === "group_membership" ? inner : owner };
  });
  return [...groupBy(waiting, ({ workspace }) => workspace)].map(([workspace, own]) => {
    const people = [...new Set(own.map(({ person }) => person))];
    const what = countsByKind(own, KIND_NOUNS).join(" and ");
    return `  ${visibleName(workspace)}  ${what} (${count(people.length, "person", "people")}): ${nameList(people.map(nameText))}`;
  });
}

/** Live resources that are not in the file: first their number by kind, then each of them. */
export function unmanagedText({ unmanaged }: Plan, { paint }: TextStyle): string[] {
  if (unmanaged.length === 0) return [];
  return [
    paint.strong(
      `Unmanaged (${countsByKind(unmanaged, LIVE_NOUNS).join(", ")}: live, not in the file, left alone)`,
    ),
    ...unmanaged.map((one) => `  ${addressText(one.address)}`),
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

/** What a plan leaves as it is, in one line for each reason. */
export function unchangedCounts(plan: Plan, { paint }: TextStyle): string[] {
  const { unsupported, deferred, unmanaged } = plan;
  const line = (title: string, things: readonly { readonly type: ResourceKind }[], why: string): string[] =>
    things.length === 0 ? [] : [`  ${title}: ${countsByKind(things, KIND_NOUNS).join(", ")} ${why}`];
  const lines = [
    ...line("Unsupported", unsupported, "(the API cannot change this)"),
    ...line("Deferred", deferred, "(waiting for somebody)"),
    ...(unmanaged.length === 0
      ? []
      : [`  Unmanaged: ${countsByKind(unmanaged, LIVE_NOUNS).join(", ")} (not in the file)`]),
  ];
  return lines.length === 0 ? [] : [paint.strong("Left as it is"), ...lines];
}

/** Notes in their order; where it is brief, of the warnings of a code the first, and how many others there are. */
export function onePerCode<Note extends Pick<Diagnostic, "severity" | "code">>(
  notes: readonly Note[],
  isBrief: boolean,
): { readonly note: Note; readonly others: number }[] {
  const isAlone = ({ severity }: Note): boolean => !isBrief || severity === "error";
  const byCode = groupBy(
    notes.filter((note) => !isAlone(note)),
    ({ code }) => code,
  );
  return notes.flatMap((note) => {
    if (isAlone(note)) return [{ note, others: 0 }];
    const alike = byCode.get(note.code) ?? [];
    return alike[0] === note ? [{ note, others: alike.length - 1 }] : [];
  });
}

/** How many notes of the same code are not shown. */
export const othersLine = (
  { code }: Pick<Diagnostic, "code">,
  others: number,
  { paint }: TextStyle,
): string[] => (others === 0 ? [] : [paint.faint(`  and ${others} more [${code}]`)]);

/** Warnings and findings of checks, one paragraph each, with the code that the troubleshooting page explains. */
export function noteText(
  title: string,
  notes: readonly Diagnostic[],
  look: TextStyle,
  isBrief = false,
): string[] {
  if (notes.length === 0) return [];
  const { paint, width } = look;
  return [
    paint.strong(title),
    ...onePerCode(notes, isBrief).flatMap(({ note, others }) => {
      const isError = note.severity === "error";
      const mark = isError ? "error: " : "";
      const [first = "", ...rest] = wrap(`${mark}${visible(note.summary)} [${note.code}]`, width, "  ");
      const style = isError ? paint.alarm : paint.warning;
      return [
        style(first),
        ...rest.map(style),
        ...paragraphs(note.detail, visible).flatMap((line) => wrap(line, width, "      ")),
        ...(note.address === undefined ? [] : [paint.faint(`      ${addressText(note.address)}`)]),
        ...othersLine(note, others, look),
      ];
    }),
  ];
}

/** Guards that refuse, with their figures and the exact flag that allows it; then guards that a flag has passed. */
export function guardText({ guards }: Plan, look: TextStyle, asksForNames: boolean): string[] {
  const refused = guards.filter((guard) => guard.refused);
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
    ...refused.flatMap((guard) => oneGuard(guard, look)),
    ...(refused.length > 0 && passed.length > 0 ? [""] : []),
    ...(passed.length === 0 ? [] : [look.paint.strong("Allowed")]),
    ...passed.map((guard) => `  ${guardFigures(guard)} (${visible(guard.override ?? "")})`),
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

/** The addresses that a guard is about; of many only the first, since the plan lists all of them among its changes. */
export function guardAddresses({ addresses }: Guard): string[] {
  const rest = addresses.length - GUARD_ADDRESSES;
  const shown = addresses.slice(0, GUARD_ADDRESSES).map(addressText);
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

const GUARD_ADDRESSES = 10;

function oneGuard(guard: Guard, { paint, width }: TextStyle): string[] {
  return [
    `  ${paint.strong(guardFigures(guard))} [${guard.code}]`,
    ...wrap(visible(guard.message), width, "    "),
    ...guardAddresses(guard).map((line) => `      ${line}`),
    ...(guard.override === undefined
      ? []
      : [`    To allow exactly this: ${paint.strong(visible(guard.override))}`]),
  ];
}
