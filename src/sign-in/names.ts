/**
 * What follows from the block: nobody types an issuer, a keys address, an audience or a claim.
 * Tenant and client ids are lower-cased, because tokens carry them so and the warehouse compares bytes.
 */

import type { Address } from "../model/address.js";
import { formatAddress } from "../model/address.js";
import type { WarehouseSignIn } from "../model/warehouse-sign-in.js";

/** Where people of the public cloud sign in. */
export const PUBLIC_AUTHORITY = "https://login.microsoftonline.com";

interface Cloud {
  readonly authority: string;
  /** Issues version 1 tokens. */
  readonly sts: string;
  readonly graph: string;
}

const PUBLIC_CLOUD: Cloud = {
  authority: PUBLIC_AUTHORITY,
  sts: "https://sts.windows.net",
  graph: "https://graph.microsoft.com",
};

const NATIONAL_CLOUDS: readonly Cloud[] = [
  {
    authority: "https://login.microsoftonline.us",
    sts: "https://sts.windows.net",
    graph: "https://graph.microsoft.us",
  },
  {
    authority: "https://login.partner.microsoftonline.cn",
    sts: "https://sts.chinacloudapi.cn",
    graph: "https://microsoftgraph.chinacloudapi.cn",
  },
];

const cloudOf = (authority: string): Cloud =>
  NATIONAL_CLOUDS.find((cloud) => cloud.authority === authority) ?? PUBLIC_CLOUD;

/** The values that the identity provider and the warehouse have to agree on, byte for byte. */
export interface Names {
  readonly tenantId: string;
  readonly clientId: string | undefined;
  readonly issuer: string;
  readonly keysUrl: string;
  /** What `aud` may be: the Application ID URI, and the client id once it is known. */
  readonly audiences: readonly string[];
  /** The issuer of the provider's own metadata, which is always the version 2 one. */
  readonly metadataIssuer: string;
  readonly graphUrl: string;
}

/** Derives the names; `authority` is an origin, of a national cloud or of a test. */
export function deriveNames(block: WarehouseSignIn, authority: string = PUBLIC_AUTHORITY): Names {
  const tenantId = block.tenant_id.toLowerCase();
  const clientId = block.application.client_id?.toLowerCase();
  const cloud = cloudOf(authority);
  const metadataIssuer = `${authority}/${tenantId}/v2.0`;
  return {
    tenantId,
    clientId,
    metadataIssuer,
    issuer: block.application.token_version === 1 ? `${cloud.sts}/${tenantId}/` : metadataIssuer,
    keysUrl: `${authority}/${tenantId}/discovery/v2.0/keys`,
    audiences: [block.application.id_uri, ...(clientId === undefined ? [] : [clientId])],
    graphUrl: cloud.graph,
  };
}

/** The delegated scope that carries a role in a user's token (`scp`). */
export const scopeValue = (role: string): string => `session:scope:${role}`;

/** The app role that carries a role in the application's own token (`roles`). */
export const appRoleValue = (role: string): string => `session:role:${role}`;

/** Claims that name the warehouse user: `upn` in a user's token, `sub` in the application's own. */
export const USER_CLAIMS = ["upn", "sub"] as const;

/** Stands for the client id until the application exists. */
export const CLIENT_ID_PLACEHOLDER = "<CLIENT_ID>";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a GUID, in either case. */
export const isGuid = (text: string): boolean => GUID.test(text);

/** The address of a place in the block, such as `warehouse_sign_in/roles/0/name`. */
export const signInAddress = (...path: readonly (string | number)[]): Address =>
  formatAddress(["warehouse_sign_in", ...path.map(String)]);
