import type { AccessChange, ResourceChange, TouchedWorkspace } from "../../model/plan/plan.js";
import type { ApprovedContent } from "../../plan/assemble/digest.js";
import { differingKeys } from "../../plan/diff/compare.js";
import { usedOverrides } from "../../plan/guards/allowance.js";
import { visible, visibleName } from "../../util/escape.js";
import { hasMeaning } from "../view/access-groups.js";
import { dataTexts, VERDICT_WORDS } from "../view/access-words.js";
import { ruleChangeText } from "../view/guard-sections.js";
import { arrivalSentence } from "../words/arrival-words.js";
import {
  ACTION_SIGNS,
  addressText,
  changeTitle,
  effectiveText,
  fieldTexts,
  nameText,
  windowText,
} from "../words/labels.js";

/** The most lines of a side that are shown. */
const MOST = 50;

/**
 * The difference between an approved plan and the present one in words: workspaces, changes, access, people who arrive and
 * allowed exceptions that are new, and those that are gone. Where only a digest was approved, it has the present one.
 */
export function planDifferenceText(
  approved: ApprovedContent | undefined,
  now: ApprovedContent,
  digest = "",
): string {
  const head = "The plan is no longer the one that was approved. Nothing was written.\n";
  const help = "  help: orgform help approval-stale\n";
  if (approved === undefined) return `${head}To approve the plan as it is now: --approve ${digest}\n${help}`;
  const formerEntries = entriesOf(approved);
  const currentEntries = entriesOf(now);
  const compared = (entries: ApprovedFacts) =>
    Object.fromEntries([...entries].map(([key, { what }]) => [key, what]));
  const differing = differingKeys(compared(formerEntries), compared(currentEntries));
  const lines = [
    ...side("Not part of what was approved:", currentEntries, formerEntries, differing),
    ...side(
      "Approved, and no longer needed or no longer the same:",
      formerEntries,
      currentEntries,
      differing,
    ),
  ];
  const next =
    "To approve the plan as it is now, save it with `orgform plan --out FILE`, and apply that file.\n";
  return `${head}${lines.join("\n")}\n${next}${help}`;
}

/** The things that an approval covers: the facts that are compared, and a line that shows them. */
type ApprovedFacts = ReadonlyMap<string, { readonly what: unknown; readonly line: string }>;

/** What an approval of a plan covers. */
function entriesOf(plan: ApprovedContent): ApprovedFacts {
  const { scope } = plan;
  return new Map([
    ...(scope === undefined
      ? []
      : [["scope", { what: scope, line: `  only of ${scope.map(nameText).join(", ")}` }] as const]),
    ...plan.workspaces.map(
      (one) => [`${WORKSPACE}${one.address}`, { what: one.id, line: workspaceLine(one) }] as const,
    ),
    ...plan.resource_changes
      .filter(({ change }) => change.actions[0] !== "no-op")
      .map((one) => [`change ${one.address}`, { what: essenceOf(one), line: changeLine(one) }] as const),
    ...plan.access_changes.map((one) => {
      const { workspace, member, attribute, before, after } = one;
      const what = [before?.value ?? null, after?.value ?? null];
      return [
        `access ${JSON.stringify([workspace, member, attribute])}`,
        { what, line: accessLine(one) },
      ] as const;
    }),
    ...plan.people.filter(hasMeaning).map((person) => {
      const { workspace, member, verdict } = person;
      const line = `  ${VERDICT_WORDS[verdict]}: ${nameText(workspace)}: ${nameText(member)}: ${dataTexts(person).join(", ")}`;
      return [`data ${JSON.stringify([workspace, member])}`, { what: line, line }] as const;
    }),
    ...plan.exposure.windows.map((one) => {
      const { workspace, member, attribute, value } = one;
      const key = `window ${JSON.stringify([workspace, member, attribute, value])}`;
      return [key, { what: true, line: `  ${windowText(one)}` }] as const;
    }),
    ...plan.arrivals.map((one) => {
      const { workspace, member, values, known: _, before: __, ...others } = one;
      const what = { ...others, values: values.map(({ attribute, value }) => ({ attribute, value })) };
      return [
        `arrival ${JSON.stringify([workspace, member])}`,
        { what, line: `  ${arrivalSentence(one)}` },
      ] as const;
    }),
    ...usedOverrides(plan.guards).map(
      (override) =>
        [`allowed ${override}`, { what: true, line: `  allowed by ${visible(override)}` }] as const,
    ),
    ...(plan.adopted ?? []).map((one) => {
      const { workspace, member, attribute, before, after } = one;
      const line = `  taken over: ${nameText(workspace)}: ${nameText(member)}: ${nameText(attribute)} ${effectiveText(before)} → ${effectiveText(after)}`;
      return [`adopted ${JSON.stringify([workspace, member, attribute])}`, { what: line, line }] as const;
    }),
    ...plan.rules_changed.map((one) => {
      const text = ruleChangeText(one);
      return [`rule ${text}`, { what: true, line: `  ${text}` }] as const;
    }),
    ...(plan.new_files ?? []).map(
      (path) =>
        [`new file ${path}`, { what: true, line: `  the base has nothing of ${visible(path)}` }] as const,
    ),
  ]);
}

const WORKSPACE = "workspace ";

/** The lines of one side. A workspace that the other side does not have is represented by its changes. */
function side(
  title: string,
  of: ApprovedFacts,
  without: ApprovedFacts,
  differing: ReadonlySet<string>,
): string[] {
  const lines = [...of].flatMap(([key, { line }]) =>
    differing.has(key) && (without.has(key) || !key.startsWith(WORKSPACE)) ? [line] : [],
  );
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  … and ${lines.length - MOST} more`] : [];
  return [title, ...lines.slice(0, MOST), ...more];
}

function essenceOf({ change: { actions, before, after } }: ResourceChange): unknown {
  return { actions, before, after };
}

function workspaceLine({ address, id, name }: TouchedWorkspace): string {
  return `  ${addressText(address)} is the workspace ${nameText(name)} (${visibleName(id)})`;
}

function changeLine(change: ResourceChange): string {
  const fields = fieldTexts(change).join(", ");
  return `  ${ACTION_SIGNS[change.change.actions[0]]} ${changeTitle(change)}${fields === "" ? "" : `  ${fields}`}`;
}

function accessLine({ workspace, member, attribute, before, after }: AccessChange): string {
  return `  ${visibleName(workspace)}: ${visibleName(member)}: ${visibleName(attribute)} ${effectiveText(before)} → ${effectiveText(after)}`;
}
