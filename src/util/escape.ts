/**
 * Text from the file or the service is made harmless here for the medium in which it is shown.
 * Every medium first makes hidden characters visible, so a name looks the same on the screen, in a pull request and
 * in a picture. {@link visible} is idempotent: text that passes through twice is not changed twice.
 */

/** Controls, formats (bidi, zero-width), private, unassigned, line separators, odd spaces, blanks that pass for nothing. */
const HIDDEN =
  /(?!(?<=\p{Extended_Pictographic})\u{FE0F})[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]|(?![ \u{3000}])\p{Zs}/gu;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A text as {@link isolated} writes it, or a hidden character. */
const ISOLATED_OR_HIDDEN = new RegExp(
  `\\u2068(?=[^\\u2069]*${RIGHT_TO_LEFT.source})(?:(?!${HIDDEN.source}).)+\\u2069|${HIDDEN.source}`,
  "gu",
);

/**
 * Texts that build servers take for commands in a log: `::name::` at the start of a word, `##[name]` and `##name[` anywhere.
 * After a name that ends in a colon one of ours may follow.
 */
const LOG_COMMAND = /(?<!\S):(?=:|$)|#(?=#\w*\[)/g;

const HARMLESS = /^[\x20-\x22\x24-\x39\x3b-\x7e]*$/;

const codePoint = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

const shownPart = (part: string): string => (/^\u2068./u.test(part) ? part : codePoint(part));

/**
 * Visible text that turns nothing around it: one that is written from right to left stands in isolates, so that an
 * arrow between two of them points the way it means.
 */
export const isolated = (shown: string): string =>
  RIGHT_TO_LEFT.test(shown) && !shown.startsWith("\u2068") ? `\u2068${shown}\u2069` : shown;

/**
 * Text for a terminal or a log: one line, nothing hidden, nothing that moves the cursor, reorders the line or is
 * taken for a command. Hidden characters are shown as `\u{202e}`, but for the isolates around an {@link isolated} text.
 */
export function visible(text: string): string {
  return HARMLESS.test(text)
    ? text
    : text.replace(ISOLATED_OR_HIDDEN, shownPart).replace(LOG_COMMAND, codePoint);
}

/** Prose of several paragraphs: its own line breaks stay, each line goes through `toMedium`. */
export function paragraphs(text: string, toMedium: (line: string) => string): string[] {
  return text.split("\n").map(toMedium);
}

/** A name for a terminal: as {@link visible}, with spaces shown where they are easy to miss. */
export function visibleName(name: string): string {
  const clear = visible(name);
  const shown = clear.includes(" ") ? clear.replace(/^ | $|(?<= ) /g, codePoint) : clear;
  return shown === "" ? '""' : shown;
}

/** Prose for Markdown: no syntax, no HTML, and nothing that a forge turns into a mention, reference or link. */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[@#]|\bwww(?=\.)|:(?=\/\/|[\w+-]+:)|(?<=[a-z])-(?=\d)/gi, "$&\u200B")
    .replace(/\b[0-9a-f]{7,40}\b/gi, (hash) => hash.replace(/.{6}/g, "$&\u200B"))
    .replace(/[\\`*_[\]{}<>&!#|~$^@]|^[-+=]|(?<=^\d*)[.)]/g, (c) => HTML_ENTITIES[c] ?? `\\${c}`)
    .replaceAll("\u200B", "&#8203;");
}

/** A name for Markdown, exactly as it is: a code span, in which forges link nothing. Not for table cells. */
export function markdownCode(text: string): string {
  const shown = visible(text) || " ";
  const ticks = "`".repeat(longestTicks(shown) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return ticks + pad + shown + pad + ticks;
}

/** A name for a table cell of Markdown: as {@link markdownCode}, with bars coded, since a backslash before one may end the cell. */
export const markdownCell = (text: string): string => markdownCode(text.replaceAll("|", "\\u{7c}"));

/** Lines of already visible text as a fenced block that no line can close. */
export function markdownFence(lines: readonly string[], language = ""): string {
  const longest = lines.reduce((run, line) => Math.max(run, longestTicks(line)), 2);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${lines.join("\n")}\n${ticks}`;
}

const longestTicks = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML and XML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (c) => HTML_ENTITIES[c] ?? c);
}

/** One CSV field (RFC 4180), always quoted, of a text as it is: {@link inertText} makes it safe in a spreadsheet. */
export const quoteCsv = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Text that no spreadsheet takes for a formula, without isolates: an apostrophe before what it would. A text that has the apostrophe already
 * gets another one, so that two texts never become one.
 */
export function inertText(text: string): string {
  const shown = visible(text).replace(/[\u2068\u2069]/g, "");
  const isNumber = /^-?\d+(\.\d+)?$/.test(shown);
  return isNumber ? shown : shown.replace(FORMULA, "$&'");
}

/** The position of a formula at the start of a cell, or after a separator that a spreadsheet may use. */
const FORMULA = /(^|[;,]) *'*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

const NOT_SHOWN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** JSON text that is the same value and that a terminal can show: hidden characters become `\uXXXX`. */
export function escapeJson(json: string): string {
  // Nearly all of it is plain ASCII, which is passed over without a look at Unicode's classes.
  return json.replace(/[^\n -~]/gu, (c) => (NOT_SHOWN.test(c) ? escapedUnits(c) : c));
}

function escapedUnits(c: string): string {
  const units = c.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  return units.map((unit) => `\\u${unit}`).join("");
}

/** A word that a shell takes as one. */
export function shellWord(text: string): string {
  return /^[\w.@%+=:,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The inverse of {@link shellWord}. */
export function withoutQuotes(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word;
}
