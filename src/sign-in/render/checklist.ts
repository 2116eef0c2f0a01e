import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { markdownCell, markdownCode } from "../../util/escape.js";
import { buildApplication, graphPermissions } from "../manifest/application.js";
import { deriveNames } from "../terms/names.js";

/**
 * The steps in the identity provider's portal, with this organization's values: the eight steps of the service's
 * documentation, and the admin consent that they leave out.
 */
export function renderChecklist(block: WarehouseSignIn): string {
  const application = buildApplication(block);
  const { tenantId, clientId } = deriveNames(block);
  const scopes = application.api.oauth2PermissionScopes;
  const { token_version } = block.application;
  const expiry = block.client_secret && ` that ends on ${markdownCode(block.client_secret.expires_on)}`;
  return `# Warehouse sign-in: step by step

In tenant ${markdownCode(tenantId)}. Nothing here was tried on your tenant: \`sign-in check\` and \`sign-in verify\` say whether it worked.

1. [ ] **Register the application** ${markdownCode(application.displayName)}: accounts in this directory only, no redirect URI yet.
2. [ ] **Expose an API**: set the Application ID URI to ${markdownCode(block.application.id_uri)}.
3. [ ] **Add a scope** for each role:

   | Scope | Who can consent | Display name | Description |
   |---|---|---|---|
${rows(scopes.map((s) => [s.value, s.type === "Admin" ? "Admins only" : "Admins and users", s.adminConsentDisplayName, s.adminConsentDescription]))}
4. [ ] **Edit the manifest**: take \`appRoles\` from \`application.portal.json\`, set \`requestedAccessTokenVersion\` to ${markdownCode(String(token_version))}${
    token_version === 2
      ? ", add the optional claim `upn` to access tokens"
      : ", add the optional claim `aud` with `use_guid` to access tokens"
  } (\`optionalClaims\`), and save:

   | App role | For | Display name | Description | Id |
   |---|---|---|---|---|
${rows(application.appRoles.map((r) => [r.value, "Application", r.displayName, r.description, r.id]))}
5. [ ] **Authentication**: add the platform *single-page application* with the redirect URI ${markdownCode(block.app_url)}; switch on access tokens and ID tokens for implicit flows; configure.
6. [ ] **Copy the client id**${clientId === undefined ? " and write it to `application.client_id`" : `: it is ${markdownCode(clientId)}`}. **Create a client secret**${expiry ?? ""}; copy its *Value*, which is shown once (not the Secret ID). When it expires, sign-in to the warehouse stops until a new one is handed over.
7. [ ] **API permissions**, for this same application (*My APIs*): the delegated permissions ${list(scopes.map((s) => s.value))} and the application permissions ${list(application.appRoles.map((r) => r.value))}. For Microsoft Graph the delegated permissions ${list(graphPermissions(block).map((p) => p.value))}.
   - [ ] **Grant admin consent** on the same page. Without it a token for the application itself carries no role, and the warehouse refuses it.
8. [ ] **The warehouse** ${markdownCode(block.warehouse.account_url)}: run \`snowflake-create.sql\` (or \`snowflake-alter.sql\` when an integration for this tenant exists).
   - [ ] \`orgform sign-in check --manifest FILE\` finds nothing.
   - [ ] \`orgform sign-in verify --flow app\` finds nothing. Run the SQL that it prints: it creates the user of the application's own token.
   - [ ] People have their login names and grants (\`snowflake-users.sql\` has the statements), and \`orgform sign-in verify --flow user\` finds nothing.
   - [ ] Send \`hand-off.md\` to the service operator, and the secret separately.
`;
}

const rows = (table: readonly (readonly string[])[]): string =>
  table.map((cells) => `   | ${cells.map(markdownCell).join(" | ")} |`).join("\n");

const list = (values: readonly string[]): string => values.map(markdownCode).join(", ");
