import type { Workbench } from "./workbench.js";

/** The text that says a thing about the service, or that nothing says it and it is a guess. */
type AssumptionSource = "description" | "specification" | "documentation" | "none";

/** An assumption of orgform about the service. */
export interface Assumption {
  /** A stable name, in words with hyphens. */
  readonly id: string;
  /** The assumption, as one sentence. */
  readonly says: string;
  readonly source: AssumptionSource;
  /** The behaviour of orgform if the assumption is wrong. */
  readonly otherwise: string;
  /** The outcome of the check if the assumption holds, in a word or two. */
  readonly expected: string;
  readonly check: Check | { readonly none: string };
}

/**
 * Finds out how the service behaves, in the workspace of the bench only. Resolves with a short outcome that holds no name,
 * id or address. Rejects with an `ApiError` if the service cannot be asked.
 */
type Check = (bench: Workbench) => Promise<string>;
