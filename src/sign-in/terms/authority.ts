import { isLoopback } from "../../util/loopback.js";
import { createFinding, type Finding } from "./finding.js";
import { cloudAt, PUBLIC_AUTHORITY } from "./names.js";

/**
 * The origin to sign in at, with a warning if it is not known, or a finding if the address must not get secrets.
 */
export function parseAuthority(
  text: string = PUBLIC_AUTHORITY,
): { readonly origin: string; readonly warnings: readonly Finding[] } | { readonly finding: Finding } {
  const url = parseUrl(text);
  if (url === undefined || url.href !== `${url.origin}/`) {
    return refuse("Give an origin without a path, such as https://login.microsoftonline.us.");
  }
  if (!isSafe(url)) return refuse("Only https is allowed, or http on loopback.");
  const isKnown = cloudAt(url.origin) !== undefined || isLoopback(url.hostname);
  if (isKnown) return { origin: url.origin, warnings: [] };
  const detail =
    "It is not the sign-in host of a cloud that orgform knows. The issuer of version 1 tokens is taken from the public cloud: compare it before you use it, or correct --authority.";
  const unknown = createFinding("AUTHORITY_UNKNOWN", detail, { found: url.origin });
  return { origin: url.origin, warnings: [unknown] };
}

/** A URL, or `undefined` if the text is not one. */
export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/** Returns true if a request may go to an address: https, or http that does not leave this machine. */
export const isSafe = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));

const refuse = (detail: string) => ({ finding: createFinding("AUTHORITY_INSECURE", detail) });
