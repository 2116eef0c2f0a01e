import { isOpenRow } from "../../access/values/effective-value.js";
import type { ListFacts } from "../../config/people/list-facts.js";
import { quote } from "../../config/text/wording.js";
import { type DataReader, seenBy, valuesOfPerson } from "../../data-model/answer/people-data.js";
import { viewOf, withOpenRows } from "../../data-model/answer/person-view.js";
import { membershipAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import type { DataExplanation, Explanation, Resolution } from "../../model/plan/explanation.js";
import type { Moments, Person, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import { type LiveState, membersOf, type ReadNeed } from "../../model/state/live-state.js";
import { rosterNeeds } from "../../plan/reads/reads.js";
import type { LimitedView, PersonAnswer } from "../../report/access/person-answer.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import { unknownName } from "../context/named.js";

/** All that decides one member's values: who is there, all groups that the member is in, and their own values. */
export function needsOfPerson(email: string, live: LiveState): readonly ReadNeed[] {
  return live.workspaces.flatMap((workspace): ReadNeed[] => {
    const { id: workspace_id } = workspace;
    const { gives, of, at } = contentsOf(workspace);
    if (!gives("invite")) return [{ need: "members", workspace_id }];
    const member = membersOf(workspace).find((one) => one.email === email);
    // As soon as the invite is known, planning asks for what the invited person will have.
    if (member === undefined) return rosterNeeds(workspace);
    return [
      ...of("group")
        .filter(
          ({ name, state }) => state === "built-in" || at(membershipAddress(workspace.name, name, email)),
        )
        .map(({ id }): ReadNeed => ({ need: "group_values", workspace_id, group_id: id })),
      { need: "own_values", workspace_id, user_id: member.id },
    ];
  });
}

/** Ends the command for an address that is in none of the workspaces; the list may have it and leave it out. */
export function assertKnownPerson(
  moments: readonly Moments[],
  member: string,
  people: ListFacts | undefined,
): void {
  const email = canonicalEmail(member);
  const among = [...new Set(moments.flatMap(({ planned }) => planned.members))];
  if (among.includes(email)) return;
  const where = moments.map(({ workspace }) => quote(workspace)).join(", ");
  const twins = among.filter((name) => name.startsWith(`${email} (`));
  if (twins.length > 0)
    throw unknownName("member-undeclared", `Several members have the address ${quote(member)}`, "", twins);
  const summary = `${quote(member)} is not a member of ${where || "any workspace"}`;
  const row = people?.rowOfPerson(email);
  if (row === undefined) throw unknownName("member-undeclared", summary, email, among);
  const detail = `${visible(row)} has them, and no workspace of the file that is asked about takes the row.`;
  throw fail("error", "member-undeclared", summary, detail);
}

/** The access of one person, who is in some of the workspaces, and its sources. */
export function answerAboutPerson(
  moments: readonly Moments[],
  member: string,
  reader: DataReader | undefined,
): PersonAnswer {
  const email = canonicalEmail(member);
  const ownMoments = moments.filter(({ planned }) => planned.members.includes(email));
  return {
    member: email,
    explanations: ownMoments.flatMap((one) => explanationsOf(one, email)),
    standing: ownMoments.map(({ workspace, live, planned }) => ({
      workspace,
      live: live.person(email),
      planned: planned.person(email),
    })),
    ...(reader && { data: ownMoments.map((one) => dataOfPerson(one, email, reader)) }),
  };
}

/** The same of the attributes for which the person is open, now or as planned; nothing of the data model. */
export function openPart({ data: _, explanations, ...answer }: PersonAnswer): PersonAnswer {
  const isOpen = (moment: Resolution | null | undefined): boolean =>
    moment != null && isOpenRow(moment.winner ?? { value: null, source: null });
  const open = explanations.filter(({ live, accepted, planned }) => [live, accepted, planned].some(isOpen));
  return { ...answer, explanations: open };
}

function explanationsOf(moments: Moments, member: string): readonly Explanation[] {
  const { workspace, start, live, accepted, planned } = moments;
  const presence = planned.person(member)?.presence ?? "member";
  const attributes = new Set([...start.attributes, ...planned.attributes]);
  return [...attributes].sort().map((attribute) => {
    const at = (view: View): Resolution => ({
      ...limitOf(view.person(member)),
      ...(view.resolution(member, attribute) ?? { winner: null, shadowed: [] }),
    });
    const now = live.members.includes(member) ? at(live) : null;
    const same = { workspace, member, attribute, live: now };
    if (presence === "member") return { ...same, planned: at(planned) };
    return { ...same, accepted: at(accepted), planned: at(planned), arriving: presence };
  });
}

const limitOf = (person: Person | undefined): Pick<Resolution, "limited_by"> =>
  person === undefined ? {} : { limited_by: person.limitedBy };

/** The objects and rows that somebody sees in a workspace, now and as planned. */
function dataOfPerson(
  { workspace, live, planned }: Moments,
  member: string,
  reader: DataReader,
): DataExplanation<LimitedView> {
  const at = (view: View): LimitedView | null => {
    const person = view.person(member);
    if (person === undefined) return null;
    const data = reader.read(valuesOfPerson(person));
    return { ...limitOf(person), ...withOpenRows(reader.model, data, seenBy(reader, person)) };
  };
  return { workspace, member, live: at(live), planned: at(planned) ?? viewOf(reader.model, reader.read({})) };
}
