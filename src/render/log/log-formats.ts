import { count } from "../../util/count.js";
import { markdownCode, visible, visibleName } from "../../util/escape.js";
import { countsText } from "../apply/event-text.js";
import { html, htmlTable } from "../html/html.js";
import { htmlPage } from "../html/html-page.js";
import { verdictText } from "../view/data-changes.js";
import { jsonText } from "../words/json-text.js";
import { ACTION_SIGNS, addressText, effectiveText, nameText } from "../words/labels.js";
import { csvTable, markdownTable, textTable } from "../words/table.js";
import type { LogEntry } from "./run-log.js";

/** The forms in which a log can be had. */
export type LogFormat = "text" | "json" | "markdown" | "csv" | "html";

const HEADS = [
  "When",
  "What",
  "Who",
  "Commit",
  "Approved",
  "Outcome",
  "Changes",
  "Access",
  "Allowed",
  "Warnings",
] as const;
const CSV_HEADS = [
  "started_at",
  "finished_at",
  "command",
  "organization",
  "actor",
  "repository",
  "branch",
  "commit",
  "files_changed",
  "run_url",
  "approved_by",
  "outcome",
  "created",
  "updated",
  "deleted",
  "failed",
  "in_doubt",
  "see_more",
  "see_less",
  "see_other_data",
  "unclear",
  "arriving",
  "allowed",
  "warnings",
  "plan_digest",
  "receipt",
] as const;
const COMMIT_LENGTH = 12;

/** A log, one line a run; a narrowed one has the changes below each run, in text, Markdown and HTML. */
export function logIn(entries: readonly LogEntry[], format: LogFormat): string {
  switch (format) {
    case "text":
      return textOf(entries);
    case "json":
      return jsonText({ format_version: "1.0", outcome: "ok", runs: entries });
    case "markdown":
      return markdownOf(entries);
    case "csv":
      return csvTable({ heads: CSV_HEADS, rows: entries.map(csvCells) });
    case "html":
      return htmlOf(entries);
  }
}

function textOf(entries: readonly LogEntry[]): string {
  const [head = "", ...rows] = textTable({ heads: HEADS, rows: entries.map(cells) });
  const body = entries.flatMap((entry, i) => [
    rows[i] ?? "",
    ...happened(entry).map((line) => `    ${line}`),
  ]);
  return `${[head, ...body, "", `${count(entries.length, "run")}.`].join("\n")}\n`;
}

function markdownOf(entries: readonly LogEntry[]): string {
  const details = entries.flatMap((entry) => {
    const lines = happened(entry).map((line) => `- ${markdownCode(line)}`);
    return lines.length === 0 ? [] : ["", markdownCode(cells(entry)[0] ?? ""), "", ...lines];
  });
  return `${[...markdownTable({ heads: HEADS, rows: entries.map(cells) }), ...details].join("\n")}\n`;
}

function htmlOf(entries: readonly LogEntry[]): string {
  const runs = {
    id: "runs",
    title: "Runs",
    body: htmlTable({
      caption: "One row a run, oldest first.",
      heads: [...HEADS, "Details"],
      rows: entries.map((entry) => [...cells(entry), { list: [...entry.warnings, ...happened(entry)] }]),
      kinds: entries.map(({ outcome }) => outcome),
    }),
  };
  return htmlPage("Log", html`<p class="lead">${count(entries.length, "run")}</p>`, [runs]);
}

function cells(entry: LogEntry): string[] {
  const { started_at, command, source, approved_by, changes, people, arriving, allowed, warnings } = entry;
  const undone = { ...entry.steps, done: 0, skipped: 0, not_started: 0 };
  return [
    `${started_at.slice(0, 10)} ${started_at.slice(11, 19)}`,
    command,
    visibleName(whoText(entry)),
    source?.commit === undefined
      ? "-"
      : visibleName(source.commit.slice(0, COMMIT_LENGTH)) + (source.files_changed ? ", edited" : ""),
    approved_by,
    outcomeText(entry),
    [
      `+${changes.create} ~${changes.update} -${changes.delete}`,
      ...(undone.failed + undone.unknown === 0 ? [] : [countsText(undone)]),
    ].join(", "),
    [verdictText(people), ...(arriving === 0 ? [] : [`${arriving} ${arriving === 1 ? "arrives" : "arrive"}`])]
      .filter((text) => text !== "")
      .join(", ") || "nobody",
    allowed.map(({ override }) => visible(override)).join(" ") || "-",
    String(warnings.length),
  ];
}

function csvCells(entry: LogEntry): string[] {
  const { source, changes, people, steps, organization } = entry;
  return [
    entry.started_at,
    entry.finished_at ?? "",
    entry.command,
    organization.id,
    whoText(entry),
    source?.repository ?? "",
    source?.branch ?? "",
    source?.commit ?? "",
    source?.files_changed ? "yes" : "",
    source?.run_url ?? "",
    entry.approved_by,
    entry.outcome,
    ...[changes.create, changes.update, changes.delete, steps.failed, steps.unknown].map(String),
    ...[people.widened, people.narrowed, people.moved, people.unclear, entry.arriving].map(String),
    entry.allowed.map(({ override }) => override).join(" "),
    entry.warnings.join("; "),
    entry.plan_digest,
    entry.receipt,
  ];
}

const whoText = ({ actor }: LogEntry): string => actor.email ?? actor.user_id;

/** A run whose receipt has no end was killed, or goes on. */
const outcomeText = ({ outcome, finished_at }: LogEntry): string =>
  finished_at === null ? `${outcome} (no end)` : outcome;

/** The changes of the people and groups that the log is narrowed to, one line each. */
function happened({ about }: LogEntry): string[] {
  if (about === undefined) return [];
  return [
    ...about.changes.map(
      ({ action, address, outcome }) =>
        `${ACTION_SIGNS[action]} ${addressText(address)}${outcome === "done" ? "" : ` (${outcome})`}`,
    ),
    ...about.access.map(
      ({ workspace, member, attribute, before, after }) =>
        `${nameText(member)} in ${nameText(workspace)}, ${nameText(attribute)}: ${effectiveText(before)} → ${effectiveText(after)}`,
    ),
  ];
}
