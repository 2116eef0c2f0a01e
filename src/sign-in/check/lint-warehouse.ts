import type { Diagnostic } from "../../model/diagnostic.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { isPlainIdentifier } from "../render/snowflake-names.js";
import { doubtful, invalid } from "./lint-diagnostic.js";

/** Limits of the warehouse's side. */
export function* lintWarehouse({ warehouse }: WarehouseSignIn): Generator<Diagnostic> {
  const { account_url, integration_name } = warehouse;
  const url = URL.canParse(account_url) ? new URL(account_url) : undefined;
  if (url?.protocol !== "https:" || url.href !== `${url.origin}/`) {
    yield invalid(
      ["warehouse", "account_url"],
      "The account URL is not an https:// address of a host",
      "Write it without a path, such as https://xy12345.eu-west-1.snowflakecomputing.com.",
    );
  } else if (!/\.snowflakecomputing\.(?:com|cn)$/.test(url.hostname)) {
    yield doubtful(
      ["warehouse", "account_url"],
      "The account URL is not on a host of the warehouse",
      "Account URLs are expected to end in .snowflakecomputing.com.",
    );
  }
  const path = ["warehouse", "integration_name"];
  if (integration_name.length < 1 || integration_name.length > 255) {
    yield invalid(
      path,
      "The integration's name must have 1 to 255 characters",
      `It has ${integration_name.length}.`,
    );
  } else if (/\p{Cc}/u.test(integration_name)) {
    yield invalid(
      path,
      "The integration's name has a control character",
      "Use letters, digits and underscores.",
    );
  } else if (!isPlainIdentifier(integration_name)) {
    yield doubtful(
      path,
      "The integration's name needs quotes in the warehouse",
      "Everybody has to write it in quotes and in this case from then on. Use upper-case letters, digits and underscores.",
    );
  }
}
