import { onTestFinished } from "vitest";
import type { SandboxInProcess, SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";

/** Two workspaces; Ada is in two groups and has a value of her own, Bob is in none. */
export const NORTHWIND = {
  users: [{ id: "usr_nora", email: "nora@northwind.example", organization_admin: true }],
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [
        { name: "region", data_type: "string" },
        { name: "team", data_type: "string" },
      ],
      all_users: { values: { region: "no-access" } },
      groups: [
        { name: "Sales", precedence: 20, members: ["ada@northwind.example"], values: { region: "west" } },
        {
          name: "Execs",
          precedence: 10,
          members: ["ada@northwind.example"],
          values: { region: "all", team: "c" },
        },
      ],
      members: [
        { email: "Ada@northwind.example", role: "view", values: { team: "own" } },
        { email: "bob@northwind.example", role: "view" },
      ],
      invites: [{ email: "cal@northwind.example", role: "explore" }],
    },
    {
      id: "ws_lab",
      name: "lab",
      definitions: [{ name: "region", data_type: "string" }],
      members: [{ email: "ada@northwind.example", role: "view" }],
    },
  ],
  tokens: [
    { token: "org-token", email: "nora@northwind.example", scope: "org_admin" },
    { token: "lab-token", email: "nora@northwind.example", scope: "admin", workspace: "ws_lab" },
  ],
} as const satisfies SandboxSeed;

/** Raises Execs above Sales, gives teams to all, and says nothing of the lab's values. */
export const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {team: {data_type: string}, level: {data_type: string}}
    groups:
      All Users: {values: {region: no-access, team: any}}
      Execs: {precedence: 30, values: {region: all, team: c}}
  lab: {}
`;

/** A sandbox of it, or of another world, closed when the test is over. */
export async function openNorthwind(seed: SandboxSeed = NORTHWIND): Promise<SandboxInProcess> {
  const sandbox = openSandbox({ seed });
  onTestFinished(() => sandbox.close());
  return sandbox;
}
