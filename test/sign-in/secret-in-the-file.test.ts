import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";
import { BLOCK } from "./block.js";

// The file says when a client secret ends. Sooner or later somebody writes the secret itself there.
const SECRET = "x8Q~from-the-file";

const { client_secret: _, ...OTHERS } = BLOCK;
const FILE = `${stringify({ version: 1, organization: { id: "org_northwind" }, warehouse_sign_in: OTHERS })}  client_secret: {expires_on: 2099-01-01}
`;

describe.each([
  ["as a text", `client_secret: ${SECRET}`],
  ["under a key", `client_secret: {value: ${SECRET}}`],
  ["under a key on its own line", `client_secret:\n    value: ${SECRET}`],
  ["as the day", `client_secret: {expires_on: ${SECRET}}`],
  ["in quotes that do not end", `client_secret: "${SECRET}`],
])("a secret in the file, %s", (_, written) => {
  it.each([
    "validate",
    "validate --format json",
    "validate --format sarif",
    "sign-in check --manifest m.json",
    "plan --sandbox",
  ])("is an error that does not repeat it: %s", async (line) => {
    const folder = await openFolder();
    const text = FILE.replace(/client_secret: .*/, written);
    expect(text).toContain(SECRET);
    await folder.write("orgform.yaml", text);
    await folder.write("m.json", "{}");
    const { exitCode, stdout, stderr } = await orgform(line.split(" "), { cwd: folder.path("") });
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain("orgform.yaml");
    expect(stdout + stderr).not.toContain(SECRET);
  });
});
