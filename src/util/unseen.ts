/** Control and format characters, those that fonts pass over, and a sign of Braille that is blank. */
const UNSEEN = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The first character of a text that cannot be seen and is no blank; the joiners and selectors of emoji are told, too. */
export function unseenIn(text: string): string | undefined {
  return text.match(UNSEEN)?.[0];
}

/** A text without the characters that cannot be seen; blanks stay. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** What a reader sees of a text that somebody typed into a cell: without what cannot be seen and blanks around it. */
export function seenText(text: string): string {
  return withoutUnseen(text).trim();
}

/** A letter's code point, such as `U+00A0`. */
export function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
