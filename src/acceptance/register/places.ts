import { ApiError } from "../../api/call/api-error.js";
import type { Assumption } from "../bench/assumption.js";
import { checkOutcome } from "../bench/workbench.js";

/** An id that the service has surely never given. */
const NOWHERE = "acceptance-no-such-id";

/** Assumptions about workspaces, about what a token sees, and about answers for what is not there. */
export const PLACES: readonly Assumption[] = [
  {
    id: "read-after-write",
    says: "A list shows a creation as soon as the creation was answered.",
    source: "none",
    otherwise:
      "A run that reads too early does not find what it created, and stops with exit code 5. The next run continues.",
    expected: "at once",
    check: async (bench) => lagInWords(await bench.measureLag()),
  },
  {
    id: "new-workspace-is-visible",
    says: "A new workspace is in `GET /me` and in the list of workspaces of a token that reaches the organization.",
    source: "specification",
    otherwise: "The run stops as incomplete when the two lists contradict each other.",
    expected: "in both",
    async check({ client, workspace_id, settle }) {
      await settle();
      const { data: me } = await client.getMe();
      const { data: listed } = await client.listWorkspaces();
      const isIn = [me.workspaces, listed].map((list) => list.some(({ id }) => id === workspace_id));
      return isIn.every(Boolean) ? "in both" : isIn.some(Boolean) ? "in one" : "in none";
    },
  },
  {
    id: "admins-join-a-new-workspace",
    says: "The token's user is a member and organization admin of a workspace as soon as it is created.",
    source: "specification",
    otherwise: "The plan shows these members before they are members; the next plan is right.",
    expected: "organization_admin",
    check: async ({ members, user_id }) =>
      (await members()).find(({ id }) => id === user_id)?.role ?? "no member",
  },
  {
    id: "provision-by-default-starts-false",
    says: "A workspace that is created without `provision_by_default` has it off.",
    source: "specification",
    otherwise: "The plan reports the difference as unsupported, because no endpoint changes it.",
    expected: "false",
    async check({ client, workspace_id, settle }) {
      await settle();
      const { data } = await client.listWorkspaces();
      return String(data.find(({ id }) => id === workspace_id)?.provision_by_default ?? "not listed");
    },
  },
  {
    id: "unknown-workspace-is-forbidden",
    says: "For a workspace that does not exist, the service responds with 403, as for a workspace out of reach.",
    source: "description",
    otherwise: "The message is another one; both responses stop the run before it plans anything.",
    expected: "403",
    check: ({ client }) => checkOutcome(client.listGroups({ workspace_id: NOWHERE })),
  },
  {
    id: "unknown-group-is-forbidden",
    says: "For the values of a group that does not exist, the service responds with 403.",
    source: "description",
    otherwise: "A 404 inside a list stops the run as well: no failure counts as an empty list.",
    expected: "403",
    check: ({ client, workspace_id }) =>
      checkOutcome(client.listGroupValues({ workspace_id, group_id: NOWHERE })),
  },
  {
    id: "unknown-member-is-not-found",
    says: "For the values of a member who does not exist, the service responds with 404.",
    source: "description",
    otherwise: "Both 403 and 404 stop the run.",
    expected: "404",
    check: ({ client, workspace_id }) =>
      checkOutcome(client.listMemberValues({ workspace_id, user_id: NOWHERE })),
  },
  {
    id: "rate-limit-headers",
    says: "Answers tell the rate limit in `X-RateLimit-Limit`, `-Remaining` and `-Reset` (seconds).",
    source: "description",
    otherwise: "orgform waits with growing pauses after a 429 instead of slowing down before one.",
    expected: "all three",
    async check({ client }) {
      await client.getMe();
      const { limit, remaining, resetSeconds } = client.lastAnswer()?.rateLimit ?? {};
      const present = [limit, remaining, resetSeconds].filter((one) => one !== undefined).length;
      return present === 3 ? "all three" : present === 0 ? "none" : "some";
    },
  },
  {
    id: "lists-are-whole",
    says: "One response contains the whole list, however long it is (tried with 30 groups).",
    source: "none",
    otherwise:
      "A hint at more pages stops the run as incomplete: orgform plans nothing from a part of a list.",
    expected: "whole",
    async check({ group, groups }) {
      const ids = new Set<string>();
      for (let made = 0; made < 30; made += 1) ids.add((await group()).id);
      try {
        const listed = (await groups()).filter(({ id }) => ids.has(id)).length;
        return listed === ids.size ? "whole" : "cut without a hint";
      } catch (error) {
        if (error instanceof ApiError && error.reason === "incomplete") return "pages";
        throw error;
      }
    },
  },
  {
    id: "archived-workspace-is-out-of-reach",
    says: "An archived workspace is listed only with `include_archived`, and its groups answer 403.",
    source: "description",
    otherwise: "The plan would count it as live, and you could not give its name to a new workspace.",
    expected: "403",
    check: { none: "The run archives its workspace as its last request." },
  },
  {
    id: "workspace-names-may-repeat",
    says: "Two workspaces may have the same name, so orgform asks for an id where two are live.",
    source: "none",
    otherwise: "A creation is refused with 409, and the run says so.",
    expected: "accepted",
    check: { none: "It would need a second workspace." },
  },
  {
    id: "archiving-moves-members",
    says: "The members of an archived workspace keep their membership of others.",
    source: "none",
    otherwise: "The plan does not compute access after an archive, and asks for the workspace's name.",
    expected: "kept",
    check: { none: "It would move real people." },
  },
  {
    id: "invalid-token-is-unauthorized",
    says: "The service responds with 401 if the token is not valid, and only then.",
    source: "description",
    otherwise: "orgform names the token as the cause of a 401 and the permission as the cause of a 403.",
    expected: "401",
    check: { none: "It would send an invalid token, and services may lock out clients that do." },
  },
  {
    id: "sso-required-has-a-code",
    says: "An organization that requires SSO refuses other tokens with the code `SSO_REQUIRED`.",
    source: "specification",
    otherwise: "orgform shows the refusal with the words and the code of the service.",
    expected: "SSO_REQUIRED",
    check: { none: "It would need an organization that requires SSO, and a token that does not satisfy it." },
  },
];

function lagInWords(milliseconds: number): string {
  if (milliseconds === 0) return "at once";
  const limit = [1, 2, 5, 10].find((seconds) => milliseconds <= seconds * 1_000);
  return limit === undefined ? "later" : `within ${limit} s`;
}
