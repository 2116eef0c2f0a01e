import { ALL_USERS } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";

/** The pairs of a live group and a group of the file. */
export interface GroupMatch {
  /** The groups by name in the file; the built-in group is {@link ALL_USERS}. */
  readonly byName: ReadonlyMap<string, LiveResource>;
  /** The names in the file of the groups that will be renamed, by their live names. */
  readonly renamedTo: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Matches by name; a declared group that does not exist yet takes the first of its former names that does, so that it
 * is renamed in place with its members and values. A group that has a declared name is never renamed.
 */
export function matchGroups(desired: PresentWorkspace | undefined, live: LiveWorkspace): GroupMatch {
  const groups = contentsOf(live).of("group");
  const liveNames = new Set(groups.flatMap(({ name, state }) => (state === "built-in" ? [] : [name])));
  const entries = desired === undefined ? [] : contentsOf(desired).entries("group");
  const declared = entries.filter((g) => g.name !== ALL_USERS);
  const declaredNames = new Set(declared.map((g) => g.name));
  const renamedTo = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];

  for (const group of declared) {
    if (group.state === "absent") continue;
    const former = (group.previously ?? []).filter((name) => liveNames.has(name) && !declaredNames.has(name));
    const taken = liveNames.has(group.name);
    const [first] = taken ? [] : former.filter((name) => !renamedTo.has(name));
    if (first !== undefined) renamedTo.set(first, group.name);
    const left = former.filter((name) => name !== first);
    if (left.length === 0) continue;
    diagnostics.push(
      finding(
        "rename-ambiguous",
        `${group.name} is not renamed from all its former names`,
        `${taken ? "A group of the new name exists already" : `${first} is renamed`}, and ${left.join(", ")} exists as well: it is not renamed. To delete it, write it with \`state: absent\`. To keep it, remove it from \`previously\`.`,
        { severity: "warning", address: group.address },
      ),
    );
  }

  const byName = new Map(groups.map((group) => [renamedTo.get(group.name) ?? group.name, group]));
  return { byName, renamedTo, diagnostics };
}

/** The precedence of a live group: the service gives each one, and 0 to the built-in group alone. */
export const precedenceOf = ({ fields }: LiveResource): number => Number(fields.precedence);
