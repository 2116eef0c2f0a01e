/**
 * The one form in which e-mail addresses are compared: NFC, without surrounding space, lower case.
 * Idempotent. Whoever shows an address keeps the original beside it.
 */
export function canonicalEmail(email: string): string {
  // Of plain letters, as almost all are, nothing else can differ.
  if (/^[\x21-\x7e]*$/.test(email)) return email.toLowerCase();
  return email.trim().toLowerCase().normalize("NFC");
}

/** Whether a file can name somebody by this; as in `schemas/orgform.schema.json`. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
