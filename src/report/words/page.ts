import { visibleName } from "../../util/escape.js";
import { asOfNotes, momentText, type ProductOrigin } from "./as-of.js";
import type { Detail, Prose, Section } from "./section.js";

/**
 * A document for people, in one form. Text, Markdown and HTML write it: each has the same sections in the
 * same order. CSV and JSON are separate views of the data.
 */
export interface Page {
  readonly title: Prose;
  /** The verdict in one sentence, with which every format begins; the sum where there is no other. */
  readonly verdict?: Prose;
  /** The counts of things, each in a few words with its tone, which HTML shows below the verdict. */
  readonly badges?: readonly { readonly text: string; readonly tone: string }[];
  /** The summary in one sentence: the last line of a text, and in Markdown below the verdict. */
  readonly sum?: Prose;
  /** What the document is of, at the end of a text and of Markdown; HTML has title and facts. */
  readonly subject?: Prose | undefined;
  readonly origin?: ProductOrigin;
  /** The facts of the document, which HTML shows in addition to those of its origin. */
  readonly facts?: readonly Fact[];
  /** The sentences to read before the sections, in addition to the one about a snapshot or sandbox. */
  readonly notes?: readonly string[];
  /** The one of its refusals that every format says first. */
  readonly refused?: string | undefined;
  readonly refusals?: readonly string[];
  /** Further sentences about all of it, below the sections. */
  readonly remarks?: readonly string[];
  readonly sections: readonly Section[];
  /** The text to approve or to sign, at the end; in a text it is above the sum. */
  readonly foot?: Detail | undefined;
  /** A hidden line of Markdown, by which a pipeline finds its own comment. */
  readonly marker?: string;
}

/** The verdict of a page, which says first that it is refused. */
export function firstSentence({ verdict, sum, refused }: Page): Prose | undefined {
  const first = verdict ?? sum;
  return first === undefined || refused === undefined ? first : ["Refused: ", first].flat();
}

/** The refusals that the first sentence and the sections do not say: a text ends with all of them. */
export const furtherRefusals = ({ verdict, refused, refusals = [] }: Page): readonly string[] =>
  refused === undefined ? refusals.filter((text) => text !== verdict) : [];

/** A fact about the origin of a document; one without a text is left out. */
type Fact = readonly [name: string, text: string | undefined];

/** All notes of a page. */
export const pageNotes = ({ origin, notes = [] }: Page): readonly string[] => [
  ...asOfNotes(origin?.asOf),
  ...notes,
];

/** The facts of an origin, and a document's own before the tool. */
export function originFacts(
  { organization: { id, name }, version, readAt, asOf, sandbox }: ProductOrigin,
  own: readonly Fact[] = [],
): readonly Fact[] {
  return [
    ["Organization", name === undefined ? visibleName(id) : `${visibleName(name)} (${visibleName(id)})`],
    ["Read", asOf === undefined && readAt !== undefined ? momentText(readAt) : undefined],
    ["From", sandbox === undefined ? undefined : `${sandbox}, not the service`],
    ...own,
    ["Tool", `orgform ${version}`],
  ];
}
