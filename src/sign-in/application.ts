/** The application that the block describes: the one model that every rendering and the drift check start from. */

import type { WarehouseRole, WarehouseSignIn } from "../model/warehouse-sign-in.js";
import { appRoleValue, CLIENT_ID_PLACEHOLDER, deriveNames, scopeValue } from "./names.js";
import { URL_NAMESPACE, uuidV5 } from "./uuid.js";

/** Microsoft Graph and its `User.Read`, which lets people sign in at all; both ids are the same in every tenant. */
export const GRAPH = {
  appId: "00000003-0000-0000-c000-000000000000",
  userRead: "e1fe6dd8-ba31-4d61-89e7-88639da4683d",
} as const;

/** A delegated permission that the application exposes. */
export interface PermissionScope {
  readonly id: string;
  readonly value: string;
  /** Who may consent. */
  readonly type: "Admin" | "User";
  readonly adminConsentDisplayName: string;
  readonly adminConsentDescription: string;
  readonly isEnabled: true;
}

/** An application permission that the application exposes. */
export interface AppRole {
  readonly id: string;
  readonly value: string;
  readonly allowedMemberTypes: readonly ["Application"];
  readonly displayName: string;
  readonly description: string;
  readonly isEnabled: true;
}

/** The permissions that the application asks of one resource. */
export interface ResourceAccess {
  readonly resourceAppId: string;
  readonly resourceAccess: readonly { readonly id: string; readonly type: "Scope" | "Role" }[];
}

/** An application in the words of Microsoft Graph: what a PATCH of it may carry. */
export interface Application {
  readonly displayName: string;
  readonly signInAudience: "AzureADMyOrg";
  readonly identifierUris: readonly string[];
  readonly api: {
    readonly requestedAccessTokenVersion: 1 | 2;
    readonly oauth2PermissionScopes: readonly PermissionScope[];
  };
  readonly appRoles: readonly AppRole[];
  readonly spa: { readonly redirectUris: readonly string[] };
  readonly web: {
    readonly implicitGrantSettings: {
      readonly enableAccessTokenIssuance: true;
      readonly enableIdTokenIssuance: true;
    };
  };
  readonly requiredResourceAccess: readonly ResourceAccess[];
  readonly optionalClaims?: { readonly accessToken: readonly { readonly name: "upn" }[] };
}

/** Builds the application; without a client id its permissions to itself name {@link CLIENT_ID_PLACEHOLDER}. */
export function buildApplication(block: WarehouseSignIn): Application {
  const scopes = block.roles.map((role) => permissionScope(block, role));
  const appRoles = block.roles.map((role) => appRole(block, role));
  return {
    displayName: block.application.name,
    signInAudience: "AzureADMyOrg",
    identifierUris: [block.application.id_uri],
    api: {
      requestedAccessTokenVersion: block.application.token_version,
      oauth2PermissionScopes: scopes,
    },
    appRoles,
    spa: { redirectUris: [block.app_url] },
    web: { implicitGrantSettings: { enableAccessTokenIssuance: true, enableIdTokenIssuance: true } },
    requiredResourceAccess: [
      {
        resourceAppId: deriveNames(block).clientId ?? CLIENT_ID_PLACEHOLDER,
        resourceAccess: [
          ...scopes.map(({ id }) => ({ id, type: "Scope" as const })),
          ...appRoles.map(({ id }) => ({ id, type: "Role" as const })),
        ],
      },
      { resourceAppId: GRAPH.appId, resourceAccess: [{ id: GRAPH.userRead, type: "Scope" }] },
    ],
    // Version 1 tokens of users carry `upn` anyway.
    ...(block.application.token_version === 2 ? { optionalClaims: { accessToken: [{ name: "upn" }] } } : {}),
  };
}

function permissionScope(block: WarehouseSignIn, role: WarehouseRole): PermissionScope {
  const value = scopeValue(role.name);
  return {
    id: scopeId(block, role),
    value,
    type: role.consent === "admin" ? "Admin" : "User",
    adminConsentDisplayName: displayName(role),
    adminConsentDescription: description(role),
    isEnabled: true,
  };
}

function appRole(block: WarehouseSignIn, role: WarehouseRole): AppRole {
  return {
    id: appRoleId(block, role),
    value: appRoleValue(role.name),
    allowedMemberTypes: ["Application"],
    displayName: displayName(role),
    description: description(role),
    isEnabled: true,
  };
}

/** The id of a role's scope: the given one, or one that is the same at every run. */
export const scopeId = (block: WarehouseSignIn, role: WarehouseRole): string =>
  role.scope_id ?? stableId(block, scopeValue(role.name));

/** The id of a role's app role: the given one, or one that is the same at every run. */
export const appRoleId = (block: WarehouseSignIn, role: WarehouseRole): string =>
  role.app_role_id ?? stableId(block, appRoleValue(role.name));

const stableId = (block: WarehouseSignIn, value: string): string =>
  uuidV5(uuidV5(URL_NAMESPACE, block.application.id_uri), value);

const displayName = (role: WarehouseRole): string => role.display_name ?? role.name;

const description = (role: WarehouseRole): string =>
  role.description ?? `Use the warehouse with the role ${role.name}`;
