import type { Lacking } from "../../access/values/expectations.js";
import type { Address } from "../../model/address.js";
import type { Diagnostic, SourceRange } from "../../model/diagnostic.js";
import type {
  AccessChange,
  CountedSource,
  ExposureWindow,
  NotListed,
  PersonChange,
  PlanContent,
  ResourceChange,
  SeenByRole,
  Step,
  Unmanaged,
} from "../../model/plan/plan.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Limits, limitsBy } from "../../model/state/desired-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import type { EndState } from "../checks/end-state.js";
import type { PlanInput } from "../input/inputs.js";
import type { Arrivals } from "../people/arrivals.js";
import type { WorkspaceInput } from "../people/known-roles.js";
import type { UnreadLoss } from "../people/unread-values.js";
import type { Objection } from "./allowance.js";
import type { ServiceNames } from "./live-names.js";

/** A guard: from the facts of a plan to what it refuses, unless a flag lets it pass. */
export type Guard = (facts: PlanFacts) => readonly Objection[];

/** What is planned of things, and what follows from it for people. */
export type PlannedChanges = Pick<
  PlanContent,
  "resource_changes" | "access_changes" | "adopted" | "people" | "arrivals" | "exposure"
>;

/** What limits and `protect` are asked of: with the file's own, or with a rule of the base. */
export interface RuledFacts extends PlannedChanges, Pick<PlanInput, "desired" | "base" | "options"> {
  readonly parts: readonly WorkspacePart[];
}

/** A guard that asks limits or `protect`. */
export type RuleGuard = (facts: RuledFacts) => readonly Objection[];

/** What is planned and what it was made from, for the guards. */
export interface PlanFacts extends PlanContent, PlanInput {
  readonly parts: readonly WorkspacePart[];
}

/** The part of the plan about one workspace, with what it was made from. */
export interface WorkspacePart extends WorkspaceInput, EndPart {
  /** The names in the service, if the file has others. */
  readonly names: ServiceNames;
  readonly watched: readonly WatchedPerson[];
  /** The live things of each kind. */
  readonly byKind: ReadonlyMap<ResourceKind, readonly LiveResource[]>;
  /** The planned end; an archived workspace has none. */
  readonly end: EndState | undefined;
  readonly changes: readonly ResourceChange[];
  readonly unmanaged: readonly Unmanaged[];
  readonly steps: readonly Step[];
  readonly windows: readonly ExposureWindow[];
  readonly lookAlikes: readonly LookAlike[];
  /** The live id of something by its address, or that of the built-in group. */
  idOf(address: Address): string | undefined;
}

/** The people whose access changes, who arrives or is not listed, and how much of that is not known. */
export interface EndPart extends Arrivals {
  readonly notListed: readonly NotListed[];
  /** The expectations that do not surely hold in the end. */
  readonly expectations: readonly JudgedExpectation[];
  readonly access: readonly AccessChange[];
  readonly people: readonly PersonChange[];
  /** The values that the edit takes over from the product. */
  readonly adopted: readonly AccessChange[];
  /** Findings about values that may allow nothing. */
  readonly undeclared: readonly Diagnostic[];
  /** The number of affected members whose own values were not read. */
  readonly unread: number;
  /** Own values that would go with their attribute, if they are there: nobody has looked. */
  readonly unreadLosses: readonly UnreadLoss[];
  readonly countedSources: readonly CountedSource[];
  /** Removed memberships of people who only move to another group. */
  readonly moves: ReadonlySet<Address>;
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
export function deletionsIn({ resource_changes }: PlannedChanges): readonly ResourceChange[] {
  return resource_changes.filter(({ change }) => change.actions[0] === "delete");
}

/**
 * The limits of the file or, with a base, the stricter of both: no single edit loosens a guard and uses that.
 */
export function limitsOf({ desired: { limits: now }, base }: RuledFacts): Limits {
  const then = base?.desired.limits ?? now;
  return limitsBy((of) => Math.min(of(now), of(then)));
}

/** A message about a limit, which says so where the file has a looser limit than the one that holds. */
export const limitMessage = (message: string, isLoosened: boolean): string =>
  isLoosened
    ? `${message}. The limit in the base version applies. Your looser limit applies from the next change on`
    : message;
