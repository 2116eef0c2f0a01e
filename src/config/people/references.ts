import {
  type Data,
  type DataList,
  type DataMap,
  type DataPath,
  entries,
  isDataList,
  isDataMap,
} from "../text/data.js";
import { error } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";
import { spanOf } from "../text/source-map.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, partsAt } from "./context.js";
import { namesEach } from "./expand-each.js";

type Scope = "person" | "each";
/** Returns true if any file names a column or a text of `each`; most files do not, and need no search. */
export function nameColumns(sources: readonly Source[]): boolean {
  return sources.some(({ text }) => /\$\{\s*(?:person|each)\./.test(text));
}

/**
 * Reports `${person.…}` and `${each.…}` where there is no row and no combination, before templates are resolved: what
 * a template holds is wrong there, however many workspaces take it.
 */
export function reportMisplaced(context: PeopleContext, root: DataMap): void {
  const visit = (container: DataMap | DataList, path: DataPath, takes: ReadonlySet<Scope>): void => {
    const items: readonly (readonly [string | number, Data])[] = isDataList(container)
      ? container.map((item, i) => [i, item])
      : entries(container);
    for (const [key, data] of items) {
      const below = [...path, key];
      const taken = scopesAt(below, data) ?? takes;
      if (isDataMap(data) || isDataList(data)) visit(data, below, taken);
      else if (typeof data === "string") reportIn(context, { in: container, key, text: data }, taken);
    }
  };
  visit(root, [], new Set());
}

/** The scopes of references from a path on; `undefined` where they are those of the level above. */
function scopesAt(path: DataPath, data: Data): ReadonlySet<Scope> | undefined {
  const [top, , collection, name, key] = path;
  if (top !== "workspaces" && top !== "templates") return undefined;
  if (path.length === 4 && collection === "people") {
    return name === "role" || name === "until" || name === "values" ? new Set(["person"]) : undefined;
  }
  if (collection !== "groups") return undefined;
  if (path.length === 4)
    return (isDataMap(data) && data.each !== undefined) || namesEach(String(name))
      ? new Set(["each"])
      : undefined;
  return path.length === 5 && key === "each" ? new Set() : undefined;
}

function reportIn(
  context: PeopleContext,
  {
    in: container,
    key,
    text,
  }: { readonly in: DataMap | DataList; readonly key: string | number; readonly text: string },
  takes: ReadonlySet<Scope>,
): void {
  for (const part of partsAt(context, container, key, text)) {
    if (typeof part === "string" || takes.has(part.scope)) continue;
    const reference = `\${${part.scope}.${part.name}}`;
    const detail =
      part.scope === "person"
        ? "A column of the list can be named in `role`, `until` and `values` of a workspace's `people`. For a literal `${` write `$${`."
        : "A text of `each` can be named in the group that has `each`. For a literal `${` write `$${`.";
    const span = spanOf(context.sourceMap, container, key, "value");
    context.report(error("invalid-value", `${quote(reference)} cannot be used here`, detail, { span }));
  }
}
