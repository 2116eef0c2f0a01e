import type { Address } from "../../model/address.js";
import type { BuildContext } from "../build/build-context.js";
import type { DataList, DataMap } from "../text/data.js";
import type { SourceLocation } from "../text/location.js";
import type { Span } from "../text/source.js";
import { textOf } from "../text/source-map.js";
import { partsOf, type Reference, type Substitute } from "../text/substitute.js";
import type { EntryBudget } from "./list/entry-budget.js";
import type { Picking } from "./rows.js";

export interface PeopleContext extends BuildContext {
  /** Variables, in a text that names a row or a combination as well. */
  readonly substitute: Substitute;
  readonly placeOf: (span: Span) => SourceLocation;
  readonly budget: EntryBudget;
  /** Addresses of workspaces and groups whose members come from the list; filled while they are written out. */
  readonly picks: Set<Address>;
  /** The rows of members whom the file names as well, by address; filled in the same way. */
  readonly namedToo: Map<Address, Span>;
  /** The texts that conditions name, by column; filled in the same way. */
  readonly named: Map<string, Set<string>>;
}

/** The context of writing out the people of one workspace. */
export interface WorkspacePeople extends PeopleContext {
  /** The workspace's name. */
  readonly workspace: string;
  /** The list, and its rows that belong to the workspace, from which its groups pick. */
  readonly picking: Picking | undefined;
}

/** A part of a text: literal, or a reference to a column of each row or to a text of `each`. */
export type TextPart = string | (Pick<Reference, "name"> & { readonly scope: "person" | "each" });

/**
 * An entry's text in parts, variables substituted. A text that was substituted before is literal, and the
 * problems of its references were reported then.
 */
export function partsAt(
  { sourceMap, substitute }: PeopleContext,
  container: DataMap | DataList,
  key: string | number,
  text: string,
): readonly TextPart[] {
  if (!text.includes("${") || textOf(sourceMap, container, key) !== text) return [text];
  return partsOf(text).map((part): TextPart => {
    if (typeof part === "string") return part;
    if ("code" in part) return "";
    const { scope, name } = part;
    return scope === "var" ? substitute(`\${var.${name}}`).text : { scope, name };
  });
}

/** A place such as `people.csv:17`, for messages and reasons. */
export function lineOf({ placeOf }: Pick<PeopleContext, "placeOf">, span: Span): string {
  const { filename, start } = placeOf(span).range;
  return `${filename}:${start.line}`;
}
