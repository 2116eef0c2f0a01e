import { type Address, ancestorAddress, namesInAddress } from "../../model/address.js";
import type { Span } from "../text/source.js";
import type { PeopleOfWorkspace } from "./build-people.js";
import { lineOf, type PeopleContext, spanOfPerson } from "./context.js";
import type { ListFacts } from "./list-facts.js";
import { type Member, spanOfMember } from "./members.js";
import { byEmail, cellSpan, type ListOfPeople } from "./rows.js";

/** The most rows in no workspace that are named. */
const MOST_NAMED = 3;

/** Who is in each workspace, by its name. */
type PeopleByWorkspace = ReadonlyMap<string, PeopleOfWorkspace>;

/** The place of a member, of a value of theirs or of a membership, where no entry at its address has it. */
export function spanOfPersonAt(
  context: PeopleContext,
  people: PeopleByWorkspace,
  address: Address,
): Span | undefined {
  const { workspace, collection, owner, held, name } = namesInAddress(address);
  const { groups, members, rule = {} } = people.get(workspace) ?? {};
  if (collection === "groups" && held === "members") {
    const placed = groups?.get(owner ?? "")?.find(name);
    return placed && spanOfPerson(context, placed);
  }
  const member = collection === "members" ? members?.find(owner ?? name) : undefined;
  return member && spanOfMember(context, member, rule, owner === undefined ? undefined : name);
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
  const sources = new Set(files.map(({ source }) => source));
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
