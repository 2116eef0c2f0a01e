import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf, resourceAddress } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
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

/**
 * Everything that was read of a workspace, at the addresses of the file: what belongs to a group that will be renamed is
 * below its new name.
 */
export function underNamesOfFile(
  live: LiveWorkspace,
  { name: workspace }: DesiredWorkspace,
  { renamedTo }: GroupMatch,
): readonly LiveResource[] {
  if (workspace === live.name && renamedTo.size === 0) return live.resources;
  const itself = workspaceAddress(live.name);
  return live.resources.map((resource): LiveResource => {
    const { kind, address, name, owner = "", fields } = resource;
    if (address === itself) return { ...resource, name: workspace, address: workspaceAddress(workspace) };
    const isGroup = KINDS[kind].isRanked === true;
    const isInGroup = fields.group === owner;
    const nameNow = isGroup || isInGroup ? renamedTo.get(isGroup ? name : owner) : undefined;
    const here = resourceAddress(kind, workspace, name, owner);
    if (nameNow === undefined) return { ...resource, address: here };
    if (isInGroup)
      return {
        ...resource,
        owner: nameNow,
        address: resourceAddress(kind, workspace, name, nameNow),
        fields: { ...fields, group: nameNow },
      };
    return {
      ...resource,
      name: nameNow,
      address: resourceAddress(kind, workspace, nameNow),
      previous_address: here,
    };
  });
}

/** The precedence of a live group: the service gives each one, and 0 to the built-in group alone. */
export const precedenceOf = ({ fields }: LiveResource): number => Number(fields.precedence);
