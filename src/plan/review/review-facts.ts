import type { AccessRow } from "../../model/plan/explanation.js";
import type { ReviewFacts } from "../../model/plan/plan.js";
import { canonicalDigest } from "../../util/canonical-json.js";
import { defined } from "../../util/record.js";
import type { ReviewRow } from "./review-rows.js";

/** The facts of a row: a decision is about them, so no word of a page and no precedence number stands in them. */
export function factsOf(organization: string, row: ReviewRow): ReviewFacts {
  const { workspace, member, role, groups, data } = row;
  return defined({
    organization,
    workspace,
    member,
    role,
    limited_by: row.person.limitedBy,
    presence: presenceOf(row),
    listed: row.listed,
    groups,
    values: row.values.map(valueFacts),
    data: data && {
      ...data,
      rows: data.rows.map(({ place, field, value }) => ({ place, field, value })),
    },
  });
}

/** The presence of a person: with a pending invite, awaited without one, or a member. */
function presenceOf({ person, invited }: ReviewRow): ReviewFacts["presence"] {
  if (person.presence === "sign_in") return "awaited";
  return invited === undefined ? "member" : "invited";
}

function valueFacts({ attribute, value, source }: AccessRow): ReviewFacts["values"][number] {
  if (source === null || value === null) return { attribute, source: "none", values: [], groups: [] };
  switch (source.kind) {
    case "own":
      return { attribute, source: "own", values: [value], groups: [] };
    case "group":
      return { attribute, source: "group", values: [value], groups: [source.group] };
    case "tie":
      return { attribute, source: "tie", values: source.values, groups: source.groups };
  }
}

/** The digest of a row is that of its facts; keys that a newer version adds to them are covered. */
export const factsDigest = (facts: ReviewFacts): string => digestOf(facts);

/** The digest of a list: of its moments and the recorded digests of its rows, in any order. */
export function listDigest(rows: readonly { readonly as_of?: string; readonly digest?: string }[]): string {
  return digestOf([
    [...new Set(rows.map(({ as_of = "" }) => as_of))].sort(),
    rows.map(({ digest = "" }) => digest).sort(),
  ]);
}

/** Facts as a list of an earlier version has them, which knows nothing of what people see but numbers. */
export function withoutSeen({ data, ...facts }: ReviewFacts): ReviewFacts {
  if (data === undefined) return facts;
  const { seen: _, ...known } = data;
  return { ...facts, data: known };
}

const digestOf = (value: unknown): string => canonicalDigest(value, 32);
