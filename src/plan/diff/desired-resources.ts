import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  groupValueAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
  workspaceAddress,
} from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Deferred } from "../../model/plan/plan.js";
import type {
  DesiredMember,
  DesiredPerson,
  PresentGroup,
  PresentWorkspace,
} from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { createRoster } from "./people.js";
import type { DesiredResource } from "./resource.js";

/** What one workspace of the file wants, with what has to wait for a person to accept an invite. */
export interface WantedWorkspace {
  readonly resources: readonly DesiredResource[];
  readonly deferred: readonly Deferred[];
  readonly diagnostics: readonly Diagnostic[];
}

type Roster = ReturnType<typeof createRoster>;

/**
 * Lists everything that the file declares in a workspace, flat. `precedences` are those chosen for `precedence_order`,
 * `formerly` is what the base declared: who was listed there and is nobody now has left.
 */
export function wantedOf(
  desired: PresentWorkspace,
  live: LiveWorkspace | undefined,
  roster: Roster,
  precedences: ReadonlyMap<string, number>,
  formerly: ReadonlySet<Address>,
): WantedWorkspace {
  const resources: DesiredResource[] = [wantedWorkspace(desired)];
  const deferred: Deferred[] = [];
  const diagnostics: Diagnostic[] = [];
  const listed = new Set((desired.members ?? []).map(({ email }) => email));
  for (const attribute of desired.attributes ?? []) {
    if (attribute.state === "absent") continue;
    const { name, data_type, label } = attribute;
    const managed = { name, data_type, ...(label === undefined ? {} : { label }) };
    const address = attributeAddress(desired.name, name);
    resources.push({ address, kind: "attribute", managed, create: { label: name, ...managed } });
  }
  for (const group of desired.groups ?? []) {
    if (group.state === "absent") continue;
    resources.push(...wantedGroup(desired.name, group, precedences.get(group.name) ?? group.precedence));
    for (const person of group.members ?? []) {
      const address = membershipAddress(desired.name, group.name, person.email);
      const fields = { group: group.name, member: person.email };
      const standing = roster.standingOf(person.email);
      if (standing.is === "member") {
        resources.push({ address, kind: "group_membership", managed: fields, create: fields });
        continue;
      }
      const entry = listed.has(person.email);
      if (standing.is === "unknown" && !entry)
        diagnostics.push(missingPerson(desired, address, person, live, formerly));
      const reason =
        standing.is === "invited"
          ? "waits for the pending invite to be accepted"
          : entry
            ? "waits for the invite of this plan to be accepted"
            : live === undefined
              ? ADMINS_COME_WITH_IT
              : "is no member of the workspace";
      deferred.push({ address, type: "group_membership", reason });
    }
  }
  for (const member of desired.members ?? []) {
    wantMember(desired.name, member, roster, resources, deferred);
  }
  return { resources, deferred, diagnostics };
}

function wantedWorkspace({ name, provision_by_default }: PresentWorkspace): DesiredResource {
  const managed = { name, ...(provision_by_default === undefined ? {} : { provision_by_default }) };
  const create = { provision_by_default: false, ...managed };
  return { address: workspaceAddress(name), kind: "workspace", managed, create };
}

function wantedGroup(
  workspace: string,
  group: PresentGroup,
  precedence: number | undefined,
): DesiredResource[] {
  const resources: DesiredResource[] = [];
  if (group.name !== ALL_USERS) {
    const managed = { name: group.name, ...(precedence === undefined ? {} : { precedence }) };
    resources.push({ address: groupAddress(workspace, group.name), kind: "group", managed, create: managed });
  }
  for (const { attribute, value } of group.values ?? []) {
    const address = groupValueAddress(workspace, group.name, attribute);
    const create = { group: group.name, attribute, value };
    resources.push({ address, kind: "group_value", managed: { value }, create });
  }
  return resources;
}

function wantMember(
  workspace: string,
  member: DesiredMember,
  roster: Roster,
  resources: DesiredResource[],
  deferred: Deferred[],
): void {
  const { email, role, values = [] } = member;
  const standing = roster.standingOf(email);
  resources.push({
    address: memberAddress(workspace, email),
    kind: "invite",
    managed: role === undefined ? {} : { role },
    create: { email: member.display_email, ...(role === undefined ? {} : { role }) },
  });
  for (const { attribute, value } of values) {
    const address = memberValueAddress(workspace, email, attribute);
    if (standing.is === "member") {
      const create = { member: email, attribute, value };
      resources.push({ address, kind: "member_value", managed: { value }, create });
    } else {
      deferred.push({ address, type: "member_value", reason: "waits for the invite to be accepted" });
    }
  }
}

/** The service makes organization admins members of a new workspace (api.md), and nothing tells who they are. */
const ADMINS_COME_WITH_IT =
  "is not a member of the new workspace yet; organization admins join it at once, and then the next apply adds them";

/** An address as YAML takes it for a key. */
const asKey = (email: string): string => (/^\w[\w.+-]*@[\w.-]+$/.test(email) ? email : JSON.stringify(email));

/** One person who is not there never stops the others: a warning, and the membership is left out. */
function missingPerson(
  desired: PresentWorkspace,
  address: Address,
  { display_email }: DesiredPerson,
  live: LiveWorkspace | undefined,
  formerly: ReadonlySet<Address>,
): Diagnostic {
  if (live !== undefined && formerly.has(address)) {
    return {
      severity: "warning",
      code: "member-gone",
      address,
      summary: `${display_email} has left ${desired.name}`,
      detail: "The membership is left out, and everything else goes on. Take the address out of the file.",
    };
  }
  return {
    severity: "warning",
    code: "member-undeclared",
    address,
    summary: `${display_email} is ${live === undefined ? "not yet" : "neither"} a member of ${desired.name} ${live === undefined ? "and not" : "nor"} invited`,
    detail: `The membership is left out. To invite them, add the line \`${asKey(display_email)}: {}\` under workspaces.${desired.name}.members; if they have left, take the address out of the group.`,
  };
}
