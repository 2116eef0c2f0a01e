import { isCalendarDate } from "../../model/state/value-format.js";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { defined } from "../../util/record.js";
import { type Data, type DataMap, entry, items } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { atValue, type BuildContext, mapEntry, textEntry, textsEntry } from "./build-context.js";

/** The warehouse sign-in with its defaults; `undefined` where the key is absent or what it needs is missing. */
export function buildSignIn(context: BuildContext, root: DataMap): WarehouseSignIn | undefined {
  const block = mapEntry(root, "warehouse_sign_in");
  const application = mapEntry(block, "application");
  const warehouse = mapEntry(block, "warehouse");
  const tenant_id = textEntry(block, "tenant_id");
  const name = textEntry(application, "name");
  const id_uri = textEntry(application, "id_uri");
  const app_url = textEntry(block, "app_url");
  const account_url = textEntry(warehouse, "account_url");
  const integration_name = textEntry(warehouse, "integration_name");
  if (tenant_id === undefined || name === undefined || id_uri === undefined || app_url === undefined)
    return undefined;
  if (account_url === undefined || integration_name === undefined) return undefined;
  const expires_on = buildExpiry(context, block);
  return defined({
    tenant_id,
    application: defined({
      name,
      id_uri,
      client_id: textEntry(application, "client_id"),
      token_version: entry(application, "token_version") === 2 ? 2 : 1,
      verified_domains: textsEntry(application, "verified_domains") ?? [],
    }),
    app_url,
    warehouse: {
      account_url,
      integration_name,
      user_mapping: entry(warehouse, "user_mapping") === "email_address" ? "email_address" : "login_name",
    },
    roles: items(entry(block, "roles")).flatMap(buildRole),
    client_secret: expires_on === undefined ? undefined : { expires_on },
  });
}

function buildRole(data: Data): WarehouseRole[] {
  const name = textEntry(data, "name");
  if (name === undefined) return [];
  const role = defined({
    name,
    consent: entry(data, "consent") === "user" ? "user" : "admin",
    display_name: textEntry(data, "display_name"),
    description: textEntry(data, "description"),
    scope_id: textEntry(data, "scope_id"),
    app_role_id: textEntry(data, "app_role_id"),
  });
  return [role];
}

function buildExpiry(context: BuildContext, block: DataMap | undefined): string | undefined {
  const secret = mapEntry(block, "client_secret");
  const expires_on = textEntry(secret, "expires_on");
  if (expires_on !== undefined && !isCalendarDate(expires_on)) {
    const where = { ...atValue(secret, "expires_on"), isConfidential: true };
    const detail = "A date is a day that exists, written YYYY-MM-DD.";
    context.report(
      fileFinding("value-format", "The day that the client secret ends is not a date", detail, where),
    );
  }
  return expires_on;
}
