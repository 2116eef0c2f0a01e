import type { Outcome } from "../../model/plan/plan.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { normalizeManifest } from "../manifest/normalize-manifest.js";
import { createFinding, type Finding, outcomeOf } from "../terms/finding.js";
import { compareApplication } from "./drift.js";
import { lintSignIn } from "./lint.js";

/** The findings of a check, and its outcome. */
export interface SignInCheck {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
}

/**
 * Lints the block, looks at the secret's last day, and compares an exported application where there is one (as JSON
 * text or as its value, in any form that `normalizeManifest` knows). `refused` for errors, `differences` for drift
 * and warnings, `ok` when there is nothing to say.
 */
export function checkSignIn(block: WarehouseSignIn, manifest: unknown, now: Date): SignInCheck {
  const findings = [
    ...lintSignIn(block, { now }).map((diagnostic): Finding => ({ ...diagnostic, name: diagnostic.code })),
    ...(manifest === undefined ? [] : drift(block, manifest)),
  ];
  return { outcome: outcomeOf(findings), findings };
}

function drift(block: WarehouseSignIn, manifest: unknown): Finding[] {
  const normalized = normalizeManifest(manifest);
  if ("application" in normalized) return compareApplication(block, normalized.application);
  return [createFinding("manifest-unrecognized", { detail: normalized.problems.join(" ") })];
}
