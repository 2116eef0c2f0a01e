import { entriesOf } from "../../access/values/grants.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";

/** The entries of every value of an attribute, in the file and in the service as far as it was read. */
export function knownValues(
  attribute: string,
  { workspaces }: Pick<DesiredState, "workspaces">,
  live: LiveState,
): readonly string[] {
  const desired = workspaces
    .map(contentsOf)
    .flatMap(({ of }) => [...of("group_value"), ...of("member_value")])
    .flatMap(({ name, managed }) => (name === attribute ? String(managed.value) : []));
  const present = live.workspaces.flatMap(({ attributes, groups, members = [] }) => {
    const ids = new Set(attributes.flatMap(({ id, name }) => (name === attribute ? id : [])));
    const values = [
      ...groups.flatMap((group) => group.values ?? []),
      ...members.flatMap((member) => member.own_values ?? []),
    ];
    return values.flatMap(({ attribute_id, value }) => (ids.has(attribute_id) ? value : []));
  });
  const texts = [...desired, ...present].flatMap((value) => [value, ...entriesOf(value)]);
  return [...new Set(texts)];
}
