/**
 * The one form in which e-mail addresses are compared: NFC, without surrounding space, lower case.
 * Idempotent. To show an address, keep the original beside it.
 */
export function canonicalEmail(email: string): string {
  // Of plain letters, as almost all are, nothing else can differ.
  if (/^[\x21-\x7e]*$/.test(email)) return email.toLowerCase();
  return email.trim().toLowerCase().normalize("NFC");
}

/**
 * Returns true if a file can name somebody by this text; the same rule as in `schemas/orgform.schema.json`. Commas and
 * semicolons separate addresses: an invite could go to two people.
 */
export function isEmail(text: string): boolean {
  return /^[^\s@,;]+@[^\s@.,;]+(\.[^\s@.,;]+)+$/.test(text);
}
