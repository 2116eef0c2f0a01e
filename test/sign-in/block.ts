import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";

/** A set-up with nothing to find about it on {@link NOW}. */
export const BLOCK: WarehouseSignIn = {
  tenant_id: "3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b",
  application: {
    name: "Analytics warehouse",
    id_uri: "https://northwind.example/4d2a8c2b",
    client_id: "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d",
    token_version: 1,
    verified_domains: ["northwind.example"],
  },
  app_url: "https://northwind.app.example",
  warehouse: {
    account_url: "https://xy12345.eu-west-1.snowflakecomputing.com",
    integration_name: "ANALYTICS_ENTRA",
    user_mapping: "login_name",
  },
  roles: [
    { name: "ANALYST", consent: "admin", display_name: "Analyst", description: "Reads the marts" },
    { name: "EXPLORER", consent: "user" },
  ],
  client_secret: { expires_on: "2027-01-31" },
};

export const NOW = new Date("2026-03-31T12:00:00Z");

/** The block with some of its application's keys changed. */
export const withApplication = (
  changes: Partial<WarehouseSignIn["application"]>,
  block: WarehouseSignIn = BLOCK,
): WarehouseSignIn => ({ ...block, application: { ...block.application, ...changes } });

/** The block as it is before the application exists. */
export function withoutClientId(block: WarehouseSignIn = BLOCK): WarehouseSignIn {
  const { client_id: _, ...application } = block.application;
  return { ...block, application };
}

/** The block with one role of this name. */
export const withRole = (name: string): WarehouseSignIn => ({
  ...BLOCK,
  roles: [{ name, consent: "admin" }],
});
