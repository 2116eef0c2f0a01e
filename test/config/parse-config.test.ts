import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { DEFAULT_LIMITS } from "../../src/model/state/desired-state.js";
import { flat, type NestedWorkspace, nested } from "../support/nested-workspace.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";

const parse = (text: string, values = {}) => parseConfig([{ filename: "team/orgform.yaml", text }], values);

/** The one workspace of a file that must be valid, with these warnings. */
function workspaceOf(lines: string, values = {}, warnings: readonly string[] = []): NestedWorkspace {
  const { desired, diagnostics } = parse(`${HEAD}${lines}`, values);
  expect(diagnostics.map(({ code }) => code)).toEqual(warnings);
  const [workspace] = desired?.workspaces ?? [];
  if (workspace?.state !== "present") throw new Error("no workspace");
  return nested(workspace);
}

const valuesOf = (workspace: NestedWorkspace, index = 0) => {
  const group = workspace.groups?.[index];
  return group?.state === "present"
    ? Object.fromEntries((group.values ?? []).map((v) => [v.attribute, v.value]))
    : {};
};

describe("the desired state", () => {
  it("fills in what the file leaves out, and nothing that means something when absent", () => {
    expect(parse(HEAD).desired).toEqual({
      organization: { id: "org_1" },
      service: {},
      workspaces: [],
      protect: [],
      limits: DEFAULT_LIMITS,
      expect: [],
    });
    expect(workspaceOf("workspaces: {w: {}}")).toEqual({
      name: "w",
      state: "present",
      exact: { attributes: false, groups: false, members: false },
    });
  });

  it("tells absent from empty", () => {
    const { groups } = workspaceOf("workspaces: {w: {groups: {A: {}, B: {values: {}, members: []}}}}");
    expect(groups).toEqual([
      { name: "A", state: "present", previously: [] },
      { name: "B", state: "present", previously: [], values: [], members: [] },
    ]);
  });

  it("keeps the text of values exactly as the file writes it", () => {
    const big = "123456789012345678901234567890";
    const text = `workspaces: {w: {groups: {A: {values: {a: 1.50, b: yes, c: 0x10, d: 2026-03-31, e: ${big}, f: true, g: "null", h: .inf, i: ' x', j: 1e999}}}}}`;
    expect(valuesOf(workspaceOf(text, {}, ["value-blanks"]))).toEqual({
      a: "1.50",
      b: "yes",
      c: "0x10",
      d: "2026-03-31",
      e: big,
      f: "true",
      g: "null",
      h: ".inf",
      i: " x",
      j: "1e999",
    });
  });

  it("takes names as text, whatever YAML makes of them", () => {
    const text = "workspaces: {w: {groups: {1.50: {}, yes: {}, null: {}, __proto__: {}, constructor: {}}}}";
    expect(workspaceOf(text).groups?.map((g) => g.name)).toEqual([
      "1.50",
      "__proto__",
      "constructor",
      "null",
      "yes",
    ]);
    expect(Object.prototype).not.toHaveProperty("state");
  });

  it("compares people by one form of their address and shows the file's", () => {
    const { groups, members } = workspaceOf(
      "workspaces: {w: {groups: {A: {members: [Zoe@B.example, ada@b.example]}}, members: {Zoe@B.example: {role: view}}}}",
    );
    expect(groups?.[0]).toMatchObject({
      members: [
        { email: "ada@b.example", display_email: "ada@b.example" },
        { email: "zoe@b.example", display_email: "Zoe@B.example" },
      ],
    });
    expect(members).toEqual([{ email: "zoe@b.example", display_email: "Zoe@B.example", role: "view" }]);
  });

  it("keeps the order of precedence_order and takes groups without a number", () => {
    const { precedence_order } = workspaceOf(
      "workspaces: {w: {groups: {A: {}, B: {}}, precedence_order: [B, A]}}",
    );
    expect(precedence_order).toEqual(["B", "A"]);
  });

  it("knows tombstones of workspaces, attributes and groups", () => {
    const text = `${HEAD}workspaces:
  gone: {state: absent, id: ws_1}
  here: {attributes: {a: {state: absent}}, groups: {B: {state: absent}}}`;
    expect(parse(text).desired?.workspaces).toEqual([
      { name: "gone", state: "absent", id: "ws_1" },
      flat({
        name: "here",
        state: "present",
        attributes: [{ name: "a", state: "absent" }],
        groups: [{ name: "B", state: "absent" }],
        exact: { attributes: false, groups: false, members: false },
      }),
    ]);
  });

  it("gives checks their long form", () => {
    const text = `${HEAD}checks: {mfa: warn, email_verified: {severity: error}, email_domains: [b.example], identity_providers: {allowed: [Okta], severity: error}, invite_age_days: 14, organization_admins: {max: 5}}`;
    expect(parse(text).desired?.checks).toEqual({
      mfa: { severity: "warn" },
      email_verified: { severity: "error" },
      email_domains: { allowed: ["b.example"], severity: "warn" },
      identity_providers: { allowed: ["Okta"], severity: "error" },
      invite_age_days: { max: 14, severity: "warn" },
      organization_admins: { max: 5, severity: "warn" },
    });
  });

  it("finds the data model beside the file that names it", () => {
    expect(parse(`${HEAD}data_model: ../model`).desired?.data_model).toBe("model");
    expect(parse(`${HEAD}data_model: /srv/model`).desired?.data_model).toBe("/srv/model");
  });

  it("is the same whatever the order of keys", () => {
    const parts = ["version: 1", "organization: {id: org_1}", "protect: [w]", "checks: {mfa: warn}"];
    const groups = [
      "A: {precedence: 1, values: {y: 1, x: 2}, members: [a@b.example]}",
      "B: {}",
      "All Users: {values: {x: 3}}",
    ];
    const whole = (p: readonly string[], g: readonly string[]) =>
      parse(`${p.join("\n")}\nworkspaces: {w: {groups: {${g.join(", ")}}}}`).desired;
    const expected = whole(parts, groups);
    const shuffled = (list: string[]) => fc.shuffledSubarray(list, { minLength: list.length });
    fc.assert(
      fc.property(shuffled(parts), shuffled(groups), (p, g) => {
        expect(JSON.stringify(whole(p, g)?.workspaces)).toBe(JSON.stringify(expected?.workspaces));
        expect(whole(p, g)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe("anchors", () => {
  it("repeat what they name, merge by <<, and x- keys are not looked into", () => {
    const { groups } = workspaceOf(`x-values: &v {region: west, tier: 1.50}
x-anything: {a: , "b\${": 1}
workspaces:
  w:
    groups:
      A: {values: *v}
      B: {values: {<<: *v, region: east}}
      "<<": {}`);
    expect(groups?.map((g) => g.name)).toEqual(["<<", "A", "B"]);
    expect(groups?.slice(1).map((g) => g.state === "present" && g.values)).toEqual([
      [
        { attribute: "region", value: "west" },
        { attribute: "tier", value: "1.50" },
      ],
      [
        { attribute: "region", value: "east" },
        { attribute: "tier", value: "1.50" },
      ],
    ]);
  });

  it("mean the nearest one above of their name", () => {
    const text = "workspaces: {w: {groups: {A: {values: {a: &v 1, b: *v, c: &v 2, d: *v}}}}}";
    expect(valuesOf(workspaceOf(text))).toEqual({ a: "1", b: "1", c: "2", d: "2" });
  });
});

describe("variables", () => {
  const ref = (name: string) => ["$", `{var.${name}}`].join("");
  const file = `variables: {env: {default: 1.50}}
workspaces: {w: {id: "ws-${ref("env")}", groups: {A: {values: {a: ${JSON.stringify(ref("env"))}, b: "$${ref("env")}"}}}}}`;

  it("stand in text values, and $$ keeps a reference literal", () => {
    const workspace = workspaceOf(file);
    expect(workspace.id).toBe("ws-1.50");
    expect(valuesOf(workspace)).toEqual({ a: "1.50", b: ref("env") });
  });

  it("come from --var before the environment before the default", () => {
    const environment = { ORGFORM_VAR_env: "from environment" };
    expect(workspaceOf(file, { environment }).id).toBe("ws-from environment");
    expect(workspaceOf(file, { environment, variables: { env: "from flag" } }).id).toBe("ws-from flag");
    // Pipelines write names in capitals.
    expect(workspaceOf(file, { environment: { ORGFORM_VAR_ENV: "from capitals" } }).id).toBe(
      "ws-from capitals",
    );
    expect(workspaceOf(file, { variables: { env: "" } }, ["value-opens"]).id).toBe("ws-");
  });

  it("of the environment are refused where they are empty or there are two, and named where the file has none", () => {
    const codes = (environment: Readonly<Record<string, string>>) =>
      parse(HEAD + file, { environment }).diagnostics.map(({ code, severity, summary }) => [
        code,
        severity,
        summary,
      ]);
    const { diagnostics } = parse(HEAD + file, { environment: { ORGFORM_VAR_env: "" } });
    // No `--var env=`: the command line refuses it.
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        severity: "error",
        summary: "ORGFORM_VAR_env is set and empty",
        detail: expect.stringMatching(/Give it a value, or unset it for the default\.$/),
      }),
    );
    expect(codes({ ORGFORM_VAR_ENV: "a", ORGFORM_VAR_Env: "b" })).toContainEqual([
      "unknown-variable",
      "error",
      'The variable "env" has two values',
    ]);
    expect(codes({ ORGFORM_VAR_envv: "a" })).toEqual([
      ["unknown-variable", "warning", "ORGFORM_VAR_envv sets no variable of the file"],
    ]);
  });

  it("are never syntax, and never substituted again", () => {
    const text = `}, "x": [${ref("env")}`;
    expect(workspaceOf(file, { variables: { env: text } }).id).toBe(`ws-${text}`);
  });

  it("stay text where a number belongs, and fit a value that is a number", () => {
    const values = { variables: { n: "7" } };
    const declared = `${HEAD}variables: {n: {}}\n`;
    const precedence = parse(
      `${declared}workspaces: {w: {groups: {A: {precedence: "${ref("n")}"}}}}`,
      values,
    );
    expect(precedence.diagnostics.map((d) => d.code)).toEqual(["wrong-type"]);
    const value = parse(
      `${declared}workspaces: {w: {attributes: {a: {data_type: number}}, groups: {A: {values: {a: "${ref("n")}"}}}}}`,
      values,
    );
    expect(value.diagnostics).toEqual([]);
  });

  it("cannot name one another", () => {
    const text = `${HEAD}variables: {a: {default: x}, b: {default: "${ref("a")}"}}`;
    expect(parse(text).diagnostics.map((d) => d.code)).toEqual(["invalid-value"]);
  });
});

it.each([
  ["protect: [prod/gruops/Sales]", "invalid-value"],
  ["protect: ['*/groups/Sales/**', '**', prod, prod/members/*/values/region]", undefined],
  [`variables: {e: {default: x}}\nworkspaces: {'w-\${var.e}': {}}`, "invalid-value"],
  [`workspaces: {'w-\${var.e}': {}, '$\${var.f}': {}}`, undefined],
])("finds what would be passed over: %s", (rest, code) => {
  const text = `version: 1\norganization: {id: o}\n${rest}\n`;
  expect(parseConfig([{ filename: "orgform.yaml", text }]).diagnostics.map((d) => d.code)).toEqual(
    code === undefined ? [] : [code],
  );
});
