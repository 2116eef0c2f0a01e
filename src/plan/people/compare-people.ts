import { kindOfChange } from "../../access/values/access-diff.js";
import { verdictOfValues, verdictOverAll } from "../../access/values/compare-meanings.js";
import type { Denials } from "../../access/values/denials.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import type { ComparePoints } from "../../data-model/answer/people-data.js";
import type { AccessChange, PersonChange } from "../../model/plan/plan.js";
import { sortedBy } from "../../util/order.js";
import { own } from "../../util/record.js";
import { type PersonAt, valuesOf } from "./people-at.js";

/** The people who see something else at the second of two points. */
export interface PeopleComparison {
  readonly access_changes: readonly AccessChange[];
  /** Everybody who is not the same at both, sorted by workspace and address. */
  readonly people: readonly ComparedPerson[];
}

/** Somebody who sees something else, with `presence` where they are there at one of the points only. */
export interface ComparedPerson extends PersonChange {
  readonly presence?: "joined" | "left";
}

/**
 * Compares people at two points by their values and, with `data`, by what they see of the data models there. Who is
 * not there sees nothing.
 */
export function comparePeople(
  from: readonly PersonAt[],
  to: readonly PersonAt[],
  data: ComparePoints | undefined,
  denialsIn: (workspace: string) => Denials,
): PeopleComparison {
  const key = ({ workspace, member }: PersonAt): string => JSON.stringify([workspace, member]);
  const [before, after] = [from, to].map((people) => new Map(people.map((person) => [key(person), person])));
  const keys = sortedBy(new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]), (one) => one);
  const compared = keys.map((one) => compareOne(before?.get(one), after?.get(one), data, denialsIn));
  return {
    access_changes: compared.flatMap(({ changes }) => changes),
    people: compared.flatMap(({ person }) => person ?? []),
  };
}

function compareOne(
  before: PersonAt | undefined,
  after: PersonAt | undefined,
  data: ComparePoints | undefined,
  denialsIn: (workspace: string) => Denials,
): { readonly changes: readonly AccessChange[]; readonly person?: ComparedPerson } {
  const { workspace = "", member = "" } = after ?? before ?? {};
  const seen = data?.(before ? valuesOf(before) : null, after ? valuesOf(after) : null);
  const known = seen && { gained: seen.gained, lost: seen.lost, rows: seen.rows };
  if (before === undefined || after === undefined) {
    const presence = after === undefined ? "left" : "joined";
    const verdict = seen?.verdict ?? (after === undefined ? "narrowed" : "widened");
    return { changes: [], person: { workspace, member, verdict, ...(known && { data: known }), presence } };
  }
  const changes = changesOf(before, after, denialsIn(workspace));
  const verdict = seen?.verdict ?? verdictOverAll(changes.map((change) => change.verdict));
  return changes.length === 0 && verdict === "same"
    ? { changes }
    : { changes, person: { workspace, member, verdict, ...(known && { data: known }) } };
}

function changesOf(before: PersonAt, after: PersonAt, denials: Denials): readonly AccessChange[] {
  const attributes = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  return [...attributes].sort().flatMap((attribute): AccessChange[] => {
    const [was = null, is = null] = [own(before.values, attribute), own(after.values, attribute)];
    if (was?.value === is?.value) return [];
    const { workspace, member } = after;
    const [from, to] = [candidatesIn(was), candidatesIn(is)];
    const kind = kindOfChange(from, to);
    const verdict = verdictOfValues(from, to, denials(attribute));
    return [{ workspace, member, attribute, before: was, after: is, kind, verdict }];
  });
}
