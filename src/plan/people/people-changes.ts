import { type AccessState, indicesOf, type NameIndex } from "../../access/values/access-state.js";
import { verdictOfPart, verdictOverAll } from "../../access/values/compare-meanings.js";
import type { DataChange } from "../../data-model/answer/compare-data.js";
import { type DataReader, valuesIn } from "../../data-model/answer/people-data.js";
import type { PersonValues } from "../../data-model/answer/person-data.js";
import type { AccessChange, PersonChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/group-by.js";
import { own } from "../../util/record.js";

/**
 * Judges the access changes of one workspace by what people see. With a data model each change is judged alone, and all
 * changes of a person together: two values that open a view only together change nothing each, but change what the
 * person sees.
 */
export function judgeAccess(
  changes: readonly AccessChange[],
  states: { readonly nameIndex: NameIndex; readonly before: AccessState; readonly after: AccessState },
  reader: DataReader | undefined,
): { readonly access: readonly AccessChange[]; readonly people: readonly PersonChange[] } {
  const byMember = [...groupBy(changes, ({ member }) => member)];
  if (reader === undefined) {
    const people = byMember.map(([member, own]) => ({
      workspace: states.nameIndex.workspace,
      member,
      verdict: verdictOverAll(own.map(({ verdict }) => verdict)),
    }));
    return { access: changes, people };
  }
  const compareFor = comparing(states, reader);
  const judged = byMember.map(([member, own]) => {
    const compare = compareFor(member);
    const access = own.map((change) => ({ ...change, ...compare(change.attribute) }));
    const person = { workspace: states.nameIndex.workspace, member, ...compare() };
    return { access, person };
  });
  return { access: judged.flatMap(({ access }) => access), people: judged.map(({ person }) => person) };
}

type PersonVerdict = Pick<Required<PersonChange>, "verdict" | "data">;

/** For a member: what a change of one attribute alone does, or of all of them. */
function comparing(
  { nameIndex, before, after }: Parameters<typeof judgeAccess>[1],
  reader: DataReader,
): (member: string) => (attribute?: string) => PersonVerdict {
  const valuesBefore = valuesIn(nameIndex, before, reader.model);
  const valuesAfter = valuesIn(nameIndex, after, reader.model);
  const positions = indicesOf(nameIndex.members);
  const judgements = new Map<DataChange, PersonVerdict>();
  return (member) => {
    const m = positions.get(member) ?? 0;
    const [was, is] = [valuesBefore(m), valuesAfter(m)];
    return (attribute) => {
      const end = attribute === undefined ? is : withOne(was, is, attribute);
      const change = reader.compare(reader.read(was), reader.read(end));
      const { verdict, ...data } = change;
      const judgement = judgements.get(change) ?? {
        verdict: reader.model.unread ? verdictOfPart(verdict) : verdict,
        data,
      };
      judgements.set(change, judgement);
      return judgement;
    };
  };
}

/** The values before, with one attribute as it is after. */
function withOne(was: PersonValues, is: PersonValues, attribute: string): PersonValues {
  const { [attribute]: _, ...others } = was;
  const value = own(is, attribute);
  return value === undefined ? others : { ...others, [attribute]: value };
}
