import { isLoopback } from "../util/loopback.js";
import { createFinding, type Finding } from "./finding.js";
import { PUBLIC_AUTHORITY } from "./names.js";

/** The origin to sign in at, or why the given address cannot be it: secrets go there. */
export function parseAuthority(
  text: string = PUBLIC_AUTHORITY,
): { readonly origin: string } | { readonly finding: Finding } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.href !== `${url.origin}/`) {
    return refuse("Give an origin without a path, such as https://login.microsoftonline.us.");
  }
  return isSafe(url) ? { origin: url.origin } : refuse("Only https is allowed, or http on loopback.");
}

/** Whether a request may go to an address: https, or http that does not leave this machine. */
export const isSafe = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));

const refuse = (detail: string): { readonly finding: Finding } => ({
  finding: createFinding("AUTHORITY_INSECURE", { detail }),
});
