import { count } from "../../util/count.js";

/** A part of a page that is shown whole, in a shorter form, or not at all. */
export interface CommentPart {
  /** The nouns of its items, one and many, for the note about items that were left out: `["change", "changes"]`. */
  readonly nouns: readonly [string, string];
  /** The number of items. */
  readonly items: number;
  /** The longest first, at least one. A section with a short form is always shown, unless not even that fits. */
  readonly forms: readonly Form[];
}

/** One way to show a section. */
export interface Form {
  readonly markdown: string;
  /** The number of items that it counts instead of showing each. */
  readonly counted: number;
}

/** A section that is shown whole or not at all; `counted` of its items are counted and not shown. */
export const whole = (
  nouns: CommentPart["nouns"],
  items: number,
  markdown: string,
  counted = 0,
): CommentPart => ({
  nouns,
  items,
  forms: [{ markdown, counted }],
});

/** GitHub takes a comment of 65,536 characters; this leaves room for what a pipeline puts around it. */
const COMMENT_BYTES = 60_000;

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Room for the note itself, whose length does not depend on any name. */
const NOTE_BYTES = 1_500;

/**
 * Puts head, sections and foot together in at most `budget` bytes. Each section that has a short form gets it first, so
 * that no other one crowds it out; then each, in order of importance, is shown at the greatest length that still fits.
 * A note says how much is counted only and how much is left out.
 */
export function withinBudget(
  head: string,
  sections: readonly CommentPart[],
  foot = "",
  budget = COMMENT_BYTES,
): string {
  let left = budget - bytes(head) - bytes(foot) - NOTE_BYTES;
  const sized = sections.map((section) => ({
    section,
    forms: section.forms.map((form) => ({ form, size: bytes(form.markdown) + 2 })),
  }));
  const shown = new Map<CommentPart, { readonly form: Form; readonly size: number }>();
  for (const { section, forms } of sized) {
    const shortest = forms.at(-1);
    if (forms.length < 2 || shortest === undefined || shortest.size > left) continue;
    shown.set(section, shortest);
    left -= shortest.size;
  }
  for (const { section, forms } of sized) {
    const room = left + (shown.get(section)?.size ?? 0);
    const longest = forms.find(({ size }) => size <= room);
    if (longest === undefined) continue;
    shown.set(section, longest);
    left = room - longest.size;
  }
  const body = sections.flatMap((section) => shown.get(section)?.form.markdown ?? []);
  const counted = sections.map((section) => ({ section, items: shown.get(section)?.form.counted ?? 0 }));
  const lost = sections.flatMap((section) => (shown.has(section) ? [] : [{ section, items: section.items }]));
  const parts = [head, ...body, ...note(counted, lost), foot].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}

interface Share {
  readonly section: CommentPart;
  readonly items: number;
}

function note(counted: readonly Share[], lost: readonly Share[]): string[] {
  const parts = [
    ...sentence("Left out for length:", lost),
    ...sentence("Counted for length, not shown one by one:", counted),
  ];
  if (parts.length === 0) return [];
  return [
    `> [!IMPORTANT]\n> ${parts.join(" ")} The plan as JSON or HTML has everything, and as text with \`--full\`.`,
  ];
}

function sentence(title: string, shares: readonly Share[]): string[] {
  const totals = new Map<string, Share>();
  for (const { section, items } of shares) {
    const [, nouns] = section.nouns;
    totals.set(nouns, { section, items: items + (totals.get(nouns)?.items ?? 0) });
  }
  const what = [...totals.values()].flatMap(({ section, items }) =>
    items === 0 ? [] : [count(items, ...section.nouns)],
  );
  return what.length === 0 ? [] : [`**${title}** ${what.join(", ")}.`];
}
