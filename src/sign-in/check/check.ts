import type { Diagnostic } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { normalizeManifest } from "../manifest/normalize-manifest.js";
import { isPlainIdentifier } from "../render/snowflake-names.js";
import { parseUrl } from "../terms/authority.js";
import { createFinding, type Finding, outcomeOf } from "../terms/finding.js";
import { compareApplication } from "./drift.js";
import { lintApplication } from "./lint-application.js";
import { doubtful, invalid } from "./lint-diagnostic.js";
import { lintRoles } from "./lint-roles.js";
import { secretExpiry } from "./secret-expiry.js";

/** The findings of a check, and its outcome. */
export interface SignInCheck {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
}

/**
 * Lints the block, looks at the secret's last day, and compares an exported application where there is one (as JSON
 * text or as its value, in any form that `normalizeManifest` knows). `refused` for errors, `differences` for drift
 * and warnings, `ok` when there is nothing to say.
 */
export function checkSignIn(block: WarehouseSignIn, manifest: unknown, now: Date): SignInCheck {
  const findings = [
    ...lintSignIn(block, { now }).map((diagnostic): Finding => ({ ...diagnostic, name: diagnostic.code })),
    ...(manifest === undefined ? [] : drift(block, manifest)),
  ];
  return { outcome: outcomeOf(findings), findings };
}

function drift(block: WarehouseSignIn, manifest: unknown): Finding[] {
  const normalized = normalizeManifest(manifest);
  if ("application" in normalized) return compareApplication(block, normalized.application);
  return [createFinding("manifest-unrecognized", normalized.problems.join(" "))];
}

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

/** Limits of the warehouse's side. */
function* lintWarehouse({ warehouse }: WarehouseSignIn): Generator<Diagnostic> {
  const { account_url, integration_name } = warehouse;
  const url = parseUrl(account_url);
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
