import { askFor, quote } from "../../config/text/wording.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { type Facts, isSame, type NamedWorkspace, type SeenWorkspace } from "./inputs.js";

/** The workspaces to read, and why these cannot be had. */
export interface SelectedWorkspaces {
  readonly managed: readonly NamedWorkspace[];
  readonly problems: readonly Diagnostic[];
}

/** The workspaces to read: by id if there is one, otherwise by name. A function chooses among those that the token sees. */
export type WorkspaceSelection =
  | readonly NamedWorkspace[]
  | ((visible: readonly SeenWorkspace[]) => SelectedWorkspaces);

/** The facts of a run, the base among them, as if there were no other workspaces than its own. */
interface ScopedRun {
  readonly facts: Facts;
  /** Names and patterns that are of no workspace of the file. */
  readonly problems: readonly Diagnostic[];
}

/** A workspace of the file, of the base or of neither, and the live one if the token sees it. */
interface KnownWorkspace {
  readonly name: string;
  readonly live: SeenWorkspace | undefined;
  readonly isUnmanaged?: true;
}

/**
 * Narrows a run to the workspaces that its options name. What the file and the base call differently and is one live
 * workspace is in the run or out of it as a whole, so that no other key makes a removal of it.
 */
export function scopedRun(facts: Facts, visible: readonly SeenWorkspace[]): ScopedRun {
  const { desired, base } = facts;
  const patterns = facts.options.workspaces;
  if (patterns === undefined) return { facts, problems: [] };
  const entries = [...desired.workspaces, ...(base?.desired.workspaces ?? [])];
  const liveOf = (entry: NamedWorkspace) => visible.find((one) => isSame(entry, one));
  const managed = entries.map((entry): KnownWorkspace => ({ name: entry.name, live: liveOf(entry) }));
  const unmanaged = visible
    .filter((live) => !managed.some((one) => one.live === live))
    .map((live): KnownWorkspace => ({ name: live.name, live, isUnmanaged: true }));
  const chosen = new Map(patterns.map((pattern) => [pattern, meantBy(pattern, [...managed, ...unmanaged])]));
  const all = [...chosen.values()].flat();
  const isOf = (entry: NamedWorkspace): boolean => {
    const live = liveOf(entry);
    return all.some((one) => one.name === entry.name || (live !== undefined && one.live === live));
  };
  const scoped = (state: DesiredState): DesiredState => ({
    ...state,
    workspaces: state.workspaces.filter(isOf),
  });
  return {
    facts: {
      ...facts,
      desired: scoped(desired),
      base: base && { ...base, desired: scoped(base.desired) },
      elsewhere: [
        ...entries.filter((entry) => !isOf(entry)),
        ...unmanaged.flatMap(({ live }) => (live === undefined || isOf(live) ? [] : [live])),
      ],
    },
    problems: [...chosen].flatMap(([pattern, meant]) =>
      meant.some(({ isUnmanaged }) => isUnmanaged !== true) ? [] : [matchesNothing(pattern, meant, managed)],
    ),
  };
}

/** The workspaces of a pattern, by both names: those of exactly this name in the file, else live, else all that fit. */
function meantBy(pattern: string, known: readonly KnownWorkspace[]): readonly KnownWorkspace[] {
  const ways: readonly ((one: KnownWorkspace) => boolean)[] = [
    ({ name }) => name === pattern,
    ({ live }) => live?.name === pattern,
    ({ name, live }) => [name, live?.name ?? name].some((either) => fitsWildcard(pattern, either)),
  ];
  return ways.map((way) => known.filter(way)).find((found) => found.length > 0) ?? [];
}

function matchesNothing(
  pattern: string,
  unmanaged: readonly KnownWorkspace[],
  managed: readonly KnownWorkspace[],
): Diagnostic {
  const isUnmanaged = unmanaged.length > 0;
  const names = managed.flatMap(({ name, live }) => [name, live?.name ?? name]);
  return finding(
    "usage",
    `--workspace ${pattern} matches no workspace of the file`,
    isUnmanaged
      ? `${quote(unmanaged[0]?.name ?? pattern)} exists, but the file does not list it. Name its file with --file, or list it under \`workspaces\`.`
      : `${askFor(pattern, [...new Set(names)])}Write the name of a workspace in the file or in the service; \`*\` stands for any text.`,
  );
}
