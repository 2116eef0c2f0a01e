import { KINDS } from "../../kinds/registry.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { hasChanges } from "../../plan/assemble/verdict.js";
import { groupAlike } from "../../util/collections.js";
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
  if (isUnchanged(plan) && plan.arrivals.some(({ before }) => before !== undefined))
    return `No changes yet: what the file gives anew waits for people to arrive. Access: ${arrivals}.${ruleCounts(plan)}`;
  if (isUnchanged(plan)) {
    const access = [plan.summary.access.people === 0 ? "" : accessCounts(plan), arrivals].filter(
      (one) => one !== "",
    );
    const counted = access.length === 0 ? "" : ` Access: ${access.join(", ")}.`;
    return `No changes. The live organization matches the file${exception(plan)}.${counted}${ruleCounts(plan)}`;
  }
  const { create, update, delete: remove, emails, not_listed } = plan.summary;
  return (
    [
      `Plan: ${create} to add, ${update} to change, ${remove} to remove.`,
      `Access: ${accessCounts(plan)}${arrivals === "" ? "" : `, ${arrivals}`}.`,
      ...(emails === 0 ? [] : [`${count(emails, "invite")}: ${count(emails, "e-mail")}.`]),
      ...(not_listed === 0 ? [] : [`Not listed: ${not_listed}.`]),
    ].join(" ") + ruleCounts(plan)
  );
}

/** The verdict on a plan in one sentence about people and rules; of a plan of no change its {@link summaryLine}. */
export function verdictSentenceOf(plan: Plan): string {
  if (plan.errored) return summaryLine(plan);
  const { access } = plan.summary;
  const arrivals = arrivalCount(plan);
  const others = access.people - access.same;
  const people = [
    ...(access.people === 0 ? [] : [verdictText(others > 0 ? { ...access, same: 0 } : access)]),
    ...(arrivals === "" ? [] : [arrivals]),
  ];
  const archives = archivesOf(plan);
  const first =
    archives === 0 ? "" : `${count(archives, "workspace")} ${plural(archives, "is", "are")} archived. `;
  const more = [
    ...(access.opened === 0
      ? []
      : [`${count(access.opened, "value")} ${plural(access.opened, "is", "are")} opened`]),
    ...saidParts(plan).map(([n, thing, word]) => `${count(n, thing)} ${plural(n, "is", "are")} ${word}`),
  ];
  if (people.length === 0 && isUnchanged(plan) && more.length === 0) return summaryLine(plan);
  if (people.length === 0) return `${first}${sentenceOf(["Nobody sees anything else", ...more], "", "")}.`;
  return `${first}${sentenceOf([...people.join(", ").split(/, (?![^(]*\))/), ...more], "person", "people")}.`;
}

/** The counts of a plan, the worst first. */
export function badgesOf(plan: Plan): NonNullable<Page["badges"]> {
  if (plan.errored) return [];
  const { create, update, delete: remove, access } = plan.summary;
  const changes = [
    [create, "to add"],
    [update, "to change"],
    [remove, "to remove"],
  ] as const;
  const texts = changes.flatMap(([n, words]) => (n === 0 ? [] : [`${n} ${words}`]));
  return [
    ...(access.opened === 0 ? [] : [{ text: `${count(access.opened, "value")} opened`, tone: "opened" }]),
    ...saidParts(plan).map(([n, thing, word]) => ({
      text: `${count(n, thing)} ${word}`,
      tone: word === "removed" ? "bad" : "plain",
    })),
    ...VERDICTS.flatMap((verdict) => {
      const n = access.people === 0 ? 0 : access[verdict];
      return n === 0 ? [] : [{ text: `${n} ${verdictSentence(verdict, n)}`, tone: verdict }];
    }),
    ...(access.arriving === 0 ? [] : [{ text: arrivalCount(plan), tone: "plain" }]),
    ...(texts.length === 0 ? [] : [{ text: texts.join(", "), tone: "plain" }]),
  ];
}

/** The edits that no change shows, at the end of the line: ` Rules: 1 removed, 2 changed.`; nothing without any. */
function ruleCounts(plan: Plan): string {
  const said = ruleParts(plan).map(([number, word]) => `${number} ${word}`);
  return said.length === 0 ? "" : ` Rules: ${said.join(", ")}.`;
}

function ruleParts({ rules_changed }: Plan): readonly (readonly [number, string])[] {
  const kinds = rules_changed.map(({ before, after, renamed }) =>
    renamed ? "renamed" : after === null ? "removed" : before === null ? "added" : "changed",
  );
  return ["removed", "changed", "added", "renamed"].flatMap((word) => {
    const number = kinds.filter((kind) => kind === word).length;
    return number === 0 ? [] : [[number, word] as const];
  });
}

/** The rules and renames that a verdict names; the rules that only follow a rename are said by it. */
function saidParts(plan: Plan): readonly (readonly [number, string, string])[] {
  const renames = plan.resource_changes.filter(
    ({ previous_address }) => previous_address !== undefined,
  ).length;
  const rules = ruleParts(plan).filter(([, word]) => word !== "renamed");
  return [
    ...rules.map(([n, word]) => [n, "rule", word] as const),
    ...(renames === 0 ? [] : [[renames, "group", "renamed"] as const]),
  ];
}

function accessCounts({ summary: { access } }: Plan): string {
  const { people, opened } = access;
  const changing = count(people, "person changes", "people change");
  const verdicts = people === 0 ? "" : `: ${verdictText(access)}`;
  return `${changing}${verdicts}${opened === 0 ? "" : `, ${count(opened, "value")} opened`}`;
}

function exception(plan: Plan): string {
  const { unsupported, scope } = plan;
  const refusing = refusalsIn(plan).length;
  const unlisted = plan.summary.not_listed;
  const exceptions = [
    ...(unlisted > 0 ? [`${count(unlisted, "person who is", "people who are")} not listed`] : []),
    ...(unsupported.length > 0
      ? [`${count(unsupported.length, "difference")} that the API cannot change`]
      : []),
    ...(refusing > 0 ? [`what ${count(refusing, "guard refuses", "guards refuse")}`] : []),
  ];
  const parts = [
    ...(exceptions.length > 0 ? [`, except for ${exceptions.join(" and ")}`] : []),
    ...(scope === undefined ? [] : [", as far as this partial plan looks"]),
  ];
  return parts.join("");
}

/** The sentence that a plan is of some workspaces of the file; none for a plan of all. */
export const scopeNotes = ({ scope }: Plan): readonly string[] =>
  scope === undefined
    ? []
    : [
        `This run is only of ${nameList(scope.map(nameText), scope.length)}: other workspaces of the file are not compared.`,
      ];

/** The direction of the changes of a plan that was made to find drift; a sentence, or none. */
export const directionOf = (plan: Plan): readonly string[] =>
  hasChanges(plan.resource_changes)
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
    : [
        ...(isSafe(plan)
          ? ["Safe order: at each step every member has either their old or their new access."]
          : []),
        ...seenByRole(plan),
        ...listOf(plan),
      ];

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
  const before = list.rows_before === undefined ? "" : ` (${list.rows_before} at the base)`;
  return [
    `${nameList(list.files.map(nameText))} ${plural(list.files.length, "gives", "give")} ${count(list.rows, "person", "people")}${before}.`,
    ...(list.untracked === undefined
      ? []
      : [
          `No earlier ${nameList(list.untracked.map(nameText))} is known, so the base was read with what is there now.`,
        ]),
    ...(list.unplaced === undefined ? [] : [unplacedText(list.unplaced)]),
  ];
}
