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
 * Keys of a name's look: two names look alike if they share one of these. The first is its {@link foldedName}, the
 * second is without invisible characters, and with Latin letters for those of other alphabets that are drawn the same.
 */
export function lookAlikeKeys(name: string): readonly [folded: string, drawn: string] {
  const folded = foldedName(name);
  return [folded, NOT_ASCII.test(name) ? drawnAs(name) : folded];
}

function drawnAs(name: string): string {
  const visible = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const plain = visible.replace(/\p{Dash_Punctuation}/gu, "-");
  return foldedName(replaceLetters(foldedName(replaceLetters(plain, CAPITALS)), SMALL));
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
