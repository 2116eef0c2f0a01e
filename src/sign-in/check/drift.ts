import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { buildApplication, optionalClaim } from "../manifest/application.js";
import type { LiveApplication } from "../manifest/normalize-manifest.js";
import { createFinding, type Finding } from "../terms/finding.js";
import { appRoleValue, deriveNames, isGuid, scopeValue, signInAddress } from "../terms/names.js";
import { driftOfPermissions } from "./drift-permissions.js";
import { driftOfRedirects } from "./drift-redirects.js";
import { driftOfRequests } from "./drift-requests.js";
import { dayOf } from "./secret-expiry.js";

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
      createFinding("application-other", {
        detail: "Export the application that the file names, or correct application.client_id.",
        address: signInAddress("application", "client_id"),
        expected: clientId,
        found: live.appId,
      }),
    ];
  }
  const application = buildApplication(block);
  const scopes = application.api.oauth2PermissionScopes.map((scope, i) => ({
    id: scope.id,
    value: scope.value,
    open_to: [scope.type],
    displayName: scope.adminConsentDisplayName,
    description: scope.adminConsentDescription,
    address: signInAddress("roles", i),
  }));
  const appRoles = application.appRoles.map((role, i) => ({
    ...role,
    open_to: role.allowedMemberTypes,
    address: signInAddress("roles", i),
  }));
  return [
    ...driftOfClientId(block, live),
    ...driftOfProperties(block, live),
    ...driftOfClaims(block, live),
    ...driftOfPermissions("scope", scopeValue(""), scopes, live.scopes),
    ...driftOfPermissions("app-role", appRoleValue(""), appRoles, live.appRoles),
    ...driftOfRedirects(block.app_url, live),
    ...driftOfRequests(block, live),
    ...driftOfSecret(block, live),
  ];
}

function* driftOfClientId(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  if (block.application.client_id !== undefined || live.appId === undefined || !isGuid(live.appId)) return;
  yield createFinding("client-id-unrecorded", {
    detail: `Write application.client_id: ${live.appId}. Audiences, the hand-off and verify need it.`,
    address: signInAddress("application"),
    found: live.appId,
  });
}

function* driftOfProperties(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const { application } = block;
  if (live.displayName !== application.name) {
    yield createFinding("display-name", {
      detail: "Rename one of the two; nothing depends on the name.",
      address: signInAddress("application", "name"),
      expected: application.name,
      found: live.displayName,
    });
  }
  if (live.signInAudience !== "AzureADMyOrg") {
    yield createFinding("sign-in-audience", {
      detail: "Set the supported account types to this directory only: others could sign in.",
      expected: "AzureADMyOrg",
      found: live.signInAudience,
    });
  }
  if (!live.identifierUris.includes(application.id_uri)) {
    yield createFinding("id-uri-missing", {
      detail: "Scopes and the token's audience are built on it: set it under Expose an API.",
      address: signInAddress("application", "id_uri"),
      expected: application.id_uri,
      found: live.identifierUris.join(", ") || "none",
    });
  }
  if (live.tokenVersion !== application.token_version) {
    yield createFinding("token-version", {
      detail:
        "The version decides the token's issuer, and the warehouse knows one issuer: set requestedAccessTokenVersion.",
      address: signInAddress("application", "token_version"),
      expected: String(application.token_version),
      found: String(live.tokenVersion),
    });
  }
  if (!live.implicitAccessTokens) {
    yield createFinding("implicit-access-token", { detail: "Switch access tokens on under Authentication." });
  }
  if (!live.implicitIdTokens) {
    yield createFinding("implicit-id-token", { detail: "Switch ID tokens on under Authentication." });
  }
  if (live.publicClient) {
    yield createFinding("public-client", {
      detail: "The application keeps a secret: switch off public client flows under Authentication.",
    });
  }
}

function* driftOfClaims(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const { name, additionalProperties = [] } = optionalClaim(block);
  const isThere = live.accessTokenClaims.some(
    (claim) =>
      claim.name === name &&
      additionalProperties.every((expected) => claim.additionalProperties.includes(expected)),
  );
  if (isThere) return;
  yield createFinding("optional-claim-missing", {
    detail:
      name === "upn"
        ? "Version 2 tokens name a user by upn only when asked to: add the optional claim to access tokens."
        : "The audience of version 1 tokens may come in several forms, and the warehouse compares bytes: add the optional claim aud with use_guid to access tokens, which makes it the client id.",
    expected: [name, ...additionalProperties].join(" "),
  });
}

const DAY = 24 * 60 * 60 * 1000;

function* driftOfSecret({ client_secret }: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const end = client_secret && dayOf(client_secret.expires_on);
  if (end === undefined || live.secretEnds === undefined) return;
  // Somebody may have written the day of their own time zone.
  const isThatDay = (text: string): boolean => Math.abs(Date.parse(text) - (end + DAY / 2)) <= DAY * 1.5;
  if (live.secretEnds.some(isThatDay)) return;
  yield createFinding("secret-expiry-differs", {
    detail: "Write the last day of the secret that the service operator has.",
    address: signInAddress("client_secret", "expires_on"),
    expected: client_secret?.expires_on ?? "",
    found: live.secretEnds.map((text) => text.slice(0, 10)).join(", ") || "none",
  });
}
