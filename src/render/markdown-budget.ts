import { count } from "../util/count.js";

/** A part of a page that is shown whole or not at all. */
export interface Section {
  /** What it holds, one and many, for the note about what was left out: `["change", "changes"]`. */
  readonly nouns: readonly [string, string];
  /** How many of them. */
  readonly items: number;
  readonly markdown: string;
}

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Room for the note itself, whose length does not depend on any name. */
const NOTE_BYTES = 1_000;

/**
 * Puts head, sections and foot together in at most `budget` bytes. Where the sections do not all fit, the `shorter` ones
 * take their place; of these, what does not fit is left out whole, in order of importance (the first are the last to
 * go), and a note says how much of what is missing.
 */
export function withinBudget(
  head: string,
  sections: readonly Section[],
  foot: string,
  budget: number,
  shorter: () => readonly Section[] = () => sections,
): string {
  let left = budget - bytes(head) - bytes(foot) - NOTE_BYTES;
  const kept: string[] = [];
  const dropped: Section[] = [];
  const sizeOfAll = sections.reduce((sum, { markdown }) => sum + bytes(markdown) + 2, 0);
  for (const section of sizeOfAll <= left ? sections : shorter()) {
    const size = bytes(section.markdown) + 2;
    if (size <= left) {
      left -= size;
      kept.push(section.markdown);
    } else dropped.push(section);
  }
  return `${[head, ...kept, ...note(dropped), foot].join("\n\n")}\n`;
}

function note(dropped: readonly Section[]): string[] {
  if (dropped.length === 0) return [];
  const totals = new Map<string, { readonly nouns: Section["nouns"]; items: number }>();
  for (const { nouns, items } of dropped) {
    const total = totals.get(nouns[1]) ?? { nouns, items: 0 };
    totals.set(nouns[1], { nouns, items: total.items + items });
  }
  const what = [...totals.values()].map(({ nouns, items }) => count(items, ...nouns)).join(", ");
  return [
    `> [!IMPORTANT]\n> **Left out for length:** ${what}. The plan as JSON, text or HTML has everything.`,
  ];
}
