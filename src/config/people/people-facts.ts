import { type Address, ancestorAddress, namesInAddress } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { Span } from "../text/source.js";
import { lineOf, type PeopleContext } from "./context.js";
import type { ListFacts } from "./list-facts.js";
import { cellSpan, type ListOfPeople, type PersonRow } from "./rows.js";

/** The most rows in no workspace that are named. */
const MOST_NAMED = 3;

const membersOf = (workspace: DesiredWorkspace): readonly string[] =>
  contentsOf(workspace)
    .of("invite")
    .map(({ name }) => name);

/** The facts of a list that was written out into these workspaces, looked up on demand. */
export function listFacts(
  context: Pick<PeopleContext, "placeOf" | "picks" | "namedToo">,
  list: ListOfPeople,
  spanAt: (address: Address) => Span | undefined,
  workspaces: readonly DesiredWorkspace[],
): ListFacts {
  const sources = new Set(list.files.map(({ source }) => source));
  const inList = (span: Span | undefined) =>
    span !== undefined && sources.has(span.source) ? span : undefined;
  const cut = new Set(
    list.rows.flatMap(({ file, record, email }) => {
      const { isCut, records } = list.files[file] ?? { isCut: false, records: [] };
      return isCut && record === records.length - 1 ? [email] : [];
    }),
  );
  let rows: ReadonlyMap<string, PersonRow> | undefined;
  return {
    files: list.files.map(({ source }) => source.filename),
    rows: list.rows.length,
    atLeast: list.atLeast,
    unplaced: () => {
      const members = new Set(presentIn(workspaces).flatMap(membersOf));
      const rows = list.rows.filter(({ email }) => !members.has(email));
      const places = rows.slice(0, MOST_NAMED).flatMap((row) => cellSpan(list, row) ?? []);
      return { rows: rows.length, first: places.map((span) => lineOf(context, span)) };
    },
    rowOf: (address) => {
      // A value that is the same for everybody is in the file, and its owner in the list.
      const span =
        inList(spanAt(address)) ??
        inList(spanAt(ancestorAddress(address, 3))) ??
        context.namedToo.get(address);
      return span && lineOf(context, span);
    },
    peopleWith: (fits) => list.rows.flatMap(({ cells, email }) => (fits(cells.join(" ")) ? [email] : [])),
    rowOfPerson: (email) => {
      rows ??= new Map(list.rows.map((row) => [row.email, row]));
      const row = rows.get(email);
      const span = row && cellSpan(list, row);
      return span && lineOf(context, span);
    },
    // The span of somebody whom the file names as well is in the file.
    mayBeCut: (member) => cut.has(namesInAddress(member).name) && inList(spanAt(member)) !== undefined,
    picksFor: (address) => context.picks.has(address),
  };
}
