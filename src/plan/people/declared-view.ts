import { declaredAccess } from "../../access/values/file-access.js";
import { viewOfState } from "../../access/view.js";
import type { View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";

/** The people whom a workspace of a file declares, with what it declares for them: what it leaves unmanaged is unknown. */
export function declaredView(workspace: PresentWorkspace, unlimitedRoles: readonly string[]): View {
  const { precedence_order: order = [] } = workspace;
  const { of } = contentsOf(workspace);
  const groups = of("group").map(({ name, managed: { precedence } }) => ({
    name,
    precedence: Number(precedence ?? (order.includes(name) ? order.length - order.indexOf(name) : 0)),
  }));
  const members = of("invite");
  const emails = members.map(({ name }) => name);
  const roles = new Map(members.map(({ name, managed: { role } }) => [name, role]));
  return viewOfState({
    ...declaredAccess(workspace, groups, emails),
    unlimitedRoles,
    known: (email) => {
      const role = roles.get(email);
      return { role: role == null ? null : String(role) };
    },
  });
}
