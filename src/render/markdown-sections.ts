import { workspaceOf } from "../model/address.js";
import type { Guard, Plan, ResourceChange } from "../model/plan.js";
import { count } from "../util/count.js";
import { escapeHtml, escapeMarkdown, markdownCode, markdownFence, visibleName } from "../util/escape.js";
import { groupBy } from "../util/group-by.js";
import { accessGroups } from "./access-groups.js";
import { accessRows, exposureText } from "./access-text.js";
import { arrivalSections } from "./arrivals.js";
import { type ChangePart, changeParts, type PlanView } from "./change-blocks.js";
import { changeCounts, changeRows, type Look } from "./change-text.js";
import { diagnosticLines } from "./diagnostics-text.js";
import {
  deferredText,
  guardAddresses,
  guardFigures,
  unmanagedText,
  unsupportedText,
} from "./finding-text.js";
import type { Section } from "./markdown-budget.js";
import { palette } from "./palette.js";

/** Comments scroll sideways, so a line may be longer than in a terminal. */
const LOOK: Look = { width: 120, paint: palette(false) };

/**
 * The parts of a pull request comment, most important first. Names stand in code only. Who is opened, what is removed
 * and who is invited is never folded; of people whose value only changes a `brief` comment names a few.
 */
export function markdownSections(
  plan: Plan,
  { summary, showUnchanged }: PlanView,
  isBrief = summary === true,
): Section[] {
  const parts = changeParts(plan, showUnchanged);
  const unfolded = (of: (change: ResourceChange) => boolean, title: string, nouns: Section["nouns"]) =>
    parts.flatMap((part) =>
      byWorkspace(part.changes.filter(of), (own, name) => open(own, heading(title, name, part.title), nouns)),
    );
  const details = (sections: Section[]): Section[] => (summary ? [] : sections);
  return [
    ...diagnostics(plan, "error"),
    ...plan.guards.filter((guard) => guard.refused).map(guardSection),
    ...opened(plan),
    ...arrivalSections(plan, LOOK, isBrief),
    ...unfolded(isRemoval, "Removed", ["removal", "removals"]).flat(),
    ...unfolded(isInvite, "Invited (an e-mail goes out)", ["invite", "invites"]).flat(),
    ...allowed(plan),
    ...exposure(plan),
    ...notes("Warnings", ["warning", "warnings"], plan.warnings),
    ...notes("Checks", ["finding of a check", "findings of checks"], plan.checks),
    ...parts.flatMap((part) =>
      summary
        ? countsOnly(part)
        : byWorkspace(
            part.changes.filter((change) => !isRemoval(change) && !isInvite(change)),
            (own, name) => otherChanges(own, name, part.title),
          ).flat(),
    ),
    ...otherAccess(plan, isBrief),
    ...details(
      folded(
        "Unsupported",
        ["unsupported difference", "unsupported differences"],
        plan.unsupported,
        unsupportedText(plan, LOOK),
      ),
    ),
    ...details(
      folded("Deferred", ["deferred change", "deferred changes"], plan.deferred, deferredText(plan, LOOK)),
    ),
    ...diagnostics(plan, "warning"),
    ...details(
      folded("Unmanaged", ["unmanaged thing", "unmanaged things"], plan.unmanaged, unmanagedText(plan, LOOK)),
    ),
  ];
}

const isRemoval = ({ change }: ResourceChange): boolean => change.actions[0] === "delete";
const isInvite = ({ type, change }: ResourceChange): boolean =>
  type === "invite" && change.actions[0] === "create";

type Nouns = Section["nouns"];
const foldable = (summary: string, body: string): string =>
  `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;

function folded(
  title: string,
  nouns: Nouns,
  things: readonly unknown[],
  lines: readonly string[],
): Section[] {
  if (things.length === 0) return [];
  const markdown = foldable(`${title} (${things.length})`, markdownFence(lines.slice(1), "text"));
  return [{ nouns, items: things.length, markdown }];
}

function diagnostics(plan: Plan, severity: "error" | "warning"): Section[] {
  return plan.diagnostics
    .filter((diagnostic) => diagnostic.severity === severity)
    .map((diagnostic) => ({
      nouns: severity === "error" ? ["error", "errors"] : ["diagnostic", "diagnostics"],
      items: 1,
      markdown: markdownFence(diagnosticLines(diagnostic, LOOK.paint, LOOK.width), "text"),
    }));
}

function guardSection(guard: Guard): Section {
  const override =
    guard.override === undefined ? "" : `\n>\n> To allow exactly this: ${markdownCode(guard.override)}`;
  const quoted = `> [!CAUTION]\n> **Refused:** ${markdownCode(guardFigures(guard))}. ${escapeMarkdown(guard.message)}${override}`;
  const addresses = guard.addresses.length === 0 ? "" : `\n\n${markdownFence(guardAddresses(guard), "text")}`;
  return { nouns: ["refusal", "refusals"], items: 1, markdown: quoted + addresses };
}

/** What would be refused without a flag: whoever approves the plan approves that, too. */
function allowed(plan: Plan): Section[] {
  const lines = plan.guards
    .filter((guard) => !guard.refused)
    .map(
      (guard) =>
        `- ${markdownCode(guardFigures(guard))} by ${markdownCode(guard.override ?? "")}: ${escapeMarkdown(guard.message)}`,
    );
  if (lines.length === 0) return [];
  const nouns = ["allowed exception", "allowed exceptions"] as const;
  return [{ nouns, items: lines.length, markdown: `#### Allowed\n\n${lines.join("\n")}` }];
}

