import { count } from "../util/count.js";
import { markdownCell, markdownCode, markdownFence, visibleName } from "../util/escape.js";
import { type CommentPart, whole, withinBudget } from "./markdown/markdown-budget.js";
import type { Report, ReportCounts, ReportRun } from "./report.js";
import { table } from "./words/layout.js";
import { type Palette, palette } from "./words/palette.js";

const COLUMNS = ["Add", "Change", "Remove", "People", "Opened"] as const;
/** Up to how many reasons of one run are shown. */
const MOST_REASONS = 5;
const ROWS = 100;

/** A report for people. Its last line is the sum. */
export function reportText(report: Report, options: { readonly color: boolean }): string {
  const paint = palette(options.color);
  const rows = report.runs.map((run) => [nameText(run), outcomeText(run), ...cells(run.counts)]);
  const [head = "", ...lines] = table([["Organization", "Outcome", ...COLUMNS], ...rows]);
  const body = report.runs.flatMap((run, i) => [
    painted(run, paint)(lines[i] ?? ""),
    ...reasonsOf(run).map((reason) => paint.faint(`    ${reason}`)),
  ]);
  return `${[paint.strong(head), ...body, "", `${title(report)}. ${totalsText(report)}`].join("\n")}\n`;
}

/** A report for a job's summary page or a comment: first the runs that need somebody, with reasons; the rest folded. */
export function reportMarkdown(report: Report): string {
  const open = report.runs.filter(needsSomebody);
  const calm = report.runs.filter((run) => !needsSomebody(run));
  const fold = `${count(calm.length, "run")} without anything to look at`;
  const sections: readonly CommentPart[] = [
    ...tables(open, (table) => table),
    ...open.flatMap(reasonSection),
    ...tables(calm, (table) => `<details><summary>${fold}</summary>\n\n${table}\n\n</details>`),
  ];
  const head = `### ${title(report)}\n\n${totalsText(report)}`;
  const foot = `<sub>orgform ${markdownCode(report.orgform_version)}</sub>`;
  return withinBudget(head, sections, foot);
}

/** Tables of at most {@link ROWS} runs: of a fleet of thousands some must fit. */
function tables(runs: readonly ReportRun[], frame: (table: string) => string): CommentPart[] {
  const starts = Array.from({ length: Math.ceil(runs.length / ROWS) }, (_, i) => i * ROWS);
  return starts.map((start) => {
    const some = runs.slice(start, start + ROWS);
    return whole(["run", "runs"], some.length, frame(runTable(some)));
  });
}

function reasonSection(run: ReportRun): CommentPart[] {
  const reasons = reasonsOf(run);
  if (reasons.length === 0) return [];
  const markdown = `${markdownName(run)}\n\n${markdownFence(reasons, "text")}`;
  return [whole(["reason", "reasons"], reasons.length, markdown)];
}

function runTable(runs: readonly ReportRun[]): string {
  const row = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;
  return [
    row(["Organization", "Outcome", ...COLUMNS]),
    row(["---", "---", ...COLUMNS.map(() => "---:")]),
    ...runs.map((run) => row([markdownName(run), outcomeText(run), ...cells(run.counts)])),
  ].join("\n");
}

function markdownName({ organization, source }: ReportRun): string {
  if (organization === undefined) return markdownCell(source);
  return `${markdownCell(organization.name)} ${markdownCell(organization.id)}`;
}

/** Returns true if somebody has to look: a plan that removes or opens something counts, also where no guard refuses. */
const needsSomebody = ({ outcome, kind, counts }: ReportRun): boolean =>
  outcome !== "ok" || (kind === "plan" && ((counts?.delete ?? 0) > 0 || (counts?.opened ?? 0) > 0));

const painted = ({ outcome }: ReportRun, paint: Palette) =>
  outcome === "ok" ? (text: string) => text : outcome === "differences" ? paint.warning : paint.alarm;

function nameText({ organization, source }: ReportRun): string {
  if (organization === undefined) return visibleName(source);
  return `${visibleName(organization.name)} (${visibleName(organization.id)})`;
}

/** An outcome in words: "ok" alone would not tell a plan without changes from one with changes. */
function outcomeText({ outcome, kind, counts }: ReportRun): string {
  if (outcome !== "ok") return outcome;
  const isIdle = counts === undefined || counts.create + counts.update + counts.delete === 0;
  return isIdle ? "no changes" : kind === "apply" ? "applied" : "planned";
}

function cells(counts: ReportCounts | undefined): string[] {
  const { create, update, delete: remove, people, opened } = counts ?? {};
  return [create, update, remove, people, opened].map((n) => (n === undefined ? "-" : String(n)));
}

function reasonsOf({ reasons }: ReportRun): string[] {
  const more = reasons.length - MOST_REASONS;
  return [...reasons.slice(0, MOST_REASONS), ...(more > 0 ? [`and ${more} more`] : [])];
}

function title({ runs }: Report): string {
  const open = runs.filter(needsSomebody).length;
  return `${count(runs.length, "run")}, ${open} with something to look at`;
}

function totalsText({ totals }: Report): string {
  const { create, update, delete: remove, people, opened } = totals;
  return `Add ${create}, change ${update}, remove ${remove}. Access: ${count(people, "person", "people")}, ${opened} opened.`;
}
