import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";

it.each(["invites: {}", "invitations: [eve@northwind.example]"])(
  "`%s` is answered with `members`",
  (line) => {
    const text = `version: 1\norganization: {id: org_1}\nworkspaces:\n  prod:\n    ${line}\n`;
    const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
    expect(diagnostics).toMatchObject([
      {
        code: "unknown-key",
        detail: expect.stringContaining("Write the people under `members`: an apply invites"),
      },
    ]);
  },
);
