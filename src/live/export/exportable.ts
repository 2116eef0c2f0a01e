import { type Address, ancestorAddress } from "../../model/address.js";
import { isEmail } from "../../model/email.js";
import { contentsOf, listAddress } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";

/**
 * The part of a desired state that a file can hold: it leaves out people without an e-mail address, such as embedded
 * users. A group that one of them is in keeps its members unmanaged, since a list of the others would take them out.
 */
export function exportable(desired: DesiredState): {
  readonly desired: DesiredState;
  /** The people, and the members of the groups that one of them is in. */
  readonly left_out: readonly Address[];
} {
  const left_out: Address[] = [];
  const workspaces = desired.workspaces.map((workspace) =>
    workspace.state === "absent" ? workspace : exportableWorkspace(workspace, left_out),
  );
  return { desired: { ...desired, workspaces }, left_out };
}

function exportableWorkspace(workspace: PresentWorkspace, leftOut: Address[]): DesiredWorkspace {
  const { name, resources, lists } = workspace;
  const { of } = contentsOf(workspace);
  const isLeftOut = new Set(of("invite").flatMap((member) => (isEmail(member.name) ? [] : [member.address])));
  const someLeftOut = new Set(
    of("group_membership").flatMap((member) =>
      isEmail(member.name) ? [] : [listAddress("group_membership", name, member.owner)],
    ),
  );
  leftOut.push(...isLeftOut, ...someLeftOut);
  return {
    ...workspace,
    resources: resources.filter(
      ({ kind, address, owner }) =>
        !isLeftOut.has(ancestorAddress(address, 3)) && !someLeftOut.has(listAddress(kind, name, owner)),
    ),
    lists: lists.filter((list) => !someLeftOut.has(list) && !isLeftOut.has(ancestorAddress(list, 3))),
  };
}
