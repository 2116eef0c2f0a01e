import { namesInAddress } from "../../model/address.js";
import type { AccessChange, DataVerdict, PersonChange, Plan } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { nameList, plural } from "../../util/english.js";
import { sentenceOf, VERDICTS, verdictSentence } from "../view/access-words.js";
import { nameText } from "../words/labels.js";

/**
 * A plan that was made to find drift, with its access as a reader of drift asks for it: from what the file says to what is
 * live, so that whoever gained by hand sees more.
 */
export function liveBesideFile(plan: Plan): Plan {
  const { summary, access_changes, people } = plan;
  const { widened, narrowed } = summary.access;
  const changes = access_changes.map(turnedChange);
  const opened = changes.filter(({ kind }) => kind === "opened").length;
  return {
    ...plan,
    access_changes: changes,
    people: people.map(turnedPerson),
    summary: { ...summary, access: { ...summary.access, widened: narrowed, narrowed: widened, opened } },
  };
}

/**
 * The people whose access or role drifted, by name: `2 people see more than the file says: ada, dan.`; empty if nobody's
 * did.
 */
export function driftSentence({ people, unsupported }: Plan): string {
  const byVerdict = groupBy(people, ({ verdict }) => verdict);
  const parts = VERDICTS.flatMap((verdict) => {
    const members = [...new Set(byVerdict.get(verdict)?.map(({ member }) => nameText(member)))];
    if (members.length === 0 || verdict === "same") return [];
    return [
      `${members.length} ${verdictSentence(verdict, members.length)} than the file says: ${nameList(members, 3)}`,
    ];
  });
  const ofRoles = unsupported.filter(({ field }) => field === "role");
  const roles = new Set(ofRoles.map(({ address }) => nameText(namesInAddress(address).name)));
  if (roles.size > 0)
    parts.push(
      `${roles.size} ${plural(roles.size, "has", "have")} another role than the file says: ${nameList([...roles], 3)}`,
    );
  return parts.map((part) => `${sentenceOf([part], "person", "people")}.`).join(" ");
}

const TURNED: Readonly<Record<DataVerdict, DataVerdict>> = {
  widened: "narrowed",
  narrowed: "widened",
  moved: "moved",
  unclear: "unclear",
  same: "same",
};

const TURNED_ROWS = { weaker: "stronger", stronger: "weaker", moved: "moved", unclear: "unclear" } as const;

const TURNED_KINDS = { opened: "closed", closed: "opened", changed: "changed" } as const;

function turnedChange({ before, after, verdict, kind, grants, ...change }: AccessChange): AccessChange {
  return {
    ...change,
    before: after,
    after: before,
    verdict: TURNED[verdict],
    kind: TURNED_KINDS[kind],
    ...(grants && { grants: { ...grants, gained: grants.lost, lost: grants.gained } }),
  };
}

function turnedPerson({ verdict, data, ...person }: PersonChange): PersonChange {
  const rows = data?.rows.map((row) => ({
    ...row,
    before: row.after,
    after: row.before,
    verdict: TURNED_ROWS[row.verdict],
  }));
  return {
    ...person,
    verdict: TURNED[verdict],
    ...(data && rows && { data: { ...data, gained: data.lost, lost: data.gained.map(nameOf), rows } }),
  };
}

/** The name of an object, which somebody may reach by column. */
const nameOf = (gained: Gained): string => (typeof gained === "string" ? gained : gained.object);

type Gained = NonNullable<PersonChange["data"]>["gained"][number];
