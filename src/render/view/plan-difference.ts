import type { AccessChange, Arrival, Plan, ResourceChange } from "../../model/plan/plan.js";
import { overridesGiven } from "../../plan/guards/allowance.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible, visibleName } from "../../util/escape.js";
import { ACTION_SIGNS, addressText, changeTitle, effectiveText, fieldTexts, nameText } from "../labels.js";
import { arrivalSentence } from "./arrivals.js";
import { ruleChangeText } from "./rules-changed.js";

type Comparable = Pick<
  Plan,
  "workspaces" | "resource_changes" | "access_changes" | "arrivals" | "guards" | "rules_changed"
>;

/** Up to how many lines a side is shown. */
const MOST = 50;

/**
 * What an approval no longer covers, in people's words: workspaces that are meant, changes, access, people who arrive
 * and what was allowed, as far as they are new, and those that are gone.
 */
export function planDifferenceText(approved: Comparable | undefined, now: Comparable): string {
  const head = "The plan is no longer the one that was approved. Nothing was written.\n";
  if (approved === undefined) return `${head}Look at the plan above; to approve it, use its digest.\n`;
  const lines = [
    ...side("Not part of what was approved:", now, approved),
    ...side("Approved, and no longer needed or no longer the same:", approved, now),
  ];
  return `${head}${lines.join("\n")}\n`;
}

function side(title: string, of: Comparable, without: Comparable): string[] {
  const known = new Set([
    ...changeKeys(without),
    ...accessKeys(without),
    ...without.arrivals.map(arrivalKey),
    ...overridesGiven(without.guards),
    ...without.rules_changed.map(ruleChangeText),
  ]);
  const lines = [
    ...otherWorkspaces(of, without),
    ...of.resource_changes
      .filter((c) => c.change.actions[0] !== "no-op" && !known.has(changeKey(c)))
      .map(changeLine),
    ...of.access_changes.filter((c) => !known.has(accessKey(c))).map(accessLine),
    ...of.arrivals.filter((one) => !known.has(arrivalKey(one))).map((one) => `  ${arrivalSentence(one)}`),
    ...overridesGiven(of.guards)
      .filter((override) => !known.has(override))
      .map((override) => `  allowed by ${visible(override)}`),
    ...of.rules_changed
      .map(ruleChangeText)
      .filter((text) => !known.has(text))
      .map((text) => `  ${text}`),
  ];
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  … and ${lines.length - MOST} more`] : [];
  return [title, ...lines.slice(0, MOST), ...more];
}

/** Workspaces that the other side means another one by. */
function otherWorkspaces({ workspaces }: Comparable, without: Comparable): string[] {
  const ids = new Map(without.workspaces.map(({ address, id }) => [address, id]));
  return workspaces
    .filter(({ address, id }) => (ids.get(address) ?? id) !== id)
    .map(
      ({ address, id, name }) =>
        `  ${addressText(address)} is the workspace ${nameText(name)} (${visibleName(id)})`,
    );
}

const changeKeys = ({ resource_changes }: Comparable): string[] => resource_changes.map(changeKey);
const accessKeys = ({ access_changes }: Comparable): string[] => access_changes.map(accessKey);

function changeKey({ address, change: { actions, before, after } }: ResourceChange): string {
  return canonicalJson({ address, action: actions[0], before, after });
}

function accessKey({ workspace, member, attribute, before, after }: AccessChange): string {
  return canonicalJson({
    workspace,
    member,
    attribute,
    before: before?.value ?? null,
    after: after?.value ?? null,
  });
}

function arrivalKey({ values, ...arrival }: Arrival): string {
  return canonicalJson({ ...arrival, values: values.map(({ attribute, value }) => ({ attribute, value })) });
}

function changeLine(change: ResourceChange): string {
  const fields = fieldTexts(change).join(", ");
  return `  ${ACTION_SIGNS[change.change.actions[0]]} ${changeTitle(change)}${fields === "" ? "" : `  ${fields}`}`;
}

function accessLine({ workspace, member, attribute, before, after }: AccessChange): string {
  return `  ${visibleName(workspace)}: ${visibleName(member)}: ${visibleName(attribute)} ${effectiveText(before)} → ${effectiveText(after)}`;
}
