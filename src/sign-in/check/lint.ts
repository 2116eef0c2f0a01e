import type { Diagnostic } from "../../model/diagnostic.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { lintApplication } from "./lint-application.js";
import { doubtful } from "./lint-diagnostic.js";
import { lintRoles } from "./lint-roles.js";
import { lintWarehouse } from "./lint-warehouse.js";
import { secretExpiry } from "./secret-expiry.js";

/**
 * The diagnostics on a valid block: the parts that the identity provider or the warehouse is expected to
 * refuse, and those that may not work as intended. Addresses are places in the file, such as
 * `warehouse_sign_in/roles/0/name`.
 */
export function lintSignIn(block: WarehouseSignIn, { now }: { readonly now: Date }): Diagnostic[] {
  return [
    ...lintApplication(block),
    ...lintWarehouse(block),
    ...lintRoles(block),
    ...lintMapping(block),
    ...secretExpiry(block, now),
  ];
}

function* lintMapping({ warehouse }: WarehouseSignIn): Generator<Diagnostic> {
  if (warehouse.user_mapping === "email_address") {
    yield doubtful(
      ["warehouse", "user_mapping"],
      "The application's own user would need an id for an e-mail address",
      "One integration serves both flows, and a token for the application itself names its user by an object id. Use login_name, and set the login names of people to their user principal names.",
    );
  }
}
