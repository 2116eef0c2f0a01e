import { type Address, groupAddress, memberAddress } from "../../model/address.js";
import type {
  DesiredGroup,
  DesiredState,
  DesiredWorkspace,
  PresentWorkspace,
} from "../../model/state/desired-state.js";
import { isEmail } from "../../model/state/email.js";

/**
 * What a file can say of a description: without people whose address is none, such as those of embedded users. A group
 * that one of them is in keeps its members unmanaged, since a list of the others would take them out.
 */
export function sayable(desired: DesiredState): {
  readonly desired: DesiredState;
  /** The people, and the groups without their members. */
  readonly left_out: readonly Address[];
} {
  const left_out: Address[] = [];
  const workspaces = desired.workspaces.map((workspace) =>
    workspace.state === "absent" ? workspace : inWords(workspace, left_out),
  );
  return { desired: { ...desired, workspaces }, left_out };
}

function inWords(workspace: PresentWorkspace, leftOut: Address[]): DesiredWorkspace {
  const { name, groups = [], members = [] } = workspace;
  leftOut.push(...members.filter(isUnsayable).map(({ email }) => memberAddress(name, email)));
  return {
    ...workspace,
    members: members.filter((member) => !isUnsayable(member)),
    groups: groups.map((group): DesiredGroup => {
      if (group.state === "absent" || !group.members?.some(isUnsayable)) return group;
      leftOut.push(`${groupAddress(name, group.name)}/members`);
      const { members: _, ...rest } = group;
      return rest;
    }),
  };
}

const isUnsayable = ({ email }: { readonly email: string }): boolean => !isEmail(email);
