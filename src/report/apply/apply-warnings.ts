import { namesInAddress } from "../../model/address.js";
import type { ApplyEvent } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { visible } from "../../util/escape.js";
import { ACTION_SIGNS, addressText } from "../words/labels.js";
import { wrap, wrapAddress } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";

/** The event with which a write ended. */
export type EndedWrite = Extract<ApplyEvent, { type: "apply_complete" | "apply_errored" | "apply_skipped" }>;

/** A write of a run, with its end if it has ended. */
export interface ReportRow {
  readonly step: Step;
  readonly end: EndedWrite | undefined;
}

/** The most changes with the same warning that are shown. */
const MOST_WARNED = 5;

/** A write as a row: its sign and its address. */
export function stepLines(
  { action, address }: Step,
  indent: string,
  { rowWidth, paint }: TextStyle,
): string[] {
  const [first = "", ...rest] = wrapAddress(addressText(address), rowWidth, `${indent}  `);
  return [`${indent}${paint[action](ACTION_SIGNS[action])} ${first.trimStart()}`, ...rest];
}

/**
 * The service's warnings of writes, with their changes: the shortest of those that differ in names and
 * numbers only.
 */
export function warnedLines(rows: readonly ReportRow[], look: TextStyle): string[] {
  const { paint, rowWidth } = look;
  const warned = rows.flatMap(({ step, end }) =>
    end?.type === "apply_complete" ? end.warnings.map((warning) => ({ step, warning })) : [],
  );
  if (warned.length === 0) return [];
  const lines = alikeWarnings(warned).flatMap((same) => {
    const text = allAlike(same.map(({ warning }) => warning));
    return [
      ...wrap(`Warning: ${visible(text)}`, rowWidth, "    ", "  ").map(paint.warning),
      ...same.slice(0, MOST_WARNED).flatMap(({ step }) => stepLines(step, "    ", look)),
      ...(same.length > MOST_WARNED ? [`    and ${same.length - MOST_WARNED} more`] : []),
    ];
  });
  return [paint.strong("Done, with a warning from the service"), ...lines];
}

interface Warned {
  readonly step: Step;
  readonly warning: string;
}

/** The length from which a warning may be cut: the client takes 500 letters of it. */
const CUT_LENGTH = 490;

/** Warnings that differ in names and numbers only, together; one that was cut is taken for the one that it begins. */
function alikeWarnings(warned: readonly Warned[]): readonly (readonly Warned[])[] {
  const names = [...new Set(warned.map(({ step }) => nameOf(step)))].sort((a, b) => b.length - a.length);
  const groups = new Map<string, Warned[]>();
  const byMessage = [...groupBy(warned, ({ warning }) => warning)].sort(
    ([a], [b]) => Number(a.length >= CUT_LENGTH) - Number(b.length >= CUT_LENGTH),
  );
  for (const [message, same] of byMessage) {
    const words = withoutNames(message, names);
    const begin = message.length < CUT_LENGTH ? words : beforeLastName(words) || words;
    const known = [...groups.keys()].find((key) => (begin === words ? key === words : key.startsWith(begin)));
    groups.set(known ?? begin, [...(groups.get(known ?? begin) ?? []), ...same]);
  }
  return [...groups.values()];
}

/** The words up to the last name but one: the last may be cut, and what is left of it taken for other words. */
const beforeLastName = (words: string): string =>
  words.slice(0, Math.max(0, words.lastIndexOf("…"))).replace(/[^…]*$/, "");

/** The name that a message of the service would have of the thing that a step writes. */
const nameOf = ({ address }: Step): string => namesInAddress(address).name;

/** A message without its names and numbers, so that messages can be compared; `names` has the longest first. */
function withoutNames(message: string, names: readonly string[]): string {
  let text = message;
  for (const name of names) text = text.replaceAll(name, "…");
  return text
    .replaceAll(/\d+/g, "…")
    .replaceAll(/["'`]…["'`]/g, "…")
    .replaceAll(/…(?:, …)+/g, "…");
}

function allAlike(messages: readonly string[]): string {
  const [first = "", ...others] = [...new Set(messages)].sort((a, b) => a.length - b.length);
  return others.length === 0 ? first : `${first} (and others, with other names)`;
}
