import { KINDS } from "../../kinds/registry.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { hasChanges } from "../../plan/assemble/verdict.js";
import { compact, groupAlike, groupBy } from "../../util/collections.js";
import { count, nameList, plural } from "../../util/english.js";
import { sentenceOf, VERDICTS, verdictSentence, verdictText } from "../view/access-words.js";
import { arrivalCount } from "../view/arrivals.js";
import { nameText, valueText } from "../words/labels.js";
import type { Page } from "../words/page.js";
import { unplacedText } from "../words/unplaced.js";

/**
 * The one line that pipelines look for, last in every plan:
 * `Plan: 3 to add, 1 to change, 0 to remove. Access: 5 people change: 1 sees more, 3 see less, 1 sees other data.`
 * Verdicts that nobody has are left out. What follows is left out where it is 0: values that are opened, people who
 * arrive, e-mails, and people who are not listed. A plan with errors says that instead: its counts would not come.
 */
export function summaryLine(plan: Plan): string {
  if (plan.errored) return "This plan has errors and cannot be applied.";
  const arrivals = arrivalCount(plan);
  const { create, update, delete: remove, emails, not_listed, access } = plan.summary;
  const isSame = isUnchanged(plan);
  const isWaiting = isSame && plan.arrivals.some(({ before }) => before !== undefined);
  const hasCounts = isSame ? access.people > 0 && !isWaiting : true;
  const counts = compact([hasCounts && accessCounts(plan), arrivals]).join(", ");
  return compact([
    isWaiting
      ? "No changes yet: what the file gives anew waits for people to arrive."
      : isSame
        ? `${hasCounts ? "Nothing to write" : "No changes"}. The live organization matches the file${exception(plan)}.`
        : `Plan: ${create} to add, ${update} to change, ${remove} to remove.`,
    counts && `Access: ${counts}.`,
    emails > 0 && `${count(emails, "invite")}: ${count(emails, "e-mail")}.`,
    not_listed > 0 && !isSame && `Not listed: ${not_listed}.`,
    ruleCounts(plan),
  ]).join(" ");
}

/** The verdict on a plan in one sentence about people and rules; of a plan of no change its {@link summaryLine}. */
export function verdictSentenceOf(plan: Plan): string {
  const { access } = plan.summary;
  const others = access.people - access.same;
  const people = compact([
    access.people > 0 && verdictText(others > 0 ? { ...access, same: 0 } : access),
    arrivalCount(plan),
  ]).join(", ");
  const archives = archivesOf(plan);
  const more = saidParts(plan).map(
    ([n, thing, word]) => `${count(n, thing)} ${plural(n, "is", "are")} ${word}`,
  );
  if (plan.errored || (people === "" && isUnchanged(plan) && more.length === 0)) return summaryLine(plan);
  const first =
    archives === 0 ? "" : `${count(archives, "workspace")} ${plural(archives, "is", "are")} archived. `;
  const who = people === "" ? ["Nobody sees anything else"] : people.split(/, (?![^(]*\))/);
  return `${first}${sentenceOf([...who, ...more], "person", "people")}.`;
}

/** The counts of a plan, the worst first. */
export function badgesOf(plan: Plan): NonNullable<Page["badges"]> {
  if (plan.errored) return [];
  const { create, update, delete: remove, access } = plan.summary;
  const changes = compact([
    create > 0 && `${create} to add`,
    update > 0 && `${update} to change`,
    remove > 0 && `${remove} to remove`,
  ]);
  return [
    ...saidParts(plan).map(([n, thing, word]) => ({
      text: `${count(n, thing)} ${word}`,
      tone: TONES[word] ?? "plain",
    })),
    ...VERDICTS.map((verdict) => ({
      text:
        access.people > 0 &&
        access[verdict] > 0 &&
        `${access[verdict]} ${verdictSentence(verdict, access[verdict])}`,
      tone: verdict,
    })),
    { text: arrivalCount(plan), tone: "plain" },
    { text: changes.join(", "), tone: "plain" },
  ].flatMap(({ text, tone }) => (text ? [{ text, tone }] : []));
}

/** The tones of what a plan says of values and rules. */
const TONES: Readonly<Record<string, string>> = { opened: "opened", removed: "bad" };

/** The edits that no change shows, at the end of the line: `Rules: 1 removed, 2 changed.`; nothing without any. */
function ruleCounts(plan: Plan): string {
  const said = ruleParts(plan).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? "" : `Rules: ${said.join(", ")}.`;
}

function ruleParts({ rules_changed }: Plan): readonly (readonly [number, string])[] {
  const kinds = groupBy(rules_changed, ({ before, after, renamed }) =>
    renamed ? "renamed" : after === null ? "removed" : before === null ? "added" : "changed",
  );
  return (["removed", "changed", "added", "renamed"] as const).flatMap((word) => {
    const { length = 0 } = kinds.get(word) ?? {};
    return length === 0 ? [] : [[length, word] as const];
  });
}

