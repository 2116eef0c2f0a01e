/**
 * Names that follow from the block, so that nobody types an issuer, a keys address, an audience or a claim.
 * Tenant and client ids are lower-cased, because tokens carry them so and the warehouse compares bytes.
 */

import type { Address } from "../../model/address.js";
import { formatAddress } from "../../model/address.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";

/** The address at which people of the public cloud sign in. */
export const PUBLIC_AUTHORITY = "https://login.microsoftonline.com";

interface Cloud {
  readonly authority: string;
  /** Further addresses of the same authority, which its tokens and its metadata never name. */
  readonly aliases: readonly string[];
  /** Issues version 1 tokens. */
  readonly sts: string;
}

const PUBLIC_CLOUD: Cloud = {
  authority: PUBLIC_AUTHORITY,
  aliases: ["https://login.windows.net", "https://login.microsoft.com"],
  sts: "https://sts.windows.net",
};

const CLOUDS: readonly Cloud[] = [
  PUBLIC_CLOUD,
  {
    // GCC High and DoD alike.
    authority: "https://login.microsoftonline.us",
    aliases: ["https://login.usgovcloudapi.net"],
    sts: "https://sts.windows.net",
  },
  {
    authority: "https://login.partner.microsoftonline.cn",
    aliases: ["https://login.chinacloudapi.cn"],
    sts: "https://sts.chinacloudapi.cn",
  },
];

/** The cloud that people sign in to at an origin, or `undefined` for an origin that is not Microsoft's. */
export const cloudAt = (origin: string): Cloud | undefined =>
  CLOUDS.find(({ authority, aliases }) => authority === origin || aliases.includes(origin));

/** The values that must be the same in the identity provider and the warehouse, byte for byte. */
export interface Names {
  readonly tenantId: string;
  readonly clientId: string | undefined;
  readonly issuer: string;
  readonly keysUrl: string;
  /** The allowed values of `aud`: the Application ID URI, and the client id once it is known. */
  readonly audiences: readonly string[];
  /** The issuer of the provider's own metadata, which is always the version 2 one. */
  readonly metadataIssuer: string;
}

/**
 * Derives the names; `origin` is where people sign in, in a national cloud or a test. One that is not known is taken at
 * its word, with version 1 tokens from the public cloud's issuer: `parseAuthority` warns of it.
 */
export function deriveNames(block: WarehouseSignIn, origin: string = PUBLIC_AUTHORITY): Names {
  const tenantId = block.tenant_id.toLowerCase();
  const clientId = block.application.client_id?.toLowerCase();
  const { authority, sts } = cloudAt(origin) ?? { ...PUBLIC_CLOUD, authority: origin };
  const metadataIssuer = `${authority}/${tenantId}/v2.0`;
  return {
    tenantId,
    clientId,
    metadataIssuer,
    issuer: block.application.token_version === 1 ? `${sts}/${tenantId}/` : metadataIssuer,
    keysUrl: `${authority}/${tenantId}/discovery/v2.0/keys`,
    audiences: [block.application.id_uri, ...(clientId === undefined ? [] : [clientId])],
  };
}

/** The delegated scope that carries a role in a user's token (`scp`). */
export const scopeValue = (role: string): string => `session:scope:${role}`;

/** The app role that carries a role in the application's own token (`roles`). */
export const appRoleValue = (role: string): string => `session:role:${role}`;

/** Claims that name the warehouse user: `upn` in a user's token, `sub` in the application's own. */
export const USER_CLAIMS = ["upn", "sub"] as const;

/** The placeholder of the client id until the application exists. */
export const CLIENT_ID_PLACEHOLDER = "<CLIENT_ID>";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns true if a text has the form of a GUID, in either case. */
export const isGuid = (text: string): boolean => GUID.test(text);

/** The address of a place in the block, such as `warehouse_sign_in/roles/0/name`. */
export const signInAddress = (...path: readonly (string | number)[]): Address =>
  formatAddress(["warehouse_sign_in", ...path.map(String)]);
