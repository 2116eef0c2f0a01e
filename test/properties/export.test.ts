import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exportFile } from "../../src/commands/file/export.js";
import { parseConfig } from "../../src/config/config.js";
import { testContext } from "../support/context.js";
import { openSandbox } from "../support/open-sandbox.js";
import { clientOf, planAgainst } from "../support/plan-against.js";
import { organizations } from "../support/worlds/organizations.js";

/** More organizations, where time does not matter: `EXPORT_RUNS=5000`. */
const RUNS = Number(process.env.EXPORT_RUNS ?? 40);

describe("an exported organization", () => {
  it(
    `plans to nothing, whatever its names and values hold (${RUNS} organizations)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(organizations, async (seed) => {
          const sandbox = openSandbox({ seed });
          try {
            const { context, stdout } = testContext({ sandbox });
            expect(await exportFile(context, {})).toBe("ok");
            const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text: stdout() }]);
            if (desired === null) throw new Error(JSON.stringify(diagnostics));
            const plan = await planAgainst(clientOf(sandbox), desired);
            expect(plan).toMatchObject({
              outcome: "ok",
              resource_changes: [],
              access_changes: [],
              unsupported: [],
              deferred: [],
            });
            expect(plan.unmanaged.filter(({ address }) => !address.includes("@localhost"))).toEqual([]);
            expect(stdout()).not.toMatch(/join\/|invite_url/);
          } finally {
            await sandbox.close();
          }
        }),
        { numRuns: RUNS },
      );
    },
    60_000 + RUNS * 50,
  );
});
