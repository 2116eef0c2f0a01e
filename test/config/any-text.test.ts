import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { formatConfig } from "../../src/config/print/format-config.js";

const HEAD = "version: 1\norganization: {id: org_1}\n";

it("never throws, whatever the text, and has a desired state exactly when there is no error", () => {
  const sample = `${HEAD}variables: {v: {default: x}}
x-a: &a {region: west}
templates: {t: {groups: {A: {values: {<<: *a}}}}}
workspaces:
  w:
    extends: [t]
    attributes: {region: {data_type: string}}
    groups: {A: {precedence: 1, previously: [B], members: [a@b.example]}}
    precedence_order: []
    members: {a@b.example: {role: view, values: {region: "$${"{var.v}"}"}}}
    exact: {groups: true}
expect: [{workspace: w, member: a@b.example, attribute: region, is: x}]
checks: {mfa: warn, invite_age_days: 14}
warehouse_sign_in: {roles: [{name: A}], client_secret: {expires_on: 2026-01-01}}
`;
  const pieces = [
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "~",
    "null",
    "*a",
    "&a",
    "<<",
    "__proto__",
    "1e999",
    "\n",
    "  ",
    "- ",
    "$" + "{",
    "absent",
    "\u0000",
    "\ud800",
    "!!str ",
  ];
  const edit = fc.record({
    at: fc.nat(sample.length),
    remove: fc.nat(20),
    insert: fc.array(fc.constantFrom(...pieces), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 5 }), (edits) => {
      const text = edits.reduce(
        (t, e) => t.slice(0, e.at) + e.insert.join("") + t.slice(e.at + e.remove),
        sample,
      );
      const { desired, diagnostics } = parseConfig([{ filename: "a", text }]);
      expect(desired === null).toBe(diagnostics.some((d) => d.severity === "error"));
      for (const { summary, range, snippet } of diagnostics) {
        expect(summary).not.toContain("\n");
        if (range && snippet) expect(snippet.highlight_end_offset).toBeLessThanOrEqual(snippet.code.length);
      }
      formatConfig(text, "a");
    }),
    { numRuns: 500 },
  );
});
