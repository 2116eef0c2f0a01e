import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { runOf } from "../../src/apply/receipt.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { openSandbox } from "../support/open-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { receiptText, run } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { desiredOf, plainWorlds, seedOf } from "../support/worlds/plain-world.js";

it("undo brings the organization back to where it was, and then has nothing left to do", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "orgform-undo-"));
  try {
    for (const [from, to] of fc.sample(fc.tuple(plainWorlds, plainWorlds), { numRuns: 6, seed: 11 })) {
      const sandbox = openSandbox({ seed: seedOf(from) });
      const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
      try {
        const start = withoutIds(sandbox.state());
        const client = clientOf(sandbox);
        const plan = await planAgainst(client, desiredOf(to));
        const [, ...events] = await applyAgainst(client, plan);
        writeFileSync(join(cwd, "receipt.jsonl"), receiptText(runOf(plan, run()), events));

        const flags = ["--auto-approve", "--allow", "access.opened=99", "--allow", "access.windows=99"];
        const limits = ["--allow", "delete.group_value=99", "--allow", "delete.group_membership=99"];
        const undone = await orgform(
          ["undo", "receipt.jsonl", ...flags, ...limits, "--allow", "delete.member_value=99"],
          { cwd, env },
        );
        expect(undone.exitCode, undone.stdout + undone.stderr).toBe(0);
        expect(withoutIds(sandbox.state())).toEqual(start);
      } finally {
        await sandbox.close();
      }
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});

/** A world by its names alone, rows in a fixed order. */
function withoutIds(state: Required<SandboxSeed>): unknown {
  return JSON.parse(
    JSON.stringify(state.workspaces, (key, value: unknown) => {
      if (key === "id" || key === "created_date") return undefined;
      if (Array.isArray(value))
        return value
          .map((v) => JSON.stringify(v))
          .sort()
          .map((v) => JSON.parse(v));
      return value;
    }),
    (_key, value: unknown) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
}
