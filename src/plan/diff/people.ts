import type { LiveInvite, LiveMember, LiveWorkspace } from "../../model/state/live-state.js";

/** What somebody is to a workspace; a workspace that does not exist yet knows nobody. */
export type Standing =
  | { readonly is: "member"; readonly member: LiveMember }
  | { readonly is: "invited"; readonly invite: LiveInvite }
  | { readonly is: "unknown" };

/** Looks people up by canonical e-mail address. */
export function createRoster(live: LiveWorkspace | undefined): {
  standingOf(email: string): Standing;
  emailOf(userId: string): string | undefined;
} {
  const members = new Map((live?.members ?? []).map((member) => [member.email, member]));
  const invites = new Map((live?.invites ?? []).map((invite) => [invite.email, invite]));
  const emails = new Map((live?.members ?? []).map((member) => [member.id, member.email]));
  return {
    standingOf(email) {
      const member = members.get(email);
      if (member !== undefined) return { is: "member", member };
      const invite = invites.get(email);
      return invite === undefined ? { is: "unknown" } : { is: "invited", invite };
    },
    emailOf: (userId) => emails.get(userId),
  };
}
