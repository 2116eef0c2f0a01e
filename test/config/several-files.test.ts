import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { presentIn } from "../../src/model/state/desired-state.js";
import { nested } from "../support/nested-workspace.js";

const parse = (...texts: string[]) =>
  parseConfig(texts.map((text, i) => ({ filename: `${"abc"[i]}/f.yaml`, text: `version: 1\n${text}` })));

const codes = (...texts: string[]) =>
  parse(...texts).diagnostics.map((d) => `${d.range?.filename}:${d.range?.start.line} ${d.code}`);

describe("several files", () => {
  it("are one: workspaces, templates and variables by name, protect and expect added up", () => {
    const { desired, diagnostics } = parse(
      `organization: {id: org_1}
protect: [v]
variables: {x: {default: ws_1}}
templates: {t: {groups: {A: {precedence: 1}}}}
workspaces: {v: {extends: [t]}}`,
      `protect: [w]
workspaces: {w: {extends: [t], id: "$${"{var.x}"}"}}
expect: [{workspace: v, attribute: a, never: [x]}]`,
    );
    expect(diagnostics).toEqual([]);
    expect(desired && { ...desired, workspaces: presentIn(desired.workspaces).map(nested) }).toMatchObject({
      organization: { id: "org_1" },
      protect: ["v", "w"],
      workspaces: [
        { name: "v", groups: [{ name: "A" }] },
        { name: "w", id: "ws_1", groups: [{ name: "A" }] },
      ],
      expect: [{ workspace: "v" }],
    });
  });

  it("may repeat a setting, and may not disagree", () => {
    const head = "organization: {id: org_1, name: N}";
    expect(codes(`${head}\nservice: {region: eu}`, "organization: {name: N, id: org_1}")).toEqual([]);
    expect(codes(head, "organization: {id: org_2}")).toEqual(["b/f.yaml:2 conflicting-setting"]);
    expect(codes(`${head}\ndata_model: ../m`, "data_model: ../m")).toEqual([]);
    expect(codes(`${head}\ndata_model: m`, "data_model: m")).toEqual(["b/f.yaml:2 conflicting-setting"]);
    expect(codes(`${head}\ntemplates: {t: {}}`, "templates: {t: {exact: {groups: true}}}")).toEqual([
      "b/f.yaml:2 conflicting-setting",
    ]);
  });

  it("cannot share a workspace: both places are named", () => {
    const { diagnostics } = parse("organization: {id: org_1}\nworkspaces: {w: {}}", "workspaces: {w: {}}");
    expect(diagnostics.map((d) => [d.code, d.range?.filename])).toEqual([
      ["duplicate-workspace", "b/f.yaml"],
    ]);
    expect(diagnostics[0]?.detail).toContain("a/f.yaml, line 3, column 14");
  });

  it("are checked each, and not for what a broken one may hold", () => {
    expect(
      codes("organization: {id: org_1}\nworkspaces: {w: {extends: [t], ids: 1}}", "templates: {t: {"),
    ).toEqual(["a/f.yaml:3 unknown-key", "b/f.yaml:2 yaml-syntax"]);
  });

  it("each need a version", () => {
    const { diagnostics } = parseConfig([
      { filename: "a", text: "version: 1\norganization: {id: org_1}" },
      { filename: "b", text: "protect: []" },
    ]);
    expect(diagnostics.map((d) => [d.code, d.range?.filename])).toEqual([["missing-key", "b"]]);
  });

  it("are at least one", () => {
    expect(parseConfig([]).diagnostics.map((d) => d.code)).toEqual(["file-not-found"]);
  });
});
