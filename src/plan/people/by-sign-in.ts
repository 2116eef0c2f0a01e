import { isOtherForm } from "../../kinds/fields.js";
import {
  groupValueAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
} from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { View } from "../../model/plan/view.js";
import type { DataType } from "../../model/resource-kind.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import { type LiveWorkspace, pendingInvitesOf } from "../../model/state/live-state.js";
import { setOf, sortedBy } from "../../util/collections.js";
import { arrivesBySignIn } from "../diff/waiting.js";

/** The pending invites where people arrive by single sign-on, a finding each: their number says nothing about who still arrives. */
export function leftOverInvites(
  desired: PresentWorkspace,
  live: LiveWorkspace | undefined,
): readonly Diagnostic[] {
  if (!arrivesBySignIn(desired)) return [];
  const { name: workspace } = desired;
  return sortedBy(pendingInvitesOf(live), ({ email }) => email).map(({ email }) =>
    finding(
      "invite-left-over",
      `an invite is left over in ${workspace}, where people arrive by single sign-on`,
      "Withdraw it in the product: as long as it is pending, the person can become a member by its link, with the role of the invite.",
      { address: memberAddress(workspace, email) },
    ),
  );
}

/**
 * Own values that the file does not list and that keep a value of one of its groups from taking effect. Where the file
 * lists the own values of somebody, the plan removes all others. Values that were not read are left out. Where people do not
 * arrive by single sign-on, only those that keep a change from taking effect. `view` is their moment, `types` are the
 * attributes that exist then.
 */
export function overriddenValues(
  workspace: PresentWorkspace,
  view: View,
  types: ReadonlyMap<string, DataType>,
  changes: readonly ResourceChange[] = [],
): readonly Diagnostic[] {
  const given = arrivesBySignIn(workspace) ? undefined : setOf(changes, "address");
  if (given?.size === 0) return [];
  const { gives, of } = contentsOf(workspace);
  const declaredValues = new Set(of("group_value").map(({ owner, name }) => JSON.stringify([owner, name])));
  const attributes = view.attributes.filter((attribute) => types.has(attribute)).sort();
  const people = view.members.filter((member) => !view.unread.has(member) && !gives("member_value", member));
  return people.flatMap((member) => {
    const effective = view.valuesOf(member);
    return attributes.flatMap((attribute): Diagnostic[] => {
      const winner = effective(attribute);
      if (winner?.source.kind !== "own") return [];
      const [strongest] = (view.resolution(member, attribute)?.shadowed ?? []).flatMap(({ value, source }) =>
        source.kind === "group" && declaredValues.has(JSON.stringify([source.group, attribute]))
          ? [{ value, group: source.group }]
          : [],
      );
      if (strongest === undefined || strongest.value === winner.value) return [];
      const owner = [workspace.name, strongest.group] as const;
      const isGiven =
        given?.has(membershipAddress(...owner, member)) || given?.has(groupValueAddress(...owner, attribute));
      if (isGiven === false) return [];
      if (isOtherForm("member_value", types.get(attribute), winner.value, strongest.value)) return [];
      const { value, group } = strongest;
      const summary = `the own value ${JSON.stringify(winner.value)} of ${attribute}, which the file does not list, outranks ${JSON.stringify(value)} of ${group}`;
      const address = memberValueAddress(workspace.name, member, attribute);
      const detail = `Somebody may have set it in the product, or a claim of the identity provider at the first sign-in. To take it away, write \`values: {}\` at the person under workspaces.${workspace.name}.members: this removes all of their own values. To keep it, list it there.`;
      return [finding("overridden", summary, detail, { address })];
    });
  });
}
