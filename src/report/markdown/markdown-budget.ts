import { compact } from "../../util/collections.js";
import { count } from "../../util/english.js";

/** A part of a page that is shown completely, in a shorter form, or not at all. */
export interface CommentPart {
  /** The nouns of its items, one and many, for the note about items that were left out: `["change", "changes"]`. */
  readonly nouns: readonly [string, string];
  /** The number of items. */
  readonly items: number;
  /** The longest first, at least one; each is written when it is asked for. */
  readonly forms: readonly (() => Form)[];
}

/** One way to show a section. */
export interface Form {
  readonly markdown: string;
  /** True if it counts some of its items instead of showing each. */
  readonly isShort: boolean;
}

/** GitHub takes a comment of 65,536 characters; this leaves room for what a pipeline puts around it. */
const COMMENT_BYTES = 60_000;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Room for the note itself, whose length does not depend on any name. */
const NOTE_BYTES = 1_500;

/**
 * Puts head, sections and foot together in at most `budget` bytes. Each section gets its shortest form first, so that no
 * other one crowds it out; then each, in order of importance, is shown at the greatest length that still fits. A note
 * says what is counted only and how much is left out.
 */
export function withinBudget(
  head: string,
  sections: readonly CommentPart[],
  foot = "",
  budget = COMMENT_BYTES,
): string {
  let left = budget - bytes(head) - bytes(foot) - NOTE_BYTES;
  const shortest = sections.map(({ forms }) => {
    const form = longestWithin(forms.slice(-1), left);
    left -= form?.size ?? 0;
    return form;
  });
  const shown = sections.map(({ forms }, i) => {
    const room = left + (shortest[i]?.size ?? 0);
    const longest = longestWithin(forms, room);
    left = room - (longest?.size ?? 0);
    return longest;
  });
  const counted = sections.filter((_, i) => shown[i]?.isShort);
  const lost = sections.filter((_, i) => shown[i] === undefined);
  return `${compact([head, ...shown.map((form) => form?.markdown), note(counted, lost), foot]).join("\n\n")}\n`;
}

interface SizedForm extends Form {
  /** Bytes, with the empty line before it. */
  readonly size: number;
}

function longestWithin(forms: CommentPart["forms"], room: number): SizedForm | undefined {
  for (const write of forms) {
    const form = write();
    const size = bytes(form.markdown) + 2;
    if (size <= room) return { ...form, size };
  }
  return undefined;
}

function note(counted: readonly CommentPart[], lost: readonly CommentPart[]): string {
  const parts = compact([
    sentence("Left out for length:", lost, ({ items, nouns }) => count(items, ...nouns)),
    sentence("Shortened for length:", counted, ({ nouns: [, many] }) => many),
  ]);
  if (parts.length === 0) return "";
  // What is counted stands there as a number; what was left out stands nowhere else.
  const alert = lost.length > 0 ? "IMPORTANT" : "NOTE";
  return `> [!${alert}]\n> ${parts.join(" ")} The plan as JSON or HTML has everything, and as text with \`--full\`.`;
}

function sentence(
  title: string,
  sections: readonly CommentPart[],
  words: (section: CommentPart) => string,
): string {
  const what = new Set(sections.map(words));
  return what.size === 0 ? "" : `**${title}** ${[...what].join(", ")}.`;
}
