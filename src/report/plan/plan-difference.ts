import type { AccessChange, ResourceChange } from "../../model/plan/plan.js";
import type { ApprovedContent } from "../../plan/assemble/digest.js";
import { isDifferent } from "../../plan/diff/compare.js";
import { usedOverrides } from "../../plan/guards/allowance.js";
import { byKey, compact } from "../../util/collections.js";
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
  const former = factsOf(approved);
  const current = factsOf(now);
  const lines = [
    ...side("Not part of what was approved:", current, former),
    ...side("Approved, and no longer needed or no longer the same:", former, current),
  ];
  const next =
    "To approve the plan as it is now, save it with `orgform plan --out FILE`, and apply that file.\n";
  return `${head}${lines.join("\n")}\n${next}${help}`;
}

/** One thing that an approval covers: a line that shows it, and the facts that are compared. */
type ApprovedFact = readonly [key: string, line: string, what?: unknown];

/** What an approval of a plan covers, by key; its line is all there is to compare unless it has facts of its own. */
function factsOf(plan: ApprovedContent): ReadonlyMap<string, ApprovedFact> {
  const { scope } = plan;
  const facts: readonly ApprovedFact[] = [
    ...(scope === undefined ? [] : [["scope", `only of ${scope.map(nameText).join(", ")}`, scope] as const]),
    ...plan.workspaces.map(({ address, id, name }): ApprovedFact => {
      const line = `${addressText(address)} is the workspace ${nameText(name)} (${visibleName(id)})`;
      return [WORKSPACE + address, line, id];
    }),
    ...plan.resource_changes
      .filter(({ change }) => change.actions[0] !== "no-op")
      .map((one): ApprovedFact => {
        const { actions, before, after } = one.change;
        return [`change ${one.address}`, changeLine(one), [actions, before, after]];
      }),
    ...plan.access_changes.map((one): ApprovedFact => {
      const { workspace, member, attribute, before, after } = one;
      const place = [workspace, member, attribute];
      const line = `${place.map(visibleName).join(": ")} ${valuesText(one)}`;
      return [`access ${JSON.stringify(place)}`, line, [before?.value, after?.value]];
    }),
    ...plan.people.filter(hasMeaning).map((person): ApprovedFact => {
      const { workspace, member, verdict } = person;
      const line = `${VERDICT_WORDS[verdict]}: ${nameText(workspace)}: ${nameText(member)}: ${dataTexts(person).join(", ")}`;
      return [`data ${JSON.stringify([workspace, member])}`, line];
    }),
    ...plan.exposure.windows.map((one): ApprovedFact => {
      const { workspace, member, attribute, value } = one;
      return [`window ${JSON.stringify([workspace, member, attribute, value])}`, windowText(one), true];
    }),
    ...plan.arrivals.map((one): ApprovedFact => {
      const { workspace, member, values, known: _, before: __, ...others } = one;
      const what = { ...others, values: values.map(({ attribute, value }) => ({ attribute, value })) };
      return [`arrival ${JSON.stringify([workspace, member])}`, arrivalSentence(one), what];
    }),
    ...usedOverrides(plan.guards).map(
      (override): ApprovedFact => [`allowed ${override}`, `allowed by ${visible(override)}`],
    ),
    ...(plan.adopted ?? []).map((one): ApprovedFact => {
      const place = [one.workspace, one.member, one.attribute];
      const line = `taken over: ${place.map(nameText).join(": ")} ${valuesText(one)}`;
      return [`adopted ${JSON.stringify(place)}`, line];
    }),
    ...plan.rules_changed.map((one): ApprovedFact => {
      const text = ruleChangeText(one);
      return [`rule ${text}`, text];
    }),
    ...(plan.new_files ?? []).map(
      (path): ApprovedFact => [`new file ${path}`, `the base has nothing of ${visible(path)}`],
    ),
  ];
  return byKey(facts, 0);
}

const WORKSPACE = "workspace ";

const valuesText = ({ before, after }: Pick<AccessChange, "before" | "after">): string =>
  `${effectiveText(before)} → ${effectiveText(after)}`;

/** The lines of one side. A workspace that the other side does not have is represented by its changes. */
function side(
  title: string,
  facts: ReadonlyMap<string, ApprovedFact>,
  others: ReadonlyMap<string, ApprovedFact>,
): string[] {
  const lines = [...facts.values()].flatMap(([key, line, what = line]) => {
    const [, otherLine, other = otherLine] = others.get(key) ?? [];
    const isShown = others.has(key) ? isDifferent(what, other) : !key.startsWith(WORKSPACE);
    return isShown ? [`  ${line}`] : [];
  });
  if (lines.length === 0) return [];
  return compact([
    title,
    ...lines.slice(0, MOST),
    lines.length > MOST && `  … and ${lines.length - MOST} more`,
  ]);
}

function changeLine(change: ResourceChange): string {
  const fields = fieldTexts(change).join(", ");
  return `${ACTION_SIGNS[change.change.actions[0]]} ${changeTitle(change)}${fields === "" ? "" : `  ${fields}`}`;
}
