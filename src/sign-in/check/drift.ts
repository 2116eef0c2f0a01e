import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { isLoopback } from "../../util/loopback.js";
import { buildApplication, GRAPH_ID, graphPermissions, optionalClaim } from "../manifest/application.js";
import type { LiveApplication } from "../manifest/normalize-manifest.js";
import { parseUrl } from "../terms/authority.js";
import { createFinding, type Finding } from "../terms/finding.js";
import {
  appRoleValue,
  CLIENT_ID_PLACEHOLDER,
  deriveNames,
  isGuid,
  scopeValue,
  signInAddress,
} from "../terms/names.js";
import { driftOfPermissions } from "./drift-permissions.js";
import { DAY, dayOf } from "./secret-expiry.js";

/**
 * Compares an exported application with the block: one finding for each necessary change, in a fixed order.
 * Parts that the block does not describe are ignored. Permissions are compared by value, because applications
 * that were made in the portal have other ids.
 */
export function compareApplication(block: WarehouseSignIn, live: LiveApplication): Finding[] {
  const { clientId } = deriveNames(block);
  if (clientId !== undefined && live.appId !== undefined && live.appId !== clientId) {
    // Everything else would be a comparison with somebody else's application.
    return [
      createFinding(
        "application-other",
        "Export the application that the file names, or correct application.client_id.",
        { address: signInAddress("application", "client_id"), expected: clientId, found: live.appId },
      ),
    ];
  }
  const { api, appRoles } = buildApplication(block);
  const scopes = api.oauth2PermissionScopes.map((scope, i) => ({
    id: scope.id,
    value: scope.value,
    open_to: [scope.type],
    displayName: scope.adminConsentDisplayName,
    description: scope.adminConsentDescription,
    address: signInAddress("roles", i),
  }));
  const roles = appRoles.map((role, i) => ({
    ...role,
    open_to: role.allowedMemberTypes,
    address: signInAddress("roles", i),
  }));
  return [
    ...driftOfClientId(block, live),
    ...driftOfProperties(block, live),
    ...driftOfClaims(block, live),
    ...driftOfPermissions("scope", scopeValue(""), scopes, live.scopes),
    ...driftOfPermissions("app-role", appRoleValue(""), roles, live.appRoles),
    ...driftOfRedirects(block.app_url, live),
    ...driftOfRequests(block, live),
    ...driftOfSecret(block, live),
  ];
}

function* driftOfClientId(block: WarehouseSignIn, { appId }: LiveApplication): Generator<Finding> {
  if (block.application.client_id !== undefined || appId === undefined || !isGuid(appId)) return;
  const detail = `Write application.client_id: ${appId}. Audiences, the hand-off and verify need it.`;
  yield createFinding("client-id-unrecorded", detail, {
    address: signInAddress("application"),
    found: appId,
  });
}

function* driftOfProperties({ application }: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const { name, id_uri, token_version } = application;
  if (live.displayName !== name)
    yield createFinding("display-name", "Rename one of the two; nothing depends on the name.", {
      address: signInAddress("application", "name"),
      expected: name,
      found: live.displayName,
    });
  if (live.signInAudience !== "AzureADMyOrg")
    yield createFinding(
      "sign-in-audience",
      "Set the supported account types to this directory only: others could sign in.",
      { expected: "AzureADMyOrg", found: live.signInAudience },
    );
  if (!live.identifierUris.includes(id_uri))
    yield createFinding(
      "id-uri-missing",
      "Scopes and the token's audience are built on it: set it under Expose an API.",
      {
        address: signInAddress("application", "id_uri"),
        expected: id_uri,
        found: live.identifierUris.join(", ") || "none",
      },
    );
  if (live.tokenVersion !== token_version)
    yield createFinding(
      "token-version",
      "The version decides the token's issuer, and the warehouse knows one issuer: set requestedAccessTokenVersion.",
      {
        address: signInAddress("application", "token_version"),
        expected: String(token_version),
        found: String(live.tokenVersion),
      },
    );
  if (!live.implicitAccessTokens)
    yield createFinding("implicit-access-token", "Switch access tokens on under Authentication.");
  if (!live.implicitIdTokens)
    yield createFinding("implicit-id-token", "Switch ID tokens on under Authentication.");
  if (live.publicClient)
    yield createFinding(
      "public-client",
      "The application keeps a secret: switch off public client flows under Authentication.",
    );
}

