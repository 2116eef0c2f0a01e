import { isDeepStrictEqual } from "node:util";
import { Document, Scalar, type YAMLMap } from "yaml";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { type Contents, contentsOf } from "../../model/state/contents.js";
import {
  DEFAULT_LIMITS,
  type DesiredState,
  type DesiredWorkspace,
  type Expectation,
  type Limits,
  type PresentWorkspace,
  type RosterCheck,
} from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import type { WarehouseRole, WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
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
 * Prints a desired state as an orgform file: `parseConfig` of the text gives the same state, for all names
 * and values. Variables and templates are resolved in a desired state, so the text has none.
 */
export function printConfig(desired: DesiredState, { schema, part, listed }: PrintOptions = {}): string {
  const { organization, service, workspaces, protect, expect, checks, warehouse_sign_in } = desired;
  const { region, base_url } = service;
  const entries = {
    version: 1,
    organization: flow({ id: organization.id, name: organization.name }),
    service: (region ?? base_url) === undefined ? undefined : flow({ region, base_url }),
    protect: unlessEmpty(protect),
    limits: printLimits(desired.limits),
    workspaces:
      workspaces.length > 0
        ? block(workspaces.map((w) => [w.name, printWorkspace(w, listed?.get(w.name))]))
        : undefined,
    expect: expect.length > 0 ? sequence(expect.map(printExpectation)) : undefined,
    checks: checks && block(Object.entries(checks).map(([name, check]) => [name, printCheck(check)])),
    data_model: desired.data_model,
    warehouse_sign_in: warehouse_sign_in && printSignIn(warehouse_sign_in),
  };
  const document = new Document<YAMLMap>(undefined, { customTags: escapingTags });
  document.contents = block(Object.entries(entries).filter(([key]) => isIn(part, key)));
  if (schema !== undefined) document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isIn(part: PrintOptions["part"], key: string): boolean {
  return part === undefined || key === "version" || (key === "workspaces") === (part === "workspaces");
}

const unlessEmpty = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined);

function printLimits(limits: Limits): YAMLMap | undefined {
  if (isDeepStrictEqual(limits, DEFAULT_LIMITS)) return undefined;
  const { delete: deletions, access } = limits;
  const widened = Number.isFinite(access.widened) ? access.widened : undefined;
  return flow({ delete: flow({ ...deletions }), access: flow({ ...access, widened }) });
}

function printExpectation(expectation: Expectation): YAMLMap {
  const { workspace } = expectation;
  switch (expectation.kind) {
    case "is": {
      const { member, attribute, is } = expectation;
      return flow({ workspace, member, attribute, is });
    }
    case "never": {
      const { attribute, never, except_groups } = expectation;
      return flow({ workspace, attribute, never, except_groups: unlessEmpty(except_groups) });
    }
    case "data": {
      const { data, only_groups, except_roles } = expectation;
      return flow({ workspace, data, only_groups, except_roles });
    }
    case "roles": {
      const { roles, only_members } = expectation;
      return flow({ workspace, roles, only_members });
    }
  }
}

/** The severity alone where a check has nothing else. */
const printCheck = ({ severity, ...rule }: RosterCheck): YAMLMap | string =>
  Object.keys(rule).length === 0 ? severity : flow({ ...rule, severity });

/** The warehouse sign-in as the file writes it, defaults included. */
function printSignIn(signIn: WarehouseSignIn): YAMLMap {
  const { tenant_id, app_url, roles, client_secret } = signIn;
  const { name, id_uri, client_id, token_version, verified_domains } = signIn.application;
  const { account_url, integration_name, user_mapping } = signIn.warehouse;
  return block({
    tenant_id,
    application: block({ name, id_uri, client_id, token_version, verified_domains }),
    app_url,
    warehouse: block({ account_url, integration_name, user_mapping }),
    roles: sequence(roles.map(printRole)),
    client_secret: client_secret && flow({ expires_on: client_secret.expires_on }),
  });
}

function printRole(role: WarehouseRole): YAMLMap {
  const { name, consent, display_name, description, scope_id, app_role_id } = role;
  return flow({ name, consent, display_name, description, scope_id, app_role_id });
}

/** One workspace as the file writes it; what a list explains is said by conditions on its columns. */
function printWorkspace(workspace: DesiredWorkspace, listed?: ListedWorkspace): YAMLMap {
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
