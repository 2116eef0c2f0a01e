import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

const schema: unknown = JSON.parse(readFileSync("schemas/orgform.schema.json", "utf8"));

/** Every key of the file that some object of the schema describes, with its own schema. */
function keysOf(node: unknown, path = "#"): [string, Record<string, unknown>][] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]): [string, Record<string, unknown>][] => {
    const here = `${path}/${key}`;
    const own = key === "properties" ? Object.entries<Record<string, unknown>>(value) : [];
    return [
      ...own.map(([k, v]): [string, Record<string, unknown>] => [`${here}/${k}`, v]),
      ...keysOf(value, here),
    ];
  });
}

it("describes every key", () => {
  const defs = (schema as { $defs: Record<string, Record<string, unknown>> }).$defs;
  // What a key excludes is `false` below `then` or `else`.
  const undescribed = keysOf(schema)
    .filter(([path, own]) => !path.includes("/not/") && (own as unknown) !== false)
    .filter(([, { description, $ref }]) => {
      const target = typeof $ref === "string" ? defs[$ref.split("/").at(-1) ?? ""] : undefined;
      return description === undefined && target?.description === undefined;
    });
  expect(keysOf(schema).length).toBeGreaterThan(60);
  expect(undescribed).toEqual([]);
});

const nodes = (node: unknown): Record<string, unknown>[] =>
  typeof node !== "object" || node === null
    ? []
    : [
        node as Record<string, unknown>,
        ...Object.entries(node).flatMap(([key, inner]) => (key === "if" ? [] : nodes(inner))),
      ];

it("has patterns that every language takes (JSON Schema 2020-12, section 6.4)", () => {
  const all = readdirSync("schemas").filter((name) => name.endsWith(".json"));
  const patterns = all
    .flatMap((name) => nodes(JSON.parse(readFileSync(`schemas/${name}`, "utf8"))))
    .flatMap(({ pattern }) => (typeof pattern === "string" ? [pattern] : []));
  // No classes of Unicode, code points in braces, look-around, references, or names of groups.
  const unportable = /\\[pPukKbB1-9]|\(\?(?!:)/;
  expect(patterns.length).toBeGreaterThan(15);
  expect(patterns.filter((pattern) => unportable.test(pattern))).toEqual([]);
});

it("says in words what a pattern means", () => {
  const patterns = nodes(schema).filter(({ pattern }) => typeof pattern === "string");
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter(({ $comment }) => typeof $comment !== "string")).toEqual([]);
});

/** What editors complete: keys and values that a schema says positively, also those in the `if` of a condition. */
function offered(node: unknown, key: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const defs = (schema as { $defs: Record<string, unknown> }).$defs;
  const {
    properties,
    required = [],
    ...rest
  } = node as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const { if: condition, $ref, allOf, anyOf, oneOf } = rest as Record<string, unknown>;
  const target = typeof $ref === "string" ? defs[$ref.split("/").at(-1) ?? ""] : undefined;
  const inner = [condition, target, allOf, anyOf, oneOf].flat().flatMap((part) => offered(part, key));
  return [
    ...(properties?.[key] === undefined ? [] : [properties[key]]),
    ...(required.includes(key) && properties?.[key] === undefined ? ["required alone"] : []),
    ...inner,
  ];
}

it.each(["workspace", "attribute", "group"])("lets no editor complete a tombstone in a %s", (name) => {
  const defs = (schema as { $defs: Record<string, Record<string, unknown>> }).$defs;
  // An editor that finds `absent` as the only value of the key inserts it with the key.
  expect(offered(defs[name], "state")).toEqual([{ $ref: "#/$defs/state" }]);
  expect(defs.state).toMatchObject({ default: "present", enum: ["present", "absent"] });
});

it("allows every key of the whole file", () => {
  const text = `
version: 1
organization: {id: org_123, name: Northwind}
service: {base_url: "https://api.example.com/v2"}
variables: {env: {default: prod, description: suffix}}
protect: ["northwind-prod", "*/groups/All Users/**"]
limits: {delete: {count: 20, percent: 25}, access: {opened: 0}}
templates: {standard: {extends: [], provision_by_default: true, attributes: {}, groups: {}, precedence_order: [], members: {}, exact: {}}}
workspaces:
  w:
    extends: [standard]
    id: ws_1
    state: present
    provision_by_default: false
    attributes: {region: {state: present, data_type: string, label: Region, required: true}}
    groups:
      All Users: {values: {region: no-access}}
      Sales West: {state: present, previously: [Sales], values: {region: west}, members: [ada@northwind.example]}
    precedence_order: [Sales West]
    members: {ada@northwind.example: {role: explore, values: {region: emea}}}
    exact: {attributes: true, groups: true}
expect:
  - {workspace: w, member: ada@northwind.example, attribute: region, is: emea}
  - {workspace: w, attribute: region, never: [emea], except_groups: [All Users]}
checks: {mfa: warn, email_verified: "off", email_domains: [northwind.example], identity_providers: [Okta, Entra], invite_age_days: 14, organization_admins: {max: 5}}
data_model: ../model
warehouse_sign_in:
  tenant_id: 72f988bf-86f1-41af-91ab-2d7cd011db47
  application: {name: Analytics, id_uri: "https://northwind.example/a", client_id: 72f988bf-86f1-41af-91ab-2d7cd011db47, token_version: 2, verified_domains: [northwind.example]}
  app_url: https://northwind.example.com
  warehouse: {account_url: "https://x.example.com", integration_name: ENTRA, user_mapping: login_name}
  roles: [{name: ANALYST, consent: admin, display_name: Analyst, description: Reads the marts, scope_id: 72f988bf-86f1-41af-91ab-2d7cd011db47, app_role_id: 72f988bf-86f1-41af-91ab-2d7cd011db47}]
  client_secret: {expires_on: 2027-01-31}
`;
  expect(parseConfig([{ filename: "a", text }]).diagnostics).toEqual([]);
});

it.each([
  ["tenant_id: nope", "invalid-value"],
  ["client_secret: {value: hunter2, expires_on: 2027-01-31}", "unknown-key"],
  ["client_secret: {expires_on: 2027-02-30}", "value-format"],
  ["app_url: http://northwind.example", "invalid-value"],
  ["roles: []", "invalid-value"],
])("refuses a sign-in with %s", (line, code) => {
  const lines = [
    "tenant_id: 72f988bf-86f1-41af-91ab-2d7cd011db47",
    "application: {name: A, id_uri: api://a}",
    "app_url: https://northwind.example",
    "warehouse: {account_url: https://x.example, integration_name: E}",
    "roles: [{name: R}]",
  ].filter((l) => l.split(":")[0] !== line.split(":")[0]);
  const text = `version: 1\norganization: {id: org_1}\nwarehouse_sign_in:\n${[...lines, line].map((l) => `  ${l}\n`).join("")}`;
  expect(parseConfig([{ filename: "a", text }]).diagnostics.map((d) => d.code)).toEqual([code]);
});

it.each([
  "token: hunter2",
  "ORGFORM_TOKEN: 'hunter2'",
  "variables: {a: 1}\napi_key: [hunter2",
  "workspaces: {w: {groups: {G: {password: hunter2}}}}",
  "service: {base_url: 'https://ada:hunter2@northwind.example'}",
  'service: {"base_url": "http://ada:hunter2@northwind.example/x", regio: eu}',
])("repeats no secret that stands in the file by mistake: %s", (line) => {
  const { diagnostics } = parseConfig([
    { filename: "a", text: `version: 1\norganization: {id: o}\n${line}\n` },
  ]);
  expect(diagnostics).not.toEqual([]);
  expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
});
