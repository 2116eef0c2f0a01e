import { type Address, ancestorAddress } from "../../model/address.js";
import type { Span } from "../parse/source.js";
import { lineOf, type PeopleContext } from "./context.js";
import { cellSpan, type PeopleList, type Row } from "./rows.js";

/** What the list knows of the things that its rows stand for; a plan tells of it. */
export interface ListFacts {
  /** The names of its files. */
  readonly files: readonly string[];
  /** People in it who count. */
  readonly rows: number;
  /** The row that a membership, a member or a value comes from, such as `people.csv:17`. */
  readonly rowOf: (address: Address) => string | undefined;
  /** The row of somebody, by canonical address. */
  readonly rowOfPerson: (email: string) => string | undefined;
  /** Returns true if the members of this group, or of this workspace, come from the list. */
  readonly picksFor: (address: Address) => boolean;
}

/** The facts of a list that was written out, looked up on demand. */
export function listFacts(
  context: Pick<PeopleContext, "placeOf" | "picks">,
  list: PeopleList,
  spanAt: (address: Address) => Span | undefined,
): ListFacts {
  const sources = new Set(list.files.map(({ source }) => source));
  const inList = (span: Span | undefined) =>
    span !== undefined && sources.has(span.source) ? span : undefined;
  let rows: ReadonlyMap<string, Row> | undefined;
  return {
    files: list.files.map(({ source }) => source.filename),
    rows: list.rows.length,
    rowOf: (address) => {
      // A value that is the same for everybody stands in the file, and its owner in the list.
      const span = inList(spanAt(address)) ?? inList(spanAt(ancestorAddress(address, 3)));
      return span && lineOf(context, span);
    },
    rowOfPerson: (email) => {
      rows ??= new Map(list.rows.map((row) => [row.email, row]));
      const row = rows.get(email);
      const span = row && cellSpan(list, row);
      return span && lineOf(context, span);
    },
    picksFor: (address) => context.picks.has(address),
  };
}
