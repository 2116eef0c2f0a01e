/** The application that the block describes: the one model that every rendering and the drift check start from. */

import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { appRoleValue, CLIENT_ID_PLACEHOLDER, deriveNames, scopeValue } from "../terms/names.js";
import { URL_NAMESPACE, uuidV5 } from "../terms/uuid.js";

/** Microsoft Graph; this id and those of its permissions are the same in every tenant. */
export const GRAPH_ID = "00000003-0000-0000-c000-000000000000";

/** A delegated permission of Microsoft Graph. */
interface GraphPermission {
  readonly id: string;
  readonly value: "User.Read" | "profile";
}

/**
 * The permissions of Graph that the application asks for: `User.Read`, which lets people sign in, and with version 2 tokens
 * `profile`, without which they have no `upn`.
 */
export function graphPermissions({ application }: WarehouseSignIn): readonly GraphPermission[] {
  const userRead = { id: "e1fe6dd8-ba31-4d61-89e7-88639da4683d", value: "User.Read" } as const;
  const profile = { id: "14dad69e-099b-42c9-810b-d002981feec1", value: "profile" } as const;
  return application.token_version === 2 ? [userRead, profile] : [userRead];
}

/** A delegated permission that the application exposes. */
interface PermissionScope {
  readonly id: string;
  readonly value: string;
  /** The role that may consent. */
  readonly type: "Admin" | "User";
  readonly adminConsentDisplayName: string;
  readonly adminConsentDescription: string;
  readonly isEnabled: true;
}

/** An application permission that the application exposes. */
interface AppRole {
  readonly id: string;
  readonly value: string;
  readonly allowedMemberTypes: readonly ["Application"];
  readonly displayName: string;
  readonly description: string;
  readonly isEnabled: true;
}

/** The permissions that the application asks of one resource. */
interface ResourceAccess {
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
  readonly optionalClaims: { readonly accessToken: readonly OptionalClaim[] };
}

/** A claim that tokens carry, or carry in a certain form, only when the application asks for it. */
interface OptionalClaim {
  readonly name: "upn" | "aud";
  readonly additionalProperties?: readonly "use_guid"[];
}

/** Builds the application; without a client id its permissions to itself name {@link CLIENT_ID_PLACEHOLDER}. */
export function buildApplication(block: WarehouseSignIn): Application {
  const scopes = block.roles.map(
    (role): PermissionScope => ({
      id: scopeId(block, role),
      value: scopeValue(role.name),
      type: role.consent === "admin" ? "Admin" : "User",
      adminConsentDisplayName: displayName(role),
      adminConsentDescription: description(role),
      isEnabled: true,
    }),
  );
  const appRoles = block.roles.map(
    (role): AppRole => ({
      id: appRoleId(block, role),
      value: appRoleValue(role.name),
      allowedMemberTypes: ["Application"],
      displayName: displayName(role),
      description: description(role),
      isEnabled: true,
    }),
  );
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
      {
        resourceAppId: GRAPH_ID,
        resourceAccess: graphPermissions(block).map(({ id }) => ({ id, type: "Scope" })),
      },
    ],
    optionalClaims: { accessToken: [optionalClaim(block)] },
  };
}

/**
 * Version 1 tokens carry `upn` anyway, and their audience in the form that somebody asked with, now and then with a
 * slash that the warehouse does not know, unless it is pinned to the client id (Entra's reference of optional claims).
 */
export const optionalClaim = ({ application }: WarehouseSignIn): OptionalClaim =>
  application.token_version === 2 ? { name: "upn" } : { name: "aud", additionalProperties: ["use_guid"] };

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
