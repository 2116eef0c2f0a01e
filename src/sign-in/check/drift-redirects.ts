import { isLoopback } from "../../util/loopback.js";
import type { LiveApplication } from "../manifest/normalize-manifest.js";
import { createFinding, type Finding } from "../terms/finding.js";
import { signInAddress } from "../terms/names.js";

/**
 * Differences of redirect URIs: there must be the app URL on the single-page platform, and nothing else but loopback.
 */
export function* driftOfRedirects(appUrl: string, { redirectUris }: LiveApplication): Generator<Finding> {
  const { spa, web, publicClient } = redirectUris;
  const others = [...web, ...publicClient];
  const spelling = spa.find((uri) => uri !== appUrl && sameButSpelling(uri, appUrl));
  const facts = { address: signInAddress("app_url"), expected: appUrl };
  if (!spa.includes(appUrl)) {
    if (spelling !== undefined) {
      yield createFinding("redirect-uri-spelling", {
        ...facts,
        detail: "Redirect URIs are compared exactly: case and a trailing slash count.",
        found: spelling,
      });
    } else if (others.includes(appUrl)) {
      yield createFinding("redirect-uri-platform", {
        ...facts,
        detail:
          "Move it to the single-page application platform: elsewhere its code cannot be redeemed in a browser.",
      });
    } else {
      yield createFinding("redirect-uri-missing", {
        ...facts,
        detail: "Add it under Authentication, on the single-page application platform.",
      });
    }
  }
  for (const uri of [...spa, ...others]) {
    if (sameButSpelling(uri, appUrl) || leadsHere(uri)) continue;
    yield createFinding("redirect-uri-unlisted", {
      detail: "Remove it unless you know what it is for.",
      found: uri,
    });
  }
}

const sameButSpelling = (a: string, b: string): boolean => fold(a) === fold(b);

const fold = (uri: string): string => uri.toLowerCase().replace(/\/$/, "");

/** Returns true for an `http` address of this machine, such as `verify --loopback` needs. */
function leadsHere(uri: string): boolean {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  return url?.protocol === "http:" && isLoopback(url.hostname);
}
