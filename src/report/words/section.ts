import type { ResourceChange } from "../../model/plan/plan.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import type { FieldChange } from "./labels.js";
import type { Palette } from "./palette.js";
import type { PageTable } from "./table.js";
import { type TextStyle, textStyle } from "./text-style.js";

/**
 * A section of a page, said once. Text, Markdown and HTML write it: each in its own dress, with the same words in the
 * same order. Prose may be as it came: a writer makes it visible and adds the escapes of its own syntax. A name that
 * stands in it is a {@link nameText} already.
 */
export interface Section {
  /** Its anchor in a page. */
  readonly id: string;
  /** Its heading, `Name (number): meaning`; empty where the page needs none above it. */
  readonly title: string;
  /** A heading like any other unless given. */
  readonly tone?: Tone;
  /** The singular and plural for the things in its items: `["value", "values"]`. */
  readonly nouns: readonly [string, string];
  /** Notes that stand before the items. */
  readonly lead?: readonly Detail[];
  readonly parts: readonly Part[];
  /** The same with counts in the place of single things, for a format in which all of it is too long. */
  readonly brief?: () => readonly Part[];
  /** Counts alone, shorter and shorter: for a comment in which what is never left out is too long. */
  readonly counted?: readonly (() => readonly Part[])[];
  /** A table in HTML instead of the items, and in every format where the style is `table`. */
  readonly table?: () => PageTable;
  /**
   * `rows` are aligned and not broken without need, `notes` are prose, each part of `blocks` has a layout of its own, a
   * `table` is one in every format, and of what is `folded` only the heading is shown unasked.
   */
  readonly style?: "rows" | "notes" | "blocks" | "table" | "folded";
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
  /** The same as a card of a page, and as a row of a table in Markdown. */
  readonly card?: Card;
  /** A line with a tone that is no warning is never left out. */
  readonly tone?: Tone;
  /** The code that the troubleshooting page explains. */
  readonly code?: string;
  /** The number of things in it: 1 by default. */
  readonly counts?: number;
  /** The names below it, of which many are shortened. */
  readonly names?: readonly string[];
  readonly details?: readonly Detail[];
  /** The changes of a plan below its cell, which is their heading. */
  readonly changes?: readonly ResourceChange[];
  /** The lines of an item with a layout of its own, instead of all else. */
  readonly lines?: (look: TextStyle) => readonly string[];
}

/** People, and what changes for all of them. */
export interface Card {
  readonly people: readonly string[];
  /** What stands for the people where they are counted over several workspaces. */
  readonly counted?: string;
  readonly workspace?: string;
  /** The values that change, by their attributes. */
  readonly values: readonly FieldChange[];
  /** The verdicts in words, the one on all of it first. */
  readonly verdicts: readonly { readonly text: string; readonly tone: string }[];
  readonly why: readonly string[];
}

/** Prose, a name or command exactly as it is, or prose that ends in one. */
export interface Detail {
  readonly text?: string;
  readonly code?: string;
  readonly tone?: Tone;
  /** Its indent in text, beyond that of its item: 4 unless given. */
  readonly depth?: number;
}

/** The sections that say something. */
export const withItems = (sections: readonly Section[]): readonly Section[] =>
  sections.filter(({ parts }) => parts.some(({ items }) => items.length > 0));

/** The number of things in items. */
export const countItems = (items: readonly Item[]): number =>
  items.reduce((sum, { counts = 1 }) => sum + counts, 0);

/** The most lines of a section that a format shows unasked, beside what is never left out. */
export const LINES = 60;
/** The most items that are left of a section whose brief form is too long as well. */
const ITEMS = 12;
/** The most names that stand below an item unasked; of more only the first few are shown. */
export const NAMES = 20;
const FIRST_NAMES = 3;

/** The parts of a section that are shown, and whether something was left out of them. */
interface ShownParts {
  readonly parts: readonly Part[];
  readonly isShort: boolean;
}

/**
 * The longest form of a section that has room in {@link LINES}: all items, with fewer names, in brief, and the first of
 * these. A removal, an alarm and a rule are in each of them. With `names` an item may have more of them than usual.
 */
export function shownParts({ parts, brief, nouns }: Section, isFull: boolean, names = NAMES): ShownParts {
  if (isFull) return { parts, isShort: false };
  const whole = withNames(parts, names);
  if (linesOf(whole) <= LINES)
    return { parts: whole, isShort: parts.some(({ items }) => items.some((item) => isLong(item, names))) };
  const few = withNames(parts);
  if (linesOf(few) <= LINES) return { parts: few, isShort: true };
  const short = brief === undefined ? few : withNames(brief());
  return { parts: linesOf(short) <= LINES ? short : limited(short, nouns), isShort: true };
}

/** About how many lines parts take, without alarms, which take the room of nothing else. */
const linesOf = (parts: readonly Part[]): number =>
  parts
    .flatMap(({ items }) => items)
    .reduce((sum, { tone, changes, lines, names = [] }) => {
      if (tone === "alarm") return sum;
      const below = Math.ceil(names.join(", ").length / LOOK.width);
      return sum + (changes?.length ?? lines?.(LOOK).length ?? 1 + below);
    }, 0);

const LOOK = textStyle({ width: 100, color: false });

/** Returns true for an item that no limit of lines leaves out. */
const isKept = ({ tone = "warning", lines, changes }: Item): boolean =>
  tone !== "warning" || lines !== undefined || changes !== undefined;

/** Parts with the first of their items, beside the kept ones; what is left out of each is its last item, as a number. */
export const limited = (
  parts: readonly Part[],
  nouns: Section["nouns"],
  keeps: (item: Item) => boolean = isKept,
): readonly Part[] =>
  parts.map((part) => {
    const first = new Set(part.items.filter((item) => !keeps(item)).slice(0, ITEMS));
    const items = part.items.filter((item) => keeps(item) || first.has(item));
    const rest = countItems(part.items) - countItems(items);
    const more = `and ${count(rest, `more ${nouns[0]}`, `more ${nouns[1]}`)}`;
    return { ...part, items: rest === 0 ? items : [...items, { cells: [more], counts: rest }] };
  });

/** Parts whose items have at most so many names, or the first few of them; an alarm, a removal and a rule have all. */
export const withNames = (parts: readonly Part[], most = FIRST_NAMES): readonly Part[] =>
  parts.map((part) => ({
    ...part,
    items: part.items.map((item) =>
      isLong(item, most) ? { ...item, names: [nameList(item.names ?? [], FIRST_NAMES)] } : item,
    ),
  }));

const isLong = ({ names = [], tone = "warning" }: Item, most: number): boolean =>
  names.length > most && !WITH_ALL_NAMES.has(tone);

/** Who is opened, what is removed, and the rules that change. */
const WITH_ALL_NAMES: ReadonlySet<Tone> = new Set(["alarm", "create", "update", "delete"]);

/** The last line of a text or comment in which something is left out: how to see all of it. */
export const UNFOLD = "Long lists are shortened here: --full shows every line of them.";
