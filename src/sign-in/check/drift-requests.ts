import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { GRAPH_ID, graphPermissions } from "../manifest/application.js";
import type { LiveApplication } from "../manifest/normalize-manifest.js";
import { createFinding, type Finding } from "../terms/finding.js";
import {
  appRoleValue,
  CLIENT_ID_PLACEHOLDER,
  deriveNames,
  scopeValue,
  signInAddress,
} from "../terms/names.js";

/** Differences of the permissions that the application asks for: to itself, and to sign users in. */
export function* driftOfRequests(block: WarehouseSignIn, live: LiveApplication): Generator<Finding> {
  const self = deriveNames(block).clientId ?? live.appId ?? CLIENT_ID_PLACEHOLDER.toLowerCase();
  const asks = new Set(
    live.requiredResourceAccess.flatMap(({ resourceAppId, resourceAccess }) =>
      resourceAccess.map(({ id, type }) => `${resourceAppId} ${type} ${id}`),
    ),
  );
  // Ids are the live application's own; what it does not define at all is reported as missing there.
  const defined = (permissions: LiveApplication["scopes"], value: string) =>
    permissions.find((permission) => permission.value === value);
  for (const [i, { name }] of block.roles.entries()) {
    const permissions = [
      ["Scope", "delegated", defined(live.scopes, scopeValue(name))],
      ["Role", "application", defined(live.appRoles, appRoleValue(name))],
    ] as const;
    for (const [type, kind, permission] of permissions) {
      if (permission === undefined || asks.has(`${self} ${type} ${permission.id}`)) continue;
      yield createFinding("permission-missing", {
        detail: `Add ${permission.value} as ${kind} permission under API permissions, and grant admin consent.`,
        address: signInAddress("roles", i),
        expected: permission.value,
      });
    }
  }
  for (const { id, value } of graphPermissions(block)) {
    if (asks.has(`${GRAPH_ID} Scope ${id}`)) continue;
    yield createFinding(value === "profile" ? "profile-missing" : "user-read-missing", {
      detail: `Add Microsoft Graph's delegated permission ${value} under API permissions, and grant admin consent.`,
      expected: value,
    });
  }
}
