import type { IndexedState } from "../../access/values/access-state.js";
import { entriesOf, passesGrant } from "../../access/values/grants.js";
import { membersWhere } from "../../access/values/lints.js";
import { numericEntry } from "../../access/values/python-text.js";
import { type Address, ALL_USERS, attributeAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type DesiredValue,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { CONNECTION_ATTRIBUTES, FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { groupBy, setOf, sortedBy, sortedTexts } from "../../util/collections.js";
import { count, nameList, plural } from "../../util/english.js";
import { valueLooksLike } from "../../util/look-alike.js";
import { valueGrants } from "../compile/grant-checks.js";
import type { ModelDescription } from "../model-description.js";
import { lintColumns } from "./lint-columns.js";

/** The product acts on these, so that no model need define or use them. */
const USED_BY_PRODUCT: ReadonlySet<string> = new Set([FILLED_BY_PRODUCT, ...CONNECTION_ATTRIBUTES]);

/**
 * Findings where the data model and the file disagree. `defined` are the attributes that will exist in a managed
 * workspace; without it, offline, only a file that manages all attributes can say that one is missing.
 */
export function lintDataModel(
  model: ModelDescription,
  desired: DesiredState,
  defined?: ReadonlySet<string>,
): readonly Diagnostic[] {
  const workspaces = presentIn(desired.workspaces);
  const uses = usesIn(model);
  const values = workspaces.map(valuesOf);
  return [
    ...lintUndeclared(uses, defined ?? declaredIfAll(workspaces)),
    ...(model.complete && !uses.some(isUnnamed)
      ? [...lintUnused(uses, workspaces), ...lintValues(model, uses, values)]
      : []),
    ...lintAlike(model, values),
    ...lintSeveral(model, values),
    ...lintDenials(model, workspaces),
    ...lintColumns(model),
  ];
}

function declaredIfAll(workspaces: readonly PresentWorkspace[]): ReadonlySet<string> | undefined {
  if (workspaces.length === 0 || workspaces.some((workspace) => !contentsOf(workspace).gives("attribute")))
    return undefined;
  return setOf(workspaces.flatMap(attributesIn), "name");
}

const attributesIn = (workspace: PresentWorkspace) => contentsOf(workspace).of("attribute");

/** A use of an attribute in a model, in words; one that `limitsRows` takes any value that a column has. */
interface AttributeUse {
  readonly attribute: string;
  readonly by: string;
  readonly limitsRows: boolean;
}

function usesIn(model: ModelDescription): readonly AttributeUse[] {
  const { topics } = model;
  // An alias uses what its view uses.
  const views = model.views.filter(({ standsFor }) => standsFor === undefined);
  const placed = [...views, ...topics];
  const inSql = [...placed, ...views.flatMap(({ fields }) => fields)].flatMap(({ templates }) => templates);
  const filters = placed.flatMap((one) => one.filters);
  const onRows = { limitsRows: true };
  return [
    ...model.grants.flatMap(({ name, attribute, place }) => {
      const by = `the grant ${name} (${place.file}:${place.line})`;
      return attribute === null ? [] : [{ attribute, by, limitsRows: false }];
    }),
    ...filters.flatMap(({ field, attribute, place }) => {
      const by = `the filter on ${field} (${place.file}:${place.line})`;
      return attribute === null ? [] : [{ attribute, by, ...onRows }];
    }),
    ...inSql.map(({ attribute, place }) => ({
      attribute: attribute ?? "",
      by: `SQL (${place.file}:${place.line})`,
      ...onRows,
    })),
  ];
}

/** Returns true if SQL asks for all attributes together, or for one by a name that is not written there. */
const isUnnamed = ({ attribute }: AttributeUse): boolean => attribute === "";

function lintUndeclared(
  all: readonly AttributeUse[],
  defined: ReadonlySet<string> | undefined,
): Diagnostic[] {
  const uses = all.filter(
    (use) => !isUnnamed(use) && defined?.has(use.attribute) === false && use.attribute !== FILLED_BY_PRODUCT,
  );
  const byAttribute = groupBy(uses, ({ attribute }) => attribute);
  return sortedBy(byAttribute, ([name]) => name).map(([attribute, by]) =>
    finding(
      "model-attribute-undeclared",
      `The data model names the attribute ${attribute}, and no workspace has it`,
      `Used by: ${nameList(by.map((use) => use.by))}. Nobody can have a value of it, and people without a value pass a grant. Declare it under \`attributes\`, or correct the name in the model.`,
    ),
  );
}

function lintUnused(uses: readonly AttributeUse[], workspaces: readonly PresentWorkspace[]): Diagnostic[] {
  const used = new Set([...USED_BY_PRODUCT, ...uses.map(({ attribute }) => attribute)]);
  const declared = workspaces.flatMap((workspace) =>
    attributesIn(workspace).map(({ name }) => ({ name, workspace: workspace.name })),
  );
  const unused = groupBy(
    declared.filter(({ name }) => !used.has(name)),
    ({ name }) => name,
  );
  return sortedBy(unused, ([name]) => name).map(([name, where]) =>
    finding(
      "model-attribute-unused",
      `No grant and no filter of the data model uses the attribute ${name}`,
      `Its values have no effect (declared in ${nameList(where.map(({ workspace }) => workspace))}). Use it in the model, correct its name, or remove it.`,
      { address: attributeAddress(where[0]?.workspace ?? "", name) },
    ),
  );
}

/** The values of declared groups and members of a workspace, with their addresses. */
interface PlacedValues {
  readonly everybody: readonly PlacedValue[];
  readonly others: readonly PlacedValue[];
}

interface PlacedValue extends DesiredValue {
  readonly address: Address;
}

function lintValues(
  model: ModelDescription,
  uses: readonly AttributeUse[],
  workspaces: readonly PlacedValues[],
): Diagnostic[] {
  const filtered = new Set(uses.flatMap(({ attribute, limitsRows }) => (limitsRows ? [attribute] : [])));
  const allowed = new Map(
    [...grantsByAttribute(model)]
      // A filter takes any value that its field has; only grants say which ones there are, and one text allows its parts.
      .filter(([attribute, on]) => !filtered.has(attribute) && on.every(({ within }) => within === undefined))
      .map(([attribute, on]) => [attribute, new Set(on.flatMap((grant) => grant.allowed))]),
  );
  return workspaces.flatMap(({ everybody, others }) => {
    // A value of the built-in group is a default that grants nothing: the advised pattern (API docs).
    const closing = new Set(
      everybody.flatMap(({ attribute, value }) => entriesOf(value).map((e) => `${attribute}\n${e}`)),
    );
    return others.flatMap(({ attribute, value, address }): Diagnostic[] => {
      const known = allowed.get(attribute);
      if (known === undefined || known.has(value)) return [];
      const idle = entriesOf(value).filter(
        (e) => !known.has(e) && !closing.has(`${attribute}\n${e}`) && ![...known].some(isCased(e)),
      );
      if (idle.length === 0) return [];
      const numbers = new Set(idle.map(numericEntry));
      const alike = [...known].filter(
        (one) => numericEntry(one) !== undefined && numbers.has(numericEntry(one)),
      );
      const form =
        alike.length === 0
          ? ""
          : ` A grant compares texts: write the same number as it does, ${nameList(alike)}.`;
      const detail = `Grants on it allow ${nameList([...known].sort())}. People who have only values that no grant allows see nothing that needs one. Correct the value, or add it to a grant.${form}`;
      const summary = `No grant on ${attribute} allows ${nameList(idle)}`;
      return [finding("model-value-unused", summary, detail, { address })];
    });
  });
}

const grantsByAttribute = (model: ModelDescription) =>
  groupBy(valueGrants(model), ({ attribute }) => attribute);

/** Returns true if a grant's text is an entry of a value in another letter case. */
const isCased = (entry: string) => (text: string) =>
  text !== entry && text.toLowerCase() === entry.toLowerCase();

const everyValue = (workspaces: readonly PlacedValues[]): readonly PlacedValue[] =>
  workspaces.flatMap(({ everybody, others }) => [...everybody, ...others]);

/** Values that no grant on their attribute allows, and one would in another letter case. */
function lintAlike(model: ModelDescription, workspaces: readonly PlacedValues[]): Diagnostic[] {
  const byAttribute = grantsByAttribute(model);
  return everyValue(workspaces).flatMap(({ attribute, value, address }): Diagnostic[] => {
    const allowed = (byAttribute.get(attribute) ?? []).flatMap((grant) => grant.allowed);
    return entriesOf(value).flatMap((entry) => {
      const other = allowed.includes(entry) ? undefined : allowed.find(isCased(entry));
      if (other === undefined) return [];
      return [
        finding("look-alike", ...valueLooksLike(attribute, entry, other, "a grant allows"), { address }),
      ];
    });
  });
}

/** The warnings about values with a comma if a grant allows one of their entries, but not the whole text. */
function lintSeveral(model: ModelDescription, workspaces: readonly PlacedValues[]): Diagnostic[] {
  const byAttribute = grantsByAttribute(model);
  return everyValue(workspaces).flatMap(({ attribute, value, address }): Diagnostic[] => {
    const on = byAttribute.get(attribute) ?? [];
    const unclear = on.filter((grant) => value.includes(",") && passesGrant(grant, [value]) === "unclear");
    if (unclear.length === 0) return [];
    const names = sortedTexts(unclear.map(({ name }) => name));
    const text = JSON.stringify(value);
    const summary = `It is unclear whether ${text} passes the ${plural(names.length, "grant")} ${nameList(names)}`;
    const detail = `A grant on ${attribute} allows an entry of the value, but not the whole text. The query engine compares the whole text, the documentation speaks of entries. To be certain, list ${text} in \`allowed_values\`, or use a single value.`;
    return [finding("model-value-several", summary, detail, { address })];
  });
}

/** Values that the file says allow nothing, and that a grant allows all the same. */
function lintDenials(model: ModelDescription, workspaces: readonly PresentWorkspace[]): Diagnostic[] {
  const byAttribute = grantsByAttribute(model);
  return workspaces.flatMap((workspace) =>
    attributesIn(workspace).flatMap(({ name, address, deny = [] }) =>
      deny.flatMap((value): Diagnostic[] => {
        const passed = (byAttribute.get(name) ?? []).filter((grant) => passesGrant(grant, [value]) !== "no");
        if (passed.length === 0) return [];
        const names = sortedTexts(passed.map((grant) => grant.name));
        const text = JSON.stringify(value);
        return [
          finding(
            "deny-allows",
            `${text} should allow nothing, and it passes the ${plural(names.length, "grant")} ${nameList(names)}`,
            `The attribute ${name} has \`deny: ${value}\`, but the data model allows the value. Take it out of \`allowed_values\`, or out of \`deny\`.`,
            { address },
          ),
        ];
      }),
    ),
  );
}

function valuesOf(workspace: PresentWorkspace): PlacedValues {
  const { of } = contentsOf(workspace);
  const placed = ({ name: attribute, address, managed }: DesiredResource) => ({
    attribute,
    address,
    value: String(managed.value),
  });
  const [everybody, others] = [true, false].map((isEverybody) =>
    of("group_value").filter(({ owner }) => (owner === ALL_USERS) === isEverybody),
  );
  return {
    everybody: (everybody ?? []).map(placed),
    others: [...(others ?? []), ...of("member_value")].map(placed),
  };
}

/** The parts of one workspace's state that were read. */
export interface KnownAccess extends IndexedState {
  /** Members whose own values are not known, by index. */
  readonly unread: ReadonlySet<number>;
}

/**
 * Members of one workspace who pass grants only because they have no value at all, by attribute. Own values that were
 * not read count as none, the worst case.
 */
export function findOpenGrants(model: ModelDescription, access: KnownAccess): readonly Diagnostic[] {
  const { workspace, members } = access.nameIndex;
  const required = requiredGrants(model);
  const isIdle = (grant: string): boolean => model.complete && !required.has(grant);
  const byAttribute = grantsByAttribute(model);
  return sortedBy(byAttribute, ([attribute]) => attribute).flatMap(([attribute, on]): Diagnostic[] => {
    const open = membersWhere(access, attribute, (outcome) => outcome === undefined);
    if (open.length === 0) return [];
    const isOpen = new Set(open);
    const unsure = [...access.unread].filter((m) => isOpen.has(members[m] ?? "")).length;
    const names = sortedTexts(on.map(({ name }) => name));
    const passed = nameList(names.map((name) => (isIdle(name) ? `${name} (which nothing requires)` : name)));
    const have = plural(open.length, "has", "have");
    const pass = plural(open.length, "passes", "pass");
    const caveat = unsure === 0 ? "" : `; own values of ${unsure} of them were not read`;
    const summary = `${count(open.length, "member")} of ${workspace} ${have} no value for ${attribute} and so ${pass} the ${plural(names.length, "grant")} ${passed}: ${nameList(open)}${caveat}`;
    return [finding("model-open", summary, "", { address: attributeAddress(workspace, attribute) })];
  });
}

function requiredGrants({ models, views, topics, dashboards }: ModelDescription): ReadonlySet<string> {
  const fields = views.flatMap((view) => view.fields);
  return new Set(
    [...models, ...views, ...fields, ...topics, ...dashboards].flatMap(({ requires }) => requires),
  );
}