/** The values, rules and renames that a verdict names; the rules that only follow a rename are said by it. */
function saidParts(plan: Plan): readonly (readonly [number, string, string])[] {
  const renames = plan.resource_changes.filter(({ previous_address }) => previous_address !== undefined);
  const parts = [
    [plan.summary.access.opened, "value", "opened"],
    ...ruleParts(plan).flatMap(([n, word]) => (word === "renamed" ? [] : [[n, "rule", word] as const])),
    [renames.length, "group", "renamed"],
  ] as const;
  return parts.filter(([n]) => n > 0);
}

function accessCounts({ summary: { access } }: Plan): string {
  const { people, opened } = access;
  const changing = count(people, "person changes", "people change");
  const verdicts = people === 0 ? "" : `: ${verdictText(access)}`;
  return `${changing}${verdicts}${opened === 0 ? "" : `, ${count(opened, "value")} opened`}`;
}

function exception(plan: Plan): string {
  const { unsupported, scope, summary } = plan;
  const refusing = refusalsIn(plan).length;
  const exceptions = compact([
    summary.not_listed > 0 && `${count(summary.not_listed, "person who is", "people who are")} not listed`,
    unsupported.length > 0 && `${count(unsupported.length, "difference")} that the API cannot change`,
    refusing > 0 && `what ${count(refusing, "guard refuses", "guards refuse")}`,
  ]);
  return compact([
    exceptions.length > 0 && `, except for ${exceptions.join(" and ")}`,
    scope && ", as far as this partial plan looks",
  ]).join("");
}

/** The sentence that a plan is of some workspaces of the file; none for a plan of all. */
export const scopeNotes = ({ scope }: Plan): readonly string[] =>
  scope === undefined
    ? []
    : [
        `This run is only of ${nameList(scope.map(nameText), scope.length)}: other workspaces of the file are not compared.`,
      ];

/** The direction of the changes of a plan that was made to find drift; a sentence, or none. */
export const directionOf = ({ drift, resource_changes }: Plan): readonly string[] =>
  drift && hasChanges(resource_changes)
    ? ["Drift: access is what is live beside what the file says; each change leads back to the file."]
    : [];

/** Returns true if the plan writes nothing and is sure that nothing is to be written. */
export function isUnchanged({ summary, errored }: Plan): boolean {
  return summary.create + summary.update + summary.delete === 0 && !errored;
}

/** The sentence that guards refuse a plan; none if no guard does. */
export function refusalSentence(plan: Plan): string | undefined {
  const refusing = refusalsIn(plan).length;
  if (refusing === 0) return undefined;
  const what = isUnchanged(plan)
    ? "the organization as it is: there is nothing to apply."
    : "this plan: it cannot be applied.";
  return `${count(refusing, "guard refuses", "guards refuse")} ${what}`;
}

/** The notes about a plan that has no errors, without its {@link refusalSentence}; a sentence each. */
export const notesOf = (plan: Plan): readonly string[] =>
  plan.errored
    ? []
    : compact([
        isSafe(plan) && "Safe order: at each step every member has either their old or their new access.",
        ...seenByRole(plan),
        ...listOf(plan),
      ]);

/**
 * Returns true if a plan can be applied, and is certain that nobody is exposed. It does not compute access after an archive, nor
 * through values that were not read.
 */
const isSafe = (plan: Plan): boolean =>
  plan.applyable &&
  plan.steps.length > 0 &&
  plan.exposure.verdict === "none" &&
  plan.reads.own_values_unread === 0 &&
  archivesOf(plan) === 0;

const archivesOf = ({ steps }: Plan): number =>
  steps.filter(({ kind, action }) => KINDS[kind].isArchived && action === "delete").length;

/** The expectations that hold by value, with whoever sees by their role what they keep from others; a sentence for equal ones. */
const seenByRole = ({ seen_by_role: seen = [] }: Plan): readonly string[] =>
  groupAlike(seen, ({ workspace: _, ...same }) => same).map((same) => {
    const [{ attribute, never, members }] = same;
    const rule = `${nameText(attribute)} never ${never.map(valueText).join(" or ")} in ${nameList(same.map(({ workspace }) => nameText(workspace)))}`;
    return `${rule} holds by value; ${count(members.length, "person sees", "people see")} it by their role: ${nameList(members.map(nameText))}.`;
  });

/** The length of the list from which the file takes people; nothing without a list. */
function listOf({ people_list: list }: Plan): readonly string[] {
  if (list === undefined) return [];
  const { files, rows, rows_before, untracked, unplaced } = list;
  const before = rows_before === undefined ? "" : ` (${rows_before} at the base)`;
  return compact([
    `${nameList(files.map(nameText))} ${plural(files.length, "gives", "give")} ${count(rows, "person", "people")}${before}.`,
    untracked &&
      `No earlier ${nameList(untracked.map(nameText))} is known, so the base was read with what is there now.`,
    unplaced && unplacedText(unplaced),
  ]);
}
