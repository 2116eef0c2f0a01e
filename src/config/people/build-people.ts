import { type ListedResources, listHeldBy, listIn, together } from "../../kinds/resources.js";
import { type Address, memberAddress, membershipAddress } from "../../model/address.js";
import { sortedBy } from "../../util/collections.js";
import { plainEntries, type WorkspaceContext } from "../build/build-context.js";
import { buildValues } from "../build/build-values.js";
import type { DataMap } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { spanOfPerson } from "./context.js";
import { type Member, type RowRule, valuesOf } from "./members.js";
import type { GroupPeople } from "./memberships.js";
import type { PeopleByEmail, PlacedPerson } from "./rows.js";

/** A workspace of the file, and who is in it and in its groups by the file and its list. */
export interface PeopleOfWorkspace {
  readonly name: string;
  /** What the file says of it, with a group for each combination of `each`. */
  readonly data: DataMap;
  /** True if it takes people from the list. */
  readonly isPicked: boolean;
  /** Absent where the file gives no members. */
  readonly members?: PeopleByEmail<Member> | undefined;
  readonly rule: RowRule;
  /** The groups whose members the file gives. */
  readonly groups: ReadonlyMap<string, GroupPeople>;
}

/** The members of a workspace with their own values, and those of its groups; each list sorted by canonical address. */
export function buildPeople(context: WorkspaceContext, people: PeopleOfWorkspace): ListedResources {
  const { workspace } = context;
  const ofGroups = [...people.groups].map(([name, { people: members }]) => {
    const isNew = createDuplicateCheck(context, (email) => membershipAddress(workspace, name, email));
    const entries = members.filter(isNew).map(({ person }) => ({ name: person.email, keys: {}, person }));
    return { name, list: listHeldBy(name, workspace, "group_membership", entries) };
  });
  const lists = sortedBy(ofGroups, ({ name }) => name).map(({ list }) => list);
  return together([...lists, ...buildMembers(context, people)]);
}

function buildMembers(
  context: WorkspaceContext,
  { members, rule }: PeopleOfWorkspace,
): readonly ListedResources[] {
  if (members === undefined) return [];
  const { workspace } = context;
  const isNew = createDuplicateCheck(context, (email) => memberAddress(workspace, email));
  const built = members.people.flatMap((member) => {
    const { person, row, data } = member;
    const owner = { kind: "member_value", owner: person.email, person } as const;
    const values = buildValues(context, valuesOf(member, rule), owner);
    if (!isNew(member)) return [];
    const role = row && rule.role?.of(row);
    const keys = { ...(role !== undefined && { role }), ...plainEntries("invite", data) };
    return [{ entry: { name: person.email, keys, person }, values }];
  });
  const sorted = sortedBy(built, ({ entry }) => entry.name);
  const list = listIn(
    workspace,
    "invite",
    sorted.map(({ entry }) => entry),
  );
  return [list, ...sorted.map(({ values }) => values)];
}

/** Returns true if an address is the first of its canonical form; reports it where it is not. */
function createDuplicateCheck(context: WorkspaceContext, addressOf: (email: string) => Address) {
  const before = new Map<string, string>();
  return (placed: PlacedPerson): boolean => {
    const { email, display_email: shown } = placed.person;
    const first = before.get(email);
    if (first === undefined) {
      before.set(email, shown);
      return true;
    }
    const detail =
      first === shown
        ? "Keep one of them."
        : `It is the same as ${quote(first)}: letter case does not count. Keep one of them.`;
    const where = { span: spanOfPerson(placed), address: addressOf(email) };
    context.report(fileFinding("duplicate-entry", `${quote(shown)} is listed twice`, detail, where));
    return false;
  };
}
