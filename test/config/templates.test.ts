import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { BOUNDS } from "../../src/config/text/bounds.js";
import { locateDiagnostics } from "../../src/config/text/location.js";
import { presentIn } from "../../src/model/state/desired-state.js";
import { nested } from "../support/nested-workspace.js";

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const HEAD = "version: 1\norganization: {id: org_1}\n";
const parse = (text: string) => parseConfig([{ filename: "a.yaml", text: HEAD + text }]);

describe("extends", () => {
  it("merges maps, overrides text and lists, and lets later templates and the workspace win", () => {
    const { desired, diagnostics } = parse(`templates:
  base:
    attributes: {region: {data_type: string, label: Region}}
    groups:
      A: {precedence: 1, values: {region: base}, members: [ada@b.example, bob@b.example]}
      Old: {precedence: 9}
  second:
    extends: [base]
    groups: {A: {precedence: 2}}
  third:
    groups: {A: {precedence: 3, values: {tier: gold}}}
workspaces:
  w:
    extends: [second, third]
    attributes: {region: {label: Where}}
    groups: {A: {members: [eve@b.example]}, Old: {state: absent}}`);
    expect(diagnostics).toEqual([]);
    expect(presentIn(desired?.workspaces).map(nested)).toEqual([
      {
        name: "w",
        state: "present",
        attributes: [
          { name: "region", state: "present", data_type: "string", label: "Where", required: false },
        ],
        groups: [
          {
            name: "A",
            state: "present",
            precedence: 3,
            previously: [],
            values: [
              { attribute: "region", value: "base" },
              { attribute: "tier", value: "gold" },
            ],
            members: [{ email: "eve@b.example", display_email: "eve@b.example" }],
          },
          { name: "Old", state: "absent" },
        ],
        exact: { attributes: false, groups: false, members: false },
      },
    ]);
  });

  it("knows people by their address in any letter case", () => {
    const { desired, diagnostics } = parse(`templates: {t: {members: {Ada@B.example: {role: view}}}}
workspaces: {w: {extends: [t], members: {ada@b.example: {role: explore}}}}`);
    expect(diagnostics).toEqual([]);
    expect(presentIn(desired?.workspaces).map(nested)[0]).toMatchObject({
      members: [{ email: "ada@b.example", display_email: "ada@b.example", role: "explore" }],
    });
  });

  it("lets a workspace take up again what a template declares absent", () => {
    const { desired } = parse(`templates: {t: {groups: {A: {state: absent}}}}
workspaces: {w: {extends: [t], groups: {A: {precedence: 1}}}}`);
    expect(presentIn(desired?.workspaces).map(nested)[0]).toMatchObject({
      groups: [{ name: "A", state: "present", precedence: 1 }],
    });
  });

  it("reports a wrong value at the template's line, once however many workspaces take it", () => {
    const { diagnostics } = parse(`templates:
  t:
    attributes: {n: {data_type: number}}
    groups: {A: {values: {n: many}}}
workspaces:
  v: {extends: [t]}
  w: {extends: [t], groups: {A: {values: {other: x}}}}`);
    expect(diagnostics.map((d) => [d.code, d.range?.start.line, d.address])).toEqual([
      ["value-format", 6, "v/groups/A/values/n"],
    ]);
  });

  it("finds an address in the template that gives it, and its nearest ancestor otherwise", () => {
    const { locate } = parse(`templates:
  t:
    groups: {A: {values: {n: x}, members: [Ada@b.example]}}
workspaces:
  w: {extends: [t], groups: {B: {}}, members: {Bob@b.example: {}}}`);
    const at = (address: string) => {
      const { line, column } = locate(address)?.range.start ?? { line: 0, column: 0 };
      return `${line}:${column}`;
    };
    expect(at("w/groups/A/values/n")).toBe("5:27");
    expect(at("w/groups/A/members/ada@b.example")).toBe("5:44");
    expect(at("w/groups/B")).toBe("7:30");
    expect(at("w/members/bob@b.example/values/n")).toBe("7:48");
    expect(at("w/attributes/n")).toBe("7:3");
    expect(locate("elsewhere")).toBeUndefined();
  });

  it.each([
    ["itself", "{a: {extends: [a]}}"],
    ["in a circle", "{a: {extends: [b]}, b: {extends: [c]}, c: {extends: [a]}}"],
  ])("refuses a template that extends %s", (_name, templates) => {
    const { diagnostics } = parse(`templates: ${templates}`);
    expect(new Set(diagnostics.map((d) => d.code))).toEqual(new Set(["unknown-template"]));
  });

  it("follows chains up to a bound, in whatever order they stand", () => {
    const chain = (length: number) =>
      times(length, (i) => `  t${i}: {extends: [${i === 0 ? "" : `t${i - 1}`}], groups: {g${i}: {}}}`);
    const codes = (lines: string[]) =>
      new Set(parse(`templates:\n${lines.join("\n")}`).diagnostics.map((d) => d.code));
    expect(codes(chain(40))).toEqual(new Set());
    expect(codes(chain(40).reverse())).toEqual(new Set());
    expect(codes(chain(100))).toContain("file-too-large");
    expect(codes(chain(300).reverse())).toContain("file-too-large");
  });

  it("takes as many nodes as the bound for all workspaces together, and no more", () => {
    const workspaces = (n: number) =>
      times(n, (i) => `  w${i}: {extends: [t], groups: {own: {}}}`).join("\n");
    const members = times(90, (i) => `m${i}@b.example`).join(", ");
    const of = (n: number) =>
      parseConfig(
        [
          {
            filename: "a.yaml",
            text: `${HEAD}templates: {t: {groups: {all: {members: [${members}]}}}}\nworkspaces:\n${workspaces(n)}`,
          },
        ],
        {},
        { bounds: { ...BOUNDS, templatedNodes: 1_000 } },
      ).diagnostics.map(({ code, range }) => [code, range?.start.line]);
    expect(of(10)).toEqual([]);
    expect(of(11)).toEqual([["file-too-large", 15]]);
  });
});

describe("places of what comes later", () => {
  const config = parse("workspaces:\n  w: {groups: {A: {}}}\nwarehouse_sign_in:\n  roles: [{name: R}]\n");

  it("are added to diagnostics that only have an address", () => {
    const base = { severity: "warning", code: "unsupported", summary: "s", detail: "d" } as const;
    const [inFile, elsewhere] = locateDiagnostics(config, [
      { ...base, address: "w/groups/A/members/x@b.example" },
      { ...base, address: "v" },
    ]);
    expect(inFile).toMatchObject({
      range: { start: { line: 4, column: 16 } },
      snippet: { highlight_start_offset: 15 },
    });
    expect(elsewhere).toEqual({ ...base, address: "v" });
  });

  it("are found by path too", () => {
    const place = config.locatePath(["warehouse_sign_in", "roles", 0, "name"]);
    expect(place?.range.start).toMatchObject({ line: 6, column: 12 });
    expect(config.locatePath(["warehouse_sign_in", "roles", 7])).toBeUndefined();
  });
});
