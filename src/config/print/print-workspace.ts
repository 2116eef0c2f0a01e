import type { YAMLMap } from "yaml";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { defined } from "../../util/record.js";
import { block, flow, type Printed, sequence } from "./print-tree.js";

/** One workspace as the file writes it. */
export function printWorkspace(workspace: DesiredWorkspace): YAMLMap {
  if (workspace.state === "absent") return flow({ state: "absent", id: workspace.id });
  const { id, arrive_by, precedence_order, exact } = workspace;
  const contents = contentsOf(workspace);
  const [own] = contents.of("workspace");
  return block([
    ...plainKeys("workspace", { ...defined({ id, arrive_by }), ...own?.managed }),
    ["attributes", printList(contents, "attribute", printAttribute)],
    ["groups", printList(contents, "group", (group) => printGroup(contents, group))],
    ["precedence_order", precedence_order],
    ["members", printMembers(contents)],
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

function printAttribute({ managed, required, deny }: DesiredResource): YAMLMap {
  const only = deny?.length === 1 ? deny[0] : deny;
  const keys = Object.fromEntries(plainKeys("attribute", managed));
  return flow({ ...keys, required, deny: only });
}

function printMembers({ of, gives, heldBy }: Contents): YAMLMap | undefined {
  if (!gives("invite")) return undefined;
  return block(
    of("invite").map(({ name: email, person, managed }) => {
      const values = gives("member_value", email) ? printValues(heldBy("member_value", email)) : undefined;
      return [person?.display_email ?? email, block([...plainKeys("invite", managed), ["values", values]])];
    }),
  );
}

function printGroup(
  { gives, heldBy }: Contents,
  { name, managed, previously = [] }: DesiredResource,
): YAMLMap {
  return block([
    ...plainKeys("group", managed),
    ["previously", previously.length > 0 ? previously : undefined],
    ["values", gives("group_value", name) ? printValues(heldBy("group_value", name)) : undefined],
    [
      "members",
      gives("group_membership", name)
        ? sequence(heldBy("group_membership", name).map(({ name, person }) => person?.display_email ?? name))
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
