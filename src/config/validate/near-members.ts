import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/group-by.js";
import { type FileDiagnostic, warning } from "../text/file-diagnostic.js";
import { isOneSlip, quote } from "../text/wording.js";

/** The shortest name that is compared: most shorter ones are one letter from another name. */
const SHORTEST_NAME = 3;

/**
 * Finds people in groups whom their workspace does not list as members, while it lists an address that
 * differs by one letter, or by two that changed places: most likely a slip. A person who is not listed may
 * still be a member, which the plan finds out.
 */
export function lintNearMembers(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return presentIn(workspaces).flatMap(lintWorkspace);
}

function lintWorkspace(workspace: PresentWorkspace): FileDiagnostic[] {
  const { gives, of } = contentsOf(workspace);
  if (!gives("invite")) return [];
  const members = new Set(of("invite").map(({ name }) => name));
  const near = nearestIn(members);
  return of("group_membership").flatMap(({ address, name: email, person }) => {
    const suggestion = members.has(email) ? undefined : near(email);
    if (suggestion === undefined) return [];
    const shown = quote(person?.display_email ?? email);
    const detail = `Did you mean ${quote(suggestion)}? ${shown} is not among the \`members\` of ${quote(workspace.name)}; \`orgform plan\` tells whether there is somebody of that address.`;
    return [warning("member-undeclared", `${shown} is not a listed member`, detail, { address })];
  });
}

/** Finds an address one slip away, without comparing with each: two such addresses lose the same letter to be equal. */
export function nearestIn(emails: ReadonlySet<string>): (email: string) => string | undefined {
  const formsOf = (email: string) => [email, ...shortened(email)].map((form) => ({ form, email }));
  let index: ReadonlyMap<string, readonly { readonly email: string }[]> | undefined;
  return (email) => {
    index ??= groupBy([...emails].flatMap(formsOf), ({ form }) => form);
    const near = formsOf(email).flatMap(({ form }) => index?.get(form) ?? []);
    return near.find((candidate) => isNear(email, candidate.email))?.email;
  };
}

function shortened(email: string): readonly string[] {
  return Array.from(email, (_, i) => email.slice(0, i) + email.slice(i + 1));
}

function isNear(a: string, b: string): boolean {
  return Math.min(a.indexOf("@"), b.indexOf("@")) >= SHORTEST_NAME && isOneSlip(a, b);
}
