import { verdictOverAll, worstVerdicts } from "../../access/values/compare-meanings.js";
import { namesInAddress } from "../../model/address.js";
import type { AccessChange, PersonChange, Plan } from "../../model/plan/plan.js";
import { countAccess } from "../../plan/assemble/summary.js";
import { groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { sentenceOf, VERDICTS, verdictSentence } from "../view/access-words.js";
import { nameText } from "../words/labels.js";

/**
 * A plan that was made to find drift, with its access as a reader of drift asks for it: from what the file says to what is
 * live, so that whoever gained by hand sees more. What an edit takes over is no drift.
 */
export function liveBesideFile(plan: Plan): Plan {
  const access_changes = plan.access_changes.map(turnedChange);
  const changesOf = groupBy(access_changes, ({ member }) => member);
  const people = plan.people.map((person) =>
    person.adopted ? person : turnedPerson(person, changesOf.get(person.member)),
  );
  const access = countAccess({ ...plan.summary.access, ...plan, access_changes, people });
  return { ...plan, access_changes, people, summary: { ...plan.summary, access } };
}

/**
 * The people whose access or role drifted, by name: `2 people see more than the file says: ada, dan.`; empty if nobody's
 * did.
 */
export function driftSentence({ people, unsupported }: Plan): string {
  const verdicts = [
    ...worstVerdicts(people.filter(({ adopted, verdict }) => !adopted && verdict !== "same")),
  ];
  const parts = VERDICTS.flatMap((verdict) => {
    const members = verdicts.flatMap(([member, worst]) => (worst === verdict ? nameText(member) : []));
    const sees = `${members.length} ${verdictSentence(verdict, members.length)}`;
    return members.length > 0 ? `${sees} than the file says: ${nameList(members, 3)}` : [];
  });
  const roles = new Set(
    unsupported.flatMap(({ field, address }) =>
      field === "role" ? nameText(namesInAddress(address).name) : [],
    ),
  );
  if (roles.size > 0)
    parts.push(
      `${count(roles.size, "has", "have")} another role than the file says: ${nameList([...roles], 3)}`,
    );
  return parts.map((part) => `${sentenceOf([part], "person", "people")}.`).join(" ");
}

/** The opposite of a word that is one of two, and any other word as it is. */
const turned = <T extends string>(word: T, one: T, other: T): T =>
  word === one ? other : word === other ? one : word;

function turnedChange({ before, after, verdict, kind, grants, ...change }: AccessChange): AccessChange {
  return {
    ...{ ...change, before: after, after: before },
    verdict: turned(verdict, "widened", "narrowed"),
    kind: turned(kind, "opened", "closed"),
    ...(grants && { grants: { ...grants, gained: grants.lost, lost: grants.gained } }),
  };
}

/** A certain gain hides what is unclear beside it, and a loss does not: the other way round, each change is asked anew. */
function turnedPerson(
  { verdict, data, ...person }: PersonChange,
  changes: readonly AccessChange[] = [],
): PersonChange {
  const own = changes.filter(({ workspace }) => workspace === person.workspace);
  const rows = data?.rows.map((row) => ({
    ...row,
    before: row.after,
    after: row.before,
    verdict: turned(row.verdict, "weaker", "stronger"),
  }));
  return {
    ...person,
    verdict: verdictOverAll([turned(verdict, "widened", "narrowed"), ...own.map((change) => change.verdict)]),
    ...(data &&
      rows && {
        data: {
          ...data,
          gained: data.lost,
          lost: data.gained.map((one) => (typeof one === "string" ? one : one.object)),
          rows,
        },
      }),
  };
}
