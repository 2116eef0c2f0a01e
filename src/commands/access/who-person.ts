import { type AccessState, memberAttributeOf } from "../../access/values/access-state.js";
import { isOpenRow, resolutionOf } from "../../access/values/resolution.js";
import { quote } from "../../config/text/wording.js";
import { type DataReader, valuesIn } from "../../data-model/answer/people-data.js";
import { type PersonView, viewOf } from "../../data-model/answer/person-view.js";
import { canonicalEmail } from "../../model/email.js";
import type { DataExplanation, Explanation, Resolution } from "../../model/plan/explanation.js";
import type { LiveState, ReadNeed } from "../../model/state/live-state.js";
import type { WorkspaceAccess } from "../../plan/people/access-states.js";
import type { PersonAnswer } from "../../render/access/person-answer.js";
import { sortedBy } from "../../util/order.js";
import { unknownName } from "../context/named.js";

/** All that decides one member's values: who is there, all groups that the member is in, and their own values. */
export function needsOfPerson(email: string, live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap(({ id: workspace_id, members, invites, groups }): ReadNeed[] => {
    if (members === undefined) return [{ need: "members", workspace_id }];
    const member = members.find((one) => one.email === email);
    // As soon as the invite is known, planning asks for what the invited person will have.
    if (member === undefined) return invites === undefined ? [{ need: "invites", workspace_id }] : [];
    return [
      ...groups
        .filter((group) => group.is_all_users || group.users.includes(member.id))
        .map(({ id }): ReadNeed => ({ need: "group_values", workspace_id, group_id: id })),
      { need: "own_values", workspace_id, user_id: member.id },
    ];
  });
}

/** The access of one person and its sources. An address that is in none of the workspaces ends the command. */
export function answerAboutPerson(
  perWorkspace: readonly WorkspaceAccess[],
  member: string,
  reader: DataReader | undefined,
): PersonAnswer {
  const email = canonicalEmail(member);
  const theirs = perWorkspace.filter(({ arriving }) => arriving.nameIndex.members.includes(email));
  if (theirs.length === 0) {
    const where = perWorkspace.map(({ nameIndex }) => quote(nameIndex.workspace)).join(", ");
    const among = [...new Set(perWorkspace.flatMap(({ arriving }) => arriving.nameIndex.members))];
    const summary = `${quote(member)} is not a member of ${where || "any workspace"}`;
    throw unknownName("member-undeclared", summary, email, among);
  }
  return {
    member: email,
    explanations: theirs.flatMap((access) => explanationsOf(access, email)),
    ...(reader && { data: dataOfPerson(theirs, email, reader) }),
  };
}

/** The same of the attributes for which the person is open, now or as planned; nothing of the data model. */
export function openPart({ member, explanations }: PersonAnswer): PersonAnswer {
  const isOpen = (moment: Resolution | null | undefined): boolean =>
    moment != null && isOpenRow(moment.winner ?? { value: null, source: null });
  return {
    member,
    explanations: explanations.filter(
      (one) => isOpen(one.live) || isOpen(one.accepted) || isOpen(one.planned),
    ),
  };
}

function explanationsOf(access: WorkspaceAccess, email: string): readonly Explanation[] {
  const { workspace, attributes } = access.nameIndex;
  return sortedBy(attributes.entries(), ([, name]) => name).map(([a, attribute]) => ({
    workspace,
    member: email,
    attribute,
    ...momentsOf(access, email, a),
  }));
}

/** The objects and rows that somebody sees in the workspaces that were explained. */
function dataOfPerson(
  theirs: readonly WorkspaceAccess[],
  email: string,
  reader: DataReader,
): readonly DataExplanation<PersonView>[] {
  return theirs.map(({ nameIndex, exists, live, planned, arriving }) => {
    const m = arriving.nameIndex.members.indexOf(email);
    const isMember = m < nameIndex.members.length;
    const view = (state: AccessState) =>
      viewOf(reader.model, reader.read(valuesIn(arriving.nameIndex, state, reader.model)(m)));
    return {
      workspace: nameIndex.workspace,
      member: email,
      live: isMember && exists ? view(live) : null,
      planned: view(isMember ? planned : arriving.state),
    };
  });
}

/** The sources of one value: now and as planned, or for a person who arrives, once they accept and after the next apply. */
function momentsOf(
  { nameIndex, exists, live, planned, arriving }: WorkspaceAccess,
  email: string,
  attribute: number,
): Pick<Explanation, "live" | "accepted" | "planned" | "arriving"> {
  const m = arriving.nameIndex.members.indexOf(email);
  const at = (state: AccessState) =>
    resolutionOf(arriving.nameIndex, state, memberAttributeOf(state, m, attribute));
  const newcomer = arriving.newcomers[m - nameIndex.members.length];
  if (newcomer === undefined) return { live: exists ? at(live) : null, planned: at(planned) };
  return {
    live: null,
    accepted: at(arriving.accepted),
    planned: at(arriving.state),
    arriving: newcomer.invite,
  };
}
