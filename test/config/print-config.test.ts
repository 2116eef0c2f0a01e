import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { formatConfig } from "../../src/config/print/format-config.js";
import { printConfig } from "../../src/config/print/print-config.js";
import { DEFAULT_LIMITS, type DesiredState } from "../../src/model/state/desired-state.js";
import { flat } from "../support/nested-workspace.js";
import { arbitraryDesiredState } from "./arbitrary-desired-state.js";

const EMPTY: DesiredState = {
  organization: { id: "org_1" },
  service: {},
  workspaces: [],
  protect: [],
  limits: DEFAULT_LIMITS,
  expect: [],
};

const read = (text: string) => parseConfig([{ filename: "orgform.yaml", text }]);

it("prints any desired state so that it reads back as the same", () => {
  fc.assert(
    fc.property(arbitraryDesiredState, (desired) => {
      const { desired: again, diagnostics } = read(printConfig(desired, { schema: "x.json" }));
      expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
      expect(again).toEqual(desired);
    }),
    { numRuns: 300 },
  );
});

it("prints text that formatting leaves as it is", () => {
  fc.assert(
    fc.property(arbitraryDesiredState, (desired) => {
      const text = printConfig(desired);
      expect(formatConfig(text, "a").text).toBe(text);
    }),
    { numRuns: 100 },
  );
});

it("shows what cannot be seen as escapes", () => {
  const name = "a\u202eb\u0085\u001b[31m\u2028";
  const text = printConfig({ ...EMPTY, organization: { id: "org_1", name } });
  expect(text).toContain('"a\\u202eb\\u0085\\e[31m\\u2028"');
  expect(formatConfig(text, "a").text).toBe(text);
  expect(read(text).desired?.organization.name).toBe(name);
});

it("quotes what other readers of YAML take for something else", () => {
  const names = ["<<", "yes", "null", "1.50", "true", "~"];
  const workspaces = names.map((name) => ({ name, state: "absent" as const }));
  const text = printConfig({ ...EMPTY, workspaces });
  for (const name of names) expect(text).toContain(`  "${name}": {state: absent}`);
});

it("quotes what would be taken for a slip", () => {
  const names = ["“A”", "\u00a0B", "C:\u00a0D", "‘E’", "’s-Hertogenbosch"];
  const workspaces = names.map((name) => ({ name, state: "absent" as const }));
  expect(read(printConfig({ ...EMPTY, workspaces })).desired?.workspaces.map(({ name }) => name)).toEqual(
    names.toSorted(),
  );
});

it("prints settings, expectations, checks and the sign-in", () => {
  const desired: DesiredState = {
    organization: { id: "org_1" },
    service: {},
    workspaces: [
      flat({
        name: "w",
        state: "present",
        groups: [
          { name: "A", state: "present", previously: [] },
          { name: "B", state: "present", previously: [] },
        ],
        precedence_order: ["B", "A"],
        exact: { attributes: false, groups: false, members: false },
      }),
    ],
    protect: ["w/**"],
    limits: DEFAULT_LIMITS,
    expect: [
      { kind: "is", workspace: "w", member: "ada@northwind.example", attribute: "region", is: "1.50" },
      { kind: "never", workspace: "w", attribute: "region", never: ["yes"], except_groups: ["B"] },
    ],
    checks: {
      mfa: { severity: "error" },
      email_verified: { severity: "off" },
      email_domains: { allowed: ["northwind.example"], severity: "error" },
      identity_providers: { allowed: ["Okta"], severity: "warn" },
      organization_admins: { max: 5, severity: "warn" },
    },
    data_model: "../model",
    data_model_written: "../model",
    warehouse_sign_in: {
      tenant_id: "72f988bf-86f1-41af-91ab-2d7cd011db47",
      application: {
        name: "Analytics",
        id_uri: "https://northwind.example/a",
        client_id: "8f3c0000-0000-4000-8000-000000000000",
        token_version: 2,
        verified_domains: ["northwind.example"],
      },
      app_url: "https://app.northwind.example",
      warehouse: {
        account_url: "https://x.example",
        integration_name: "ENTRA",
        user_mapping: "email_address",
      },
      roles: [{ name: "ANALYST", consent: "user", display_name: "A", description: "B" }],
      client_secret: { expires_on: "2027-01-31" },
    },
  };
  expect(read(printConfig(desired)).desired).toEqual(desired);
});
