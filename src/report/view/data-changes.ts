import type { AccessChange, DataDifference, DataVerdict, PersonChange } from "../../model/plan/plan.js";
import type { ComparedPerson } from "../../model/plan/view.js";
import { countPeople } from "../../plan/summary.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { objectsText, rowTexts } from "../words/data-words.js";
import { groupsOfSource, nameText } from "../words/labels.js";
import type { Section } from "../words/section.js";
import { hiddenNames, peopleCell, peopleText } from "./access-groups.js";
import { isTooLong } from "./folding.js";

/** People of one workspace who see the same things more, less and otherwise, for the same cause. */
interface DataGroup {
  readonly verdict: DataVerdict;
  readonly workspace: string;
  /** Canonical e-mail addresses, at least one. */
  readonly members: readonly string[];
  /** The groups that give them the values; empty where the values are their own. */
  readonly causes: readonly string[];
  /** The changes for them in words, each a part of a sentence; at least one. */
  readonly effects: readonly string[];
}

const VERDICT_ORDER: readonly DataVerdict[] = ["widened", "moved", "unclear", "narrowed", "same"];

/** A verdict in a word or two. */
export const VERDICT_WORDS: Readonly<Record<DataVerdict, string>> = {
  widened: "more",
  moved: "other data",
  unclear: "unclear",
  narrowed: "less",
  same: "same",
};

/** The parts of a plan that its data section shows. */
export type DataChanges = {
  readonly people: readonly ComparedPerson[];
  readonly access_changes: readonly Pick<AccessChange, "workspace" | "member" | "before" | "after">[];
};

/** The changes of what people see: a row for all who see the same for the same cause. Empty without a data model. */
export function dataSection(changes: DataChanges): Section {
  const seeing = changes.people.filter(isShown);
  const groups = dataGroups(changes);
  return {
    id: "data",
    title: `What people see (${count(countPeople(seeing), "person", "people")})`,
    nouns: ["person who sees other data", "people who see other data"],
    isAccess: true,
    isLong: isTooLong(seeing),
    parts: [
      {
        items: groups.map((group) => ({
          cells: [VERDICT_WORDS[group.verdict], nameText(group.workspace), dataSentence(group)],
          counts: group.members.length,
          names: hiddenNames(group),
        })),
      },
    ],
    table: () => ({
      caption: "A row for all people who see the same things more, less and otherwise, for the same cause.",
      heads: ["Sees", "People", "Workspace", "What"],
      rows: groups.map((group) => [
        VERDICT_WORDS[group.verdict],
        peopleCell(group, dataPeople(group)),
        visibleName(group.workspace),
        { list: group.effects },
      ]),
    }),
  };
}

/** Returns true if a data model, or a role that changes, says what somebody gains and loses. */
const isShown = ({ data, reason, verdict, presence }: ComparedPerson): boolean =>
  data !== undefined || (reason !== undefined && verdict !== "same" && presence === undefined);

/** The changes of what people see, folded by cause: more first, the most people first. Empty without a data model. */
export function dataGroups({ people, access_changes }: DataChanges): readonly DataGroup[] {
  const sources = groupBy(access_changes, personKey);
  const keyOf = differenceKeys();
  const alike = groupAlike(people.filter(isShown), (person) => [
    person.workspace,
    person.verdict,
    person.reason,
    keyOf(person),
    causesOf(person, sources),
  ]);
  const groups = alike.map((same) => {
    const [one] = same;
    return {
      verdict: one.verdict,
      workspace: one.workspace,
      members: same.map(({ member }) => member),
      causes: causesOf(one, sources),
      effects: effectTexts(one, same.length === 1),
    };
  });
  return VERDICT_ORDER.flatMap((verdict) =>
    groups.filter((group) => group.verdict === verdict).sort((a, b) => b.members.length - a.members.length),
  );
}

/** People of a group, with its cause: `43 people of Sales West`. */
function dataPeople(group: Pick<DataGroup, "members" | "causes">): string {
  const of = group.causes.length === 0 ? "" : ` of ${group.causes.map(nameText).join(", ")}`;
  return `${peopleText(group)}${of}`;
}

/** A group as a sentence: `43 people of Sales West: see 12 more fields (customers.*)`. */
export const dataSentence = (group: DataGroup): string => `${dataPeople(group)}: ${group.effects.join(", ")}`;

const personKey = ({ workspace, member }: Pick<PersonChange, "workspace" | "member">): string =>
  JSON.stringify([workspace, member]);

/** Many people share one difference: it is written out once. */
function differenceKeys(): (person: PersonChange) => string {
  const known = new Map<DataDifference | undefined, string>();
  return ({ data }) => {
    const key = known.get(data) ?? JSON.stringify(data);
    known.set(data, key);
    return key;
  };
}

function causesOf(
  person: PersonChange,
  sources: ReadonlyMap<string, readonly Pick<AccessChange, "before" | "after">[]>,
): readonly string[] {
  const groups = (sources.get(personKey(person)) ?? []).flatMap(({ before, after }) =>
    groupsOfSource((after ?? before)?.source),
  );
  return [...new Set(groups)].sort();
}

function effectTexts({ data, reason, verdict }: PersonChange, isOne: boolean): readonly string[] {
  const sees = isOne ? "sees" : "see";
  if (reason === "role")
    return [
      `${verdict === "widened" ? sees : `no longer ${sees}`} everything, by ${isOne ? "the" : "their"} role`,
    ];
  const { gained = [], lost = [], rows = [] } = data ?? {};
  const texts = [
    ...(gained.length === 0 ? [] : [`${sees} ${objectsText(gained, "more ")}`]),
    ...(lost.length === 0 ? [] : [`no longer ${sees} ${objectsText(lost)}`]),
    ...rowTexts(rows),
  ];
  if (texts.length > 0) return texts;
  return [verdict === "same" ? `${sees} the same` : "what changes is not certain"];
}

/**
 * People by verdict, as parts of a sentence: `1 sees more, 3 see less, 1 sees other data`. Verdicts that nobody has are
 * left out.
 */
export function verdictText(counts: Readonly<Record<DataVerdict, number>>): string {
  return VERDICT_SENTENCES.flatMap(([verdict, one, many]) => {
    const people = counts[verdict];
    return people === 0 ? [] : [`${people} ${people === 1 ? one : many}`];
  }).join(", ");
}

/** The verbs of each verdict for one person and for several, in the order of the last line. */
const VERDICT_SENTENCES: readonly (readonly [DataVerdict, one: string, many: string])[] = [
  ["widened", "sees more", "see more"],
  ["narrowed", "sees less", "see less"],
  ["moved", "sees other data", "see other data"],
  ["unclear", "may see more or less (unclear)", "may see more or less (unclear)"],
  ["same", "sees the same data", "see the same data"],
];
