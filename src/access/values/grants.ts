import type { AccessChange, EffectiveValue } from "../../model/plan/plan.js";

/** An access grant of the data model: a person passes it with one of these values, or with no value at all. */
export interface Grant {
  readonly name: string;
  readonly attribute: string;
  readonly allowed: readonly string[];
}

/** Whether somebody passes a grant: `unclear` where the vendor's documentation and engine disagree, or a tie decides. */
export type GrantVerdict = "passes" | "held-back" | "unclear";

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
    const verdicts = grants
      .filter(({ attribute }) => attribute === change.attribute)
      .map((grant) => ({
        name: grant.name,
        before: verdictOnEffective(grant, change.before),
        after: verdictOnEffective(grant, change.after),
      }));
    const namesWhere = (is: (verdict: (typeof verdicts)[number]) => boolean): readonly string[] =>
      [...new Set(verdicts.filter(is).map(({ name }) => name))].sort();
    const unclear = namesWhere(({ before, after }) => before === "unclear" || after === "unclear");
    return {
      ...change,
      grants: {
        gained: namesWhere(({ before, after }) => before === "held-back" && after === "passes"),
        lost: namesWhere(({ before, after }) => before === "passes" && after === "held-back"),
        ...(unclear.length > 0 && { unclear }),
      },
    };
  });
}

/** Of a tie each candidate may turn out to be the value. */
function verdictOnEffective(grant: Grant, effective: EffectiveValue | null): GrantVerdict {
  if (effective?.source.kind !== "tie") return grantVerdict(grant, effective?.value);
  const verdicts = new Set(effective.source.values.map((value) => grantVerdict(grant, value)));
  const [only = "unclear"] = verdicts;
  return verdicts.size === 1 ? only : "unclear";
}

/**
 * Whether a value passes a grant. Missing passes every grant; the empty text is a value like any other. The engine
 * compares the whole text, the documentation speaks of values with several entries: where some entry is allowed and
 * the whole text is not, they disagree.
 */
export function grantVerdict({ allowed }: Pick<Grant, "allowed">, value: string | undefined): GrantVerdict {
  if (value === undefined || allowed.includes(value)) return "passes";
  const isOneOfSeveral = value.includes(",") && entriesOf(value).some((entry) => allowed.includes(entry));
  return isOneOfSeveral ? "unclear" : "held-back";
}

/** The entries of a value: it may hold several, separated by commas (api.md). */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
