import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runOf } from "../../src/apply/receipt.js";
import { CommandError } from "../../src/commands/context/command-error.js";
import { readApproval } from "../../src/commands/plan/approval.js";
import { findReceipt } from "../../src/commands/receipts/read-receipt.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { approvedPart } from "../../src/plan/assemble/digest.js";
import { runProduct } from "../../src/report/log/log-product.js";
import { planDifferenceText } from "../../src/report/plan/plan-difference.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { productIn } from "../../src/report/product/product.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";
import { receiptText, run } from "../support/receipts.js";
import { IS_LONG, PATIENTLY, SEED } from "./form.js";
import { clientIn } from "./run-with-faults.js";
import { mixed } from "./scenarios.js";

const FILES = IS_LONG ? 3_000 : 150;

/** What somebody else may have put into a file that orgform wrote. */
const PIECES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "x",
  "\u001b[31m",
  "prod",
  "prod/groups/West",
  "__proto__",
  "group",
  "done",
  "delete",
  [],
  {},
  [null],
  [[]],
  { __proto__: null },
  { kind: "group" },
  { value: 1, source: null },
  "A".repeat(10_000),
  Array(50).fill({}),
];

type Mutation = (root: unknown) => void;

/** Replaces, removes or adds something at a random place, in place. */
const mutations: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
    fc.constantFrom(...PIECES),
    fc.constantFrom("replace", "remove", "add"),
  )
  .map(
    ([way, piece, how]): Mutation =>
      (root) => {
        let at: unknown = root;
        for (const [i, step] of way.entries()) {
          if (typeof at !== "object" || at === null) return;
          const holder = at as Record<string, unknown>; // a list is an object with keys, too
          const keys = Object.keys(holder);
          const key = keys[step % keys.length];
          if (key === undefined) return;
          if (i < way.length - 1) at = holder[key];
          else if (how === "remove") delete holder[key];
          else holder[how === "add" ? `${key}+` : key] = piece;
        }
      },
  );

const folder = mkdtempSync(join(tmpdir(), "orgform-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let plan: Plan;
let receipt: readonly unknown[];
beforeAll(async () => {
  const sandbox = await startSandbox({ seed: mixed.seed });
  try {
    const client = clientIn(sandbox);
    plan = await planAgainst(client, mixed.desired, mixed.options);
    const [, ...events] = await applyAgainst(client, plan);
    receipt = receiptText(runOf(plan, run()), events)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  } finally {
    await sandbox.close();
  }
});

it(
  `${FILES} plan files and receipts that somebody changed are refused or used, never a crash`,
  PATIENTLY,
  async () => {
    const path = join(folder, "file.json");
    let used = 0;
    const edits = fc.sample(
      fc.tuple(fc.constantFrom("plan", "receipt"), fc.array(mutations, { minLength: 1, maxLength: 3 })),
      { numRuns: FILES, seed: SEED },
    );
    for (const [n, [which, list]] of edits.entries()) {
      const document: unknown = JSON.parse(JSON.stringify(which === "plan" ? planJson(plan) : receipt));
      for (const mutate of list) mutate(document);
      const lines = which === "receipt" && Array.isArray(document) ? document : [document];
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      try {
        if (which === "plan") {
          const approval = await readApproval(path, undefined);
          expect(planDifferenceText(approval?.approved, approvedPart(plan))).not.toContain("\u001b");
        } else {
          const { receipt: found } = await findReceipt(path);
          const shown = runProduct(path, found);
          for (const format of ["text", "markdown", "html", "csv"] as const)
            expect([...productIn(shown, format, { color: false, width: 100 })].join("")).not.toContain(
              "\u001b",
            );
        }
        used += 1;
      } catch (error) {
        if (!(error instanceof CommandError))
          throw new Error(`file ${n} of seed ${SEED}: ${JSON.stringify(document).slice(0, 500)}`, {
            cause: error,
          });
      }
    }
    expect(used).toBeGreaterThan(FILES / 4);
  },
);
