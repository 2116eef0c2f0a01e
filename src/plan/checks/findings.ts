import { type AccessState, mayBeOpen } from "../../access/values/access-state.js";
import { lintShadowed, lintTies, membersWhere } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  workspaceAddress,
} from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Step } from "../../model/plan/step.js";
import type { DataType } from "../../model/resource-kind.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { valueProblem } from "../../model/state/value-format.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { type ArrivingAccess, lintArrivals } from "../people/arrivals.js";

/** The planned end state of one workspace, with what the file says of it. */
export interface EndState extends ArrivingAccess {
  readonly workspace: PresentWorkspace;
  readonly isNew: boolean;
  /** The state that the plan starts from. */
  readonly before: AccessState;
  readonly unread: ReadonlySet<number>;
  readonly changes: readonly ResourceChange[];
  /** Data types of the definitions that will exist. */
  readonly types: ReadonlyMap<string, DataType>;
}

/** Findings about an end state as a whole, in which no single change is at fault. */
export function lintEndState(end: EndState): readonly Diagnostic[] {
  const { workspace, nameIndex, before, state } = end;
  const groups = presentIn(workspace.groups);
  const linted = {
    nameIndex,
    before,
    state,
    declared: new Set(groups.map(({ name }) => name)),
    values: new Map(
      groups.map((g) => [g.name, new Set((g.values ?? []).map(({ attribute }) => attribute))] as const),
    ),
  };
  return [
    ...lintDefinitions(end),
    ...lintTies(linted),
    ...lintShadowed(linted),
    ...lintRequired(end),
    ...lintStart(end),
    ...lintArrivals(end, end.types),
  ];
}

/** Values of attributes that will not exist, or whose text does not fit the data type. */
function lintDefinitions({ changes, types }: EndState): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { after } }): Diagnostic[] => {
    if ((type !== "group_value" && type !== "member_value") || after === null) return [];
    const attribute = String(after.attribute);
    const dataType = types.get(attribute);
    if (dataType === undefined) return [definitionMissing(address, attribute)];
    const problem = valueProblem(String(after.value), dataType);
    if (problem === undefined) return [];
    const summary = `${String(after.value)} is not a ${dataType}, the data type of ${attribute}`;
    return [{ severity: "error", code: "value-format", address, summary, detail: problem }];
  });
}

/** A value of the file whose attribute will not exist. */
export function definitionMissing(address: Address, attribute: string): Diagnostic {
  return {
    severity: "error",
    code: "definition-missing",
    address,
    summary: `The attribute ${attribute} does not exist, so it can have no value`,
    detail: "Declare it under the workspace's `attributes`, with its `data_type`.",
  };
}

function lintRequired(end: EndState): Diagnostic[] {
  const { workspace, isNew } = end;
  if (isNew) return [];
  return presentIn(workspace.attributes).flatMap((attribute): Diagnostic[] => {
    const open = attribute.required ? membersWhere(end, attribute.name, mayBeOpen) : [];
    if (open.length === 0) return [];
    return [
      {
        severity: "warning",
        code: "required-attribute",
        address: attributeAddress(workspace.name, attribute.name),
        summary: `${count(open.length, "member has", "members have")} no value that hides any rows for ${attribute.name}, which is required`,
        detail: `Without a value, or with the empty text or percent signs, no row is hidden from them: ${nameList(open)}. A value on All Users covers everybody who has none.`,
      },
    ];
  });
}

function lintStart({ workspace, isNew }: EndState): Diagnostic[] {
  if (!isNew) return [];
  const everybody = presentIn(workspace.groups).find(({ name }) => name === ALL_USERS);
  const covered = new Set(
    everybody?.values?.flatMap(({ attribute, value }) => (isOpen(value) ? [] : [attribute])),
  );
  const uncovered = presentIn(workspace.attributes).flatMap(({ name }) => (covered.has(name) ? [] : [name]));
  if (uncovered.length === 0) return [];
  return [
    {
      severity: "warning",
      code: "starts-open",
      address: workspaceAddress(workspace.name),
      summary: `Members of the new workspace start without a value that hides anything for ${nameList(uncovered)}`,
      detail:
        "Organization admins are in it at once, and a member without a value is not held back by a grant. Put a non-granting value on All Users.",
    },
  ];
}

/** Precedences that the service will accept with a warning, because another group has them. */
export function predictSharedPrecedences(
  { nameIndex, state, changes }: EndState,
  steps: readonly Step[],
): readonly Diagnostic[] {
  const deleted = new Set(changes.flatMap(({ address, change }) => (change.after === null ? [address] : [])));
  const users = [...state.precedence.entries()].flatMap(([g, precedence]) => {
    const name = nameIndex.groups[g] ?? "";
    const address = groupAddress(nameIndex.workspace, name);
    return name === ALL_USERS || deleted.has(address) ? [] : [{ name, address, precedence }];
  });
  const usersOf = groupBy(users, ({ precedence }) => precedence);
  const leaving = groupBy(
    changes.flatMap(({ type, change: { before, after } }) =>
      type === "group" && before !== null && before.precedence !== after?.precedence
        ? [{ name: String(before.name), precedence: Number(before.precedence) }]
        : [],
    ),
    ({ precedence }) => precedence,
  );
  const createdWith = new Map(
    steps.flatMap(({ address, kind, action, fields }) =>
      kind === "group" && action === "create" ? [[address, fields.precedence] as const] : [],
    ),
  );
  return changes.flatMap(({ address, type, change: { actions, before, after } }) => {
    if (type !== "group" || after === null || actions[0] === "no-op") return [];
    if (after.precedence === before?.precedence) return [];
    const precedence = Number(after.precedence);
    const namesOf = (groups: readonly { readonly name: string }[] = []) =>
      nameList(groups.map(({ name }) => name));
    const others = namesOf(usersOf.get(precedence)?.filter((other) => other.address !== address));
    // Groups are created before anything that moves access: numbers become free later.
    const still = createdWith.get(address) === precedence ? namesOf(leaving.get(precedence)) : "";
    if (others === "" && still === "") return [];
    const message =
      others === ""
        ? `precedence ${precedence} is still in use by ${still} until a later step: the service may answer with a warning`
        : `precedence ${precedence} is also that of ${others}: the service accepts it with a warning`;
    return [warningOf("shared-precedence", message, address)];
  });
}
