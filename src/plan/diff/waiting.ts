import { KINDS } from "../../kinds/registry.js";
import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Deferred } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { DesiredPerson, DesiredResource } from "../../model/state/resource.js";

/** A person's status in a workspace; `unknown` for all in a workspace that does not exist yet. */
type PersonStatus = "member" | "invited" | "unknown";

/** Looks people up by canonical e-mail address. */
export function personStatusIn(live: LiveWorkspace | undefined): (email: string) => PersonStatus {
  const members = new Set(live?.members?.map(({ email }) => email));
  const invites = new Set(live?.invites?.map(({ email }) => email));
  return (email) => {
    if (members.has(email)) return "member";
    return invites.has(email) ? "invited" : "unknown";
  };
}

/** The resources that a workspace of the file wants now, and those that wait for a person to accept an invite. */
export interface DesiredNow {
  readonly resources: readonly DesiredResource[];
  readonly deferred: readonly Deferred[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parts what the file declares in a workspace into what can be there now and what waits for its person. `precedences`
 * are those chosen for `precedence_order`, `formerly` is what the base declared: somebody who was listed there and is
 * not a member now has left.
 */
export function desiredNow(
  desired: PresentWorkspace,
  live: LiveWorkspace | undefined,
  statusOf: (email: string) => PersonStatus,
  precedences: ReadonlyMap<string, number>,
  formerly: ReadonlyMap<Address, unknown>,
): DesiredNow {
  const resources: DesiredResource[] = [];
  const deferred: Deferred[] = [];
  const diagnostics: Diagnostic[] = [];
  const listed = new Set(
    contentsOf(desired)
      .of("invite")
      .map(({ name }) => name),
  );
  for (const resource of desired.resources) {
    const { address, kind, person, state } = resource;
    if (state !== "present") continue;
    // A resource of a person waits until the person is a member.
    const status =
      person === undefined || KINDS[kind].personOf === undefined ? "member" : statusOf(person.email);
    if (person === undefined || status === "member") {
      resources.push(KINDS[kind].isRanked ? withPrecedence(resource, precedences) : resource);
      continue;
    }
    if (status === "unknown" && !listed.has(person.email)) {
      // Nobody asked them to come: that waits for an edit of the file, and not for them.
      diagnostics.push(missingPerson(desired, address, person, live, formerly));
    } else {
      deferred.push({ address, type: kind, reason: REASONS[status] });
    }
  }
  return { resources, deferred, diagnostics };
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
} as const;

/** An address as YAML takes it for a key. */
const asKey = (email: string): string => (/^\w[\w.+-]*@[\w.-]+$/.test(email) ? email : JSON.stringify(email));

/** Warns of a person who is not there: the membership is left out, and everything else goes on. */
function missingPerson(
  desired: PresentWorkspace,
  address: Address,
  { display_email }: DesiredPerson,
  live: LiveWorkspace | undefined,
  formerly: ReadonlyMap<Address, unknown>,
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
  const isNew = live === undefined;
  // The service makes organization admins members of a new workspace (API docs), and nothing tells who they are.
  const admin = isNew
    ? "If they are an organization admin, the service makes them a member of the new workspace, and the next apply adds them. Anybody else has to be invited: "
    : "To invite them, ";
  return {
    severity: "warning",
    code: "member-undeclared",
    address,
    summary: `${display_email} is ${isNew ? "not yet" : "neither"} a member of ${desired.name} ${isNew ? "and not" : "nor"} invited`,
    detail: `The membership is left out. ${admin}add the line \`${asKey(display_email)}: {}\` under workspaces.${desired.name}.members; if they have left, take the address out of the group.`,
  };
}
