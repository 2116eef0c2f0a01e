import { KINDS } from "../../kinds/registry.js";
import type { Address } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Deferred } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import { invitesOf, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { DesiredPerson, DesiredResource } from "../../model/state/resource.js";
import { setOf } from "../../util/collections.js";

/** A person's status in a workspace; `unknown` for all in a workspace that does not exist yet. */
type PersonStatus = "member" | "invited" | "unknown";

/** Looks people up by canonical e-mail address. */
function personStatusIn(live: LiveWorkspace | undefined): (email: string) => PersonStatus {
  const members = setOf(membersOf(live), "email");
  const invites = setOf(invitesOf(live), "email");
  return (email) => (members.has(email) ? "member" : invites.has(email) ? "invited" : "unknown");
}

/**
 * The people whom a workspace lists, who are no members, and who come by single sign-on: nobody invites them. There are
 * none where people come by invite. `start` is the live workspace, or the workspace as it is once created.
 */
export function awaitedIn(
  workspace: DesiredWorkspace,
  start: LiveWorkspace | undefined,
): readonly DesiredResource[] {
  if (!arrivesBySignIn(workspace)) return [];
  const members = setOf(membersOf(start), "email");
  return contentsOf(workspace)
    .of("invite")
    .filter(({ name }) => !members.has(name));
}

/** Returns true if people come to a workspace through single sign-on, so that nobody is ever invited to it. */
export const arrivesBySignIn = (workspace: DesiredWorkspace): boolean =>
  workspace.state === "present" && workspace.arrive_by === "sign_in";

/** The resources that a workspace of the file wants now, and those that wait for a person to arrive. */
interface DesiredNow {
  readonly resources: readonly DesiredResource[];
  /** The resources of {@link awaitedIn}. */
  readonly awaited: readonly DesiredResource[];
  readonly deferred: readonly Deferred[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The live workspace, if any, and what its changes start from: the same, or a new workspace as it is once created. */
interface LiveSides {
  readonly live: LiveWorkspace | undefined;
  readonly start: LiveWorkspace | undefined;
}

/**
 * Parts what the file declares in a workspace into what can be there now and what waits for its person. `precedences` are
 * those chosen for `precedence_order`.
 */
export function desiredNow(
  desired: PresentWorkspace,
  { live, start }: LiveSides,
  precedences: ReadonlyMap<string, number>,
): DesiredNow {
  const resources: DesiredResource[] = [];
  const deferred: Deferred[] = [];
  const diagnostics: Diagnostic[] = [];
  const statusOf = personStatusIn(start);
  const awaited = awaitedIn(desired, start);
  const isAwaited = setOf(awaited, "name");
  const listed = setOf(contentsOf(desired).of("invite"), "name");
  for (const resource of desired.resources) {
    const { address, kind, name, person, state } = resource;
    if (state !== "present" || (KINDS[kind].sendsMail && isAwaited.has(name))) continue;
    // A resource of a person waits until the person is a member.
    const status =
      person === undefined || KINDS[kind].personOf === undefined ? "member" : statusOf(person.email);
    if (person === undefined || status === "member") {
      resources.push(KINDS[kind].isRanked ? withPrecedence(resource, precedences) : resource);
      continue;
    }
    if (status === "unknown" && !listed.has(person.email)) {
      // Nobody asked them to come: that waits for an edit of the file, and not for them.
      const isNew = live === undefined;
      diagnostics.push(missingPerson(desired, address, person, isNew));
    } else {
      const reason = REASONS[isAwaited.has(person.email) ? "awaited" : status];
      deferred.push({ address, type: kind, reason });
    }
  }
  return { resources, awaited, deferred, diagnostics };
}

function withPrecedence(group: DesiredResource, precedences: ReadonlyMap<string, number>): DesiredResource {
  const precedence = precedences.get(group.name);
  if (precedence === undefined) return group;
  return { ...group, managed: { ...group.managed, precedence } };
}

/** The reasons for which a change waits. */
const REASONS = {
  invited: "added once the pending invite is accepted",
  unknown: "added once the invite from this plan is accepted",
  awaited: "added once they have arrived by single sign-on",
} as const;

/** An address as YAML takes it for a key. */
const asKey = (email: string): string => (/^\w[\w.+-]*@[\w.-]+$/.test(email) ? email : JSON.stringify(email));

/** Warns of a person who is not there: the membership is left out, and everything else goes on. */
function missingPerson(
  desired: PresentWorkspace,
  address: Address,
  { display_email }: DesiredPerson,
  isNew: boolean,
): Diagnostic {
  const comesBySignIn = arrivesBySignIn(desired);
  // The service makes organization admins members of a new workspace (API docs), and no endpoint shows who they are.
  const admin = isNew
    ? `If they are an organization admin, the service makes them a member of the new workspace, and the next apply adds them. Anybody else has to be ${comesBySignIn ? "listed" : "invited"}: `
    : comesBySignIn
      ? "If they are to arrive by single sign-on, "
      : "To invite them, ";
  const standing = comesBySignIn ? "listed under `members`" : "invited";
  return finding(
    "member-undeclared",
    `${display_email} is ${isNew ? "not yet" : "neither"} a member of ${desired.name} ${isNew ? "and not" : "nor"} ${standing}`,
    `The membership is left out. ${admin}add the line \`${asKey(display_email)}: {}\` under workspaces.${desired.name}.members; if they have left, take the address out of the group.`,
    { address },
  );
}
