import { atValue } from "../build/build-context.js";
import { type Data, type DataList, type DataMap, isDataList, isDataMap } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";
import type { Reference } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, partsAt } from "./context.js";
import { hasEach, namesEach } from "./expand-each.js";

/** The references that a part of the file may hold. */
type Scope = "person" | "each" | "neither";

/**
 * Reports `${person.…}` and `${each.…}` where there is no row and no combination, before templates are resolved: what
 * a template holds is wrong there, however many workspaces take it. Most files hold none, and need no search.
 */
export function reportMisplaced(context: PeopleContext, root: DataMap, sources: readonly Source[]): void {
  if (!sources.some(({ text }) => /\$\{\s*(?:person|each)\./.test(text))) return;
  const visit = (container: DataMap | DataList, path: readonly string[], outer: Scope): void => {
    for (const [key, data] of Object.entries<Data>(container)) {
      const below = [...path, key];
      const scope = scopeAt(below, data) ?? outer;
      if (isDataMap(data) || isDataList(data)) visit(data, below, scope);
      if (typeof data !== "string") continue;
      for (const part of partsAt(context, container, key, data))
        if (typeof part === "object" && part.scope !== scope)
          reportIn(context, part, atValue(context, container, key));
    }
  };
  visit(root, [], "neither");
}

/** The references that may stand from a path on; `undefined` where they are those of the level above. */
function scopeAt(path: readonly string[], data: Data): Scope | undefined {
  const [top, , collection, name = "", key] = path;
  if (top !== "workspaces" && top !== "templates") return undefined;
  if (collection === "people" && path.length === 4)
    return name === "role" || name === "values" ? "person" : undefined;
  if (collection !== "groups") return undefined;
  if (path.length === 4) return hasEach(data) || namesEach(name) ? "each" : undefined;
  return path.length === 5 && key === "each" ? "neither" : undefined;
}

function reportIn(context: PeopleContext, { scope, name }: Reference, where: Where): void {
  const detail =
    scope === "person"
      ? "A column of the list can be named in `role` and `values` of a workspace's `people`. For a literal `${` write `$${`."
      : "A text of `each` can be named in the group that has `each`. For a literal `${` write `$${`.";
  const summary = `${quote(`\${${scope}.${name}}`)} cannot be used here`;
  context.report(fileFinding("invalid-value", summary, detail, where));
}
