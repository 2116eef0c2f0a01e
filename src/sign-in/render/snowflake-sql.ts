/** The warehouse's side as SQL: the security integration in both forms, users, grants, and what verifies them. */

import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { deriveNames, USER_CLAIMS } from "../terms/names.js";
import { sqlIdentifier, sqlString, sqlStrings } from "./snowflake-names.js";

type Setting = readonly [name: string, value: string];

/** Creates the integration that both flows share: the warehouse takes one per issuer. */
export function renderCreateSql(block: WarehouseSignIn, authority?: string): string {
  const settings: readonly Setting[] = [
    ["TYPE", "EXTERNAL_OAUTH"],
    ["ENABLED", "TRUE"],
    ["EXTERNAL_OAUTH_TYPE", "AZURE"],
    ...sharedSettings(block, authority),
  ];
  return lines(
    "-- Run once, with a role that may create integrations.",
    "-- One integration serves one issuer (a second one fails with 003524): if there is one, use snowflake-alter.sql.",
    ...audienceNote(block),
    "USE ROLE ACCOUNTADMIN;",
    "",
    `CREATE SECURITY INTEGRATION ${integration(block)}`,
    `${assignments(settings)};`,
  );
}

/** Changes an integration that exists already. */
export function renderAlterSql(block: WarehouseSignIn, authority?: string): string {
  return lines(
    "-- Setting a list replaces it: add the values of other users of this integration before running this.",
    "-- DESC shows what is set now.",
    ...audienceNote(block),
    "USE ROLE ACCOUNTADMIN;",
    "",
    `DESC SECURITY INTEGRATION ${integration(block)};`,
    "",
    `ALTER SECURITY INTEGRATION ${integration(block)} SET`,
    `${assignments([["ENABLED", "TRUE"], ...sharedSettings(block, authority)])};`,
  );
}

/**
 * Templates for the users of both flows. Nothing of it runs: a statement with a placeholder would leave a user that
 * no token maps to, and creating it again would not mend that.
 */
export function renderUsersSql(block: WarehouseSignIn): string {
  return lines(
    useRole,
    "",
    "-- The user of the application itself. `orgform sign-in verify --flow app` prints these with the subject of its",
    "-- token filled in: run what it prints.",
    ...serviceUserStatements(block, "<sub of the app token>").map(comment),
    "",
    "-- People: the mapped attribute of each has to be their user principal name, and each needs the grants.",
    comment(`ALTER USER <name> SET ${mappedProperty(block)} = '<user principal name>';`),
    ...block.roles.map(({ name }) => comment(`GRANT ROLE ${sqlIdentifier(name)} TO USER <name>;`)),
    "",
    "-- Checks signature, issuer, audience and mapping of a token.",
    comment(verificationStatement),
  );
}

/** The role that may create users and grant roles, and no more than it takes. */
export const useRole = "USE ROLE SECURITYADMIN;";

/**
 * The application's own user with its grants, for the subject of its token. An existing user, with any login
 * name, ends up with this one.
 */
export function serviceUserStatements(block: WarehouseSignIn, subject: string): string[] {
  const user = sqlIdentifier(serviceUser(block));
  const mapping = `${mappedProperty(block)} = ${sqlString(subject)}`;
  const [first] = block.roles;
  return [
    `CREATE USER IF NOT EXISTS ${user} TYPE = SERVICE ${mapping}${
      first === undefined ? "" : ` DEFAULT_ROLE = ${sqlString(sqlIdentifier(first.name))}`
    };`,
    `ALTER USER ${user} SET ${mapping};`,
    ...block.roles.map(({ name }) => `GRANT ROLE ${sqlIdentifier(name)} TO USER ${user};`),
  ];
}

/** Asks the warehouse about a token; the token is never filled in by us. */
export const verificationStatement = "SELECT SYSTEM$VERIFY_EXTERNAL_OAUTH_TOKEN('<access token>');";

/** The warehouse user that the application's own token stands for. */
const serviceUser = (block: WarehouseSignIn): string => `${block.warehouse.integration_name}_SERVICE`;

/** The property of a user that the mapping compares the token's claim with. */
export const mappedProperty = ({ warehouse }: WarehouseSignIn): "LOGIN_NAME" | "EMAIL" =>
  warehouse.user_mapping === "login_name" ? "LOGIN_NAME" : "EMAIL";

/** The roles as the integration lists them: identifiers, so that a quoted one keeps its case. */
export const allowedRoles = ({ roles }: WarehouseSignIn): string[] =>
  roles.map(({ name }) => sqlIdentifier(name));

function sharedSettings(block: WarehouseSignIn, authority?: string): Setting[] {
  const names = deriveNames(block, authority);
  return [
    ["EXTERNAL_OAUTH_ISSUER", sqlString(names.issuer)],
    ["EXTERNAL_OAUTH_JWS_KEYS_URL", sqlString(names.keysUrl)],
    ["EXTERNAL_OAUTH_AUDIENCE_LIST", sqlStrings(names.audiences)],
    ["EXTERNAL_OAUTH_TOKEN_USER_MAPPING_CLAIM", sqlStrings(USER_CLAIMS)],
    [
      "EXTERNAL_OAUTH_SNOWFLAKE_USER_MAPPING_ATTRIBUTE",
      sqlString(block.warehouse.user_mapping.toUpperCase()),
    ],
    ["EXTERNAL_OAUTH_ANY_ROLE_MODE", "'DISABLE'"],
    ["EXTERNAL_OAUTH_ALLOWED_ROLES_LIST", sqlStrings(allowedRoles(block))],
  ];
}

function audienceNote({ application }: WarehouseSignIn): string[] {
  if (application.client_id !== undefined) return [];
  return [
    "-- application.client_id is not in the file yet: the audience list is complete only once it is.",
    "-- Tokens carry the client id as audience: do not run this before.",
  ];
}

const integration = ({ warehouse }: WarehouseSignIn): string => sqlIdentifier(warehouse.integration_name);

const assignments = (settings: readonly Setting[]): string =>
  settings.map(([name, value]) => `  ${name} = ${value}`).join("\n");

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

/** A comment ends where its line does: nothing of a name may stand on the next. */
const comment = (statement: string): string => `-- ${statement.replaceAll(/[\r\n\u2028\u2029]/g, " ")}`;
