import { visibleName } from "../../util/escape.js";
import { asOfNotes, momentText, type ProductOrigin } from "./as-of.js";
import type { Detail, Prose, Section } from "./section.js";

/**
 * A document for people, in one form. Text, Markdown and HTML write it: each has the same sections in the
 * same order. CSV and JSON are separate views of the data.
 */
export interface Page {
  readonly title: Prose;
  /**
   * The summary in one sentence: the last line of a text, the heading of Markdown, the first line of an HTML
   * page.
   */
  readonly sum?: Prose;
  /**
   * The subject, in lines with which a text begins and which Markdown has below its heading; HTML has title and facts.
   */
  readonly subject?: readonly Prose[];
  readonly origin?: ProductOrigin;
  /** The facts of the document, which HTML shows in addition to those of its origin. */
  readonly facts?: readonly Fact[];
  /** The sentences to read before the sections, in addition to the one about a snapshot or sandbox. */
  readonly notes?: readonly string[];
  /** The one of its refusals that every format says first. */
  readonly refused?: string | undefined;
  readonly refusals?: readonly string[];
  /** Further sentences about all of it, below the refusals: at the end of a text, at the head of the others. */
  readonly remarks?: readonly string[];
  readonly sections: readonly Section[];
  /** The text to approve or to sign, at the end; in a text it is above the sum. */
  readonly foot?: Detail | undefined;
  /** A hidden line of Markdown, by which a pipeline finds its own comment. */
  readonly marker?: string;
}

/** The sum of a page, where there is no text above it that says that it is refused. */
export const sumOf = ({ sum, refused }: Page): Prose | undefined =>
  sum === undefined || refused === undefined ? sum : ["Refused: ", sum].flat();

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
