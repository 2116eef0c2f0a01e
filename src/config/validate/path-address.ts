import { type Address, formatAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { type DataMap, dataAt } from "../text/data.js";

/** The address of the nearest resource that a path of the file lies in; `undefined` outside `workspaces`. */
export function addressOfPath(root: DataMap, path: readonly (string | number)[]): Address | undefined {
  const [top, ...segments] = path;
  const [workspace, collection, name, inner, innerName] = segments;
  if (top !== "workspaces" || workspace === undefined) return undefined;
  const isCollection = collection === "attributes" || collection === "groups" || collection === "members";
  if (!isCollection || name === undefined) return formatAddress([String(workspace)]);
  const folded = collection === "members" ? canonicalEmail(String(name)) : String(name);
  const resource = [String(workspace), collection, folded];
  if (innerName === undefined) return formatAddress(resource);
  if (inner === "values") return formatAddress([...resource, inner, String(innerName)]);
  const member = inner === "members" && dataAt(root, path.slice(0, 6));
  return formatAddress(
    typeof member === "string" ? [...resource, "members", canonicalEmail(member)] : resource,
  );
}
