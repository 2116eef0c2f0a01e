import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { formatConfig } from "../../src/config/print/format-config.js";
import { printConfig } from "../../src/config/print/print-config.js";
import type { StateWithoutRules } from "../../src/model/state/desired-state.js";
import { flat } from "../support/nested-workspace.js";
import { exportedStates } from "./exported-states.js";

const EMPTY: StateWithoutRules = { organization: { id: "org_1" }, service: {}, workspaces: [] };

/** A workspace that the file has nothing else of. */
const bare = (name: string) =>
  flat({ name, state: "present", exact: { attributes: false, groups: false, members: false } });

const read = (text: string) => parseConfig([{ filename: "orgform.yaml", text }]);

it("prints what an export says so that it reads back as the same", () => {
  fc.assert(
    fc.property(exportedStates, (desired) => {
      const { desired: again, diagnostics } = read(printConfig(desired, { schema: "x.json" }));
      expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
      expect(again).toMatchObject(desired);
    }),
    { numRuns: 300 },
  );
});

it("prints text that formatting leaves as it is", () => {
  fc.assert(
    fc.property(exportedStates, (desired) => {
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
  const workspaces = names.map(bare);
  const text = printConfig({ ...EMPTY, workspaces });
  for (const name of names) expect(text).toContain(`  "${name}": {}`);
});

it("quotes what would be taken for a slip", () => {
  const names = ["“A”", "\u00a0B", "C:\u00a0D", "‘E’", "’s-Hertogenbosch"];
  const workspaces = names.map(bare);
  expect(read(printConfig({ ...EMPTY, workspaces })).desired?.workspaces.map(({ name }) => name)).toEqual(
    names.toSorted(),
  );
});
