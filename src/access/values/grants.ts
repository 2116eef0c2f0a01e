import type { AccessChange } from "../../model/plan/plan.js";
import { candidatesIn } from "./effective-value.js";
import type { Answer } from "./value-meaning.js";

/** An access grant of the data model: a person passes it with one of these values, or with no value at all. */
export interface Grant {
  readonly name: string;
  readonly attribute: string;
  readonly allowed: readonly string[];
}

/**
 * Adds to each access change which grants the member gains and loses for certain, and of which it is unclear whether
 * they pass them before or after.
 */
export function grantsOf(
  changes: readonly AccessChange[],
  grants: readonly Grant[],
): readonly AccessChange[] {
  if (grants.length === 0) return changes;
  return changes.map((change) => {
    const answers = grants
      .filter(({ attribute }) => attribute === change.attribute)
      .map((grant) => ({
        name: grant.name,
        before: passesGrant(grant, candidatesIn(change.before)),
        after: passesGrant(grant, candidatesIn(change.after)),
      }));
    const namesWhere = (is: (answer: (typeof answers)[number]) => boolean): readonly string[] =>
      [...new Set(answers.filter(is).map(({ name }) => name))].sort();
    const unclear = namesWhere(({ before, after }) => before === "unclear" || after === "unclear");
    return {
      ...change,
      grants: {
        gained: namesWhere(({ before, after }) => before === "no" && after === "yes"),
        lost: namesWhere(({ before, after }) => before === "yes" && after === "no"),
        ...(unclear.length > 0 && { unclear }),
      },
    };
  });
}

/**
 * Says whether a value passes a grant, or whether all candidates of a tie do. Missing passes every grant; the empty text
 * is a value like any other. The engine compares the whole text, the vendor's documentation speaks of values with
 * several entries: where some entry is allowed and the whole text is not, it is unclear.
 */
export function passesGrant({ allowed }: Pick<Grant, "allowed">, candidates: readonly string[]): Answer {
  const answers = new Set(
    candidates.map((value): Answer => {
      if (allowed.includes(value)) return "yes";
      const isOneOfSeveral =
        value.includes(",") && value.split(",").some((entry) => allowed.includes(entry.trim()));
      return isOneOfSeveral ? "unclear" : "no";
    }),
  );
  const [only = "yes"] = answers;
  return answers.size > 1 ? "unclear" : only;
}

/** The entries of a value: it may hold several, separated by commas (api.md). */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
