import { isRecord } from "../../util/record.js";

type Json = Readonly<Record<string, unknown>>;

/** The former manifest's fields and where Graph has them. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  name: ["displayName"],
  accessTokenAcceptedVersion: ["api", "requestedAccessTokenVersion"],
  oauth2Permissions: ["api", "oauth2PermissionScopes"],
  oauth2AllowImplicitFlow: ["web", "implicitGrantSettings", "enableAccessTokenIssuance"],
  oauth2AllowIdTokenImplicitFlow: ["web", "implicitGrantSettings", "enableIdTokenIssuance"],
  allowPublicClient: ["isFallbackPublicClient"],
};

/** Fields of the form before the former one, and whether they say something that has no place in Graph's. */
const ANCIENT: Readonly<Record<string, (value: unknown) => boolean>> = {
  replyUrls: (value) => Array.isArray(value) && value.length > 0,
  publicClient: (value) => typeof value === "boolean",
  "odata.type": (value) => value !== undefined,
};

const PLATFORMS: Readonly<Record<string, string>> = {
  Spa: "spa",
  Web: "web",
  InstalledClient: "publicClient",
};

/**
 * Gives the fields of the former manifest their names in Graph; a manifest in Graph's form comes back as it
 * is. Different values under both names of a field are a problem: the valid one could only be guessed.
 */
export function modernizeManifest(manifest: Json, problems: string[]): Json {
  let modern = manifest;
  for (const [old, path] of Object.entries(MOVED)) {
    if (manifest[old] === undefined || manifest[old] === null) continue;
    const present = valueAt(manifest, path);
    if (present === undefined) modern = withValue(modern, path, manifest[old]);
    else if (JSON.stringify(present) !== JSON.stringify(manifest[old])) {
      problems.push(`${old} and ${path.join(".")} are two names of one thing and differ.`);
    }
  }
  return modernizeRedirects(modern, problems);
}

function modernizeRedirects(manifest: Json, problems: string[]): Json {
  const { replyUrlsWithType } = manifest;
  // The form before that one, which does not say of a URI whether it is of a single page.
  for (const [old, isHeld] of Object.entries(ANCIENT)) {
    if (isHeld(manifest[old]))
      problems.push(
        `It is in a form that is not written any more (${old}). Export it anew, with az ad app show.`,
      );
  }
  if (replyUrlsWithType === undefined || replyUrlsWithType === null) return manifest;
  if (
    Object.values(PLATFORMS).some((platform) => valueAt(manifest, [platform, "redirectUris"]) !== undefined)
  ) {
    problems.push("replyUrlsWithType stands beside redirectUris, its present name.");
    return manifest;
  }
  if (!Array.isArray(replyUrlsWithType)) {
    problems.push("replyUrlsWithType is not a list.");
    return manifest;
  }
  const byPlatform: Record<string, string[]> = { spa: [], web: [], publicClient: [] };
  for (const [i, entry] of replyUrlsWithType.entries()) {
    const { url, type } = isRecord(entry) ? entry : {};
    const uris = byPlatform[PLATFORMS[String(type)] ?? ""];
    if (typeof url !== "string" || uris === undefined) {
      problems.push(`replyUrlsWithType[${i}] has no url, or a type that is not Spa, Web or InstalledClient.`);
    } else uris.push(url);
  }
  return Object.entries(byPlatform).reduce<Json>(
    (modern, [platform, uris]) => withValue(modern, [platform, "redirectUris"], uris),
    manifest,
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? undefined;
  return isRecord(value) ? valueAt(value[key], rest) : undefined;
}

function withValue(target: unknown, path: readonly string[], value: unknown): Json {
  const [key = "", ...rest] = path;
  const record = isRecord(target) ? target : {};
  return { ...record, [key]: rest.length === 0 ? value : withValue(record[key], rest, value) };
}
