import { sortedTexts } from "../../util/collections.js";
import type { Assumption } from "../bench/assumption.js";
import { checkOutcome, checkRefusal, refusalOf, type Workbench } from "../bench/workbench.js";

/** Assumptions about groups, their names and their members. */
export const GROUPS: readonly Assumption[] = [
  {
    id: "group-names-are-kept",
    says: "A group's name is kept as it was sent, with blanks around it and in its Unicode form.",
    source: "none",
    otherwise:
      "The creation is reported as different from what was planned, and every later plan shows the difference until the file has the other name.",
    expected: "kept",
    async check({ group, groupNow }) {
      const name = " Café  Nord ";
      const { id } = await group({ name });
      const found = (await groupNow(id))?.name ?? "";
      if (found === name) return "kept";
      return found === name.trim() ? "trimmed" : "changed";
    },
  },
  {
    id: "group-names-may-repeat",
    says: "The service accepts two groups of the same name.",
    source: "none",
    otherwise:
      "A creation that is refused with 409 is looked up and reported; orgform never creates two on purpose.",
    expected: "accepted",
    check: ({ group }) => second(group, "Twice", "Twice"),
  },
  {
    id: "letter-case-of-group-names-counts",
    says: "Two names of groups that differ only in letter case are two different names.",
    source: "none",
    otherwise: "The service refuses the creation with 409, and the run names both groups.",
    expected: "accepted",
    check: ({ group }) => second(group, "Letter case", "LETTER CASE"),
  },
  {
    id: "all-users-is-the-roster",
    says: "The members of the built-in group are the members of the workspace.",
    source: "specification",
    otherwise: "The run stops as incomplete: the list of people would contradict itself.",
    expected: "roster",
    async check({ client, workspace_id, groups, members }) {
      const builtIn = (await groups()).find(({ is_all_users }) => is_all_users);
      if (builtIn === undefined) return "no such group";
      const idsOf = (list: readonly { readonly id: string }[]) =>
        sortedTexts(list.map(({ id }) => id)).join();
      const roster = idsOf(await members());
      const { data } = await client.listGroupMembers({ workspace_id, group_id: builtIn.id });
      if (idsOf(data) !== roster) return "other members";
      return sortedTexts(builtIn.users).join() === roster ? "roster" : "other users";
    },
  },
  {
    id: "all-users-cannot-be-changed",
    says: "The built-in group cannot be renamed.",
    source: "description",
    otherwise: "Nothing changes: the file cannot ask for it.",
    expected: "400",
    async check({ client, workspace_id, groups }) {
      const group_id = (await groups()).find(({ is_all_users }) => is_all_users)?.id ?? "none";
      return await checkOutcome(client.updateGroup({ workspace_id, group_id, body: { name: "Everybody" } }));
    },
  },
  {
    id: "precedence-is-above-zero",
    says: "A group cannot be created with the precedence 0.",
    source: "specification",
    otherwise: "Nothing changes: the file cannot ask for it.",
    expected: "refused",
    check: ({ group }) => checkRefusal(group({ precedence: 0 })),
  },
  {
    id: "shared-precedence-is-a-warning",
    says: "A group with the precedence of another one is created, with a warning.",
    source: "specification",
    otherwise: "A refusal is reported; without the warning, the plan's own finding still names the tie.",
    expected: "warning",
    async check({ client, workspace_id, group }) {
      await group({ precedence: 900 });
      const body = { name: "Same precedence", user_attribute_precedence: 900 };
      try {
        const { warnings } = await client.createGroup({ workspace_id, body });
        return warnings.length > 0 ? "warning" : "no warning";
      } catch (error) {
        return refusalOf(error);
      }
    },
  },
  {
    id: "rename-keeps-members-and-values",
    says: "A renamed group keeps its id, members and values.",
    source: "description",
    otherwise: "The next plan adds what was lost; a rename in the file would take access away for a while.",
    expected: "kept",
    async check(bench) {
      const { client, workspace_id, user_id } = bench;
      const { group } = await bench.groupWithValue("kept");
      await bench.join(group);
      await client.updateGroup({ workspace_id, group_id: group.id, body: { name: "Renamed" } });
      const { users = [] } = (await bench.groupNow(group.id)) ?? {};
      if (!users.includes(user_id)) return "members lost";
      return (await bench.valuesOf(group)).length === 1 ? "kept" : "values lost";
    },
  },
  {
    id: "deleted-group-is-gone",
    says: "After the DELETE of a group, the lists do not show the group.",
    source: "description",
    otherwise: "The next plan deletes it once more, and the run reports the response.",
    expected: "gone",
    async check({ client, workspace_id, group, groupNow }) {
      const { id } = await group();
      await client.deleteGroup({ workspace_id, group_id: id });
      return (await groupNow(id)) === undefined ? "gone" : "still there";
    },
  },
  {
    id: "second-delete-is-not-found",
    says: "The service responds with 404 to the second DELETE of a group.",
    source: "none",
    otherwise: "Both 204 and 404 count as deleted when a DELETE had to be repeated.",
    expected: "404",
    async check({ client, workspace_id, group }) {
      const { id: group_id } = await group();
      await client.deleteGroup({ workspace_id, group_id });
      return await checkOutcome(client.deleteGroup({ workspace_id, group_id }));
    },
  },
  {
    id: "second-membership-is-a-conflict",
    says: "Somebody who is in a group already cannot be added again: 409.",
    source: "none",
    otherwise: "After a lost answer the group is read again, and the membership is found either way.",
    expected: "409",
    async check(bench) {
      const group = await bench.group();
      await bench.join(group);
      return await checkOutcome(bench.join(group));
    },
  },
  {
    id: "group-members-are-members",
    says: "Only members of the workspace can be added to its groups.",
    source: "none",
    otherwise:
      "The plan defers memberships of people who are not members yet, which is then unnecessary and does no harm.",
    expected: "refused",
    async check({ client, workspace_id, group }) {
      const { id: group_id } = await group();
      const body = { user_id: "acceptance-no-such-user" };
      return await checkRefusal(client.addGroupMember({ workspace_id, group_id, body }));
    },
  },
];

/** The outcome of creating a group whose name may be taken. */
async function second(group: Workbench["group"], first: string, name: string): Promise<string> {
  await group({ name: first });
  return await checkOutcome(group({ name }));
}
