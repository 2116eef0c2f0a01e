import { isRecord } from "../../util/record.js";

/**
 * Reads an exported application from any of its sources: the portal's manifest in its present and its former
 * form, Graph, or `az ad app show`. Nothing is guessed: another shape is refused with its place.
 */

/** A scope or an app role as the tenant has it. */
export interface LivePermission {
  readonly id: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly displayName: string;
  readonly description: string;
  /** The roles that may consent (of a scope), or the kinds of holders (of an app role). */
  readonly open_to: readonly string[];
}

/** The parts of an exported application that the block describes. */
export interface LiveApplication {
  readonly appId: string | undefined;
  readonly displayName: string;
  readonly signInAudience: string;
  readonly identifierUris: readonly string[];
  readonly tokenVersion: number;
  readonly scopes: readonly LivePermission[];
  readonly appRoles: readonly LivePermission[];
  readonly redirectUris: Readonly<Record<"spa" | "web" | "publicClient", readonly string[]>>;
  readonly implicitAccessTokens: boolean;
  readonly implicitIdTokens: boolean;
  readonly publicClient: boolean;
  readonly requiredResourceAccess: readonly {
    readonly resourceAppId: string;
    readonly resourceAccess: readonly { readonly id: string; readonly type: string }[];
  }[];
  readonly accessTokenClaims: readonly {
    readonly name: string;
    readonly additionalProperties: readonly string[];
  }[];
  /** The end of each client secret; `undefined` if the export does not have them. */
  readonly secretEnds: readonly string[] | undefined;
}

/** An application, or why the manifest was refused: one sentence a problem, never empty. */
type NormalizedManifest =
  | { readonly application: LiveApplication }
  | { readonly problems: readonly string[] };

/** Normalizes a manifest given as JSON text or as the value that it parses to. */
export function normalizeManifest(manifest: unknown): NormalizedManifest {
  const value = typeof manifest === "string" ? parse(manifest) : manifest;
  if (value === undefined) return { problems: ["It is not JSON."] };
  const raw = isRecord(value) && Array.isArray(value.value) ? value.value : value;
  const single = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
  if (Array.isArray(single)) {
    return {
      problems: [`It is a list of ${single.length} applications; export one, with az ad app show --id.`],
    };
  }
  if (!isRecord(single)) return { problems: ["It is not a JSON object."] };
  if ("servicePrincipalType" in single || "appOwnerOrganizationId" in single) {
    return {
      problems: [
        "It is a service principal (enterprise application); export the app registration, with az ad app show.",
      ],
    };
  }
  if (!["appId", "identifierUris", "appRoles", "requiredResourceAccess"].some((key) => key in single)) {
    return { problems: ["It has none of the fields of an application."] };
  }
  const problems: string[] = [];
  const application = readApplication(jsonReader(modernizeManifest(single, problems), problems));
  return problems.length > 0 ? { problems } : { application };
}

function readApplication(app: JsonReader): LiveApplication {
  const api = app.object("api");
  const implicit = app.object("web").object("implicitGrantSettings");
  return {
    appId: app.text("appId")?.toLowerCase(),
    displayName: app.text("displayName") ?? "",
    signInAudience: app.text("signInAudience") ?? "",
    identifierUris: app.texts("identifierUris"),
    // Absent and null both mean version 1.
    tokenVersion: api.number("requestedAccessTokenVersion") ?? 1,
    scopes: api.objects("oauth2PermissionScopes").map((scope) => ({
      ...readPermission(scope),
      displayName: scope.text("adminConsentDisplayName") ?? "",
      description: scope.text("adminConsentDescription") ?? "",
      open_to: [scope.text("type") ?? ""],
    })),
    appRoles: app.objects("appRoles").map((role) => ({
      ...readPermission(role),
      displayName: role.text("displayName") ?? "",
      description: role.text("description") ?? "",
      open_to: role.texts("allowedMemberTypes"),
    })),
    redirectUris: {
      spa: app.object("spa").texts("redirectUris"),
      web: app.object("web").texts("redirectUris"),
      publicClient: app.object("publicClient").texts("redirectUris"),
    },
    implicitAccessTokens: implicit.flag("enableAccessTokenIssuance"),
    implicitIdTokens: implicit.flag("enableIdTokenIssuance"),
    publicClient: app.flag("isFallbackPublicClient"),
    requiredResourceAccess: app.objects("requiredResourceAccess").map((resource) => ({
      resourceAppId: resource.text("resourceAppId")?.toLowerCase() ?? "",
      resourceAccess: resource.objects("resourceAccess").map((access) => ({
        id: access.text("id")?.toLowerCase() ?? "",
        type: access.text("type") ?? "",
      })),
    })),
    accessTokenClaims: app
      .object("optionalClaims")
      .objects("accessToken")
      .map((claim) => ({
        name: claim.text("name") ?? "",
        additionalProperties: claim.texts("additionalProperties"),
      })),
    secretEnds: app.has("passwordCredentials")
      ? app
          .objects("passwordCredentials")
          .map((secret) => secret.text("endDateTime") ?? secret.text("endDate") ?? "")
      : undefined,
  };
}

const readPermission = (permission: JsonReader) => ({
  id: permission.text("id")?.toLowerCase() ?? "",
  value: permission.text("value") ?? "",
  enabled: permission.flag("isEnabled"),
});

/** Shells of Windows put a byte order mark before what they redirect. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Reads named members of a JSON object; absent and null are alike, any other surprise is noted with its place. */
interface JsonReader {
  has(key: string): boolean;
  text(key: string): string | undefined;
  number(key: string): number | undefined;
  /** The value of a switch; false if absent. */
  flag(key: string): boolean;
  /** Empty where absent. */
  texts(key: string): readonly string[];
  object(key: string): JsonReader;
  /** Empty where absent. */
  objects(key: string): readonly JsonReader[];
}

/** A reader of `value` that appends what has another shape than was asked for to `problems`. */
function jsonReader(value: unknown, problems: string[], place = ""): JsonReader {
  const members = isRecord(value) ? value : {};
  if (!isRecord(value) && value !== undefined && value !== null) problems.push(`${place} is not an object.`);
  const at = (key: string): string => (place === "" ? key : `${place}.${key}`);

  function read<T>(key: string, is: (value: unknown) => value is T, kind: string): T | undefined {
    const member = members[key];
    if (member === undefined || member === null) return undefined;
    if (is(member)) return member;
    problems.push(`${at(key)} is not ${kind}.`);
    return undefined;
  }

  return {
    has: (key) => members[key] !== undefined && members[key] !== null,
    text: (key) => read(key, isText, "a text"),
    number: (key) => read(key, (v): v is number => typeof v === "number", "a number"),
    flag: (key) => read(key, (v): v is boolean => typeof v === "boolean", "true or false") ?? false,
    texts: (key) =>
      read(key, (v): v is string[] => Array.isArray(v) && v.every(isText), "a list of texts") ?? [],
    object: (key) => jsonReader(members[key], problems, at(key)),
    objects: (key) =>
      (read(key, (v): v is unknown[] => Array.isArray(v), "a list") ?? []).map((item, i) =>
        jsonReader(item, problems, `${at(key)}[${i}]`),
      ),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";

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
function modernizeManifest(manifest: Json, problems: string[]): Json {
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
