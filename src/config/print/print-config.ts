import { Document, Scalar, type YAMLMap } from "yaml";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace, StateWithoutRules } from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { defined } from "../../util/record.js";
import type { ListedWorkspace, ListedWorkspaces, TextCondition } from "../people/first-file/match-list.js";
import { escapingTags } from "../text/escaped-text.js";
import { block, flow, type Printed, sequence } from "./print-tree.js";

/** Parts of the file around the desired state itself. */
interface PrintOptions {
  /** The part of the workspaces that a list of people explains. */
  readonly listed?: ListedWorkspaces | undefined;
  /** Address or path of the schema, for editors. */
  readonly schema?: string;
  /**
   * The part of the state to print, for several files: the shared settings, or workspaces alone; all by
   * default.
   */
  readonly part?: "settings" | "workspaces";
}

/**
 * Prints what an export says of an organization as an orgform file: `parseConfig` of the text gives the same, for all
 * names and values.
 */
export function printConfig(state: StateWithoutRules, { schema, part, listed }: PrintOptions = {}): string {
  const { organization, service, workspaces } = state;
  const { region, base_url } = service;
  const entries = {
    version: 1,
    organization: flow({ id: organization.id, name: organization.name }),
    service: (region ?? base_url) === undefined ? undefined : flow({ region, base_url }),
    workspaces:
      workspaces.length > 0
        ? block(workspaces.map((w) => [w.name, printWorkspace(w, listed?.get(w.name))]))
        : undefined,
  };
  const document = new Document<YAMLMap>(undefined, { customTags: escapingTags });
  document.contents = block(Object.entries(entries).filter(([key]) => isIn(part, key)));
  if (schema !== undefined) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isIn(part: PrintOptions["part"], key: string): boolean {
  return part === undefined || key === "version" || (key === "workspaces") === (part === "workspaces");
}

/** One workspace as the file writes it; what a list explains is said by conditions on its columns. */
function printWorkspace(workspace: PresentWorkspace, listed?: ListedWorkspace): YAMLMap {
  const { id, arrive_by } = workspace;
  const contents = contentsOf(workspace);
  const [own] = contents.of("workspace");
  return block([
    ...plainKeys("workspace", { ...defined({ id, arrive_by }), ...own?.managed }),
    ["people", listed && printPeople(listed)],
    ["attributes", printList(contents, "attribute", printThing)],
    ["groups", printList(contents, "group", (group) => printGroup(contents, group, listed))],
    ["members", printMembers(contents, listed)],
    ...LISTED_KINDS.map(
      (kind) => [KINDS[kind].collection ?? "", printList(contents, kind, printThing)] as const,
    ),
  ]);
}

/** The mapping of a kind, where the file gives it. */
function printList(
  { gives, entries }: Contents,
  kind: ResourceKind,
  print: (resource: DesiredResource) => YAMLMap,
): YAMLMap | undefined {
  if (!gives(kind)) return undefined;
  return block(entries(kind).map((resource) => [resource.name, print(resource)]));
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
  { name, managed }: DesiredResource,
  listed: ListedWorkspace | undefined,
): YAMLMap {
  const condition = listed?.groups.get(name);
  const people = heldBy("group_membership", name).filter(
    (one) => !listed?.leavesOut(one.name) && !(condition && listed?.has(one.name)),
  );
  const members = people.map(({ name, person }) => person?.display_email ?? name);
  return block([
    ...plainKeys("group", managed),
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
