import type { Address } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { PlanFinding } from "../model/plan/finding.js";
import type {
  AccessChange,
  Arrival,
  CountedSource,
  Deferred,
  ExposureWindow,
  Guard,
  NotListed,
  PersonChange,
  ResourceChange,
  TouchedWorkspace,
  Unmanaged,
  Unsupported,
} from "../model/plan/plan.js";
import type { Step } from "../model/plan/step.js";
import type { Moments } from "../model/plan/view.js";
import type { ResourceKind } from "../model/resource-kind.js";
import type { EndState } from "./checks/findings.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import type { ServiceNames } from "./guards/live-names.js";
import type { WatchedPerson } from "./guards/people-guards.js";
import type { Rules } from "./input/inputs.js";
import type { UnreadLoss } from "./people/unread-values.js";

/** The part of the plan about one workspace; an archived one has no `moments` and no `end`. */
export interface WorkspacePart extends AccessPart, SideLists {
  readonly workspace: string;
  readonly moments: Moments | undefined;
  readonly end: EndState | undefined;
  readonly names: ServiceNames;
  readonly touched: readonly TouchedWorkspace[];
  readonly watched: readonly WatchedPerson[];
  /** Addresses that `protect` may protect. */
  readonly places: readonly Address[];
  readonly changes: readonly ResourceChange[];
  readonly unchanged: WorkspaceDiff["unchanged"];
  readonly arrivals: readonly Arrival[];
  readonly notListed: readonly NotListed[];
  readonly steps: readonly Step[];
  readonly windows: readonly ExposureWindow[];
  /** The live id of something by its address, or that of the built-in group. */
  idOf(address: Address): string | undefined;
  readonly guards: readonly Guard[];
  readonly findings: readonly PlanFinding[];
  /** False if other changes were left out. */
  readonly complete: boolean;
  /** Patterns of `--only` and `--exclude` that match something of the workspace, changed or not. */
  readonly matching: readonly string[];
  /** The number of live things of each kind. */
  readonly counts: ReadonlyMap<ResourceKind, number>;
}

/** The people whose access changes, and how much of that is not known. */
export interface AccessPart {
  readonly access: readonly AccessChange[];
  readonly people: readonly PersonChange[];
  /** Findings about values that may allow nothing. */
  readonly undeclared: readonly Diagnostic[];
  /** The number of affected members whose own values were not read. */
  readonly unread: number;
  /** Own values that would go with their attribute, if they are there: nobody has looked. */
  readonly unreadLosses: readonly UnreadLoss[];
  readonly countedSources: readonly CountedSource[];
  readonly moves: ReadonlySet<Address>;
}

/** The lists of the plan beside its changes, as far as `--only` selects them. */
export interface SideLists {
  rosterFindings(by: Rules["checks"]): readonly Diagnostic[];
  readonly unmanaged: readonly Unmanaged[];
  readonly deferred: readonly Deferred[];
  readonly unsupported: readonly Unsupported[];
}
