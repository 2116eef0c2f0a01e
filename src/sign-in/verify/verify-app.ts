import { createFinding, type Finding } from "../terms/finding.js";
import { type Connection, discoverProvider } from "./identity-provider.js";
import { requestFailure } from "./request-failure.js";

/** A token that the identity provider gave, or why there is none. */
export type Obtained = { readonly token: string } | { readonly finding: Finding };

/** A finding about a secret that must not be sent. */
export function mistakeInSecret(secret: string): Finding | undefined {
  if (secret === "") {
    const detail = "Set ORGFORM_CLIENT_SECRET, or give it with --secret-stdin.";
    return createFinding("SECRET_MISSING", detail);
  }
  if (isSecretId(secret)) {
    const detail =
      "A GUID is the Secret ID. The secret is the Value, which was shown once; nothing was sent.";
    return createFinding("SECRET_IS_ID", detail);
  }
  return undefined;
}

/** Returns true for a GUID in any form in which it is copied: in quotes or braces, with or without its dashes. */
const isSecretId = (secret: string): boolean => /^[0-9a-f]{32}$/i.test(secret.replace(/[\s{}()"'`-]/g, ""));

/**
 * Asks for a token for the application itself (client credentials), with every permission that was consented to.
 * `resource` names the application in the request: its Application ID URI or its client id.
 */
export async function obtainAppToken(
  connection: Connection & { readonly secret: string },
  resource: string,
): Promise<Obtained> {
  try {
    const { clientCredentialsGrant } = await import("openid-client");
    const answer = await clientCredentialsGrant(await discoverProvider(connection), {
      scope: `${resource}/.default`,
    });
    return { token: answer.access_token };
  } catch (error) {
    return { finding: await requestFailure("Asking for a token", error, [connection.secret]) };
  }
}
