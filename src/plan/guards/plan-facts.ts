import type { Lacking } from "../../access/values/expectations.js";
import type { Address } from "../../model/address.js";
import type { SourceRange } from "../../model/diagnostic.js";
import type { PlanFinding } from "../../model/plan/finding.js";
import type { AccessChange, Plan, ResourceChange, SeenByRole } from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Limits, stricterLimits } from "../../model/state/desired-state.js";
import type { EndState } from "../checks/findings.js";
import type { BaseFacts, BaseHistory, PlanOptions, Rules } from "../input/inputs.js";
import type { UnreadLoss } from "../people/unread-values.js";
import type { Objection } from "./allowance.js";
import type { ServiceNames } from "./live-names.js";

/** A guard: from the facts of a plan to what it refuses, unless a flag lets it pass. */
export type Guard = (facts: PlanFacts) => readonly Objection[];

/** What limits and `protect` are asked of. */
export type RuledFacts = Pick<
  PlanFacts,
  | "resource_changes"
  | "access_changes"
  | "adopted"
  | "people"
  | "arrivals"
  | "exposure"
  | "parts"
  | "rules"
  | "base"
  | "options"
>;

/** A guard that asks limits or `protect`. */
export type RuleGuard = (facts: RuledFacts) => readonly Objection[];

/** A guard of one workspace. */
export type WorkspaceGuard = (part: GuardedPart, facts: PlanFacts) => readonly Objection[];

/** What is planned, before anything decides whether it may be carried out. */
export type PlanContent = Omit<
  Plan,
  | "format_version"
  | "orgform_version"
  | "outcome"
  | "applyable"
  | "complete"
  | "errored"
  | "people_list"
  | "reads"
  | "plan_digest"
>;

/** The facts of a plan for its guards. */
export interface PlanFacts extends PlanContent {
  readonly parts: readonly GuardedPart[];
  readonly rules: Rules;
  readonly base: BaseFacts | undefined;
  readonly history: BaseHistory | undefined;
  readonly options: PlanOptions;
}

/** The facts about one workspace. */
export interface GuardedPart {
  readonly workspace: string;
  /** The names in the service, if the file has others. */
  readonly names: ServiceNames;
  readonly watched: readonly WatchedPerson[];
  /** The number of live things of each kind. */
  readonly counts: ReadonlyMap<ResourceKind, number>;
  /** Removed memberships of people who only move to another group. */
  readonly moves: ReadonlySet<Address>;
  /** Own values that would go with their attribute, if they are there: nobody has looked. */
  readonly unreadLosses: readonly UnreadLoss[];
  /** The values of people who have not arrived yet that the plan removes or opens. */
  readonly openedBeforeArrival: readonly AccessChange[];
  readonly findings: readonly PlanFinding[];
  /** The planned end; an archived workspace has none. */
  readonly end: EndState | undefined;
  /** The expectations that do not surely hold in the end. */
  readonly expectations: readonly JudgedExpectation[];
  readonly lookAlikes: readonly LookAlike[];
}

/** A person who loses nothing without permission, since they may have to repair a run's effects. */
export interface WatchedPerson {
  readonly guard: "own-user" | "last-admin";
  /** The workspace's name in the file. */
  readonly workspace: string;
  readonly email: string;
  /** The reason why these people are watched, in words. */
  readonly who: string;
}

/** A failed or undecidable expectation, or one that holds by value and not by role, with its place in the file. */
export interface JudgedExpectation {
  readonly status: "broken" | "undecided" | "unread" | "by-value";
  /** Of one that holds by value: what sees it, and who does by their role. */
  readonly seen?: SeenByRole;
  /** The facts that were not read, if it is `unread`. */
  readonly lacks?: Lacking;
  readonly because: string;
  readonly workspace: string;
  /** The attribute, or `data` where it is about the data model. */
  readonly about: string;
  /** The address of the attribute, or of the workspace. */
  readonly address: Address;
  readonly range?: SourceRange;
  /** The place, in words that follow a message. */
  readonly words: string;
}

/** A name that exists, or that the product reserves. */
export interface ExistingName {
  readonly name: string;
  /** True if nothing in a file may have it. */
  readonly isReserved?: true;
  /** The id; absent for a name that the product reserves. */
  readonly id?: string;
}

/** A creation whose name, or whose e-mail address, looks like that of a live thing of its kind. */
export interface LookAlike {
  readonly address: Address;
  readonly type: ResourceChange["type"];
  readonly name: string;
  readonly other: ExistingName;
}

/** The deletions of a plan, what goes with another one among them. */
export function deletionsIn({
  resource_changes,
}: Pick<PlanFacts, "resource_changes">): readonly ResourceChange[] {
  return resource_changes.filter(({ change }) => change.actions[0] === "delete");
}

/**
 * The limits of the file or, with a base, the stricter of both: no single edit loosens a guard and uses that.
 */
export function limitsOf({ rules, base }: Pick<PlanFacts, "rules" | "base">): Limits {
  return base === undefined ? rules.limits : stricterLimits(rules.limits, base.desired.limits);
}

/** A message about a limit, which says so where the file has a looser limit than the one that holds. */
export const limitMessage = (message: string, isLoosened: boolean): string =>
  isLoosened
    ? `${message}. The limit in the base version applies. Your looser limit applies from the next change on`
    : message;
