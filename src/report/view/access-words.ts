import type { DataVerdict, PersonChange } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { compact, setOf } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { objectsText, rowTexts } from "../words/data-words.js";
import { effectiveText, nameText, sourceText } from "../words/labels.js";
import type { AccessGroup, ValueChange } from "./access-groups.js";

/** The verdict that compares what people see with what they saw before. */
export const VERDICT_WORDS: Readonly<Record<DataVerdict, string>> = {
  unclear: "may see more or less",
  widened: "sees more",
  moved: "sees other data",
  narrowed: "sees less",
  same: "sees the same",
};

/** The most columns of the names in a row together; beyond that the row counts people instead. */
const NAMES_COLUMNS = 50;

const namesText = (members: readonly string[]): string => members.map(nameText).join(", ");

/** Returns true if a row counts its people, so that their names stand elsewhere. */
const countsPeople = (members: readonly string[]): boolean =>
  members.length > 1 && (members.length > NAMES_COLUMNS || namesText(members).length > NAMES_COLUMNS);

/** The people of a row: their names where they are few, else their number. */
export const peopleText = (members: readonly string[]): string =>
  countsPeople(members) ? count(members.length, "person", "people") : namesText(members);

/** The names of people whom a row only counts, to stand below it; none where it names them itself. */
export const hiddenNames = (members: readonly string[]): readonly string[] =>
  countsPeople(members) ? members.map(nameText) : [];

/** The number of people as text: `43 people`, or `43 people in 2 workspaces`; one person counts once. */
export const peopleWithin = (
  members: readonly { readonly member: string; readonly workspace: string }[],
): string => countedWithin(countPeople(members), setOf(members, "workspace").size);

/** The number of people as text, with the number of workspaces if it is not one. */
export const countedWithin = (people: number, workspaces: number): string =>
  count(people, "person", "people") + (workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "");

/** The attribute of a row and its values, `region`, `west → no value (sees all)`; of several each beside its name. */
export function valueCells({ changes }: AccessGroup): readonly string[] {
  const texts = changes.map(({ before, after }) => `${effectiveText(before)} → ${effectiveText(after)}`);
  const names = changes.map(({ attribute }) => nameText(attribute));
  if (texts.length < 2) return [...names, ...texts];
  return [count(names.length, "attribute"), texts.map((text, i) => `${names[i]} ${text}`).join(", ")];
}

/**
 * The sources of the values of a row, each once: `Sales West → Sales East`, or the groups that give them; empty if its
 * people do not share them.
 */
export function causeText({ changes, sources, isOfOneCause }: AccessGroup): string {
  if (!isOfOneCause) return "";
  const causes = changes.length === 0 ? sources.map(nameText) : changes.map(causeOf);
  return compact([...new Set(causes)]).join(", ");
}

function causeOf({ before, after }: ValueChange): string {
  const [old, now] = [before, after].map((value) => value && sourceText(value.source));
  if (!now) return old ? `was ${old}` : "";
  return !old || old === now ? now : `${old} → ${now}`;
}

/** The difference of what somebody sees in words: `sees 12 more fields (customers.*)`. */
export function dataTexts({ data, reason, verdict }: PersonChange, isOne = true): readonly string[] {
  const sees = isOne ? "sees" : "see";
  if (reason === "role")
    return [
      `${verdict === "widened" ? sees : `no longer ${sees}`} everything, by ${isOne ? "the" : "their"} role`,
    ];
  if (reason === "archive") return ["nobody says where the service moves them"];
  const { gained = [], lost = [], rows = [] } = data ?? {};
  const texts = compact([
    gained.length > 0 && `${sees} ${objectsText(gained, "more ")}`,
    lost.length > 0 && `no longer ${sees} ${objectsText(lost)}`,
    ...rowTexts(rows),
  ]);
  if (texts.length > 0) return texts;
  return [verdict === "same" ? `${sees} the same` : "what changes is not certain"];
}

/**
 * People by verdict, as parts of a sentence: `1 sees more, 3 see less, 1 sees other data`. Verdicts that nobody has are
 * left out.
 */
export const verdictText = (counts: Readonly<Record<DataVerdict, number>>): string =>
  VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdictSentence(verdict, counts[verdict])}`)
    .join(", ");

/** The same as a sentence about people: `1 person sees more, and 3 see less`. */
export const peopleVerdict = (counts: Readonly<Record<DataVerdict, number>>): string =>
  sentenceOf(verdictText(counts).split(", "), "person", "people");

/** Parts of a sentence, each of which begins with a number; the first one has its noun. */
export function sentenceOf([first = "", ...more]: readonly string[], one: string, many: string): string {
  const named = first.replace(/^(\d+)/, (n) => `${n} ${plural(Number(n), one, many)}`);
  return [named, ...more]
    .map((text, i, { length }) => (i > 0 && i === length - 1 ? `and ${text}` : text))
    .join(", ");
}

/** The verdict on so many people, as part of a sentence about them. */
export const verdictSentence = (verdict: DataVerdict, people: number): string =>
  plural(people, ...VERDICT_SENTENCES[verdict]);

/** The verdicts in the order of the last line. */
export const VERDICTS = ["widened", "narrowed", "moved", "unclear", "same"] as const;

/** The verbs of each verdict for one person and for several. */
const VERDICT_SENTENCES: Readonly<Record<DataVerdict, readonly [one: string, many: string]>> = {
  widened: ["sees more", "see more"],
  narrowed: ["sees less", "see less"],
  moved: ["sees other data", "see other data"],
  unclear: ["may see more or less", "may see more or less"],
  same: ["sees the same data", "see the same data"],
};
