import { KINDS } from "../../kinds/registry.js";
import { type Address, workspaceOf } from "../../model/address.js";
import type { Arrival } from "../../model/plan/plan.js";
import type { Receipt, ReceiptChange } from "../../model/plan/receipt.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { own } from "../../util/record.js";
import { personOf } from "../diff/resource-change.js";
import type { ApprovedArrival, EarlierMember } from "../input/inputs.js";

/** The runs of an organization. */
export interface RunHistory {
  /** The runs, oldest first where their order is known. */
  readonly runs: readonly Receipt[];
  /** Returns true if the first run surely came before the second. */
  isBefore(a: Receipt, b: Receipt): boolean;
}

/** The runs that no other one certainly follows, newest first. */
export function newestRuns(runs: readonly Receipt[], { isBefore }: RunHistory): readonly Receipt[] {
  const newest: Receipt[] = [];
  for (const run of runs.toReversed()) if (!newest.some((later) => isBefore(run, later))) newest.push(run);
  return newest;
}

/** Returns true for a run that did only what had been approved before, and that approved nothing itself. */
export const isOfJoined = ({ joined, ended }: Receipt): boolean => joined === true || ended === true;

/**
 * Lists the access that the newest ordinary run approved for people whom it left with an invite, and that no run has
 * given them since; or what the named run approved, unless a later one approved something else for the person.
 *
 * A run with `--joined` may end half-way: then the rest is still approved, and `given` says what may not be given a
 * second time. A later ordinary run that had changes of a person, or an undo, ends what was approved before. Where it is
 * not sure which of two runs came later, each counts as the later one, so that nothing is given twice, and nothing that
 * one of them did not approve. A receipt approves nothing for a workspace whose id it does not have.
 */
export function approvedArrivals(history: RunHistory, named?: Receipt): readonly ApprovedArrival[] {
  const { runs, isBefore } = history;
  const facts = new Map(runs.map((run) => [run, factsOf(run)]));
  const ordinary = runs.filter((run) => !isOfJoined(run));
  const approvedBy = (run: Receipt, person: string) => facts.get(run)?.approved.get(person);
  const newest = named === undefined ? newestRuns(ordinary, history) : [];
  /** The runs that decide on a person: all of them must have approved the same. */
  const decisive = (person: string): readonly Receipt[] =>
    named === undefined
      ? newest
      : newestRuns(
          ordinary.filter(
            (run) => run === named || (!isBefore(run, named) && approvedBy(run, person) !== undefined),
          ),
          history,
        );
  const [first] = named === undefined ? newest : [named];
  return (first?.arrivals ?? []).flatMap(({ workspace, member }) => {
    const person = keyOf(workspace, member);
    const deciding = decisive(person);
    const [approved, ...others] = deciding.map((run) => approvedBy(run, person));
    if (approved === undefined || others.some((other) => !isSame(other, approved))) return [];
    const applied: Address[] = [];
    for (const run of runs) {
      const isEarlier = !deciding.includes(run) && deciding.every((one) => isBefore(run, one));
      if (isEarlier) continue;
      if (run.command === "undo") return [];
      const { provided, changes } = facts.get(run) ?? NO_FACTS;
      const its = changes.get(person) ?? [];
      if (provided.has(person) || (its.length > 0 && (!isOfJoined(run) || its.every(isDone)))) return [];
      applied.push(...its.flatMap(({ address, outcome }) => (MAY_BE_APPLIED.has(outcome) ? [address] : [])));
    }
    return [{ ...approved, applied }];
  });
}

/** The people to whom runs gave what only a member can have, each with the day of the latest such run. */
export function earlierMembers({ runs }: RunHistory): readonly EarlierMember[] {
  const known = runs.flatMap(({ started_at, workspaces, changes, provided = [] }) => {
    const earlier = changes.flatMap(({ address, kind, outcome }) => {
      const member = KINDS[kind].sendsMail ? undefined : personOf({ address, type: kind });
      return member === undefined || outcome !== "done" ? [] : [{ workspace: workspaceOf(address), member }];
    });
    return [...earlier, ...provided].flatMap(({ workspace, member }): EarlierMember[] => {
      const workspace_id = own(workspaces, workspace);
      return workspace_id === undefined ? [] : [{ workspace_id, member, by: started_at.slice(0, 10) }];
    });
  });
  return [...new Map(known.map((one) => [keyOf(one.workspace_id, one.member), one])).values()];
}

const isDone = ({ outcome }: ReceiptChange): boolean => outcome === "done";

const MAY_BE_APPLIED: ReadonlySet<ReceiptChange["outcome"]> = new Set(["done", "unknown"]);

/** The facts of a run about people, by their keys. */
interface FactsOfRun {
  readonly approved: ReadonlyMap<string, ApprovedArrival>;
  readonly provided: ReadonlySet<string>;
  readonly changes: ReadonlyMap<string, readonly ReceiptChange[]>;
}

const NO_FACTS: FactsOfRun = { approved: new Map(), provided: new Set(), changes: new Map() };

/** The arrivals that a run approved, in the workspaces that its receipt identifies. */
export const arrivalsOf = ({ workspaces, arrivals }: Receipt): readonly ApprovedArrival[] =>
  arrivals.flatMap((arrival) => {
    const workspace_id = own(workspaces, arrival.workspace);
    return workspace_id === undefined ? [] : [{ ...arrival, workspace_id }];
  });

function factsOf(run: Receipt): FactsOfRun {
  const { provided = [], changes } = run;
  const ofPeople = new Map<string, ReceiptChange[]>();
  for (const change of changes) {
    const { address, kind } = change;
    const person = personOf({ address, type: kind });
    if (person === undefined) continue;
    const key = keyOf(workspaceOf(address), person);
    ofPeople.set(key, [...(ofPeople.get(key) ?? []), change]);
  }
  return {
    approved: new Map(arrivalsOf(run).map((one) => [keyOf(one.workspace, one.member), one])),
    provided: new Set(provided.map(({ workspace, member }) => keyOf(workspace, member))),
    changes: ofPeople,
  };
}

const keyOf = (workspace: string, member: string): string => JSON.stringify([workspace, member]);

/** Returns true if two runs approved the same for a person. */
function isSame(a: ApprovedArrival | undefined, b: ApprovedArrival): boolean {
  return a !== undefined && a.workspace_id === b.workspace_id && contentOf(a) === contentOf(b);
}

const contentOf = ({ role, groups, values, ends = [] }: Arrival): string =>
  canonicalJson({ role, groups, ends, values: values.map(({ attribute, value }) => ({ attribute, value })) });
