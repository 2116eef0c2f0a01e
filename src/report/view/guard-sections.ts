import { guardFindings, type Refusal, refusalsIn } from "../../model/plan/finding.js";
import type { Plan, RuleChange } from "../../model/plan/plan.js";
import { gainersOf } from "../../plan/guards/access-limits.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { compact, type Group, groupAlike } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visible, visibleName } from "../../util/escape.js";
import { isRecord } from "../../util/record.js";
import { foldGuards } from "../diagnostics/alike.js";
import { ACTION_SIGNS, addressText, nameText } from "../words/labels.js";
import type { Detail, Item, Section } from "../words/section.js";

/**
 * Guards that refuse, with their figures and the exact flag that allows it; `asksForNames` where they refuse archives
 * only, whose names are asked for next.
 */
export function refusedSection(plan: Plan, asksForNames = false): Section {
  const refusals = foldGuards(refusalsIn(plan));
  return {
    id: "refused",
    title: asksForNames
      ? "To be named before anything is written"
      : `Refused (${refusals.length}): nothing is written while a guard refuses`,
    tone: "alarm",
    nouns: ["refusal", "refusals"],
    style: "notes",
    parts: [
      {
        items: refusals.map(({ code, summary, refuses }) => ({
          cells: [guardFigures(refuses)],
          tone: "strong",
          code,
          names: refuses.addresses.map(addressText),
          details: [{ text: summary, depth: 2 }, ...gainersDetail(plan, refuses), ...overrideOf(refuses)],
        })),
      },
    ],
  };
}

/** The way to allow what a guard refuses; for an option of this run it is the option. */
function overrideOf({ name, override }: Refusal): readonly Detail[] {
  if (override === undefined && name.startsWith("fail-on.")) return [];
  const way = override
    ? { text: "To allow exactly this:", code: override }
    : { text: "No flag allows this: correct the file or the product, or the rule in the file." };
  return [{ ...way, tone: "strong", depth: 2 }];
}

/** Guards that a flag has passed: an approval of the plan covers them, too. */
export function allowedSection(plan: Plan): Section {
  const passed = guardFindings(plan).filter(({ refuses }) => !refuses.refused);
  return {
    id: "allowed",
    title: `Allowed (${passed.length})`,
    nouns: ["allowed exception", "allowed exceptions"],
    parts: [
      {
        items: passed.map(({ summary, refuses }) => ({
          cells: [`${guardFigures(refuses)} (${refuses.override ?? ""})`],
          details: [{ text: summary }, ...gainersDetail(plan, refuses)],
        })),
      },
    ],
  };
}

/** The people who gain, for a guard that counts them. */
const gainersDetail = ({ people, arrivals }: Plan, { name }: Refusal): readonly Detail[] =>
  name.endsWith(".widened")
    ? [{ text: `Who gains: ${nameList(gainersOf(people, arrivals).members.map(nameText))}`, depth: 2 }]
    : [];

/** The figures of a guard, such as `delete.group: 29, the limit is 20`. */
function guardFigures({ name, actual, limit = Number.POSITIVE_INFINITY }: Refusal): string {
  if (actual === undefined) return visibleName(name);
  return `${visibleName(name)}: ${actual}${actual > limit ? `, the limit is ${limit}` : ""}`;
}

/**
 * The edits that no planned change shows. Removals and changes are never left out; equal edits of several entries are one
 * item, and so are additions to one list, and what follows the names of renamed groups.
 */
export function rulesSection({ rules_changed }: Plan): Section {
  return {
    id: "rules",
    title: `Rules changed (${rules_changed.length})`,
    nouns: ["changed rule", "changed rules"],
    parts: [{ items: groupAlike(rules_changed, kindOfEdit).map(ruleItem) }],
  };
}

/** What edits have in common that are shown together: the same edit of several entries, or additions to one list. */
function kindOfEdit({ rule, before, after, renamed }: RuleChange): unknown {
  if (renamed) return [];
  const [list, entry, ...rest] = rule.split(".");
  if (before === null && !LOOSENS_BY_MORE.test(rule)) return [rule];
  return list === "workspaces" && entry !== undefined ? [rest.at(-1), before, after] : [rule, before, after];
}

/** Lists that say less with each entry more. */
const LOOSENS_BY_MORE = /(?:allowed|deny|unlimited_roles|except)$/;

