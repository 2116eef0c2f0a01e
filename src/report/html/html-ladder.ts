import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { html, htmlTable } from "./html.js";
import type { PageSection } from "./html-page.js";

/** The groups of one workspace as they will rank. */
interface LadderWorkspace {
  readonly workspace: string;
  readonly groups: readonly LadderGroup[];
}

/** A group's precedence before and after the plan; before it, `null` for a new group. */
interface LadderGroup {
  readonly name: string;
  readonly precedence: number;
  readonly before: number | null;
}

/** The precedences in the plan alone: groups that it creates, or whose number it changes. */
function planLadder(plan: Pick<Plan, "resource_changes">): LadderWorkspace[] {
  const groups = plan.resource_changes.flatMap(({ type, address, change }) => {
    const precedence = change.after?.precedence;
    if (!KINDS[type].isRanked || typeof precedence !== "number" || change.before?.precedence === precedence)
      return [];
    const { workspace, name } = namesInAddress(address);
    const before = change.before?.precedence;
    return [{ workspace, name, precedence, before: typeof before === "number" ? before : null }];
  });
  return [...groupBy(groups, (group) => group.workspace)].map(([workspace, own]) => ({
    workspace,
    groups: own,
  }));
}

/** The groups with the winner first; those of one precedence by name. */
function ranked(groups: readonly LadderGroup[]): readonly LadderGroup[] {
  return [...groups].sort((a, b) => b.precedence - a.precedence || (a.name < b.name ? -1 : 1));
}

/** The precedences that a plan writes: one table a workspace, the winner on top. */
export function ladderSection(plan: Pick<Plan, "resource_changes">): PageSection[] {
  const ladder = planLadder(plan);
  if (ladder.length === 0) return [];
  const tables = ladder.map(({ workspace, groups }) => {
    const table = {
      caption: "Where two groups set the same attribute, the upper one wins.",
      heads: ["Group", "Precedence", "Before"],
      rows: ranked(groups).map((group) => [visibleName(group.name), String(group.precedence), was(group)]),
    };
    return html`<h3>${visibleName(workspace)}</h3>
${htmlTable(table)}`;
  });
  return [{ id: "ladder", title: "Precedence", body: html`${tables}` }];
}

function was({ precedence, before }: LadderGroup): string {
  return before === null ? "new" : `${before} ${before < precedence ? "▲ up" : "▼ down"}`;
}
