import type { YAMLMap } from "yaml";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type {
  DesiredAttribute,
  DesiredGroup,
  DesiredMember,
  DesiredPerson,
  DesiredThing,
  DesiredValue,
  DesiredWorkspace,
  PresentWorkspace,
} from "../../model/state/desired-state.js";
import type { FieldsOf } from "../../model/state/fields.js";
import { type ListedWorkspace, YES } from "./list-people.js";
import { block, columnReference, flow, type Printed, sequence } from "./print-tree.js";

/** One workspace as the file writes it; `listed` says which of its people a list has. */
export function printWorkspace(workspace: DesiredWorkspace, listed?: ListedWorkspace): YAMLMap {
  if (workspace.state === "absent") return flow({ state: "absent", id: workspace.id });
  const { attributes, groups, precedence_order, members, lists, exact } = workspace;
  return block([
    ...plainKeys("workspace", workspace),
    ["people", listed && printListed(listed)],
    ["attributes", attributes && block(attributes.map((a) => [a.name, printAttribute(a)]))],
    ["groups", groups && block(groups.map((g) => [g.name, printGroup(g, listed)]))],
    ["precedence_order", precedence_order],
    ["members", printMembers(listed === undefined ? members : listed.rest, listed !== undefined)],
    ...Object.entries(lists ?? {}).map(([key, things]) => [key, printThings(things)] as const),
    ["exact", printExact(exact, listed !== undefined)],
  ]);
}

/** The plain keys of a thing in the order of the schema. */
function plainKeys<K extends ResourceKind>(kind: K, thing: FieldsOf<K>): [string, Printed | undefined][] {
  const known: Readonly<Record<string, Printed | undefined>> = thing;
  return Object.keys(FILE_KEYS[kind]).map((key) => [key, known[key]]);
}

function printThings(things: readonly DesiredThing[]): YAMLMap {
  return block(
    things.map((thing) => {
      if (thing.state === "absent") return [thing.name, flow({ state: "absent" })];
      const fields = Object.entries(thing.fields).map(([field, value]) => [field, value ?? undefined]);
      return [thing.name, flow(Object.fromEntries(fields))];
    }),
  );
}

function printAttribute(attribute: DesiredAttribute): YAMLMap {
  if (attribute.state === "absent") return flow({ state: "absent" });
  const { required, deny } = attribute;
  const only = deny?.length === 1 ? deny[0] : deny;
  const keys = Object.fromEntries(plainKeys("attribute", attribute));
  return flow({ ...keys, required: required || undefined, deny: only });
}

/** Everybody else of the workspace is in the list. */
function printMembers(members: readonly DesiredMember[] | undefined, isRest: boolean): YAMLMap | undefined {
  if (members === undefined || (isRest && members.length === 0)) return undefined;
  return block(
    members.map((member) => [
      member.display_email,
      block([...plainKeys("invite", member), ["values", printValues(member.values)]]),
    ]),
  );
}

function printListed({ members, role, values }: ListedWorkspace): YAMLMap {
  const map = block({
    where: members === undefined ? undefined : flow({ [members]: YES }),
    role: role === undefined ? undefined : columnReference(role),
    values: values && block(values.map(([attribute, column]) => [attribute, columnReference(column)])),
  });
  return map.items.length === 0 ? flow({}) : map;
}

function printGroup(group: DesiredGroup, listed: ListedWorkspace | undefined): YAMLMap {
  if (group.state === "absent") return flow({ state: "absent" });
  const { name, previously, values, members } = group;
  return block([
    ...plainKeys("group", group),
    ["previously", previously.length > 0 ? previously : undefined],
    ["values", printValues(values)],
    ["members", members && printGroupMembers(members, listed?.groups.get(name))],
  ]);
}

function printGroupMembers(
  members: readonly DesiredPerson[],
  picked: { readonly column: string; readonly add: readonly string[] } | undefined,
): Printed {
  if (picked === undefined) return sequence(members.map((person) => person.display_email));
  const { column, add } = picked;
  return block({ where: flow({ [column]: YES }), add: add.length > 0 ? add : undefined });
}

function printValues(values: readonly DesiredValue[] | undefined): YAMLMap | undefined {
  return values && block(values.map(({ attribute, value }) => [attribute, value]));
}

function printExact({ attributes, groups, members }: PresentWorkspace["exact"], isListed: boolean) {
  // A list of people is complete without a word.
  const own = { attributes, groups, members: members && !isListed };
  const kinds = Object.entries(own).filter(([, isExact]) => isExact);
  return kinds.length === 0 ? undefined : flow(Object.fromEntries(kinds));
}
