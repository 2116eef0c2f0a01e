import { declaredAccess } from "../../access/values/file-access.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { type PersonAt, peopleOf } from "./people-at.js";

/** The people that a file declares, with what it declares for them: nothing of what it leaves unmanaged is known. */
export function declaredPeople({ workspaces }: Pick<DesiredState, "workspaces">): readonly PersonAt[] {
  return presentIn(workspaces).flatMap(declaredIn);
}

function declaredIn(workspace: PresentWorkspace): readonly PersonAt[] {
  const { name, members = [], precedence_order: order = [] } = workspace;
  const groups = presentIn(workspace.groups).map((group) => ({
    ...group,
    precedence:
      group.precedence ?? (order.includes(group.name) ? order.length - order.indexOf(group.name) : 0),
  }));
  const { nameIndex, state } = declaredAccess(name, groups, members, [...groups, ...members]);
  const roles = new Map(members.map(({ email, role }) => [email, role ?? null]));
  return peopleOf(nameIndex, state, (email) => ({ role: roles.get(email) ?? null }));
}
