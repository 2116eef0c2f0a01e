import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type DesiredWorkspace,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { byKey, groupBy, setOf } from "../../util/collections.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
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
  const members = setOf(of("invite"), "name");
  const near = nearestIn(members);
  return of("group_membership").flatMap(({ address, name: email, person }) => {
    const suggestion = members.has(email) ? undefined : near(email);
    if (suggestion === undefined) return [];
    const shown = quote(person?.display_email ?? email);
    const detail = `Did you mean ${quote(suggestion)}? ${shown} is not among the \`members\` of ${quote(workspace.name)}; \`orgform plan\` tells whether there is somebody of that address.`;
    return [fileFinding("member-undeclared", `${shown} is not a listed member`, detail, { address })];
  });
}

/** A domain is compared with those of which the workspace has this many more people. */
const MORE_PEOPLE = 3;

/**
 * Finds people at a domain that differs by one slip from the one that most others have: their invites would go to nobody, or to
 * whoever owns the misspelt one. A domain that `checks` names is intended.
 */
export function lintNearDomains({ workspaces, checks }: DesiredState): readonly FileDiagnostic[] {
  const allowed = new Set(checks?.email_domains?.allowed);
  return presentIn(workspaces).flatMap((workspace) => {
    const { of } = contentsOf(workspace);
    const entries = [...of("group_membership"), ...of("invite")];
    const domains = new Set(entries.map(({ name }) => domainOf(name)));
    if (domains.size < 2 || domains.size > MOST_DOMAINS) return [];
    const people = byKey(entries, "name");
    const byDomain = groupBy(people.values(), ({ name }) => domainOf(name));
    return [...byDomain].flatMap(([domain, odd]) => {
      const [meant] =
        [...byDomain].find(
          ([other, those]) => those.length >= odd.length + MORE_PEOPLE && isNearDomain(domain, other),
        ) ?? [];
      if (meant === undefined || allowed.has(domain)) return [];
      return odd.map(({ name, address }) => {
        const detail = `Did you mean ${quote(name.replace(domain, meant))}? An invite to a misspelt domain goes to nobody, or to whoever owns it. A domain that \`checks.email_domains\` lists is no slip.`;
        return fileFinding(
          "look-alike",
          `${quote(name)} is at ${quote(domain)}, and others at ${quote(meant)}`,
          detail,
          { address },
        );
      });
    });
  });
}

/** Beyond so many domains, some are near to others on purpose. */
const MOST_DOMAINS = 200;

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Returns true if two domains differ by one slip, and not only in a short last part: `.de` and `.dk` are two countries. */
function isNearDomain(domain: string, other: string): boolean {
  const [last, otherLast] = [domain, other].map((one) => one.slice(one.lastIndexOf(".") + 1));
  const isCountry =
    last !== otherLast && Math.min(last?.length ?? 0, otherLast?.length ?? 0) <= SHORTEST_NAME;
  return !isCountry && isOneSlip(domain, other);
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
