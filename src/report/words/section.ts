import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
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
  /** The singular and plural for the things in its items: `["value", "values"]`. */
  readonly nouns: readonly [string, string];
  /** Notes that stand before the items. */
  readonly lead?: readonly Detail[];
  readonly parts: readonly Part[];
  /** The heads of the table that Markdown makes of the rows of its items. */
  readonly heads?: readonly string[];
  /** Its usual form, if it is too long to be shown completely unasked. */
  readonly usual?: readonly Part[] | undefined;
  /** Its shorter forms, the longest first: Markdown shows the one that has room. */
  readonly shorter?: readonly (readonly Part[])[];
  /** A table in HTML, instead of the items. */
  readonly table?: () => PageTable;
  /** A second table in HTML, of what is known already: folded until somebody opens it, or looks for a word. */
  readonly folded?: { readonly title: string; readonly table: () => PageTable } | undefined;
  /**
   * `rows` are aligned and not broken without need, `notes` are prose, each part of `blocks` has a layout of its own. A
   * `table` is one in every format, unless it is too long. In a text only rows and notes have the title above them.
   */
  readonly style?: "rows" | "notes" | "blocks" | "table";
  /** True if blocks, or a table, have the title above them in text and Markdown as well. */
  readonly isTitled?: true;
  /** True if it is about access: Markdown shows it completely if there is room. */
  readonly isAccess?: true;
  /** Pictures of what other sections say, which HTML alone shows. */
  readonly flows?: () => readonly Flow[];
}

/** A picture of people who move from one value to another. */
export interface Flow {
  readonly title: string;
  readonly moves: readonly Move[];
}

/** People who have the same value before and the same one after. */
export interface Move {
  readonly before: string;
  readonly after: string;
  readonly people: number;
  readonly tone: string;
}

/** A sentence in which names may stand: Markdown writes them as code. */
export type Prose = string | readonly (string | { readonly name: string })[];

/** A sentence as text that is visible, or as another format writes words and names. */
export const proseText = (prose: Prose, words = visible, names = words): string =>
  typeof prose === "string"
    ? words(prose)
    : prose.map((part) => (typeof part === "string" ? words(part) : names(part.name))).join("");

/** Prose of ours in which commands and keys stand in backticks, with these as names. */
export const withCode = (text: string): Exclude<Prose, string> =>
  visible(text)
    .split(/`([^`]+)`/)
    .map((part, i) => (i % 2 === 0 ? part : { name: part }));

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
  /** The cells of its row, where a section has heads; its names stand with those of the first cell. */
  readonly row?: readonly Prose[];
  /** A line with the tone `alarm` is never left out. */
  readonly tone?: Tone;
  /** The code that the troubleshooting page explains. */
  readonly code?: string;
  /** The number of things in it: 1 by default; an item with none is never left out. */
  readonly counts?: number;
  /** True if it counts its things, and does not show each. */
  readonly isSum?: true;
  /** The names below it; a shorter form leaves out some of them or all. */
  readonly names?: readonly string[];
  readonly details?: readonly Detail[];
  /** The lines of an item with a layout of its own, below its cell, which is their heading, or instead of all else. */
  readonly lines?: (look: TextStyle) => readonly string[];
  /** True if its lines begin with the sign of a change. */
  readonly isSigned?: true;
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

/** The sections that say something. */
export const withItems = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ parts }) => parts.some(({ items }) => items.length > 0));

/** The number of things in items. */
export const countItems = (items: readonly Item[]): number =>
  items.reduce((sum, { counts = 1 }) => sum + counts, 0);

/** The most items that a usual form shows, in addition to every alarm. */
export const FEW_ITEMS = 12;
/** The most names of an item that a usual form shows; an alarm has all. */
export const FEW_NAMES = 10;

/** The most items of a part and names of an item that are shown; alarms are always shown completely. */
export interface Limit {
  readonly items: number;
  readonly names: number;
  /** True for the shortest form, in which even alarms are shortened. */
  readonly isLast?: true;
}

/** Parts with the first of their items and names: the usual form of a section that is too long. */
export const folded = (parts: readonly Part[], nouns: Section["nouns"]): readonly Part[] =>
  limited(parts, nouns, { items: FEW_ITEMS, names: FEW_NAMES });

/** Parts within a limit; what is left out of each is its last item, as a number. */
export const limited = (
  parts: readonly Part[],
  nouns: Section["nouns"],
  { items: most, names: mostNames, isLast }: Limit,
): readonly Part[] =>
  parts.map((part) => {
    const { items } = part;
    const isKept = ({ tone, counts, lines }: Item): boolean =>
      isLast === undefined && (tone === "alarm" || counts === 0 || lines !== undefined);
    const first = new Set(items.filter((item) => !isKept(item)).slice(0, most));
    const shown = items.filter((item) => isKept(item) || first.has(item));
    const rest = countItems(items) - countItems(shown);
    const more = `and ${count(rest, `more ${nouns[0]}`, `more ${nouns[1]}`)}`;
    const named = shown.map((item) =>
      item.tone === "alarm" && isLast === undefined ? item : withNames(item, mostNames),
    );
    return { ...part, items: rest === 0 ? named : [...named, { cells: [more], counts: rest, isSum: true }] };
  });

/** An item with the first of its names; without some of them it counts its things. */
function withNames(item: Item, most: number): Item {
  const { names = [] } = item;
  if (names.length <= most) return item;
  return { ...item, names: most === 0 ? [] : [nameList(names, most)], isSum: true };
}
