import { Scalar, type YAMLMap } from "yaml";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { defined } from "../../util/record.js";
import type { ListedWorkspace, TextCondition } from "../people/first-file/match-list.js";
import { block, flow, type Printed, sequence } from "./print-tree.js";

/** One workspace as the file writes it; what a list explains is said by conditions on its columns. */
export function printWorkspace(workspace: DesiredWorkspace, listed?: ListedWorkspace): YAMLMap {
  if (workspace.state === "absent") return flow({ state: "absent", id: workspace.id });
  const { id, arrive_by, precedence_order, exact } = workspace;
  const contents = contentsOf(workspace);
  const [own] = contents.of("workspace");
  return block([
    ...plainKeys("workspace", { ...defined({ id, arrive_by }), ...own?.managed }),
    ["people", listed && printPeople(listed)],
    ["attributes", printList(contents, "attribute", printAttribute)],
    ["groups", printList(contents, "group", (group) => printGroup(contents, group, listed))],
    ["precedence_order", precedence_order],
    ["members", printMembers(contents, listed)],
    ...LISTED_KINDS.map(
      (kind) => [KINDS[kind].collection ?? "", printList(contents, kind, printThing)] as const,
    ),
    ["exact", printExact(exact)],
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

function printAttribute({ managed, required, deny, allowed }: DesiredResource): YAMLMap {
  const only = deny?.length === 1 ? deny[0] : deny;
  const keys = Object.fromEntries(plainKeys("attribute", managed));
  return flow({ ...keys, required, deny: only, allowed });
}

function printPeople({ where, role }: ListedWorkspace): YAMLMap {
  // A reference to a column is one.
  return block({ where: printCondition(where), role: new Scalar(role) });
}

function printCondition(condition: TextCondition | undefined): YAMLMap {
  const [column, texts] = condition ?? [];
  return flow(column === undefined ? {} : { [column]: texts?.length === 1 ? texts[0] : texts });
}

function printMembers(
  { of, gives, heldBy }: Contents,
  listed: ListedWorkspace | undefined,
): YAMLMap | undefined {
  if (!gives("invite")) return undefined;
  return block(
    of("invite").flatMap(({ name: email, person, managed }) => {
      if (listed?.leavesOut(email)) return [];
      const values = gives("member_value", email) ? printValues(heldBy("member_value", email)) : undefined;
      const roleOfList = listed?.roleOf(email);
      const { role, ...rest } = managed;
      const fields = role === roleOfList ? rest : managed;
      if (listed?.has(email) && values === undefined && fields === rest) return [];
      if (listed !== undefined && values !== undefined)
        values.commentBefore = " An own value beats every group; `values: {}` takes it away.";
      return [
        [
          person?.display_email ?? email,
          block([...plainKeys("invite", fields), ["values", values]]),
        ] as const,
      ];
    }),
  );
}

function printGroup(
  { gives, heldBy }: Contents,
  { name, managed, previously = [] }: DesiredResource,
  listed: ListedWorkspace | undefined,
): YAMLMap {
  const condition = listed?.groups.get(name);
  const people = heldBy("group_membership", name).filter(
    (one) => !listed?.leavesOut(one.name) && !(condition && listed?.has(one.name)),
  );
  const members = people.map(({ name, person }) => person?.display_email ?? name);
  return block([
    ...plainKeys("group", managed),
    ["previously", previously.length > 0 ? previously : undefined],
    ["values", gives("group_value", name) ? printValues(heldBy("group_value", name)) : undefined],
    [
      "members",
      condition !== undefined
        ? block({ where: printCondition(condition), add: members.length > 0 ? members : undefined })
        : gives("group_membership", name)
          ? sequence(members)
          : undefined,
    ],
  ]);
}

function printValues(values: readonly DesiredResource[]): YAMLMap {
  return block(values.map(({ name, managed }) => [name, managed.value ?? undefined]));
}

function printExact(exact: PresentWorkspace["exact"]): YAMLMap | undefined {
  const kinds = Object.entries(exact).filter(([, isExact]) => isExact);
  return kinds.length === 0 ? undefined : flow(Object.fromEntries(kinds));
}
