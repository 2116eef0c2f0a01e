import type { Receipt } from "../../model/plan/receipt.js";
import { count, plural } from "../../util/count.js";
import { markdownCode, visibleName } from "../../util/escape.js";
import { jsonText } from "../json-text.js";
import { ACTION_SIGNS, addressText, effectiveText, nameText } from "../labels.js";
import { csvTable, markdownTable, textTable } from "../table.js";
import type { LogEntry, PeopleCounts } from "./run-log.js";

/** The forms in which a log can be had. */
export type LogFormat = "text" | "json" | "markdown" | "csv";

const HEADS = ["When", "Who", "Commit", "Approved", "Outcome", "Changes", "Access"] as const;
const CSV_HEADS = [
  "started_at",
  "finished_at",
  "organization",
  "actor",
  "repository",
  "branch",
  "commit",
  "run_url",
  "approved_by",
  "outcome",
  "created",
  "updated",
  "deleted",
  "see_more",
  "see_less",
  "see_other",
  "plan_digest",
  "receipt",
] as const;
const COMMIT_LENGTH = 12;

/** A log, one line a run; a narrowed one has the changes below each run, in text and Markdown. */
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

function cells({ started_at, actor, source, approved_by, outcome, changes, people }: LogEntry): string[] {
  return [
    started_at === null ? "unknown" : `${started_at.slice(0, 10)} ${started_at.slice(11, 19)}`,
    visibleName(whoText(actor) || "unknown"),
    source?.commit === undefined ? "-" : visibleName(source.commit.slice(0, COMMIT_LENGTH)),
    approved_by ?? "unknown",
    outcome,
    `+${changes.create} ~${changes.update} -${changes.delete}`,
    people === null ? "unknown" : peopleText(people),
  ];
}

function csvCells(entry: LogEntry): string[] {
  const { actor, source, changes, people, organization } = entry;
  return [
    entry.started_at ?? "",
    entry.finished_at ?? "",
    organization.id,
    whoText(actor),
    source?.repository ?? "",
    source?.branch ?? "",
    source?.commit ?? "",
    source?.run_url ?? "",
    entry.approved_by ?? "",
    entry.outcome,
    ...[changes.create, changes.update, changes.delete].map(String),
    ...(people === null ? ["", "", ""] : [people.more, people.less, people.other].map(String)),
    entry.plan_digest,
    entry.receipt,
  ];
}

const whoText = (actor: Receipt["actor"] | null): string => actor?.email ?? actor?.user_id ?? "";

/** `1 sees more, 3 less, 1 other`, or that nobody's access was to change. */
function peopleText({ more, less, other }: PeopleCounts): string {
  const parts = [
    [more, `${plural(more, "sees", "see")} more`],
    [less, "less"],
    [other, "other"],
  ] as const;
  const some = parts.flatMap(([n, what]) => (n === 0 ? [] : [`${n} ${what}`]));
  return some.length === 0 ? "nobody" : some.join(", ");
}

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
