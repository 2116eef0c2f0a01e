/** Control and format characters, those that fonts pass over, and a sign of Braille that is blank. */
const UNSEEN = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The first invisible character of a text that is no blank; joiners and selectors of emoji count, too. */
export function unseenIn(text: string): string | undefined {
  return text.match(UNSEEN)?.[0];
}

/** A text without the characters that cannot be seen; blanks stay. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** A letter's code point, such as `U+00A0`. */
export function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
