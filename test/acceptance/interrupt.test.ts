import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { ORGFORM } from "../support/run-built.js";

it("archives its workspace after Ctrl-C, and says so in the record", async () => {
  const sandbox = await startSandbox({
    seed: { organization: { id: "org_northwind", name: "Northwind" } },
    settings: { latency_ms: 5 },
  });
  const cwd = mkdtempSync(join(tmpdir(), "acceptance-"));
  const run = execa(
    process.execPath,
    [ORGFORM, "acceptance", "--organization", "org_northwind", "--auto-approve"],
    {
      cwd,
      env: { PATH: process.env.PATH ?? "", ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
      extendEnv: false,
      stdin: "ignore",
      reject: false,
    },
  );
  run.stderr.on("data", (text) => {
    if (String(text).includes("group-names-are-kept")) run.kill("SIGINT");
  });
  const { exitCode, stderr } = await run;
  const { workspaces } = sandbox.state();
  await sandbox.close();
  expect(exitCode).toBe(130);
  expect(stderr).toContain("Archived the workspace orgform-acceptance-");
  expect(workspaces.filter(({ archived_at }) => !archived_at)).toEqual([]);
  const { outcome, results } = JSON.parse(readFileSync(join(cwd, "acceptance.json"), "utf8"));
  expect(outcome).toBe("interrupted");
  expect(results.length).toBeGreaterThan(10);
  expect(results.length).toBeLessThan(40);
});
