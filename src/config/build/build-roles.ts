import { ROLES } from "../../access/values/roles.js";
import { fitsWildcard, isWildcard } from "../../util/wildcard.js";
import { type DataMap, entry, items } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { atValue, type BuildContext, textsEntry } from "./build-context.js";

/** The roles that values do not limit, as a file, a workspace or its template lists them. */
export function buildUnlimitedRoles(context: BuildContext, data: DataMap): readonly string[] | undefined {
  checkRoleNames(context, data, "unlimited_roles");
  return textsEntry(data, "unlimited_roles");
}

/** Reports names and patterns of a list that stand for no role that orgform knows: they may be slips. */
export function checkRoleNames(
  context: BuildContext,
  data: DataMap,
  key: "unlimited_roles" | "roles" | "except_roles",
): void {
  const list = entry(data, key);
  for (const [index, role] of items(list).entries()) {
    if (typeof role !== "string" || ROLES.some((one) => fitsWildcard(role, one))) continue;
    const summary = isWildcard(role)
      ? `No role that orgform knows fits ${quote(role)}`
      : `orgform knows no role ${quote(role)}`;
    const detail = `The roles are ${ROLES.join(", ")}. A role that orgform does not know counts as unlimited.`;
    const where = atValue(list, index);
    context.report(
      fileFinding("unknown-role", summary, detail, { ...where, suggestion: { text: role, among: ROLES } }),
    );
  }
}
