import { type AccessState, type IndexedState, mayBeOpen } from "../../access/values/access-state.js";
import { lintShadowed, lintTies, membersWhere } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { quote, suggest } from "../../config/text/wording.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, groupAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import type { DataType } from "../../model/resource-kind.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import { valueProblem } from "../../model/state/value-format.js";
import { groupBy, setOf } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { definitionMissing } from "../diff/unlisted.js";
import type { KnownRoles } from "../people/known-roles.js";

/** The state of one workspace once everybody has arrived and the file is applied, with what the file says of it. */
export interface EndState extends IndexedState {
  readonly moments: Moments;
  /** The planned moment. */
  readonly view: View;
  readonly workspace: PresentWorkspace;
  readonly isNew: boolean;
  readonly roles: KnownRoles;
  /** The state that the plan starts from. */
  readonly before: AccessState;
  readonly unread: ReadonlySet<number>;
  readonly changes: readonly ResourceChange[];
  /** Data types of the definitions that will exist. */
  readonly types: ReadonlyMap<string, DataType>;
}

/** The findings about an end state that no single change causes. */
export function lintEndState(end: EndState): readonly Diagnostic[] {
  const { of, gives, heldBy } = contentsOf(end.workspace);
  const groups = of("group").map(({ name }) => name);
  const values = new Map(
    groups.map((name) => [name, new Set(heldBy("group_value", name).map((value) => value.name))] as const),
  );
  const listed = new Set(groups.filter((name) => gives("group_membership", name)));
  return [
    ...lintDefinitions(end),
    ...lintTies({ ...end, declared: new Set(groups), listed }),
    ...lintShadowed(end, values),
    ...lintRequired(end),
    ...lintStart(end),
  ];
}

/** Values of attributes that will not exist, or whose text does not fit the data type. */
function lintDefinitions({ changes, types }: EndState): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { after } }): Diagnostic[] => {
    if (KINDS[type].carriesValue === undefined || after === null) return [];
    const attribute = String(after.attribute);
    const dataType = types.get(attribute);
    if (dataType === undefined) {
      const suggestion = suggest(attribute, [...types.keys()]);
      return [definitionMissing(address, attribute, suggestion && `Did you mean ${quote(suggestion)}? `)];
    }
    const problem = valueProblem(String(after.value), dataType);
    if (problem === undefined) return [];
    const summary = `${quote(String(after.value))} is not a ${dataType}, the data type of ${attribute}`;
    return [finding("value-format", summary, problem, { address })];
  });
}

function lintRequired(end: EndState): Diagnostic[] {
  const { workspace, isNew } = end;
  if (isNew) return [];
  const attributes = contentsOf(workspace).of("attribute");
  return attributes.flatMap(({ address, name, required }): Diagnostic[] => {
    const open = required ? membersWhere(end, name, mayBeOpen) : [];
    if (open.length === 0) return [];
    return [
      finding(
        "required-attribute",
        `${count(open.length, "person has", "people have")} no value that hides any rows for ${name}, which is required`,
        `Without a value, or with the empty text or percent signs, no row is hidden from them: ${nameList(open)}. A value on All Users covers everybody who has none.`,
        { address },
      ),
    ];
  });
}

/**
 * Reports a new workspace whose first members are open: in the end, or, where whoever signs in is a member from the moment
 * of its creation, until the run has written the values of the built-in group, which no order can put first.
 */
function lintStart({ workspace, isNew, changes }: EndState): Diagnostic[] {
  if (!isNew) return [];
  const { of, heldBy } = contentsOf(workspace);
  const valuesForAll = heldBy("group_value", ALL_USERS).filter(
    ({ managed }) => !isOpen(String(managed.value)),
  );
  const covered = setOf(valuesForAll, "name");
  const uncovered = of("attribute").flatMap(({ name }) => (covered.has(name) ? [] : [name]));
  if (uncovered.length === 0) {
    const isProvisioned = changes.some(({ change }) => change.after?.provision_by_default === true);
    return isProvisioned && covered.size > 0 ? [startsProvisioned(workspace.name)] : [];
  }
  return [
    finding(
      "starts-open",
      `Members of the new workspace start without a value that hides anything for ${nameList(uncovered)}`,
      "Organization admins are members at once, and a member without a value sees everything. Set a value on All Users that fits no row and no grant.",
      { address: workspaceAddress(workspace.name) },
    ),
  ];
}

const startsProvisioned = (workspace: string): Diagnostic =>
  finding(
    "starts-open",
    "Whoever signs in to the new workspace before this run has set the values of All Users starts without any",
    "With `provision_by_default: true`, people can be members from the moment of its creation, also if the run breaks off after that. Write `false`, apply, then switch it on in the product and write `true`.",
    { address: workspaceAddress(workspace) },
  );

/** Precedences that the service will accept with a warning, because another group has them: one finding a workspace. */
export function predictSharedPrecedences({ nameIndex, state, changes }: EndState): readonly Diagnostic[] {
  const deleted = new Set(changes.flatMap(({ address, change }) => (change.after === null ? [address] : [])));
  const stays = nameIndex.groups.map(
    (name) => name !== ALL_USERS && !deleted.has(groupAddress(nameIndex.workspace, name)),
  );
  const inUse = groupBy(
    state.precedence.filter((_, g) => stays[g]),
    (precedence) => precedence,
  );
  // A group is created, or moved, while those that leave its number still have it.
  const leaving = changes.flatMap(({ type, change: { before, after } }) =>
    KINDS[type].isRanked && before !== null && before.precedence !== after?.precedence
      ? [Number(before.precedence)]
      : [],
  );
  const shared = changes.flatMap(({ type, change: { actions, before, after } }) => {
    if (!KINDS[type].isRanked || after === null || actions[0] === "no-op") return [];
    const precedence = Number(after.precedence);
    if (precedence === before?.precedence) return [];
    const others = (inUse.get(precedence) ?? []).length > 1 || leaving.includes(precedence);
    return others ? [{ name: String(after.name), precedence }] : [];
  });
  if (shared.length === 0) return [];
  const numbers = [...setOf(shared, "precedence")].sort((a, b) => a - b);
  const message = `${nameList(shared.map(({ name }) => name))} ${shared.length === 1 ? "gets" : "get"} a precedence that another group has, at least for a while (${nameList(numbers.map(String))}): the service may answer with a warning`;
  return [finding("shared-precedence", message, "", { address: workspaceAddress(nameIndex.workspace) })];
}
