import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** Any character of Unicode, of one code point. */
const character = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map((n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES));

/** Any text. The library's own (`unit: "binary"`) takes a second to number all characters, in every worker. */
export const anyText = (length: { readonly minLength?: number; readonly maxLength: number }) =>
  fc.array(character, length).map((characters) => characters.join(""));
