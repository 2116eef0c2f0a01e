import { domainToASCII, domainToUnicode } from "node:url";
import { codePoint, unseenIn, withoutUnseen } from "../util/unseen.js";
import { EMAIL_PATTERN } from "./strict-patterns.mjs";

/**
 * The one form in which e-mail addresses are compared: NFC, without surrounding space, lower case, the domain
 * in letters (`münchen.example` for `xn--mnchen-3ya.example`). Idempotent. To show an address, keep the
 * original as well.
 */
export function canonicalEmail(email: string): string {
  const lower = email.toLowerCase();
  // Of plain letters, as almost all are, nothing else can differ.
  if (/^[\x21-\x7e]*$/.test(email) && !lower.includes("xn--")) return lower;
  const same = lower.trim().normalize("NFC");
  const at = same.lastIndexOf("@");
  return same.slice(0, at + 1) + canonicalDomain(same.slice(at + 1));
}

/**
 * The one form in which domains are compared. A text that is no domain changes only in case and Unicode form.
 */
export function canonicalDomain(domain: string): string {
  const lower = domain.toLowerCase().normalize("NFC");
  // The platform's functions take more than domains: they cut at a slash, and drop what cannot be seen.
  const isPlain = /^[a-z0-9.*-]*$/.test(lower) && !lower.includes("xn--");
  if (isPlain || unseenIn(lower) !== undefined || !/^[\p{L}\p{M}\p{Nd}.*-]+$/u.test(lower)) return lower;
  return domainToUnicode(domainToASCII(lower)) || lower;
}

const EMAIL = new RegExp(EMAIL_PATTERN, "u");

/** Returns true if a file can name somebody by this text; see {@link EMAIL_PATTERN}. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** The name that Microsoft Entra gives a guest: no mailbox, but made of the address of one. */
const GUEST = /([^\s<>,;"()@]+)_([^_\s<>,;"()@]+)#ext#@[\p{L}\p{M}\p{Nd}.-]+/giu;

/**
 * The addresses that a text which is no address holds, each once: without what cannot be seen, letters as they are
 * typed, and no scheme of a link, quotes or brackets around them. `undefined` where the text is an address or holds none.
 */
export function emailsIn(text: string): readonly string[] | undefined {
  if (isEmail(text)) return undefined;
  const typed = withoutUnseen(text).normalize("NFKC").replace(GUEST, "$1@$2");
  const found = (typed.match(/[^\s<>,;"()@]+@[\p{L}\p{M}\p{Nd}.-]+/gu) ?? [])
    .map((part) => part.replace(/^(?:mailto:(?:\/\/)?|['`*=.|{[])+/i, "").replace(/[.-]+$/, ""))
    .filter(isEmail);
  return found.length > 0 ? [...new Set(found)] : undefined;
}

/** Sentences on a text that is no address: the character in it that misleads readers, and what to write instead. */
export function emailAdvice(text: string): string {
  const found = emailsIn(text) ?? [];
  const sentences = [oddIn(text)];
  if (found.length === 1) sentences.push(`Write \`${found[0]}\`.`);
  const joined = text.replace(/\s+/g, "");
  if (joined !== text && found.length === 0 && isEmail(joined))
    sentences.push(`Write \`${joined}\`, without the space in it.`);
  if (found.length > 1)
    sentences.push(
      `These are ${found.length} addresses: \`${found.join("`, `")}\`. Put each into an entry or a row of its own.`,
    );
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function oddIn(text: string): string {
  const unseen = unseenIn(text);
  if (unseen !== undefined) return `It holds ${codePoint(unseen)}, which nobody can see.`;
  const odd = [...text].find((letter) => letter.normalize("NFKC") !== letter.normalize("NFC"));
  return odd === undefined
    ? ""
    : `It holds ${codePoint(odd)} in the place of ${JSON.stringify(odd.normalize("NFKC"))}.`;
}
