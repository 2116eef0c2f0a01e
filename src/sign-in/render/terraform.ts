/** The same set-up in Terraform's JSON form, for organizations that manage identity provider and warehouse there. */

import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { buildApplication, GRAPH_ID, graphPermissions } from "../manifest/application.js";
import { deriveNames, USER_CLAIMS } from "../terms/names.js";
import { allowedRoles } from "./snowflake-sql.js";

const APPLICATION = "azuread_application.warehouse";
const PRINCIPAL = "azuread_service_principal.warehouse";

/** Renders a complete module, without provider configuration: the person who runs it has the credentials. */
export function renderTerraform(block: WarehouseSignIn, authority?: string): string {
  const { api, appRoles } = buildApplication(block);
  const scopes = api.oauth2PermissionScopes;
  const document = {
    "//": redirectUri(block.app_url) === block.app_url ? undefined : SLASH_ADDED,
    terraform: {
      required_providers: {
        azuread: { source: "hashicorp/azuread", version: ">= 3.0" },
        snowflake: { source: "snowflakedb/snowflake", version: ">= 1.0" },
      },
    },
    data: { azuread_service_principal: { graph: { client_id: GRAPH_ID } } },
    resource: {
      azuread_application: { warehouse: application(block) },
      azuread_application_api_access: {
        warehouse: {
          application_id: ref(`${APPLICATION}.id`),
          api_client_id: ref(`${APPLICATION}.client_id`),
          scope_ids: scopes.map(({ id }) => id),
          role_ids: appRoles.map(({ id }) => id),
        },
        graph: {
          application_id: ref(`${APPLICATION}.id`),
          api_client_id: GRAPH_ID,
          scope_ids: graphPermissions(block).map(({ id }) => id),
        },
      },
      azuread_service_principal: { warehouse: { client_id: ref(`${APPLICATION}.client_id`) } },
      // The rest is the admin consent.
      azuread_app_role_assignment: Object.fromEntries(
        appRoles.map(({ id }, i) => [
          `role_${i}`,
          {
            app_role_id: id,
            principal_object_id: ref(`${PRINCIPAL}.object_id`),
            resource_object_id: ref(`${PRINCIPAL}.object_id`),
          },
        ]),
      ),
      azuread_service_principal_delegated_permission_grant: {
        warehouse: {
          service_principal_object_id: ref(`${PRINCIPAL}.object_id`),
          resource_service_principal_object_id: ref(`${PRINCIPAL}.object_id`),
          claim_values: scopes.map(({ value }) => literal(value)),
        },
        graph: {
          service_principal_object_id: ref(`${PRINCIPAL}.object_id`),
          resource_service_principal_object_id: ref("data.azuread_service_principal.graph.object_id"),
          claim_values: graphPermissions(block).map(({ value }) => value),
        },
      },
      snowflake_external_oauth_integration: { warehouse: integration(block, authority) },
    },
    output: {
      client_id: { value: ref(`${APPLICATION}.client_id`) },
      service_user_login_name: { value: ref(`${PRINCIPAL}.object_id`) },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function application(block: WarehouseSignIn) {
  const { displayName, signInAudience, identifierUris, api, appRoles, optionalClaims } =
    buildApplication(block);
  return {
    display_name: literal(displayName),
    sign_in_audience: signInAudience,
    identifier_uris: identifierUris.map(literal),
    prevent_duplicate_names: true,
    api: [
      {
        requested_access_token_version: api.requestedAccessTokenVersion,
        oauth2_permission_scope: api.oauth2PermissionScopes.map((scope) => ({
          id: scope.id,
          value: literal(scope.value),
          type: scope.type,
          admin_consent_display_name: literal(scope.adminConsentDisplayName),
          admin_consent_description: literal(scope.adminConsentDescription),
          enabled: true,
        })),
      },
    ],
    app_role: appRoles.map((role) => ({
      id: role.id,
      value: literal(role.value),
      allowed_member_types: role.allowedMemberTypes,
      display_name: literal(role.displayName),
      description: literal(role.description),
      enabled: true,
    })),
    single_page_application: [{ redirect_uris: [literal(redirectUri(block.app_url))] }],
    web: [{ implicit_grant: [{ access_token_issuance_enabled: true, id_token_issuance_enabled: true }] }],
    optional_claims: [
      {
        access_token: optionalClaims.accessToken.map(({ name, additionalProperties }) => ({
          name,
          additional_properties: additionalProperties,
        })),
      },
    ],
    // azuread_application_api_access holds the permissions, because the application cannot refer to its own client id.
    lifecycle: [{ ignore_changes: ["required_resource_access"] }],
  };
}

function integration(block: WarehouseSignIn, authority?: string) {
  const names = deriveNames(block, authority);
  return {
    name: literal(block.warehouse.integration_name),
    enabled: true,
    external_oauth_type: "AZURE",
    external_oauth_issuer: names.issuer,
    external_oauth_jws_keys_url: [names.keysUrl],
    external_oauth_audience_list: [literal(block.application.id_uri), ref(`${APPLICATION}.client_id`)],
    external_oauth_token_user_mapping_claim: USER_CLAIMS,
    external_oauth_snowflake_user_mapping_attribute: block.warehouse.user_mapping.toUpperCase(),
    external_oauth_any_role_mode: "DISABLE",
    external_oauth_allowed_roles_list: allowedRoles(block).map(literal),
  };
}

const SLASH_ADDED =
  "The redirect URI has a slash at its end that app_url does not have, because the provider refuses one without any path. Redirect URIs are compared exactly: write app_url with the slash, too, if the service signs in with it.";

/** The provider refuses a redirect URI that has no path at all. */
const redirectUri = (appUrl: string): string => (/^https:\/\/[^/]+$/.test(appUrl) ? `${appUrl}/` : appUrl);

const ref = (expression: string): string => `\${${expression}}`;

/** A text that Terraform must not take for a template. */
const literal = (text: string): string => text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign);