function opened(plan: Plan): Section[] {
  const changes = plan.access_changes.filter((change) => change.kind === "opened");
  return [...groupBy(changes, (change) => change.workspace)].flatMap(([workspace, own]) =>
    inParts(accessGroups(own)).map((groups, part) => ({
      nouns: ["opened access", "opened accesses"],
      items: groups.reduce((sum, { members }) => sum + members.length, 0),
      markdown: `${heading("Opened", workspace)(own.length, part)}\n\nNo value is left, and without a value nothing is withheld.\n\n${markdownFence(
        accessRows(groups, LOOK, "", false).map((line) => `- ${line}`),
        "diff",
      )}`,
    })),
  );
}

/** A comment takes as many parts as there is room for: better some than none. */
const PART = 50;

function inParts<T>(items: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / PART) }, (_, i) =>
    items.slice(i * PART, (i + 1) * PART),
  );
}

type Heading = (all: number, part: number) => string;

const heading =
  (what: string, workspace: string, title?: string): Heading =>
  (all, part) =>
    `#### ${what} in ${markdownCode(workspace)}${part === 0 ? `: ${all}` : ", continued"}${title === undefined ? "" : ` · ${escapeMarkdown(title)}`}`;

function otherAccess(plan: Plan, isBrief: boolean): Section[] {
  const changes = plan.access_changes.filter((change) => change.kind !== "opened");
  return [...groupBy(changes, (change) => change.workspace)].map(([workspace, own]) => ({
    nouns: ["access change", "access changes"],
    items: own.length,
    markdown: foldable(
      `Access in <code>${escapeHtml(visibleName(workspace))}</code>: ${count(own.length, "change")}`,
      markdownFence(accessRows(accessGroups(own), LOOK, "", isBrief), "text"),
    ),
  }));
}

function byWorkspace<Result>(
  changes: readonly ResourceChange[],
  section: (own: readonly ResourceChange[], workspace: string) => Result,
): Result[] {
  const groups = groupBy(changes, (change) => workspaceOf(change.address));
  return [...groups].map(([workspace, own]) => section(own, workspace));
}

function open(own: readonly ResourceChange[], heading: Heading, nouns: Nouns): Section[] {
  return inParts(own).map((some, part) => ({
    nouns,
    items: some.length,
    markdown: `${heading(own.length, part)}\n\n${diff(some)}`,
  }));
}

function otherChanges(
  own: readonly ResourceChange[],
  workspace: string,
  title: string | undefined,
): Section[] {
  const what = title === undefined ? "" : ` · ${escapeHtml(title)}`;
  return inParts(own).map((some, part) => {
    const many = part === 0 ? count(own.length, "addition or change", "additions and changes") : "continued";
    const summary = `<code>${escapeHtml(visibleName(workspace))}</code>: ${many}${what}`;
    return { nouns: ["change", "changes"], items: some.length, markdown: foldable(summary, diff(some)) };
  });
}

function countsOnly(part: ChangePart): Section[] {
  const title = `#### ${escapeMarkdown(part.title ?? "Changes")}`;
  const markdown = `${title}\n\n${markdownFence(changeCounts(part, LOOK).flat(), "text")}`;
  return [{ nouns: ["change", "changes"], items: part.changes.length, markdown }];
}

/** Changes as a diff, in which forges paint `!` like a change. */
const diff = (changes: readonly ResourceChange[]): string =>
  markdownFence(
    changeRows(changes, LOOK, "").map((line) => line.replace(/^~/, "!")),
    "diff",
  );

function exposure(plan: Plan): Section[] {
  const { windows } = plan.exposure;
  if (windows.length === 0) return [];
  const markdown = `#### Exposure windows\n\n${markdownFence(exposureText(plan.exposure, LOOK).slice(1), "text")}`;
  return [{ nouns: ["exposure window", "exposure windows"], items: windows.length, markdown }];
}

function notes(title: string, nouns: Nouns, all: Plan["warnings"] | Plan["checks"]): Section[] {
  if (all.length === 0) return [];
  const lines = all.map((note) => `- ${escapeMarkdown(note.message)} ${markdownCode(note.code)}`);
  return [{ nouns, items: all.length, markdown: `#### ${title}\n\n${lines.join("\n")}` }];
}