/** The first of edits that are alike, with the others below it: by their places if they are the same edit. */
function ruleItem(alike: Group<RuleChange>): Item {
  const [first, ...others] = alike;
  const { before, after, would_refuse, renamed } = first;
  const tone = ruleAction(first);
  const counts = alike.length;
  if (renamed) {
    const differ = count(counts, "rule differs", "rules differ");
    const names = [...new Set(alike.map(({ rule }) => visible(rule)))];
    return {
      cells: [`${ACTION_SIGNS.update} ${differ} only in a group's new name`],
      tone: "update",
      counts,
      names,
    };
  }
  const isSame = alike.every(
    (one) => canonicalJson([one.before, one.after]) === canonicalJson([before, after]),
  );
  return {
    cells: [ruleChangeText(first)],
    tone,
    counts,
    names: others.map((change) => (isSame ? visible(change.rule) : ruleChangeText(change))),
    details: compact<Detail>([
      would_refuse === null && { text: "not decided: whether it would refuse this plan as it was" },
      would_refuse && { text: "as it was, it would refuse this plan", tone: "alarm" },
    ]),
  };
}

/** The section of files that the base lacks: they cannot be compared. */
export const newFilesSection = ({ new_files = [] }: Plan): Section => ({
  id: "new-file",
  title: `New files (${new_files.length}): the base has nothing of them, and no earlier limits or protect apply`,
  nouns: ["new file", "new files"],
  parts: [{ items: new_files.map((path) => ({ cells: [visible(path)], tone: "create", code: "new-file" })) }],
});

/** The section of what only the base's side did: no edit of this branch asks for its removal. */
export const notInBranchSection = ({ not_in_branch = [] }: Plan): Section => ({
  id: "not-in-branch",
  title: `Not in this branch yet (${not_in_branch.length}): only the base's side did this`,
  nouns: ["difference", "differences"],
  parts: [
    { items: not_in_branch.map(({ address }) => ({ cells: [addressText(address)], code: "base-ahead" })) },
  ],
});

/** `~ limits.delete.count  20 → 50`. */
export function ruleChangeText(change: RuleChange): string {
  const { before, after, rule } = change;
  const values =
    isRecord(before) && isRecord(after)
      ? [flowYaml({ ...before, ...after }, before, after)]
      : [before, after].flatMap((value) => (value === null ? [] : [flowYaml(value)]));
  return `${ACTION_SIGNS[ruleAction(change)]} ${visible(rule)}  ${visible(values.join(" → "))}`;
}

function ruleAction({ before, after }: RuleChange): "create" | "update" | "delete" {
  if (before === null) return "create";
  return after === null ? "delete" : "update";
}

/** The word for an edit of a rule; a limit that lets more pass is not just changed. */
export function ruleWord(edit: RuleChange): "renamed" | "removed" | "added" | "loosened" | "changed" {
  const { rule, before, after, renamed } = edit;
  if (renamed) return "renamed";
  if (before === null) return "added";
  if (after === null) return "removed";
  const more = Number(after) - Number(before);
  const isLoose = rule.startsWith("limits.") ? more > 0 : rule === "people.at_least" && more < 0;
  return isLoose ? "loosened" : "changed";
}

/** A value as YAML in one line, without the kind of a rule, which no file has; with what stood there before. */
function flowYaml(value: unknown, before = value, after = value): string {
  if (Array.isArray(value)) return `[${value.map((item) => flowYaml(item)).join(", ")}]`;
  if (!isRecord(value))
    return typeof value === "string" && !isPlain(value) ? JSON.stringify(value) : String(value);
  const keys = Object.keys(value).filter((key) => key !== "kind");
  const texts = keys.map((key) => {
    const sides = [before, after].map((side) =>
      isRecord(side) && key in side ? flowYaml(side[key]) : "not set",
    );
    return `${key}: ${[...new Set(sides)].join(" → ")}`;
  });
  return `{${texts.join(", ")}}`;
}

/** Returns true for a text that is no other thing in YAML, and that needs no quotes within brackets. */
const isPlain = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) ||
  (/^[a-z][\w@./ -]*[\w]$/i.test(text) && !/^(true|false|yes|no|on|off|null)$/i.test(text));
