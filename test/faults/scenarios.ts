import { parseConfig } from "../../src/config/config.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import type { TestOptions } from "../support/plan-against.js";

/** A live organization, a file that changes it, and what has to be allowed for that. */
export interface Scenario {
  readonly name: string;
  readonly seed: SandboxSeed;
  /** The file as text, where there is one. */
  readonly text?: string;
  readonly desired: DesiredState;
  readonly options: TestOptions;
}

function scenario(name: string, seed: SandboxSeed, text: string, options: TestOptions = {}): Scenario {
  const { desired, diagnostics } = parseConfig([{ filename: `${name}.yaml`, text }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics, null, 2));
  return { name, seed, text, desired, options };
}

const organization = { id: "org_northwind", name: "Northwind" };
const admin = { email: "admin@northwind.example", organization_admin: true };

/** Everything from nothing: two workspaces, definitions, groups, values on all kinds of groups, invites. */
export const bootstrap = scenario(
  "bootstrap",
  { organization, users: [admin] },
  `
version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes:
      region: {data_type: string, label: Region}
      tier: {data_type: number}
    groups:
      All Users: {values: {region: no-access}}
      West: {precedence: 20, values: {region: west, tier: 2}}
      East: {precedence: 10, values: {region: east}}
    members:
      ada@northwind.example: {role: view}
      bob@northwind.example: {}
  stage:
    provision_by_default: true
    attributes:
      region: {data_type: string}
    groups:
      All Users: {values: {region: no-access}}
      Testers: {precedence: 5}
`,
);

/** One of each: creations, updates, renames into each other's name, a swap, moves, removals, tombstones, an archive. */
export const mixed = scenario(
  "mixed",
  {
    organization,
    users: [admin],
    workspaces: [
      {
        id: "ws_prod",
        name: "prod",
        definitions: [
          { id: "uad_region", name: "region", data_type: "string" },
          { id: "uad_team", name: "team", data_type: "string", label: "old label" },
          { id: "uad_gone", name: "gone", data_type: "string" },
        ],
        all_users: { id: "grp_all", values: { region: "no-access", team: "no-access" } },
        groups: [
          {
            id: "grp_west",
            name: "West",
            precedence: 20,
            members: ["ada@n.example", "bob@n.example"],
            values: { region: "west", team: "w" },
          },
          {
            id: "grp_east",
            name: "East",
            precedence: 10,
            members: ["ada@n.example", "cy@n.example"],
            values: { region: "east", team: "e" },
          },
          {
            id: "grp_sales",
            name: "Sales",
            precedence: 30,
            members: ["dee@n.example"],
            values: { team: "sales" },
          },
          {
            id: "grp_field",
            name: "Outside",
            precedence: 40,
            members: ["eve@n.example"],
            values: { team: "field" },
          },
          { id: "grp_past", name: "Past", precedence: 50, members: ["bob@n.example"], values: { gone: "x" } },
          { id: "grp_left", name: "Left alone", precedence: 60, members: ["cy@n.example"] },
        ],
        members: [
          { email: "ada@n.example", role: "view" },
          { email: "bob@n.example", role: "view", values: { team: "own" } },
          { email: "cy@n.example", role: "view" },
          { email: "dee@n.example", role: "view", values: { region: "mine" } },
          { email: "eve@n.example", role: "view" },
        ],
      },
      { id: "ws_old", name: "old", groups: [{ name: "Anybody", precedence: 1 }] },
      { id: "ws_other", name: "unmanaged", groups: [{ name: "Anybody", precedence: 1 }] },
    ],
  },
  `
version: 1
organization: {id: org_northwind}
workspaces:
  old: {state: absent}
  prod:
    attributes:
      region: {data_type: string}
      team: {data_type: string, label: Team}
      cost: {data_type: number}
      gone: {state: absent}
    groups:
      All Users: {values: {region: no-access, team: no-access, cost: 0}}
      West: {precedence: 10, values: {region: west, team: w}, members: [ada@n.example, bob@n.example]}
      East: {precedence: 20, values: {region: east, team: east}, members: [ada@n.example, cy@n.example]}
      Field: {precedence: 30, previously: [Sales], values: {team: field-sales}, members: [eve@n.example, dee@n.example]}
      Outdoors: {precedence: 40, previously: [Outside], values: {team: field}, members: []}
      Past: {state: absent}
      New: {precedence: 70, values: {cost: 7}, members: [cy@n.example]}
    members:
      bob@n.example: {values: {}}
      dee@n.example: {values: {region: ours}}
      eve@n.example: {values: {team: own}}
      fay@n.example: {role: view}
`,
  {
    allow: new Map([
      ["archive", "old"],
      ["access.opened", "9"],
      ["access.windows", "9"],
    ]),
  },
);

/** The same without what no endpoint can take back: an archive and an invite. */
export const reversible = scenario(
  "reversible",
  mixed.seed,
  (mixed.text ?? "")
    .replace("  old: {state: absent}\n", "")
    .replace("      fay@n.example: {role: view}\n", ""),
  mixed.options,
);
