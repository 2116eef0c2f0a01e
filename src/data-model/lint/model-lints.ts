import type { IndexedState } from "../../access/values/access-state.js";
import { entriesOf, type Grant, passesGrant } from "../../access/values/grants.js";
import { membersWhere } from "../../access/values/lints.js";
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
import { guardedIn, type ModelDescription, type ModelPlace } from "../model-description.js";
import { lintColumns, whereOf } from "./lint-columns.js";

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
  const grants = grantsByAttribute(model);
  const on = (attribute: string): readonly Grant[] => grants.get(attribute) ?? [];
  const values = workspaces.map(valuesOf);
  return [
    ...lintUndeclared(uses, defined ?? declaredIfAll(workspaces)),
    ...(model.complete && !uses.some(isUnnamed)
      ? [...lintUnused(uses, workspaces), ...lintValues(grants, uses, values)]
      : []),
    ...values.flat().flatMap((value) => lintAlike(value, on(value.attribute))),
    ...values.flat().flatMap((value) => lintSeveral(value, on(value.attribute))),
    ...workspaces.flatMap(attributesIn).flatMap((attribute) => lintDenials(attribute, on(attribute.name))),
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
  const useOf = (
    attribute: string | null,
    what: string,
    place: ModelPlace,
    limitsRows: boolean,
  ): readonly AttributeUse[] =>
    attribute === null ? [] : [{ attribute, by: `${what} (${whereOf(place)})`, limitsRows }];
  return [
    ...model.grants.flatMap(({ name, attribute, place }) =>
      useOf(attribute, `the grant ${name}`, place, false),
    ),
    ...placed
      .flatMap(({ filters }) => filters)
      .flatMap(({ field, attribute, place }) => useOf(attribute, `the filter on ${field}`, place, true)),
    ...inSql.flatMap(({ attribute, place }) => useOf(attribute ?? "", "SQL", place, true)),
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

/** A value of a declared group or member. */
interface PlacedValue extends DesiredValue {
  readonly address: Address;
  /** True for the built-in group, whose value is a default that grants nothing: the advised pattern (API docs). */
  readonly isDefault: boolean;
}

/** The values that a workspace declares, defaults first. */
function valuesOf(workspace: PresentWorkspace): readonly PlacedValue[] {
  const { of } = contentsOf(workspace);
  const values = [...of("group_value"), ...of("member_value")].map(
    ({ name: attribute, address, owner, managed }) => ({
      attribute,
      address,
      value: String(managed.value),
      isDefault: owner === ALL_USERS,
    }),
  );
  return [...values.filter(({ isDefault }) => isDefault), ...values.filter(({ isDefault }) => !isDefault)];
}

function lintValues(
  grants: ReadonlyMap<string, readonly Grant[]>,
  uses: readonly AttributeUse[],
  workspaces: readonly (readonly PlacedValue[])[],
): readonly Diagnostic[] {
  const filtered = setOf(
    uses.filter(({ limitsRows }) => limitsRows),
    "attribute",
  );
  const allowed = new Map(
    [...grants]
      // A filter takes any value that its field has; only grants say which ones there are, and one text allows its parts.
      .filter(([attribute, on]) => !filtered.has(attribute) && on.every(({ within }) => within === undefined))
      .map(([attribute, on]) => [attribute, new Set(on.flatMap((grant) => grant.allowed))]),
  );
  return workspaces.flatMap((values) => {
    const keysOf = ({ attribute, value }: PlacedValue): readonly string[] =>
      entriesOf(value).map((entry) => `${attribute}\n${entry}`);
    const closing = new Set(values.filter(({ isDefault }) => isDefault).flatMap(keysOf));
    return values.flatMap(({ attribute, value, address, isDefault }): readonly Diagnostic[] => {
      const known = allowed.get(attribute);
      if (isDefault || known === undefined || known.has(value)) return [];
      const idle = entriesOf(value).filter(
        (e) => !known.has(e) && !closing.has(`${attribute}\n${e}`) && ![...known].some(isCased(e)),
      );
      if (idle.length === 0) return [];
      const detail = `Grants on it allow ${nameList([...known].sort())}. People who have only values that no grant allows see nothing that needs one. Correct the value, or add it to a grant.`;
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

/** An entry that no grant on the attribute allows, and one would in another letter case. */
function lintAlike({ attribute, value, address }: PlacedValue, on: readonly Grant[]): readonly Diagnostic[] {
  const allowed = on.flatMap((grant) => grant.allowed);
  return entriesOf(value).flatMap((entry) => {
    const other = allowed.includes(entry) ? undefined : allowed.find(isCased(entry));
    if (other === undefined) return [];
    return finding("look-alike", ...valueLooksLike(attribute, entry, other, "a grant allows"), { address });
  });
}

/** The warning about a value with a comma if a grant allows one of its entries, but not the whole text. */
function lintSeveral(
  { attribute, value, address }: PlacedValue,
  on: readonly Grant[],
): readonly Diagnostic[] {
  const unclear = on.filter((grant) => value.includes(",") && passesGrant(grant, [value]) === "unclear");
  if (unclear.length === 0) return [];
  const names = sortedTexts(unclear.map(({ name }) => name));
  const text = JSON.stringify(value);
  const summary = `It is unclear whether ${text} passes the ${plural(names.length, "grant")} ${nameList(names)}`;
  const detail = `A grant on ${attribute} allows an entry of the value, but not the whole text. The query engine compares the whole text, the documentation speaks of entries. To be certain, list ${text} in \`allowed_values\`, or use a single value.`;
  return [finding("model-value-several", summary, detail, { address })];
}

/** Values that the file says allow nothing, and that a grant allows all the same. */
function lintDenials(
  { name, address, deny = [] }: DesiredResource,
  on: readonly Grant[],
): readonly Diagnostic[] {
  return deny.flatMap((value) => {
    const passed = on.filter((grant) => passesGrant(grant, [value]) !== "no");
    if (passed.length === 0) return [];
    const names = sortedTexts(passed.map((grant) => grant.name));
    const summary = `${JSON.stringify(value)} should allow nothing, and it passes the ${plural(names.length, "grant")} ${nameList(names)}`;
    const detail = `The attribute ${name} has \`deny: ${value}\`, but the data model allows the value. Take it out of \`allowed_values\`, or out of \`deny\`.`;
    return finding("deny-allows", summary, detail, { address });
  });
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
  const required = new Set(guardedIn(model).flatMap(({ requires }) => requires));
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
