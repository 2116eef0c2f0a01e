import type { ListFacts } from "../../config/people/list-facts.js";
import type { Locate } from "../../config/text/location.js";
import type { WrittenFiles } from "../../config/written.js";
import type { ModelDescription } from "../../data-model/model-description.js";
import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { FailOn } from "../../model/plan/fail-on.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { setOf } from "../../util/collections.js";

/**
 * The purpose of a plan. `apply`: to be applied. `compare`: changes are an outcome of their own. `drift`: differences
 * that the API cannot change count as well, and guards of writes do not.
 */
export type Purpose = "apply" | "compare" | "drift";

/** The values of `--allow`: guard name and number or name, repeatable. */
export type Allow = Iterable<readonly [guard: string, value: string]>;

/** Facts about the files that the desired state was built from. */
export interface FileFacts {
  /**
   * The findings about the files, all of them warnings: they are reported with the plan, unless it decides
   * them.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** Findings about the sign-in. */
  readonly checks?: readonly Diagnostic[];
  readonly locate: Locate;
  /** What they say as they are written. */
  readonly written?: () => WrittenFiles;
  /** The list of people that they take people from. */
  readonly people?: ListFacts | undefined;
}

/** The file before this edit, which distinguishes removals and edits from drift. */
export interface BaseFacts {
  readonly desired: DesiredState;
  /** What it says as it is written. */
  readonly written?: (() => WrittenFiles) | undefined;
  /** The list of people as it had it. */
  readonly people?: ListFacts | undefined;
  /** The data model as it has it; the same one as the file's where both say the same of it. */
  readonly dataModel?: ModelDescription | undefined;
  /** The keys of workspaces that the edit changes, each as it was and as it is: the planner puts the base under those of now. */
  readonly renamedKeys?: readonly (readonly [before: string, after: string])[];
}

/** How the base was found in its repository. */
interface BaseHistory {
  /** The files that the base lacks, by their paths in the repository. */
  readonly newFiles?: readonly string[] | undefined;
  /** Lists of which no earlier version is known: the base has them as they are on the disk. */
  readonly fromDisk?: readonly string[] | undefined;
  /** Where HEAD does not contain the base: its further commits, and the addresses of what only they did. */
  readonly ahead?: { readonly commits: number; readonly addresses: readonly Address[] } | undefined;
}

/** What is asked of a plan: no clock, no console. */
export interface PlanOptions {
  readonly orgformVersion: string;
  /** Names and patterns of the workspaces that the run is of, in the file or live; of all of the file without it. */
  readonly workspaces?: readonly string[] | undefined;
  /** The values of `--allow`, such as `delete.group` with `29`, or `own-user` with an address. */
  readonly allow?: Allow;
  /** The most affected members of a workspace whose own values are read; 1,000 by default. */
  readonly accessReads?: number | undefined;
  /** The day from which `checks.invite_age_days` counts, `YYYY-MM-DD`: nothing else of a plan knows a day. */
  readonly today?: string;
  /** The purpose; `apply` by default. */
  readonly purpose?: Purpose;
  /** Findings that refuse, as guards do. */
  readonly failOn?: readonly FailOn[] | undefined;
}

/** What a plan is made from beside what exists, each fact worked out once. */
export interface Facts {
  readonly desired: DesiredState;
  readonly options: PlanOptions;
  readonly base?: BaseFacts | undefined;
  readonly history?: BaseHistory | undefined;
  /** The description of the data model, if there is one. */
  readonly dataModel?: ModelDescription | undefined;
  /** The facts about the files other than the desired state; a `Config` has them. */
  readonly file?: FileFacts;
  /** The workspaces that the run is not of, where it is of some: the planner finds them. */
  readonly elsewhere?: readonly NamedWorkspace[];
}

/** Returns true if the file has another data model than the base: what a value opens is another thing for everybody. */
export const isOtherModel = ({ base, dataModel }: Facts): boolean =>
  base?.dataModel !== undefined && base.dataModel !== dataModel;

/** A workspace as the file names it: by its id if there is one, otherwise by its name. */
export interface NamedWorkspace {
  readonly name: string;
  readonly id?: string;
}

/** A workspace that the token sees. */
export type SeenWorkspace = Required<NamedWorkspace>;

/** Everything that a plan is made from. */
export interface PlanInput extends Facts {
  readonly live: LiveState;
}

/**
 * The workspaces that a plan manages: those of the file, and those that only the base had. A workspace that
 * the file renamed, as the live state shows, is one of the file.
 */
export function managedWorkspaces(
  desired: DesiredState,
  base: BaseFacts | undefined,
  live: LiveState | undefined,
): readonly DesiredWorkspace[] {
  const names = setOf(desired.workspaces, "name");
  const liveIdOf = (workspace: DesiredWorkspace) => live && liveWorkspaceOf(live, workspace)?.id;
  const kept = new Set(desired.workspaces.flatMap((workspace) => liveIdOf(workspace) ?? []));
  const dropped = (base?.desired.workspaces ?? []).filter(
    (workspace) =>
      workspace.state === "present" && !names.has(workspace.name) && !kept.has(liveIdOf(workspace) ?? ""),
  );
  return [
    ...desired.workspaces,
    ...dropped.map(({ name, id }) => ({
      name,
      state: "absent" as const,
      dropped: true as const,
      ...(id === undefined ? {} : { id }),
    })),
  ];
}

/** The live workspace of a name in the file, by pin or by name. */
export function liveWorkspaceOf(live: LiveState, desired: DesiredWorkspace): LiveWorkspace | undefined {
  return live.workspaces.find((workspace) => isSame(desired, workspace));
}

/** Returns true if a workspace of the file is this one, by pin or by name. */
export function isSame(desired: NamedWorkspace, live: SeenWorkspace): boolean {
  return desired.id === undefined ? live.name === desired.name : live.id === desired.id;
}
