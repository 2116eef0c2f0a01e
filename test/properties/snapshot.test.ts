import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { who } from "../../src/commands/access/who.js";
import { CommandError } from "../../src/commands/context/command-error.js";
import type { CommandContext } from "../../src/commands/context/context.js";
import { exportFile } from "../../src/commands/file/export.js";
import { drift } from "../../src/commands/plan/drift.js";
import { plan } from "../../src/commands/plan/plan.js";
import { snapshot } from "../../src/commands/snapshot.js";
import type { SandboxInProcess } from "../../src/sandbox/start-sandbox.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
import { workspaceNamed } from "../support/worlds/organizations.js";

/** More organizations, where time does not matter: `SNAPSHOT_RUNS=200`. */
const RUNS = Number(process.env.SNAPSHOT_RUNS ?? 15);

/** An organization, and another one of the same name whose export is the file. */
const worlds = fc
  .tuple(workspaceNamed("prod"), workspaceNamed("prod"), workspaceNamed("lab"))
  .map(([now, wanted, lab]) => ({
    live: { organization: { id: "org_1", name: "One" }, workspaces: [now, lab] },
    file: { organization: { id: "org_1", name: "One" }, workspaces: [wanted] },
  }));

type Run = (context: CommandContext, live: { readonly live?: string }) => Promise<unknown>;

describe("a snapshot", () => {
  it(
    `stands for the service (${RUNS} organizations)`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "orgform-snapshot-"));
      const [path, file] = [join(folder, "q3.json"), join(folder, "orgform.yaml")];
      await fc.assert(
        fc.asyncProperty(worlds, async ({ live, file: wanted }) => {
          const sandbox = openSandbox({ seed: live });
          const other = openSandbox({ seed: wanted });
          try {
            await writeFile(file, await said(other, (context) => exportFile(context, {})));
            await said(sandbox, (context) => snapshot(context, { out: path, file: [file] }));
            const common = { file: [file], format: "json" as const };
            const member = live.workspaces[0]?.members?.[0]?.email ?? "nobody@northwind.example";
            const commands: Run[] = [
              (context, from) => plan(context, { ...common, ...from }),
              (context, from) => drift(context, { ...common, ...from }),
              (context, from) => who(context, { ...common, ...from }),
              (context, from) => who(context, { ...common, ...from, planned: true }),
              (context, from) => who(context, { ...common, ...from, what: [member] }),
            ];
            for (const run of commands)
              expect(await said(undefined, (context) => run(context, { live: path }))).toEqual(
                await said(sandbox, (context) => run(context, {})),
              );
            // What is exported of it is what is there.
            await writeFile(
              file,
              await said(undefined, (context) => exportFile(context, { live: path, file: [file] })),
            );
            const again = await said(sandbox, (context) => plan(context, common));
            expect(JSON.parse(again)).toMatchObject({ outcome: "ok", resource_changes: [], unsupported: [] });
          } finally {
            await Promise.all([sandbox.close(), other.close()]);
          }
        }),
        { numRuns: RUNS },
      );
      rmSync(folder, { recursive: true });
    },
    60_000 + RUNS * 500,
  );
});

/** What a command prints but for the moment that it names, or why it ended; without a sandbox there is no token either. */
async function said(
  sandbox: SandboxInProcess | undefined,
  run: (context: CommandContext) => Promise<unknown>,
): Promise<string> {
  const { context, stdout } = testContext(sandbox === undefined ? {} : { sandbox });
  try {
    const outcome = await run(context);
    return stdout().replace(/^ {2}"as_of": \{\n.*\n.*\n {2}\},\n/m, "") || String(outcome);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return JSON.stringify(error.diagnostics);
  }
}
