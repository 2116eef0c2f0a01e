import type { YAMLMap } from "yaml";
import type {
  DesiredAttribute,
  DesiredGroup,
  DesiredMember,
  DesiredPerson,
  DesiredThing,
  DesiredValue,
  DesiredWorkspace,
} from "../../model/state/desired-state.js";
import { block, flow, sequence, text, texts } from "./print-tree.js";

const ABSENT = "absent";

/** One workspace as the file writes it. */
export function emitWorkspace(workspace: DesiredWorkspace): YAMLMap {
  if (workspace.state === "absent") return flow({ state: text(ABSENT), id: text(workspace.id) });
  const {
    id,
    provision_by_default,
    attributes,
    groups,
    precedence_order,
    members,
    lists = {},
    exact,
  } = workspace;
  return block([
    ["id", text(id)],
    ["provision_by_default", provision_by_default],
    ["attributes", attributes && block(attributes.map((a) => [a.name, emitAttribute(a)]))],
    ["groups", groups && block(groups.map((g) => [g.name, emitGroup(g)]))],
    ["precedence_order", precedence_order && texts(precedence_order)],
    ["members", members && block(members.map((m) => [m.display_email, emitMember(m)]))],
    ...Object.entries(lists).map(([key, things]): [string, YAMLMap] => [key, printThings(things)]),
    ["exact", emitExact(exact)],
  ]);
}

function printThings(things: readonly DesiredThing[]): YAMLMap {
  return block(
    things.map((thing) => {
      if (thing.state === "absent") return [thing.name, flow({ state: text(ABSENT) })];
      const fields = Object.entries(thing.fields).map(([field, value]) => [
        field,
        typeof value === "string" ? text(value) : (value ?? undefined),
      ]);
      return [thing.name, flow(Object.fromEntries(fields))];
    }),
  );
}

function emitAttribute(attribute: DesiredAttribute): YAMLMap {
  if (attribute.state === "absent") return flow({ state: text(ABSENT) });
  const { data_type, label, required } = attribute;
  return flow({ data_type: text(data_type), label: text(label), required: required || undefined });
}

function emitGroup(group: DesiredGroup): YAMLMap {
  if (group.state === "absent") return flow({ state: text(ABSENT) });
  const { precedence, previously, values, members } = group;
  return block([
    ["precedence", precedence],
    ["previously", previously.length > 0 ? texts(previously) : undefined],
    ["values", emitValues(values)],
    ["members", members && emitPeople(members)],
  ]);
}

function emitMember({ role, values }: DesiredMember): YAMLMap {
  return block([
    ["role", text(role)],
    ["values", emitValues(values)],
  ]);
}

function emitValues(values: readonly DesiredValue[] | undefined): YAMLMap | undefined {
  return values && block(values.map(({ attribute, value }) => [attribute, text(value)]));
}

function emitPeople(people: readonly DesiredPerson[]) {
  return sequence(people.map((p) => text(p.display_email)));
}

function emitExact({ attributes, groups }: { readonly attributes: boolean; readonly groups: boolean }) {
  if (!attributes && !groups) return undefined;
  return flow({ attributes: attributes || undefined, groups: groups || undefined });
}
