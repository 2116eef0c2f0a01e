import type { YAMLMap } from "yaml";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { defined } from "../../util/record.js";
import { type ListedWorkspace, type MemberInFile, membersIn, YES } from "./list-people.js";
import { block, columnReference, flow, type Printed, sequence } from "./print-tree.js";

/** One workspace as the file writes it; `listed` says which of its people a list has. */
export function printWorkspace(workspace: DesiredWorkspace, listed?: ListedWorkspace): YAMLMap {
  if (workspace.state === "absent") return flow({ state: "absent", id: workspace.id });
  const { id, arrive_by, precedence_order, exact } = workspace;
  const contents = contentsOf(workspace);
  const [own] = contents.of("workspace");
  return block([
    ...plainKeys("workspace", { ...defined({ id, arrive_by }), ...own?.managed }),
    ["people", listed && printListed(listed)],
    ["attributes", printList(contents, "attribute", printAttribute)],
    ["groups", printList(contents, "group", (group) => printGroup(contents, group, listed))],
    ["precedence_order", precedence_order],
    ["members", printMembers(contents, listed)],
    ...LISTED_KINDS.map(
      (kind) => [KINDS[kind].collection ?? "", printList(contents, kind, printThing)] as const,
    ),
    ["exact", printExact(exact, listed !== undefined)],
  ]);
}

/** The mapping of a kind, where the file gives it. */
function printList(
  { gives, entries }: Contents,
  kind: ResourceKind,
  print: (resource: DesiredResource) => YAMLMap,
): YAMLMap | undefined {
  if (!gives(kind)) return undefined;
  return block(
    entries(kind).map((resource) => [
      resource.name,
      resource.state === "absent" ? flow({ state: "absent" }) : print(resource),
    ]),
  );
}

/** The plain keys of a thing in the order of the schema. */
function plainKeys(kind: ResourceKind, fields: Fields): [string, Printed | undefined][] {
  return Object.keys(FILE_KEYS[kind]).map((key) => [key, fields[key] ?? undefined]);
}

function printThing({ managed: { name: _, ...fields } }: DesiredResource): YAMLMap {
  return flow(
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? undefined])),
  );
}

function printAttribute({ managed, required, deny }: DesiredResource): YAMLMap {
  const only = deny?.length === 1 ? deny[0] : deny;
  const keys = Object.fromEntries(plainKeys("attribute", managed));
  return flow({ ...keys, required, deny: only });
}

/** Prints the members; of a workspace that takes people from a list only the others. */
function printMembers(contents: Contents, listed: ListedWorkspace | undefined): YAMLMap | undefined {
  const members = listed === undefined ? membersIn(contents) : listed.rest;
  const isListed = listed === undefined ? contents.gives("invite") : members.length > 0;
  if (!isListed) return undefined;
  return block(members.map((member) => [member.display_email, printMember(member)]));
}

function printMember({ fields, values }: MemberInFile): YAMLMap {
  return block([...plainKeys("invite", fields), ["values", values && printValues(values)]]);
}

function printListed({ members, role, values }: ListedWorkspace): YAMLMap {
  const map = block({
    where: members === undefined ? undefined : flow({ [members]: YES }),
    role: role === undefined ? undefined : columnReference(role),
    values: values && block(values.map(([attribute, column]) => [attribute, columnReference(column)])),
  });
  return map.items.length === 0 ? flow({}) : map;
}

function printGroup(
  { gives, heldBy }: Contents,
  { name, managed, previously = [] }: DesiredResource,
  listed: ListedWorkspace | undefined,
): YAMLMap {
  return block([
    ...plainKeys("group", managed),
    ["previously", previously.length > 0 ? previously : undefined],
    ["values", gives("group_value", name) ? printValues(heldBy("group_value", name)) : undefined],
    [
      "members",
      gives("group_membership", name)
        ? printGroupMembers(heldBy("group_membership", name), listed?.groups.get(name))
        : undefined,
    ],
  ]);
}

function printGroupMembers(
  members: readonly DesiredResource[],
  picked: { readonly column: string; readonly add: readonly string[] } | undefined,
): Printed {
  if (picked === undefined) return sequence(members.map(({ name, person }) => person?.display_email ?? name));
  const { column, add } = picked;
  return block({ where: flow({ [column]: YES }), add: add.length > 0 ? add : undefined });
}

function printValues(values: readonly DesiredResource[]): YAMLMap {
  return block(values.map(({ name, managed }) => [name, managed.value ?? undefined]));
}

function printExact({ attributes, groups, members }: PresentWorkspace["exact"], isListed: boolean) {
  // A list of people is complete without a word.
  const own = { attributes, groups, members: members && !isListed };
  const kinds = Object.entries(own).filter(([, isExact]) => isExact);
  return kinds.length === 0 ? undefined : flow(Object.fromEntries(kinds));
}
