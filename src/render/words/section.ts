import { count } from "../../util/count.js";
import type { Palette } from "./palette.js";
import type { PageTable } from "./table.js";
import type { TextStyle } from "./text-style.js";

/**
 * A section of a page, said once. Text, Markdown and HTML write it: each in its own dress, with the same words in the
 * same order. Prose may be as it came: a writer makes it visible and adds the escapes of its own syntax. A name that
 * stands in it is a {@link nameText} already.
 */
export interface Section {
  /** Its anchor in a page. */
  readonly id: string;
  readonly title: string;
  /** The meaning of the title, as part of a sentence. */
  readonly meaning?: string;
  /** A heading like any other unless given. */
  readonly tone?: Tone;
  /** The number of its things, if Markdown shows it and the title does not. */
  readonly count?: number | string;
  /** One and many of the things that its items tell of: `["value", "values"]`. */
  readonly nouns: readonly [string, string];
  /** Notes that stand before the items. */
  readonly lead?: readonly Detail[];
  readonly parts: readonly Part[];
  /** A shorter form: where the section is too long, and in Markdown where there is no room for all of it. */
  readonly brief?: readonly Part[];
  /** It is too long to be shown whole unasked. */
  readonly isLong?: boolean;
  /** A table in HTML, instead of the items. */
  readonly table?: () => PageTable;
  /**
   * `rows` are aligned and not broken without need, `notes` are prose, each part of `blocks` has a layout of its own
   * and its table, if there is one, stands in Markdown, too. A `table` is one in every format, unless it is too long.
   */
  readonly style?: "rows" | "notes" | "blocks" | "table";
  /** In Markdown, access is shown whole as long as there is room, and a minor section unfolds. */
  readonly weight?: "access" | "minor";
}

/** The tone of a line: text paints it, a page has a class of this name, and a sign or a word always says it as well. */
export type Tone = keyof Palette;

/** Items under a heading of their own, or directly under the section's. */
export interface Part {
  readonly title?: string;
  readonly tone?: Tone;
  readonly items: readonly Item[];
}

/** One thing to say: a line, and what stands below it. */
export interface Item {
  /** One text, or cells that are aligned with those of the other items. */
  readonly cells: readonly string[];
  /** A line with the tone `alarm` is never left out. */
  readonly tone?: Tone;
  /** The code that the troubleshooting page explains. */
  readonly code?: string;
  /**
   * The number of things that it tells of: 1 unless given; what sums up others tells of none, and is never left out.
   */
  readonly counts?: number;
  /** Names that stand below it; a shorter form leaves out some of them or all. */
  readonly names?: readonly string[];
  readonly details?: readonly Detail[];
  /** The lines of an item with a layout of its own, instead of all else. */
  readonly lines?: (look: TextStyle) => readonly string[];
}

/** Prose, a name or command exactly as it is, or prose that ends in one. */
export interface Detail {
  readonly text?: string;
  readonly code?: string;
  readonly tone?: Tone;
  /** Its indent in text, beyond that of its item: 4 unless given. */
  readonly depth?: number;
}

/** The meaning of the title as a sentence, then the other notes before the items. */
export function leadOf({ meaning = "", lead = [] }: Section): readonly Detail[] {
  const sentence = `${meaning.slice(0, 1).toUpperCase()}${meaning.slice(1)}.`;
  return meaning === "" ? lead : [{ text: sentence }, ...lead];
}

/** The number of things that items tell of. */
export const countItems = (items: readonly Item[]): number =>
  items.reduce((sum, { counts = 1 }) => sum + counts, 0);

/** Up to how many items a short form shows, beside every alarm. */
export const FEW_ITEMS = 12;
/** How many names of an item a short form shows; of an alarm it shows all. */
export const FEW_NAMES = 10;

/** The first items and every one that is kept, and as the last one how many things the others tell of. */
export function firstItems(
  items: readonly Item[],
  most: number,
  nouns: Section["nouns"],
  isKept: (item: Item) => boolean = ({ tone, counts }) => tone === "alarm" || counts === 0,
): readonly Item[] {
  const first = new Set(items.filter((item) => !isKept(item)).slice(0, most));
  const shown = items.filter((item) => isKept(item) || first.has(item));
  const rest = countItems(items) - countItems(shown);
  if (rest === 0) return items;
  const more = `and ${count(rest, `more ${nouns[0]}`, `more ${nouns[1]}`)}`;
  return [...shown, { cells: [more], counts: rest }];
}
