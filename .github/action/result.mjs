import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const PRODUCTS = { plan: ["plan.json"], drift: ["drift.json"], apply: ["receipt.jsonl"] };
const OUTCOMES = {
  2: "differences",
  3: "refused",
  4: "stale",
  5: "partial",
  130: "interrupted",
  143: "interrupted",
};

/** Writes what `orgform fleet report` takes of this run: its document, or how it ended where it left none. */
export function keepResult({ inputs, orgform, exitCode }) {
  // An apply that ends well without a receipt had nothing to do: then its plan says so.
  const products =
    exitCode === 0 ? [...(PRODUCTS[inputs.command] ?? []), "plan.json"] : (PRODUCTS[inputs.command] ?? []);
  const [document] = products.flatMap((name) => orgform.read(name) ?? []);
  const path = resolve(inputs.directory, inputs.result);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, document ?? `${JSON.stringify(failure(exitCode))}\n`, { mode: 0o600 });
}

function failure(exitCode) {
  const outcome = OUTCOMES[exitCode] ?? "error";
  return { outcome, diagnostics: [{ summary: "it left no plan and no receipt; the job's log says why" }] };
}
