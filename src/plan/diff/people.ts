import type { LiveWorkspace } from "../../model/state/live-state.js";

/** What somebody is to a workspace; a workspace that does not exist yet knows nobody. */
export type Standing = "member" | "invited" | "unknown";

/** Looks people up by canonical e-mail address. */
export function standingsIn(live: LiveWorkspace | undefined): (email: string) => Standing {
  const members = new Set(live?.members?.map(({ email }) => email));
  const invites = new Set(live?.invites?.map(({ email }) => email));
  return (email) => (members.has(email) ? "member" : invites.has(email) ? "invited" : "unknown");
}
