import type { AccessChange } from "../../model/plan/plan.js";
import {
  type AccessOutcome,
  type AccessState,
  isSurelyOpen,
  mayBeOpen,
  memberAttributeOf,
  type NameIndex,
  outcomeOf,
  sameOutcome,
} from "./access-state.js";
import { verdictOfValues } from "./compare-meanings.js";
import type { Denial, Denials } from "./denials.js";
import { effectiveValuesOf } from "./effective-value.js";

/**
 * Lists the members and attributes whose effective value differs between two states, in the order of members and
 * attributes, with the verdict by the values alone. Members outside `concerned` are not compared. A value that stays
 * the same but comes from another source is not a change of access.
 */
export function diffAccess(
  nameIndex: NameIndex,
  before: AccessState,
  after: AccessState,
  concerned: ReadonlySet<number>,
  denials: Denials,
): readonly AccessChange[] {
  const changes: AccessChange[] = [];
  const valueBefore = effectiveValuesOf(nameIndex, before);
  const valueAfter = effectiveValuesOf(nameIndex, after);
  const judges = nameIndex.attributes.map((attribute) => judgingOnce(denials(attribute)));
  for (const [m, member] of nameIndex.members.entries()) {
    if (!concerned.has(m)) continue;
    // Every member and attribute passes here: counting makes no garbage, `entries()` would.
    for (let a = 0; a < nameIndex.attributes.length; a += 1) {
      const pair = memberAttributeOf(before, m, a);
      const from = outcomeOf(before, pair);
      const to = outcomeOf(after, pair);
      if (sameOutcome(from, to)) continue;
      const { kind = "changed", verdict = "unclear" } = judges[a]?.(from, to) ?? {};
      changes.push({
        workspace: nameIndex.workspace,
        member,
        attribute: nameIndex.attributes[a] ?? "",
        before: valueBefore(pair),
        after: valueAfter(pair),
        kind,
        verdict,
      });
    }
  }
  return changes;
}

type ChangeVerdict = Pick<AccessChange, "kind" | "verdict">;

/** Judges the same two texts once: there are few of them, however many people have them. */
function judgingOnce(denial: Denial): (from: AccessOutcome, to: AccessOutcome) => ChangeVerdict {
  const judgements = new Map<AccessOutcome, Map<AccessOutcome, ChangeVerdict>>();
  return (from, to) => {
    const ofFrom = judgements.get(from) ?? new Map<AccessOutcome, ChangeVerdict>();
    judgements.set(from, ofFrom);
    const judgement = ofFrom.get(to) ?? {
      kind: kindOfChange(from, to),
      verdict: verdictOfValues(from, to, denial),
    };
    ofFrom.set(to, judgement);
    return judgement;
  };
}

/** Classifies a change of access. A doubtful one, such as a tie with an open candidate, is `opened`: the worst case. */
export function kindOfChange(from: AccessOutcome, to: AccessOutcome): AccessChange["kind"] {
  if (mayBeOpen(to)) return isSurelyOpen(from) ? "changed" : "opened";
  return mayBeOpen(from) ? "closed" : "changed";
}
