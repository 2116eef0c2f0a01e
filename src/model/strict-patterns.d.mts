/**
 * The texts by which a file can name somebody: words of letters, digits and signs between single dots, and a host of
 * labels that is no number. Stricter than RFC 5322 in what only slips hold: quotes, a bar between two addresses, an
 * apostrophe or equals sign of a spreadsheet in front, letters in wide or styled forms, the names of guests in a
 * directory (`#EXT#@`), and whatever cannot be seen.
 */
export declare const EMAIL_PATTERN: string;

/**
 * What orgform checks instead of the plain patterns of these definitions in `schemas/orgform.schema.json`. The schema's
 * own are for validators in other languages, too (JSON Schema 2020-12, section 6.4).
 */
export declare const STRICT_PATTERNS: Readonly<Record<"email" | "domain", string>>;
