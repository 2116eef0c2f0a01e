import { declaredAccess } from "../../access/values/file-access.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { type PersonAt, peopleOf } from "./people-at.js";

/** The people that a file declares, with what it declares for them: nothing of what it leaves unmanaged is known. */
export function declaredPeople({ workspaces }: Pick<DesiredState, "workspaces">): readonly PersonAt[] {
  return presentIn(workspaces).flatMap(declaredIn);
}

function declaredIn(workspace: PresentWorkspace): readonly PersonAt[] {
  const { precedence_order: order = [] } = workspace;
  const { of } = contentsOf(workspace);
  const groups = of("group").map(({ name, managed: { precedence } }) => ({
    name,
    precedence: Number(precedence ?? (order.includes(name) ? order.length - order.indexOf(name) : 0)),
  }));
  const members = of("invite");
  const emails = members.map(({ name }) => name);
  const { nameIndex, state } = declaredAccess(workspace, groups, emails);
  const roles = new Map(members.map(({ name, managed: { role = null } }) => [name, role]));
  const roleOf = (email: string) => {
    const role = roles.get(email) ?? null;
    return role === null ? null : String(role);
  };
  return peopleOf(nameIndex, state, (email) => ({ role: roleOf(email) }));
}
