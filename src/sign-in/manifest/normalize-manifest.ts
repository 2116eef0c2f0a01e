import { isRecord } from "../../util/record.js";

/**
 * Reads an exported application from any of its sources: the portal's manifest, Graph, or `az ad app show`. Nothing is
 * guessed: another shape, such as the portal's former one, is refused with its place.
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
  /** The permissions that it asks for, each as resource, type and id in one text. */
  readonly requests: ReadonlySet<string>;
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
  if (value === undefined) return refuse("It is not JSON.");
  const raw = isRecord(value) && Array.isArray(value.value) ? value.value : value;
  const single = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
  if (Array.isArray(single))
    return refuse(`It is a list of ${single.length} applications; export one, with az ad app show --id.`);
  if (!isRecord(single)) return refuse("It is not a JSON object.");
  if ("servicePrincipalType" in single || "appOwnerOrganizationId" in single)
    return refuse(
      "It is a service principal (enterprise application); export the app registration, with az ad app show.",
    );
  const old = FORMER_KEYS.find((key) => single[key] !== undefined && single[key] !== null);
  if (old !== undefined)
    return refuse(
      `It is in a form that is not written any more (${old}). Export it anew, with az ad app show.`,
    );
  if (!["appId", "identifierUris", "appRoles", "requiredResourceAccess"].some((key) => key in single))
    return refuse("It has none of the fields of an application.");
  const problems: string[] = [];
  const application = readApplication(jsonReader(single, problems));
  return problems.length > 0 ? { problems } : { application };
}

const refuse = (problem: string): NormalizedManifest => ({ problems: [problem] });

/** Keys of the portal's former manifests, which Graph has in other places. */
const FORMER_KEYS = [
  "odata.type",
  "accessTokenAcceptedVersion",
  "allowPublicClient",
  "oauth2AllowIdTokenImplicitFlow",
  "oauth2AllowImplicitFlow",
  "oauth2Permissions",
  "replyUrls",
  "replyUrlsWithType",
];

function readApplication(app: JsonReader): LiveApplication {
  const api = app.object("api");
  const implicit = app.object("web").object("implicitGrantSettings");
  return {
    appId: app.text("appId").toLowerCase() || undefined,
    displayName: app.text("displayName"),
    signInAudience: app.text("signInAudience"),
    identifierUris: app.texts("identifierUris"),
    // Absent and null both mean version 1.
    tokenVersion: api.number("requestedAccessTokenVersion") ?? 1,
    scopes: api.objects("oauth2PermissionScopes").map((scope) => ({
      ...readPermission(scope, "adminConsentDisplayName", "adminConsentDescription"),
      open_to: [scope.text("type")],
    })),
    appRoles: app.objects("appRoles").map((role) => ({
      ...readPermission(role, "displayName", "description"),
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
    requests: new Set(
      app.objects("requiredResourceAccess").flatMap((resource) => {
        const resourceId = resource.text("resourceAppId").toLowerCase();
        return resource
          .objects("resourceAccess")
          .map((access) => `${resourceId} ${access.text("type")} ${access.text("id").toLowerCase()}`);
      }),
    ),
    accessTokenClaims: app
      .object("optionalClaims")
      .objects("accessToken")
      .map((claim) => ({
        name: claim.text("name"),
        additionalProperties: claim.texts("additionalProperties"),
      })),
    secretEnds: app.has("passwordCredentials")
      ? app
          .objects("passwordCredentials")
          .map((secret) => secret.text("endDateTime") || secret.text("endDate"))
      : undefined,
  };
}

const readPermission = (permission: JsonReader, displayName: string, description: string) => ({
  id: permission.text("id").toLowerCase(),
  value: permission.text("value"),
  enabled: permission.flag("isEnabled"),
  displayName: permission.text(displayName),
  description: permission.text(description),
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
  /** Empty where absent. */
  text(key: string): string;
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
    text: (key) => read(key, isText, "a text") ?? "",
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