function* driftOfClaims(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const { name, additionalProperties = [] } = optionalClaim(block);
  const isThere = live.accessTokenClaims.some(
    (claim) =>
      claim.name === name &&
      additionalProperties.every((expected) => claim.additionalProperties.includes(expected)),
  );
  if (isThere) return;
  yield createFinding(
    "optional-claim-missing",
    name === "upn"
      ? "Version 2 tokens name a user by upn only when asked to: add the optional claim to access tokens."
      : "The audience of version 1 tokens may come in several forms, and the warehouse compares bytes: add the optional claim aud with use_guid to access tokens, which makes it the client id.",
    { expected: [name, ...additionalProperties].join(" ") },
  );
}

function* driftOfSecret({ client_secret }: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const end = client_secret && dayOf(client_secret.expires_on);
  if (end === undefined || live.secretEnds === undefined) return;
  // Somebody may have written the day of their own time zone.
  const isThatDay = (text: string): boolean => Math.abs(Date.parse(text) - (end + DAY / 2)) <= DAY * 1.5;
  if (live.secretEnds.some(isThatDay)) return;
  yield createFinding(
    "secret-expiry-differs",
    "Write the last day of the secret that the service operator has.",
    {
      address: signInAddress("client_secret", "expires_on"),
      expected: client_secret?.expires_on ?? "",
      found: live.secretEnds.map((text) => text.slice(0, 10)).join(", ") || "none",
    },
  );
}

/** Differences of the permissions that the application asks for: to itself, and to sign users in. */
function* driftOfRequests(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const self = deriveNames(block).clientId ?? live.appId ?? CLIENT_ID_PLACEHOLDER.toLowerCase();
  // Ids are the live application's own; what it does not define at all is reported as missing there.
  const defined = (permissions: LiveApplication["scopes"], value: string) =>
    permissions.find((permission) => permission.value === value);
  for (const [i, { name }] of block.roles.entries()) {
    const permissions = [
      ["Scope", "delegated", defined(live.scopes, scopeValue(name))],
      ["Role", "application", defined(live.appRoles, appRoleValue(name))],
    ] as const;
    for (const [type, kind, permission] of permissions) {
      if (permission === undefined || live.requests.has(`${self} ${type} ${permission.id}`)) continue;
      yield createFinding(
        "permission-missing",
        `Add ${permission.value} as ${kind} permission under API permissions, and grant admin consent.`,
        { address: signInAddress("roles", i), expected: permission.value },
      );
    }
  }
  for (const { id, value } of graphPermissions(block)) {
    if (live.requests.has(`${GRAPH_ID} Scope ${id}`)) continue;
    yield createFinding(
      value === "profile" ? "profile-missing" : "user-read-missing",
      `Add Microsoft Graph's delegated permission ${value} under API permissions, and grant admin consent.`,
      { expected: value },
    );
  }
}

/**
 * Differences of redirect URIs: there must be the app URL on the single-page platform, and nothing else but loopback.
 */
function* driftOfRedirects(appUrl: string, { redirectUris }: LiveApplication): Generator<Finding> {
  const { spa, web, publicClient } = redirectUris;
  const others = [...web, ...publicClient];
  const found = spa.find((uri) => uri !== appUrl && sameButSpelling(uri, appUrl));
  const facts = { address: signInAddress("app_url"), expected: appUrl };
  if (!spa.includes(appUrl))
    yield found !== undefined
      ? createFinding(
          "redirect-uri-spelling",
          "Redirect URIs are compared exactly: case and a trailing slash count.",
          { ...facts, found },
        )
      : others.includes(appUrl)
        ? createFinding(
            "redirect-uri-platform",
            "Move it to the single-page application platform: elsewhere its code cannot be redeemed in a browser.",
            facts,
          )
        : createFinding(
            "redirect-uri-missing",
            "Add it under Authentication, on the single-page application platform.",
            facts,
          );
  for (const uri of [...spa, ...others])
    if (!sameButSpelling(uri, appUrl) && !leadsHere(uri))
      yield createFinding("redirect-uri-unlisted", "Remove it unless you know what it is for.", {
        found: uri,
      });
}

const sameButSpelling = (a: string, b: string): boolean => fold(a) === fold(b);

const fold = (uri: string): string => uri.toLowerCase().replace(/\/$/, "");

/** Returns true for an `http` address of this machine, such as `verify --loopback` needs. */
function leadsHere(uri: string): boolean {
  const url = parseUrl(uri);
  return url?.protocol === "http:" && isLoopback(url.hostname);
}
