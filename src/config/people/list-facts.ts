import { type Address, ancestorAddress, namesInAddress } from "../../model/address.js";
import { setOf } from "../../util/collections.js";
import { mapEntry } from "../build/build-context.js";
import { isDataMap } from "../text/data.js";
import type { Span } from "../text/source.js";
import { spanOf } from "../text/source-map.js";
import type { PeopleOfWorkspace } from "./build-people.js";
import { lineOf, type PeopleContext, spanOfPerson } from "./context.js";
import { type Member, type RowRule, valuesOf } from "./members.js";
import { byEmail, cellSpan, type ListOfPeople } from "./rows.js";

/** Facts about the things that the rows of a list stand for; a plan shows them. */
export interface ListFacts {
  /** The names of its files. */
  readonly files: readonly string[];
  /** People in it who count, and how many the file asks for. */
  readonly rows: number;
  readonly atLeast?: number | undefined;
  /** The people who are in no workspace: their number, and the first rows. */
  readonly unplaced: () => { readonly rows: number; readonly first: readonly string[] };
  /** The row that a membership, a member or a value comes from, such as `people.csv:17`. */
  readonly rowOf: (address: Address) => string | undefined;
  /** The people, by canonical address, for whose row this holds, which is given as one text. */
  readonly peopleWith: (fits: (row: string) => boolean) => readonly string[];
  /** The row of somebody, by canonical address. */
  readonly rowOfPerson: (email: string) => string | undefined;
  /**
   * Returns true if a member, by address in the file, is there for the last row of a list whose last line has
   * no line end, and the file does not name them elsewhere: their e-mail address may be cut off.
   */
  readonly mayBeCut: (member: Address) => boolean;
  /** Returns true if the members of this group, or of this workspace, come from the list. */
  readonly picksFor: (address: Address) => boolean;
}

/** The most rows in no workspace that are named. */
const MOST_NAMED = 3;

/** Who is in each workspace, by its name. */
type PeopleByWorkspace = ReadonlyMap<string, PeopleOfWorkspace>;

/** The place of a member, of a value of theirs or of a membership, where no entry at its address has it. */
export function spanOfPersonAt(people: PeopleByWorkspace, address: Address): Span | undefined {
  const { workspace, collection, owner, held, name } = namesInAddress(address);
  const { groups, members, rule = {} } = people.get(workspace) ?? {};
  if (collection === "groups" && held === "members") {
    const placed = groups?.get(owner ?? "")?.find(name);
    return placed && spanOfPerson(placed);
  }
  const member = collection === "members" ? members?.find(owner ?? name) : undefined;
  return member && spanOfMember(member, rule, owner === undefined ? undefined : name);
}

/** The facts of a list from which these workspaces take people, looked up on demand. */
export function listFacts(
  context: PeopleContext,
  list: ListOfPeople,
  people: PeopleByWorkspace,
  spanAt: (address: Address) => Span | undefined,
): ListFacts {
  const { files, atLeast } = list;
  const { rows } = list.pool;
  const sources = setOf(files, "source");
  const inList = (span: Span | undefined) => (span && sources.has(span.source) ? span : undefined);
  const memberAt = (address: Address): Member | undefined => {
    const { workspace, collection, owner, name } = namesInAddress(address);
    const isMember = collection === "members" && owner === undefined;
    return isMember ? people.get(workspace)?.members?.find(name) : undefined;
  };
  const { find } = byEmail(rows);
  return {
    files: files.map(({ source }) => source.filename),
    rows: rows.length,
    atLeast,
    unplaced: () => {
      const placed = [...people.values()].flatMap(({ members }) => members?.people ?? []);
      const emails = new Set(placed.map(({ person }) => person.email));
      const left = rows.filter(({ person }) => !emails.has(person.email));
      const first = left.slice(0, MOST_NAMED).map((row) => lineOf(context, cellSpan(row)));
      return { rows: left.length, first };
    },
    rowOf: (address) => {
      const row = memberAt(address)?.row;
      // A value that is the same for everybody is in the file, and its owner in the list.
      const span =
        inList(spanAt(address)) ?? inList(spanAt(ancestorAddress(address, 3))) ?? (row && cellSpan(row));
      return span && lineOf(context, span);
    },
    peopleWith: (fits) => rows.flatMap(({ cells, person }) => (fits(cells.join(" ")) ? [person.email] : [])),
    rowOfPerson: (email) => {
      const row = find(email);
      return row && lineOf(context, cellSpan(row));
    },
    mayBeCut: (address) => {
      const { row, data } = memberAt(address) ?? {};
      return data === undefined && row?.file.isCut === true && row.key === row.file.records.length - 1;
    },
    picksFor: (address) => {
      const { workspace, collection, name } = namesInAddress(address);
      const of = people.get(workspace);
      return (collection === undefined ? of : of?.groups.get(name))?.isPicked === true;
    },
  };
}

/** The place of a member, or of a value of theirs; where they have no such value, of what is nearest to it. */
function spanOfMember(member: Member, rule: RowRule, attribute?: string): Span | undefined {
  const { row, data } = member;
  const values = attribute === undefined ? undefined : valuesOf(member, rule);
  if (attribute === undefined || values === undefined) return spanOfPerson(member);
  if (values.texts.has(attribute)) return values.placeOf(attribute)?.key;
  const isWritten = isDataMap(data) && mapEntry(data, "values") !== undefined;
  return isWritten ? spanOf(data, "values", "key") : row && cellSpan(row);
}
