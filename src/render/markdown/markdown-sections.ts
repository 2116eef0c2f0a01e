import type { Plan } from "../../model/plan/plan.js";
import { accessGroups } from "../view/access-groups.js";
import { changeParts, type PlanView } from "../view/change-blocks.js";
import { foldingOf } from "../view/folding.js";
import { sectionsAbove, sectionsBelow } from "../view/plan-sections.js";
import type { Section } from "../words/section.js";
import type { CommentPart } from "./markdown-budget.js";
import {
  changeSections,
  countsSection,
  INVITES,
  OTHERS,
  REMOVALS,
  type SelectedChanges,
  UNCHANGED,
} from "./markdown-changes.js";
import { sectionMarkdown } from "./section-markdown.js";

/** Up to how many lines nothing is folded: a small plan is read at one glance. */
const SMALL = 30;

/**
 * The parts of a pull request comment, most important first: what stops the plan, then who sees what, then what is
 * written. Names stand in code only. Access, removals and invites are never folded.
 */
export function markdownSections(plan: Plan, { full, showUnchanged }: PlanView): CommentPart[] {
  const parts = changeParts(plan, showUnchanged);
  const folding = foldingOf(plan, full);
  const isFolding = linesOf(plan) > SMALL;
  const written = (sections: readonly Section[]): CommentPart[] =>
    sections.map((section) => sectionMarkdown(section, { full, isFolding }));
  const changed = (selection: SelectedChanges, isBrief: boolean, isHidden: boolean): CommentPart[] =>
    isBrief
      ? parts.flatMap((part) => countsSection(part, selection))
      : changeSections(parts, selection, isHidden);
  return [
    ...written(sectionsAbove(plan, { full })),
    ...changeSections(parts, REMOVALS, false),
    ...changed(INVITES, folding.invites, false),
    ...[OTHERS, UNCHANGED].flatMap((selection) => changed(selection, folding.changes, isFolding)),
    ...written(sectionsBelow(plan, { full: true })),
  ];
}

/** About how many lines the plan has besides its findings. */
function linesOf({ resource_changes, access_changes, unsupported, deferred, unmanaged }: Plan): number {
  const changes = resource_changes.filter(({ change }) => change.actions[0] !== "no-op").length;
  return (
    changes + accessGroups(access_changes).length + unsupported.length + deferred.length + unmanaged.length
  );
}
