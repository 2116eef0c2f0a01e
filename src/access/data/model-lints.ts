import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupValueAddress,
  memberValueAddress,
} from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import {
  type DesiredState,
  type DesiredValue,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { CONNECTION_ATTRIBUTES, FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { count, plural } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { sortedBy } from "../../util/order.js";
import type { KnownAccess } from "../values/expectations.js";
import { entriesOf, passesGrant } from "../values/grants.js";
import { membersWhere } from "../values/lints.js";
import type { ModelDescription } from "./model-description.js";

/** The product acts on these, so that no model need define or use them. */
const USED_BY_PRODUCT: ReadonlySet<string> = new Set([FILLED_BY_PRODUCT, ...CONNECTION_ATTRIBUTES]);

/**
 * What does not fit between the data model and the file. `defined` are the attributes that will exist in a managed
 * workspace; without it, offline, only a file that manages all attributes can say that one is missing.
 */
export function lintDataModel(
  model: ModelDescription,
  desired: DesiredState,
  defined?: ReadonlySet<string>,
): readonly Diagnostic[] {
  const workspaces = presentIn(desired.workspaces);
  const uses = usesIn(model);
  return [
    ...lintUndeclared(uses, defined ?? declaredIfAll(workspaces)),
    ...(model.complete && !uses.some(isUnnamed)
      ? [...lintUnused(uses, workspaces), ...lintValues(model, uses, workspaces)]
      : []),
    ...lintSeveral(model, workspaces),
  ];
}

function declaredIfAll(workspaces: readonly PresentWorkspace[]): ReadonlySet<string> | undefined {
  if (workspaces.length === 0 || workspaces.some(({ attributes }) => attributes === undefined))
    return undefined;
  return new Set(workspaces.flatMap((w) => declaredIn(w).map(({ name }) => name)));
}

const declaredIn = ({ attributes }: PresentWorkspace) => presentIn(attributes);

/** Where a model uses an attribute, in words; what it does to rows takes any value that a column has. */
interface AttributeUse {
  readonly attribute: string;
  readonly by: string;
  readonly limitsRows: boolean;
}

function usesIn({ grants, views, topics }: ModelDescription): readonly AttributeUse[] {
  const placed = [...views, ...topics];
  const inSql = [...placed, ...views.flatMap(({ fields }) => fields)].flatMap(({ templates }) => templates);
  return [
    ...grants.map(({ name, attribute, place }) => ({
      attribute,
      by: `the grant ${name} (${place.file})`,
      limitsRows: false,
    })),
    ...placed
      .flatMap(({ filters }) => filters)
      .map(({ field, attribute, place }) => ({
        attribute,
        by: `the filter on ${field} (${place.file})`,
        limitsRows: true,
      })),
    ...inSql.map(({ attribute, place }) => ({
      attribute,
      by: `SQL (${place.file}:${place.line})`,
      limitsRows: true,
    })),
  ];
}

/** SQL can ask for all attributes at once, or for one by a name that is not written there. */
const isUnnamed = ({ attribute }: AttributeUse): boolean => attribute === "";

function lintUndeclared(
  all: readonly AttributeUse[],
  defined: ReadonlySet<string> | undefined,
): Diagnostic[] {
  if (defined === undefined) return [];
  const uses = all.filter(
    (use) => !isUnnamed(use) && !defined.has(use.attribute) && use.attribute !== FILLED_BY_PRODUCT,
  );
  return sortedBy(
    groupBy(uses, ({ attribute }) => attribute),
    ([name]) => name,
  ).map(([attribute, by]) => ({
    severity: "warning",
    code: "model-attribute-undeclared",
    summary: `The data model names the attribute ${attribute}, and no workspace has it`,
    detail: `It is named by ${nameList(by.map((use) => use.by))}. Nobody can have a value for it, and a grant holds back nobody who has none. Declare it under \`attributes\`, or correct the name in the model.`,
  }));
}

function lintUnused(uses: readonly AttributeUse[], workspaces: readonly PresentWorkspace[]): Diagnostic[] {
  const used = new Set(uses.map(({ attribute }) => attribute));
  const unused = workspaces.flatMap((workspace) =>
    declaredIn(workspace).flatMap(({ name }) =>
      used.has(name) || USED_BY_PRODUCT.has(name) ? [] : [{ name, workspace: workspace.name }],
    ),
  );
  return sortedBy(
    groupBy(unused, ({ name }) => name),
    ([name]) => name,
  ).map(([name, where]) => ({
    severity: "warning",
    code: "model-attribute-unused",
    address: attributeAddress(where[0]?.workspace ?? "", name),
    summary: `No grant and no filter of the data model uses the attribute ${name}`,
    detail: `Its values have no effect (declared in ${nameList(where.map(({ workspace }) => workspace))}). Use it in the model, correct its name, or remove it.`,
  }));
}

/** A value of a declared group or member, with where it stands. */
interface PlacedValue extends DesiredValue {
  readonly address: Address;
}

function lintValues(
  { grants }: ModelDescription,
  uses: readonly AttributeUse[],
  workspaces: readonly PresentWorkspace[],
): Diagnostic[] {
  const filtered = new Set(uses.flatMap(({ attribute, limitsRows }) => (limitsRows ? [attribute] : [])));
  const allowed = new Map(
    [...groupBy(grants, ({ attribute }) => attribute)]
      // A filter takes any value that its field has; only grants say which ones there are.
      .filter(([attribute]) => !filtered.has(attribute))
      .map(([attribute, on]) => [attribute, new Set(on.flatMap((grant) => grant.allowed))]),
  );
  return workspaces.flatMap((workspace) => {
    const values = valuesOf(workspace);
    // What everybody gets unless something else wins is meant to grant nothing: the advised pattern (api.md).
    const closing = new Set(
      values.everybody.flatMap(({ attribute, value }) => entriesOf(value).map((e) => `${attribute}\n${e}`)),
    );
    return values.others.flatMap(({ attribute, value, address }): Diagnostic[] => {
      const known = allowed.get(attribute);
      if (known === undefined) return [];
      const idle = (known.has(value) ? [] : entriesOf(value)).filter(
        (e) => !known.has(e) && !closing.has(`${attribute}\n${e}`),
      );
      if (idle.length === 0) return [];
      return [
        {
          severity: "warning",
          code: "model-value-unused",
          address,
          summary: `No grant on ${attribute} allows ${nameList(idle)}`,
          detail: `Grants on it allow ${nameList([...known].sort())}. Whoever has only values that no grant allows sees nothing that needs one. Correct the value, or add it to a grant.`,
        },
      ];
    });
  });
}

/** Values with a comma of which a grant allows some entry, but not the whole text. */
function lintSeveral({ grants }: ModelDescription, workspaces: readonly PresentWorkspace[]): Diagnostic[] {
  const byAttribute = groupBy(grants, ({ attribute }) => attribute);
  return workspaces.flatMap((workspace) => {
    const { everybody, others } = valuesOf(workspace);
    return [...everybody, ...others].flatMap(({ attribute, value, address }): Diagnostic[] => {
      const unclear = (byAttribute.get(attribute) ?? []).filter(
        (grant) => passesGrant(grant, [value]) === "unclear",
      );
      if (unclear.length === 0) return [];
      const names = [...new Set(unclear.map(({ name }) => name))].sort();
      return [
        {
          severity: "warning",
          code: "model-value-several",
          address,
          summary: `It is unclear whether ${JSON.stringify(value)} passes the ${plural(names.length, "grant")} ${nameList(names)}`,
          detail: `A grant on ${attribute} allows an entry of the value, but not the whole text. The query engine compares the whole text, the documentation speaks of entries. To be certain, list ${JSON.stringify(value)} in \`allowed_values\`, or use a single value.`,
        },
      ];
    });
  });
}

function valuesOf(workspace: PresentWorkspace): { everybody: PlacedValue[]; others: PlacedValue[] } {
  const groups = presentIn(workspace.groups);
  const ofGroups = (isAllUsers: boolean): PlacedValue[] =>
    groups
      .filter(({ name }) => (name === ALL_USERS) === isAllUsers)
      .flatMap(({ name, values }) =>
        (values ?? []).map((v) => ({ ...v, address: groupValueAddress(workspace.name, name, v.attribute) })),
      );
  const ofMembers = (workspace.members ?? []).flatMap(({ email, values }) =>
    (values ?? []).map((v) => ({ ...v, address: memberValueAddress(workspace.name, email, v.attribute) })),
  );
  return { everybody: ofGroups(true), others: [...ofGroups(false), ...ofMembers] };
}

/**
 * Members of one workspace who pass grants only because they have no value at all, by attribute. Own values that were
 * not read count as none, the worst case.
 */
export function findOpenGrants(model: ModelDescription, access: KnownAccess): readonly Diagnostic[] {
  const { workspace, members } = access.nameIndex;
  const required = requiredGrants(model);
  const isIdle = (grant: string): boolean => model.complete && !required.has(grant);
  const byAttribute = groupBy(model.grants, ({ attribute }) => attribute);
  return sortedBy(byAttribute, ([attribute]) => attribute).flatMap(([attribute, on]): Diagnostic[] => {
    const open = membersWhere(access, attribute, (outcome) => outcome === undefined);
    if (open.length === 0) return [];
    const isOpen = new Set(open);
    const unsure = [...access.unread].filter((m) => isOpen.has(members[m] ?? "")).length;
    const names = [...new Set(on.map(({ name }) => name))].sort();
    const passed = nameList(names.map((name) => (isIdle(name) ? `${name} (which nothing requires)` : name)));
    const have = plural(open.length, "has", "have");
    const pass = plural(open.length, "passes", "pass");
    const caveat = unsure === 0 ? "" : `; own values of ${unsure} of them were not read`;
    const summary = `${count(open.length, "member")} of ${workspace} ${have} no value for ${attribute} and so ${pass} the ${plural(names.length, "grant")} ${passed}: ${nameList(open)}${caveat}`;
    return [warningOf("model-open", summary, attributeAddress(workspace, attribute))];
  });
}

function requiredGrants({ models, views, topics, dashboards }: ModelDescription): ReadonlySet<string> {
  const fields = views.flatMap((view) => view.fields);
  return new Set(
    [...models, ...views, ...fields, ...topics, ...dashboards].flatMap(({ requires }) => requires),
  );
}
