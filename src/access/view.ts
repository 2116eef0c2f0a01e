import { ALL_USERS } from "../model/address.js";
import type { ArrivingValue } from "../model/plan/plan.js";
import type { Person, Roles, View } from "../model/plan/view.js";
import { FILLED_BY_PRODUCT } from "../model/state/reserved-attributes.js";
import { sortedBy } from "../util/collections.js";
import { own } from "../util/record.js";
import {
  type AccessState,
  attributeOf,
  groupValueOf,
  type IndexedState,
  indicesOf,
  memberAttributeOf,
} from "./values/access-state.js";
import { effectiveValuesOf, resolutionOf } from "./values/effective-value.js";
import { limitOf } from "./values/roles.js";

/** A state of one workspace, and further facts about its people. */
interface ViewedState extends IndexedState {
  /** The attributes that exist at the moment. */
  readonly attributes: readonly string[];
  readonly unread: ReadonlySet<number>;
  /** The roles that values do not limit. */
  readonly unlimitedRoles: readonly string[];
  readonly known: (member: string) => KnownPerson;
}

/** The account, role, roster entry and presence of a person; a member unless it says otherwise. */
export interface KnownPerson extends Roles, Partial<Pick<Person, "address" | "id" | "presence" | "listed">> {}

/** The view of a state that stays as it is. */
export function viewOfState(viewed: ViewedState): View {
  const { nameIndex, state, attributes, unread, known, unlimitedRoles } = viewed;
  const { workspace, groups, members } = nameIndex;
  const effective = effectiveValuesOf(nameIndex, state);
  const memberAt = indicesOf(members);
  const attributeAt = indicesOf(nameIndex.attributes);
  const everybody = groups.indexOf(ALL_USERS);
  const nameOf = (group: number): string => groups[group] ?? "";
  const valuesAt = (m: number) =>
    Object.fromEntries(
      nameIndex.attributes.flatMap((attribute, a) => {
        const value = effective(memberAttributeOf(state, m, a));
        return value === null ? [] : [[attribute, value] as const];
      }),
    );
  return {
    workspace,
    attributes,
    groups,
    members: sortedBy(members, (member) => member),
    unread: new Set([...unread].map((m) => members[m] ?? "")),
    person(member) {
      const m = memberAt.get(member);
      if (m === undefined) return undefined;
      const ownGroups = (state.groupsOf[m] ?? []).filter((group) => group !== everybody);
      const theyAre = known(member);
      return {
        workspace,
        member,
        presence: "member",
        limitedBy: limitOf(theyAre, unlimitedRoles),
        groups: ownGroups.map(nameOf).sort(),
        values: valuesAt(m),
        ...theyAre,
      };
    },
    valuesOf(member) {
      const m = memberAt.get(member);
      return (attribute) => {
        const a = attributeAt.get(attribute);
        return m === undefined || a === undefined ? null : effective(memberAttributeOf(state, m, a));
      };
    },
    resolution(member, attribute) {
      const [m, a] = [memberAt.get(member), attributeAt.get(attribute)];
      if (m === undefined || a === undefined) return null;
      return resolutionOf(nameIndex, state, memberAttributeOf(state, m, a));
    },
    assignedValues(attribute) {
      const a = attributeAt.get(attribute);
      return a === undefined ? [] : valuesOfAttribute(state, a);
    },
    valueForAll(attribute) {
      const a = attributeAt.get(attribute);
      return a === undefined || everybody < 0 ? undefined : groupValueOf(state, everybody, a);
    },
  };
}

/** The view of a workspace that nobody is in. */
export const emptyView = (workspace: string): View => ({
  workspace,
  attributes: [],
  groups: [],
  members: [],
  unread: new Set(),
  person: () => undefined,
  valuesOf: () => () => null,
  resolution: () => null,
  assignedValues: () => [],
  valueForAll: () => undefined,
});

/**
 * The people of a view, sorted by address, one at a time: a large workspace is never in memory completely.
 */
export function* peopleOf(view: View): Iterable<Person> {
  for (const member of view.members) {
    const person = view.person(member);
    if (person !== undefined) yield person;
  }
}

/** The attributes of a view that will have values, sorted: the product fills in everybody's address itself. */
export const columnsOf = (view: View, attributes: { has(name: string): boolean }): readonly string[] =>
  view.attributes.filter((name) => attributes.has(name) && name !== FILLED_BY_PRODUCT).sort();

/** The values of somebody as JSON lists them, with both parts `null` for none. */
export const rowsOf = ({ values }: Person, attributes: readonly string[]): readonly ArrivingValue[] =>
  attributes.map((attribute) => {
    const { value = null, source = null } = own(values, attribute) ?? {};
    return { attribute, value, source };
  });

/** Every value of an attribute that a group or a member sets. */
function valuesOfAttribute(state: AccessState, attribute: number): readonly string[] {
  const groupValues = state.groupValue.filter((_, at) => at % state.attributeCount === attribute);
  const own = [...state.ownValue].flatMap(([pair, value]) =>
    attributeOf(state, pair) === attribute ? value : [],
  );
  return [...groupValues.filter((value) => value !== undefined), ...own];
}
