import type { YAMLMap } from "yaml";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { block, flow, sequence } from "./print-tree.js";

/** The warehouse sign-in as the file writes it, defaults included. */
export function printSignIn(signIn: WarehouseSignIn): YAMLMap {
  const { tenant_id, app_url, roles, client_secret } = signIn;
  const { name, id_uri, client_id, token_version, verified_domains } = signIn.application;
  const { account_url, integration_name, user_mapping } = signIn.warehouse;
  return block({
    tenant_id,
    application: block({ name, id_uri, client_id, token_version, verified_domains }),
    app_url,
    warehouse: block({ account_url, integration_name, user_mapping }),
    roles: sequence(roles.map(printRole)),
    client_secret: client_secret && flow({ expires_on: client_secret.expires_on }),
  });
}

function printRole(role: WarehouseRole): YAMLMap {
  const { name, consent, display_name, description, scope_id, app_role_id } = role;
  return flow({ name, consent, display_name, description, scope_id, app_role_id });
}
