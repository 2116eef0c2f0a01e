import { closest, distance } from "fastest-levenshtein";
import { own } from "../../util/record.js";

const LONGEST_QUOTE = 80;

/** A name from outside in double quotes: always on one line, and never long. */
export function quote(text: string): string {
  const short = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return JSON.stringify(short);
}

/** Quoted names, separated by commas; beyond `most` their number instead. */
export function quoteAll(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map(quote).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

/**
 * The name that was probably intended: the nearest other candidate within a third of its letters, or with two
 * neighbouring letters swapped, ignoring letter case. Two-letter words must match exactly: `uk` is not `us`.
 */
export function suggest(text: string, candidates: readonly string[]): string | undefined {
  const folded = text.toLowerCase();
  const near = candidates.filter((c) => c.length > 1 && c !== text && Math.abs(c.length - text.length) <= 3);
  if (near.length === 0 || text.length > LONGEST_QUOTE) return undefined;
  const byFolded = new Map(near.map((c) => [c.toLowerCase(), c]));
  const best = closest(folded, [...byFolded.keys()]);
  const away = distance(folded, best);
  const swapped = away > 1 ? [...byFolded.keys()].find((candidate) => isSwap(folded, candidate)) : undefined;
  const tolerated = best.length < 3 ? 0 : Math.min(3, Math.floor(best.length / 3));
  return swapped !== undefined || away <= tolerated ? byFolded.get(swapped ?? best) : undefined;
}

/** The question after the name that was probably meant, with a blank behind it; an empty text where none is near. */
export function askFor(text: string, among: readonly string[]): string {
  const near = suggest(text, among);
  return near === undefined ? "" : `Did you mean ${quote(near)}? `;
}

/** The different parts of two texts, without their common beginning and end. */
export function difference(a: string, b: string): readonly [string, string] {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

/**
 * Returns true for one letter added, removed or replaced, or two swapped neighbours. Digits are often the intended
 * difference.
 */
export function isOneSlip(a: string, b: string): boolean {
  const [left, right] = difference(a, b);
  if (/\d/.test(left + right)) return false;
  return isSwap(left, right) || Math.max(left.length, right.length) === 1;
}

/** Returns true if two texts differ by two neighbouring letters, the other way round in one of them. */
export function isSwap(a: string, b: string): boolean {
  const [left, right] = difference(a, b);
  return left.length === 2 && right === `${left[1]}${left[0]}`;
}

/**
 * Words of other tools and of everyday speech, with our keys and choices for them; the first that fits a
 * place is suggested. No suggestion gives more access than the word itself: `owner` may be any of several
 * roles.
 */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  // Keys.
  absent: ["state"],
  assert: ["expect"],
  attribute_values: ["values"],
  attributes: ["values"],
  datatype: ["data_type"],
  delete: ["state"],
  deleted: ["state", "absent"],
  display_name: ["label"],
  emails: ["members"],
  endpoint: ["base_url"],
  equals: ["is"],
  expectations: ["expect"],
  include: ["extends"],
  inherits: ["extends"],
  invitations: ["members"],
  invites: ["members"],
  mandatory: ["required"],
  model: ["data_model"],
  moved_from: ["previously"],
  must_not: ["never"],
  order: ["precedence_order"],
  people: ["members"],
  priority: ["precedence"],
  rank: ["precedence"],
  renamed_from: ["previously"],
  rules: ["expect"],
  template: ["extends"],
  tests: ["expect"],
  title: ["label"],
  type: ["data_type"],
  url: ["base_url"],
  user_attribute_definitions: ["attributes"],
  user_attribute_precedence: ["precedence"],
  user_attribute_values: ["values"],
  user_attributes: ["attributes", "values"],
  users: ["members"],
  value: ["is", "values"],
  vars: ["variables"],
  weight: ["precedence"],
  // Choices, also those of options.
  administrator: ["admin"],
  archived: ["absent"],
  bool: ["string"],
  boolean: ["string"],
  datetime: ["date"],
  day: ["date"],
  decimal: ["number"],
  developer: ["develop"],
  double: ["number"],
  explorer: ["explore"],
  float: ["number"],
  htm: ["html"],
  int: ["number"],
  integer: ["number"],
  md: ["markdown"],
  numeric: ["number"],
  org_admin: ["organization_admin"],
  reader: ["view"],
  removed: ["absent"],
  str: ["string"],
  table: ["text"],
  text: ["string"],
  timestamp: ["date"],
  varchar: ["string"],
  viewer: ["view"],
  warning: ["warn"],
  xml: ["junit"],
};

/** The name that was probably intended: by a synonym, or by {@link suggest}. */
export function suggestWithSynonyms(text: string, among: readonly string[]): string | undefined {
  const word = text.toLowerCase();
  const others = own(OTHER_WORDS, word) ?? [];
  return others.find((other) => among.includes(other)) ?? suggest(text, among);
}

/** Returns true if one of the keys is `key` by another word, or with a slip. */
export function hasByOtherWord(keys: readonly string[], key: string): boolean {
  return keys.some((one) => suggestWithSynonyms(one, [key]) !== undefined);
}
