import type { YAMLMap } from "yaml";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { block, flow, sequence, text, texts } from "./print-tree.js";

/** The warehouse sign-in as the file writes it, defaults included. */
export function printSignIn(signIn: WarehouseSignIn): YAMLMap {
  const { application, warehouse, roles, client_secret } = signIn;
  return block([
    ["tenant_id", text(signIn.tenant_id)],
    [
      "application",
      block([
        ["name", text(application.name)],
        ["id_uri", text(application.id_uri)],
        ["client_id", text(application.client_id)],
        ["token_version", application.token_version],
        ["verified_domains", texts(application.verified_domains)],
      ]),
    ],
    ["app_url", text(signIn.app_url)],
    [
      "warehouse",
      block([
        ["account_url", text(warehouse.account_url)],
        ["integration_name", text(warehouse.integration_name)],
        ["user_mapping", text(warehouse.user_mapping)],
      ]),
    ],
    ["roles", sequence(roles.map(printRole))],
    ["client_secret", client_secret && flow({ expires_on: text(client_secret.expires_on) })],
  ]);
}

function printRole(role: WarehouseRole): YAMLMap {
  return flow({
    name: text(role.name),
    consent: text(role.consent),
    display_name: text(role.display_name),
    description: text(role.description),
    scope_id: text(role.scope_id),
    app_role_id: text(role.app_role_id),
  });
}
