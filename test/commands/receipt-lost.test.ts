import { renameSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
workspaces: {prod: {groups: {A: {precedence: 1}}}}
`;
const APPLY = ["apply", "--auto-approve", "--receipt", "out/receipt.json"];

it.each([
  ["json", [...APPLY, "--format", "json"]],
  ["text", APPLY],
])(
  "a receipt that cannot be written any more makes the run an error, in %s as in the exit code",
  async (format, args) => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", FILE);
    await mkdir(folder.path("out"));
    const sandbox = await startSandbox({
      seed: { workspaces: [{ name: "prod" }] },
      onEffect() {
        renameSync(folder.path("out"), folder.path("moved"));
        writeFileSync(folder.path("out"), "");
      },
    });
    onTestFinished(() => sandbox.close());
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    const { exitCode, stdout } = await orgform(args, { env, cwd: folder.path("") });
    expect(exitCode).toBe(1);
    expect(stdout).toContain("out/receipt.json cannot be written");
    expect(sandbox.state().workspaces[0]?.groups?.map(({ name }) => name)).toEqual(["A"]);
    if (format === "json") {
      const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
      expect(last).toMatchObject({ type: "apply_summary", outcome: "error", steps: { done: 1 } });
    }
  },
);
