import type { SandboxSeed } from "../../src/sandbox/store/seed.js";

/** A world with a bit of everything; ids are given, so that tests can name them. */
export const world = {
  users: [
    { id: "usr_nora", email: "nora@northwind.example", organization_admin: true },
    { id: "usr_ada", email: "Ada@northwind.example", first_name: "Ada", identity_provider: "Okta" },
    { id: "usr_bob", email: "bob@northwind.example" },
    { id: "usr_eve", email: "eve@northwind.example" },
  ],
  workspaces: [
    {
      id: "ws_prod",
      name: "northwind-prod",
      definitions: [
        { id: "uad_region", name: "region", data_type: "string", label: "Region" },
        { id: "uad_renewal", name: "renewal_date", data_type: "date" },
        { id: "uad_quota", name: "quota", data_type: "number" },
      ],
      all_users: { id: "grp_all", values: { region: "no-access" } },
      groups: [
        {
          id: "grp_west",
          name: "Sales West",
          precedence: 20,
          members: ["ada@northwind.example"],
          values: { region: "west" },
        },
        { id: "grp_execs", name: "Executives", precedence: 30, members: ["ada@northwind.example"] },
      ],
      members: [{ email: "ada@northwind.example", role: "admin" }, { email: "bob@northwind.example" }],
      invites: [{ id: "invite_cal", email: "cal@northwind.example", role: "view" }],
    },
    { id: "ws_lab", name: "northwind-lab", provision_by_default: true, default_role: "view" },
  ],
  tokens: [
    { token: "org-token", email: "nora@northwind.example", scope: "org_admin" },
    { token: "admin-token", email: "ada@northwind.example", scope: "admin", workspace: "northwind-prod" },
  ],
} as const satisfies SandboxSeed;
