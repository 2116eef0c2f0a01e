import { type AccessState, memberAttributeOf, type NameIndex } from "../../access/values/access-state.js";
import { candidatesIn, effectiveValuesOf } from "../../access/values/effective-value.js";
import type { PersonValues } from "../../data-model/answer/person-data.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { sortedBy } from "../../util/order.js";
import { liveWorkspaceOf } from "../input/inputs.js";
import type { WorkspaceAccess } from "./access-states.js";
import { listedIn } from "./not-listed.js";

/** Somebody in one workspace at one moment. */
export interface PersonAt {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  /** `null` where nobody has said one. */
  readonly role: string | null;
  readonly groups: readonly string[];
  /** No member yet: an invite is planned or pending. */
  readonly isArriving: boolean;
  /** True if the file names them; absent where it does not list everybody of the workspace. */
  readonly listed?: boolean;
  /** By attribute; an attribute without a value is absent. */
  readonly values: Readonly<Record<string, EffectiveValue>>;
}

/**
 * Everybody of a workspace as it is, or (with those who arrive) as a plan leaves it; sorted by address. Nobody is in a
 * workspace that does not exist.
 */
export function peopleIn(
  access: WorkspaceAccess,
  moment: "live" | "planned",
  workspace: DesiredWorkspace,
  live: LiveState,
): readonly PersonAt[] {
  const roles = new Map(
    (liveWorkspaceOf(live, workspace)?.members ?? []).map(({ email, role }) => [email, role]),
  );
  if (moment === "live" && !access.exists) return [];
  const isListed = listedIn(workspace);
  const listing = (member: string) => (isListed === undefined ? {} : { listed: isListed(member) });
  if (moment === "live")
    return peopleOf(access.nameIndex, access.live, (member) => ({
      role: roles.get(member) ?? null,
      ...listing(member),
    }));
  const { nameIndex, state, newcomers } = access.arriving;
  const arriving = new Map(newcomers.map(({ email, role }) => [email, role]));
  return peopleOf(nameIndex, state, (member) => ({
    role: roles.get(member) ?? arriving.get(member) ?? null,
    isArriving: arriving.has(member),
    ...listing(member),
  }));
}

/** Everybody of a state, sorted by address. */
export function peopleOf(
  nameIndex: NameIndex,
  state: AccessState,
  known: (member: string) => Pick<PersonAt, "role" | "listed"> & Partial<Pick<PersonAt, "isArriving">>,
): readonly PersonAt[] {
  const effective = effectiveValuesOf(nameIndex, state);
  const people = nameIndex.members.map((member, m): PersonAt => {
    const values = nameIndex.attributes.flatMap((attribute, a) => {
      const value = effective(memberAttributeOf(state, m, a));
      return value === null ? [] : [[attribute, value] as const];
    });
    return {
      workspace: nameIndex.workspace,
      member,
      isArriving: false,
      ...known(member),
      groups: (state.groupsOf[m] ?? []).map((g) => nameIndex.groups[g] ?? "").sort(),
      values: Object.fromEntries(values),
    };
  });
  return sortedBy(people, ({ member }) => member);
}

/** A person's values as a data model is asked with them; the product fills in everybody's address. */
export function valuesOf({ member, values }: Pick<PersonAt, "member" | "values">): PersonValues {
  const own: EffectiveValue = { source: { kind: "own" }, value: member };
  return Object.fromEntries(
    Object.entries({ [FILLED_BY_PRODUCT]: own, ...values }).map(([attribute, value]) => [
      attribute,
      candidatesIn(value),
    ]),
  );
}
