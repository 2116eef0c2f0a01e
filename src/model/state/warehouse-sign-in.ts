/** The identity-provider set-up of a warehouse connection, as the file gives it; everything else is derived. */
export interface WarehouseSignIn {
  readonly tenant_id: string;
  readonly application: {
    readonly name: string;
    readonly id_uri: string;
    /** Unknown until the application exists. */
    readonly client_id?: string;
    readonly token_version: 1 | 2;
    readonly verified_domains: readonly string[];
  };
  readonly app_url: string;
  readonly warehouse: {
    readonly account_url: string;
    readonly integration_name: string;
    readonly user_mapping: "login_name" | "email_address";
  };
  readonly roles: readonly WarehouseRole[];
  readonly client_secret?: { readonly expires_on: string };
}

/** A role of the warehouse that tokens may carry. Ids are derived from `id_uri` and the value unless given. */
export interface WarehouseRole {
  readonly name: string;
  readonly consent: "admin" | "user";
  readonly display_name?: string;
  readonly description?: string;
  readonly scope_id?: string;
  readonly app_role_id?: string;
}
