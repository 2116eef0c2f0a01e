import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { markdownCell, markdownCode } from "../../util/escape.js";
import { deriveNames, scopeValue } from "../terms/names.js";

/** The sheet for the service operator: everything they need except the secret, which is sent separately. */
export function renderHandoff(block: WarehouseSignIn): string {
  const { tenantId, clientId } = deriveNames(block);
  const secret =
    block.client_secret === undefined
      ? "sent separately"
      : `sent separately; expires on ${markdownCode(block.client_secret.expires_on)}`;
  const consents = block.roles.map(
    ({ name, consent }) =>
      `- [ ] ${markdownCode(scopeValue(name))}: ${consent === "admin" ? "an administrator consents" : "users may consent"}`,
  );
  return `# Warehouse sign-in: for the service operator

| What | Value |
|---|---|
| Application (client) ID | ${clientId === undefined ? "not created yet" : markdownCell(clientId)} |
| Directory (tenant) ID | ${markdownCell(tenantId)} |
| Application ID URI | ${markdownCell(block.application.id_uri)} |
| Client secret | ${secret} |

For reference:

| What | Value |
|---|---|
| Warehouse account URL | ${markdownCell(block.warehouse.account_url)} |
| Security integration | ${markdownCell(block.warehouse.integration_name)} |
| Redirect URI | ${markdownCell(block.app_url)} |

Consents (tick what has been given):

- [ ] admin consent for the application permissions, needed for tokens without a user
${consents.join("\n")}

Send the secret's **Value** over a channel of its own, never in this sheet. The Secret ID, a GUID, is not it.
`;
}
