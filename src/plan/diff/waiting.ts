import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Deferred } from "../../model/plan/plan.js";
import type { DesiredPerson, PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { desiredResources } from "./resources.js";

/** What somebody is to a workspace; a workspace that does not exist yet knows nobody. */
type Standing = "member" | "invited" | "unknown";

/** Looks people up by canonical e-mail address. */
export function standingsIn(live: LiveWorkspace | undefined): (email: string) => Standing {
  const members = new Set(live?.members?.map(({ email }) => email));
  const invites = new Set(live?.invites?.map(({ email }) => email));
  return (email) => (members.has(email) ? "member" : invites.has(email) ? "invited" : "unknown");
}

/** What one workspace of the file wants, with what has to wait for a person to accept an invite. */
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
  standingOf: (email: string) => Standing,
  precedences: ReadonlyMap<string, number>,
  formerly: ReadonlyMap<Address, unknown>,
): DesiredNow {
  const resources: DesiredResource[] = [];
  const deferred: Deferred[] = [];
  const diagnostics: Diagnostic[] = [];
  const listed = new Set((desired.members ?? []).map(({ email }) => email));
  for (const resource of desiredResources(desired)) {
    const { address, kind, person } = resource;
    const standing = person === undefined ? "member" : standingOf(person.email);
    if (person === undefined || standing === "member") {
      resources.push(kind === "group" ? withPrecedence(resource, precedences) : resource);
      continue;
    }
    const isListed = listed.has(person.email);
    if (standing === "unknown" && !isListed) {
      diagnostics.push(missingPerson(desired, address, person, live, formerly));
    }
    deferred.push({ address, type: kind, reason: reasonToWait(standing, isListed, live) });
  }
  return { resources, deferred, diagnostics };
}

function withPrecedence(group: DesiredResource, precedences: ReadonlyMap<string, number>): DesiredResource {
  const precedence = precedences.get(String(group.managed.name));
  if (precedence === undefined) return group;
  return { ...group, managed: { ...group.managed, precedence }, create: { ...group.create, precedence } };
}

function reasonToWait(
  standing: "invited" | "unknown",
  isListed: boolean,
  live: LiveWorkspace | undefined,
): string {
  if (standing === "invited") return "added once the pending invite is accepted";
  if (isListed) return "added once the invite from this plan is accepted";
  return live === undefined ? ADMINS_COME_WITH_IT : "is not a member of the workspace";
}

/** The service makes organization admins members of a new workspace (api.md), and nothing tells who they are. */
const ADMINS_COME_WITH_IT =
  "is not a member of the new workspace yet; organization admins join it at once, and then the next apply adds them";

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
  return {
    severity: "warning",
    code: "member-undeclared",
    address,
    summary: `${display_email} is ${live === undefined ? "not yet" : "neither"} a member of ${desired.name} ${live === undefined ? "and not" : "nor"} invited`,
    detail: `The membership is left out. To invite them, add the line \`${asKey(display_email)}: {}\` under workspaces.${desired.name}.members; if they have left, take the address out of the group.`,
  };
}
