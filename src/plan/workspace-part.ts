import type { Address } from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type {
  AccessChange,
  Arrival,
  CountedSource,
  Deferred,
  ExposureWindow,
  HasJoined,
  NotListed,
  PersonChange,
  ResourceChange,
  Step,
  TouchedWorkspace,
  Unmanaged,
  Unsupported,
} from "../model/plan/plan.js";
import type { Moments } from "../model/plan/view.js";
import type { DesiredWorkspace } from "../model/state/desired-state.js";
import type { LiveWorkspace } from "../model/state/live-state.js";
import type { WorkspaceDiff } from "./diff/diff-workspace.js";
import type { JudgedEdit } from "./edits/edits.js";
import type { GuardedPart } from "./guards/plan-facts.js";
import type { Rules } from "./input/inputs.js";
import type { BothSides } from "./people/roles.js";

/** One workspace with everything that is to change in it. */
export interface WorkspaceChanges {
  /** The desired workspace. */
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace | undefined;
  /** The workspace as read, or as it will be when created; `undefined` if there is and will be none. */
  readonly start: LiveWorkspace | undefined;
  readonly diff: WorkspaceDiff;
}

/** The same with the roles that only all workspaces together determine. */
export type WorkspaceInput = WorkspaceChanges & BothSides;

/** The part of the plan about one workspace; an archived one has no `moments` and no `end`. */
export interface WorkspacePart extends GuardedPart, AccessPart, SideLists {
  readonly moments: Moments | undefined;
  readonly touched: readonly TouchedWorkspace[];
  /** Addresses that `protect` may protect. */
  readonly places: readonly Address[];
  readonly changes: readonly ResourceChange[];
  readonly unchanged: WorkspaceDiff["unchanged"];
  readonly arrivals: readonly Arrival[];
  readonly hasJoined: readonly HasJoined[];
  /** The edits of managed things. */
  readonly edits: readonly JudgedEdit[];
  readonly notListed: readonly NotListed[];
  readonly steps: readonly Step[];
  readonly windows: readonly ExposureWindow[];
  /** The live id of something by its address, or that of the built-in group. */
  idOf(address: Address): string | undefined;
}

/** The people whose access changes, and how much of that is not known. */
export interface AccessPart extends Pick<GuardedPart, "unreadLosses" | "moves"> {
  readonly access: readonly AccessChange[];
  readonly people: readonly PersonChange[];
  /** The values that the edit takes over from the product. */
  readonly adopted: readonly AccessChange[];
  /** Findings about values that may allow nothing. */
  readonly undeclared: readonly Diagnostic[];
  /** The number of affected members whose own values were not read. */
  readonly unread: number;
  readonly countedSources: readonly CountedSource[];
}

/** The lists of the plan other than its changes. */
export interface SideLists {
  rosterFindings(by: Rules["checks"]): readonly Diagnostic[];
  readonly unmanaged: readonly Unmanaged[];
  readonly deferred: readonly Deferred[];
  readonly unsupported: readonly Unsupported[];
}
