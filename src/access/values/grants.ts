import type { AccessChange } from "../../model/plan/plan.js";
import { sortedTexts } from "../../util/collections.js";
import { candidatesIn } from "./effective-value.js";
import { numericEntry } from "./python-text.js";
import type { Answer } from "./value-meaning.js";

/** An access grant of the data model: a person passes it with one of these values, or with no value at all. */
export interface Grant extends AllowedValues {
  readonly name: string;
  readonly attribute: string;
}

/** The values that pass a grant. */
export interface AllowedValues {
  readonly allowed: readonly string[];
  /** One text instead of a list: every part of it passes, the empty text as well. */
  readonly within?: string;
  /** Numbers and dates that the attribute's values may be equal to, or not: it depends on how the service passes them. */
  readonly doubtful?: readonly string[];
  /** True if it cannot be decided which values pass. */
  readonly isBroken?: boolean;
}

/**
 * The access change with the grants that the member certainly gains or loses, and those that are undecided
 * before or after; unchanged if the data model has no grants.
 */
export function grantsOfChange(change: AccessChange, grants: readonly Grant[]): AccessChange {
  if (grants.length === 0) return change;
  const answers = grants
    .filter(({ attribute }) => attribute === change.attribute)
    .map((grant) => ({
      name: grant.name,
      before: passesGrant(grant, candidatesIn(change.before)),
      after: passesGrant(grant, candidatesIn(change.after)),
    }));
  const namesWhere = (matches: (answer: (typeof answers)[number]) => boolean): readonly string[] =>
    sortedTexts(answers.filter(matches).map(({ name }) => name));
  const unclear = namesWhere(({ before, after }) => before === "unclear" || after === "unclear");
  return {
    ...change,
    grants: {
      gained: namesWhere(({ before, after }) => before === "no" && after === "yes"),
      lost: namesWhere(({ before, after }) => before === "yes" && after === "no"),
      ...(unclear.length > 0 && { unclear }),
    },
  };
}

/**
 * Answers `yes` if a value passes a grant, and for a tie if all candidates do. A missing value passes every
 * grant; the empty text is a value like any other. The engine compares the whole text, and the vendor's
 * documentation mentions values with several entries: if an entry is allowed and the whole text is not, the
 * answer is `unclear`.
 */
export function passesGrant(grant: AllowedValues, candidates: readonly string[]): Answer {
  const answers = new Set(candidates.map((value) => passesWith(grant, value)));
  const [only = "yes"] = answers;
  return answers.size > 1 ? "unclear" : only;
}

function passesWith(
  { allowed, within, doubtful = [], isBroken = false }: AllowedValues,
  value: string,
): Answer {
  if (isBroken) return "unclear";
  const isAllowed = (text: string): boolean => allowed.includes(text) || (within?.includes(text) ?? false);
  if (isAllowed(value)) return "yes";
  if (doubtful.includes(numericEntry(value) ?? value)) return "unclear";
  const isOneOfSeveral = value.includes(",") && value.split(",").some((entry) => isAllowed(entry.trim()));
  return isOneOfSeveral ? "unclear" : "no";
}

/** The entries of a value: it may hold several, separated by commas (API docs). */
export function entriesOf(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
