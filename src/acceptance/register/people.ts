import { limitedBy } from "../../access/values/roles.js";
import type { Assumption } from "../bench/assumption.js";
import { checkOutcome, type Workbench } from "../bench/workbench.js";

const NO_ADDRESS = "no address to invite was given (`--invite ADDRESS`)";

/** Assumptions about members and invites. Those about invites need an address that may be written to. */
export const PEOPLE: readonly Assumption[] = [
  {
    id: "token-user-is-listed",
    says: "The id that `GET /me` gives for the token's user is their id in the list of members.",
    source: "description",
    otherwise: "The guard `own-user` cannot find this person, and says so.",
    expected: "listed",
    check: async ({ members, user_id }) =>
      (await members()).some(({ id }) => id === user_id) ? "listed" : "not listed",
  },
  {
    id: "member-values-list-inherited-ones",
    says: "The values of a member include those of their groups, with `source` and `is_overridden`.",
    source: "description",
    otherwise:
      "orgform computes effective values from the groups itself; only own values are taken from this list.",
    expected: "inherited listed",
    async check(bench) {
      const { group, attribute } = await bench.groupWithValue("inherited");
      await bench.join(group);
      const [value] = await bench.valuesNow(attribute);
      return value?.source === "group" && value.source_id === group.id ? "inherited listed" : "not listed";
    },
  },
  {
    id: "invite-is-pending",
    says: "An invite is listed as pending until it is accepted, and the person is no member before that.",
    source: "specification",
    otherwise: "A second plan would send the invite again.",
    expected: "pending",
    check: (bench) =>
      withInvite(bench, async (address) => {
        const isThere = (list: readonly { readonly email: string }[]): boolean =>
          list.some(({ email }) => email.toLowerCase() === address.toLowerCase());
        if (isThere(await bench.members())) return "member";
        return isThere(await invitesOf(bench)) ? "pending" : "not listed";
      }),
  },
  {
    id: "default-role-is-limited",
    says: "An invite without a role gives the workspace's default role, which values limit.",
    source: "none",
    otherwise: "The person sees more than orgform says until they have accepted. Write the role.",
    expected: "limited",
    check: (bench) =>
      withInvite(bench, async () => {
        const [invite] = await invitesOf(bench);
        if (invite === undefined) return "not listed";
        return limitedBy(invite.role) === "values" ? "limited" : "unlimited";
      }),
  },
  {
    id: "second-invite-is-refused",
    says: "A second invite to an address with a pending one is refused, also in other letter case.",
    source: "none",
    otherwise: "orgform never sends two on purpose; after a lost response it reads the invites first.",
    expected: "409",
    check: (bench) => withInvite(bench, (address) => checkOutcome(sendInvite(bench, address.toUpperCase()))),
  },
  {
    id: "invited-member-is-refused",
    says: "An invite to somebody who is a member is refused with 409.",
    source: "none",
    otherwise: "orgform reads the members first, and does not send such an invite.",
    expected: "409",
    check: {
      none: "The check could send the token's user an e-mail that nobody asked for.",
    },
  },
  {
    id: "accepted-invite-leaves-the-list",
    says: "An accepted invite leaves the list of invites, and the person is in the list of members.",
    source: "specification",
    otherwise: "The person would be invited and a member at the same time; the run stops as incomplete.",
    expected: "member",
    check: { none: "Somebody has to accept the invite in the product." },
  },
];

/** Sends the run's one invite, unless an earlier check has sent it, and goes on. */
async function withInvite(bench: Workbench, check: (address: string) => Promise<string>): Promise<string> {
  const { invite } = bench;
  if (invite === undefined) throw new NotPossible(NO_ADDRESS);
  if ((await invitesOf(bench)).length === 0) await sendInvite(bench, invite);
  return await check(invite);
}

async function invitesOf({ client, workspace_id, settle }: Workbench) {
  await settle();
  return (await client.listInvites({ workspace_id })).data;
}

const sendInvite = ({ client, workspace_id }: Workbench, email: string) =>
  client.createInvite({ workspace_id, body: { email } });

/** A check that cannot be made in this run. */
export class NotPossible extends Error {
  override readonly name = "NotPossible";
}
