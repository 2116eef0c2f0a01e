import { codePoint, unseenIn, withoutUnseen } from "./unseen.js";

const NOT_ASCII = /[^\p{ASCII}]/u;

/**
 * A name without what people overlook and a service may drop: Unicode form (NFC), letter case, surrounding and doubled
 * blanks. Two names with one folded form are the same name, written in two ways. Idempotent.
 */
export function foldedName(name: string): string {
  if (!NOT_ASCII.test(name)) return name.replace(/\s+/g, " ").trim().toLowerCase();
  return name
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim()
    .toUpperCase()
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFC");
}

/**
 * The two keys by which names are compared: two names look alike if they share one of them. The first is the
 * {@link foldedName}. The second, made of the drawn shapes, has no invisible characters, plain dashes, and Latin letters
 * for letters of other alphabets that are drawn the same.
 *
 * Two keys are needed because capitals and small letters of one alphabet can look like different letters of another:
 * the Greek capital Ν is drawn like a Latin N, and its small ν like a Latin v. Folding first would compare the small
 * forms only. The second key therefore replaces capitals before it folds, and small letters after it.
 *
 * | name                                   | folded           | drawn      |                                       |
 * | Sales West                             | sales west       | sales west |                                       |
 * | SALES  West, with two blanks           | sales west       | sales west | the same name, written in another way |
 * | S\u0430les West, with a Cyrillic а     | s\u0430les west  | sales west | another name, drawn the same          |
 * | Sales\u200b West, with an unseen blank | sales\u200b west | sales west | another name, drawn the same          |
 * | ΝΟΡΑ, all Greek                        | νορα             | nopa       | drawn like NOPA                       |
 * | Team 1                                 | team 1           | team 1     | not drawn like Team l                 |
 *
 * Equal first keys are one name for a service that ignores case and blanks; equal second keys mislead readers. A plan
 * refuses to create either beside what exists.
 */
export function lookAlikeKeys(name: string): readonly [folded: string, drawn: string] {
  const folded = foldedName(name);
  return [folded, /[^\x20-\x7e]/.test(name) ? drawnAs(name) : folded];
}

function drawnAs(name: string): string {
  const visible = withoutUnseen(name.normalize("NFKC").replace(/\s+/gu, " "));
  const plain = visible.replace(/\p{Dash_Punctuation}/gu, "-");
  return foldedName(replaceLetters(foldedName(replaceLetters(plain, CAPITALS)), SMALL));
}

/** Finds the things whose names look like another name and are not the same text, in the order in which they were given. */
export type FindAlike<T> = (name: string) => readonly T[];

/** An index of things by their names, for {@link FindAlike}. */
export function alikeIn<T>(things: Iterable<T>, nameOf: (thing: T) => string): FindAlike<T> {
  const byKey = new Map<string, T[]>();
  for (const thing of things)
    for (const key of new Set(lookAlikeKeys(nameOf(thing)))) {
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [thing]);
      else same.push(thing);
    }
  return (name) => {
    const found = new Set(lookAlikeKeys(name).flatMap((key) => byKey.get(key) ?? []));
    return [...found].filter((thing) => nameOf(thing) !== name);
  };
}

/** A sentence on the difference of a name from another one that looks like it. */
export function differenceText(name: string, other: string): string {
  if (name.normalize("NFC") === other.normalize("NFC"))
    return "They differ only in how Unicode spells an accented letter.";
  if (name.toUpperCase() === other.toUpperCase()) return "They differ only in upper and lower case.";
  if (name.replace(/\s+/gu, " ").trim() === other.replace(/\s+/gu, " ").trim())
    return "They differ only in spaces.";
  if (foldedName(name) === foldedName(other)) return "They differ only in case, spaces or Unicode form.";
  const [theirs, ours] = [new Set(other), new Set(name)];
  const odd = [...ours].filter((letter) => !theirs.has(letter) && /[^\x20-\x7e]/.test(letter));
  if (odd.length > 0) return `It is written with ${letters(odd)}, which the other has not.`;
  const missing = [...theirs].filter((letter) => !ours.has(letter) && /[^\x20-\x7e]/.test(letter));
  return missing.length > 0 ? `The other is written with ${letters(missing)}.` : "They are drawn the same.";
}

/** The words about a value that looks like another one of its attribute, which `holder` has. */
export function valueLooksLike(
  attribute: string,
  value: string,
  other: string,
  holder: string,
): readonly [summary: string, detail: string] {
  const meant = JSON.stringify(other);
  return [
    `${JSON.stringify(value)} for ${attribute} looks like ${meant}, which ${holder}`,
    `${differenceText(value, other)} Grants and row filters tell them apart, a reader hardly does. If you mean ${meant}, write that.`,
  ];
}

/** Letters with their code points; of what nobody can see, there is nothing to show. */
function letters(odd: readonly string[]): string {
  return odd
    .slice(0, 5)
    .map((letter) =>
      unseenIn(letter) === undefined
        ? `${JSON.stringify(letter)} (${codePoint(letter)})`
        : `an invisible character (${codePoint(letter)})`,
    )
    .join(", ");
}

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string {
  return text.replace(
    /[\u0131\u0261\u0370-\u03ff\u0400-\u052f]/gu,
    (letter) => letters.get(letter) ?? letter,
  );
}

/*
 * Greek and Cyrillic letters that most typefaces draw like a Latin one, by what they look like; after Unicode's
 * confusables.txt, cut down by hand. That table as a whole (as the libraries carry it) also takes 1 for l and 0 for O,
 * which differ on purpose in "Team 1" and "Team l", and holds thousands of signs that no name has.
 */
const CAPITALS = letterTable({
  A: "ΑА",
  B: "ΒВ",
  C: "СϹ",
  E: "ΕЕ",
  G: "Ԍ",
  H: "ΗН",
  I: "ΙІӀ",
  J: "ЈͿ",
  K: "ΚКҚ",
  M: "ΜМϺ",
  N: "Ν",
  O: "ΟО",
  P: "ΡР",
  Q: "Ԛ",
  S: "Ѕ",
  T: "ΤТ",
  W: "Ԝ",
  X: "ΧХ",
  Y: "ΥҮ",
  Z: "Ζ",
});

const SMALL = letterTable({
  a: "αа",
  c: "сϲ",
  d: "ԁ",
  e: "е",
  g: "ɡ",
  h: "һ",
  i: "ιіı",
  j: "јϳ",
  k: "κк",
  l: "ӏ",
  o: "οоσ",
  p: "ρр",
  q: "ԛ",
  s: "ѕ",
  u: "υ",
  v: "νѵ",
  w: "ԝω",
  x: "χх",
  y: "уγү",
});

function letterTable(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([latin, others]) => [...others].map((letter) => [letter, latin] as const)),
  );
}

/** Alphabets that share the shapes of letters. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/**
 * Returns true if one part of an e-mail address (before the `@`, or between two dots after it) has letters of two
 * alphabets that share shapes. Parts may differ: a Cyrillic name at a Latin domain is an ordinary address.
 */
export function mixesScripts(email: string): boolean {
  if (!NOT_ASCII.test(email)) return false;
  const at = email.lastIndexOf("@");
  const parts = [email.slice(0, Math.max(0, at)), ...email.slice(at + 1).split(".")];
  return parts.some((part) => ALPHABETS.filter((letters) => letters.test(part)).length > 1);
}
