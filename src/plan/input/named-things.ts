import { KINDS } from "../../kinds/registry.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { type Facts, isSame, type SeenWorkspace } from "./inputs.js";

/** Returns true if a caller has to choose among the live groups or people of this name. */
export type IsNamed = (workspace: SeenWorkspace, thing: "group" | "person", name: string) => boolean;

/**
 * A test whether the file, its rules or its base name a live group or person. Where groups are exact it names them all,
 * since an unlisted one is deleted.
 */
export function namedBy({ desired, base }: Pick<Facts, "desired" | "base">): IsNamed {
  const files = base === undefined ? [desired] : [desired, base.desired];
  const inRules = new Set(
    files.flatMap(({ expect }) => expect.flatMap((rule) => Object.values(rule).flat())),
  );
  const entries = files.flatMap(({ workspaces }) => presentIn(workspaces));
  const names = new Map(entries.map((workspace) => [workspace, namesIn(workspace)]));
  return (seen, thing, name) =>
    inRules.has(name) ||
    entries
      .filter((entry) => isSame(entry, seen))
      .some((entry) => names.get(entry)?.has(name) || (thing === "group" && entry.exact.groups));
}

/** The names of groups, former ones too, and the people in every place that has some. */
const namesIn = ({ resources }: PresentWorkspace): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ kind, name, previously = [], person }) => [
      ...(KINDS[kind].isRanked ? [name, ...previously] : []),
      ...(person === undefined ? [] : [person.email]),
    ]),
  );
