import { canonicalEmail } from "../../model/email.js";
import type { DesiredPerson } from "../../model/state/resource.js";
import type { BuildContext } from "../build/build-context.js";
import type { DataList, DataMap } from "../text/data.js";
import type { SourceLocation } from "../text/location.js";
import type { Span } from "../text/source.js";
import { spanOf, textOf } from "../text/source-map.js";
import { partsOf, type Reference, type Substitute } from "../text/substitute.js";
import type { EntryBudget } from "./list/entry-budget.js";
import type { PlacedPerson, Pool } from "./rows.js";

/** The context of reading people from the file and its list. */
export interface PeopleContext extends BuildContext {
  /** Variables, in a text that names a row or a combination as well. */
  readonly substitute: Substitute;
  readonly placeOf: (span: Span) => SourceLocation;
  readonly budget: EntryBudget;
  /** The texts that conditions name, by column; filled while they are read. */
  readonly named: Map<string, Set<string>>;
}

/** The same in one workspace. */
export interface PeopleInWorkspace extends PeopleContext {
  /** The workspace's name. */
  readonly workspace: string;
  /** The rows of the list that belong to the workspace, from which its groups pick; `undefined` where it takes none. */
  readonly pool: Pool | undefined;
}

/** A part of a text: literal, or a reference to a column of each row or to a text of `each`. */
export type TextPart = string | (Pick<Reference, "name"> & { readonly scope: "person" | "each" });

/**
 * An entry's text in parts, variables substituted. A text that was substituted before is literal, and the
 * problems of its references were reported then.
 */
export function partsAt(
  { substitute }: PeopleContext,
  container: DataMap | DataList,
  key: string | number,
  text: string,
): readonly TextPart[] {
  if (!text.includes("${") || textOf(container, key) !== text) return [text];
  return partsOf(text).map((part): TextPart => {
    if (typeof part === "string") return part;
    if ("code" in part) return "";
    const { scope, name } = part;
    return scope === "var" ? substitute(`\${var.${name}}`).text : { scope, name };
  });
}

/** The person of an address, as it is written. */
export function personNamed(display: string): DesiredPerson {
  return { email: canonicalEmail(display), display_email: display };
}

/** The place that says that somebody is there. */
export function spanOfPerson(placed: PlacedPerson): Span | undefined {
  return spanOf(placed.in, placed.key, "key");
}

/** A place such as `people.csv:17`, for messages and reasons. */
export function lineOf({ placeOf }: PeopleContext, span: Span): string {
  const { filename, start } = placeOf(span).range;
  return `${filename}:${start.line}`;
}
