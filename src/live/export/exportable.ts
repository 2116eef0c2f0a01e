import { type Address, groupAddress, memberAddress } from "../../model/address.js";
import { isEmail } from "../../model/email.js";
import type {
  DesiredGroup,
  DesiredState,
  DesiredWorkspace,
  PresentWorkspace,
} from "../../model/state/desired-state.js";

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
  const { name, groups = [], members = [] } = workspace;
  leftOut.push(
    ...members.filter((member) => !hasAddress(member)).map(({ email }) => memberAddress(name, email)),
  );
  return {
    ...workspace,
    members: members.filter(hasAddress),
    groups: groups.map((group): DesiredGroup => {
      if (group.state === "absent" || group.members?.every(hasAddress) !== false) return group;
      leftOut.push(`${groupAddress(name, group.name)}/members`);
      const { members: _, ...rest } = group;
      return rest;
    }),
  };
}

const hasAddress = ({ email }: { readonly email: string }): boolean => isEmail(email);
