import type { Receipt, ReceiptChange, RecordedAccess } from "../../model/plan/receipt.js";
import { isNew } from "../../plan/people/arrivals.js";
import { compact, lazyMap } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { visible, visibleName } from "../../util/escape.js";
import { countsText } from "../apply/event-text.js";
import type { Product } from "../product/product.js";
import { verdictText } from "../view/access-words.js";
import { arrivalSentence } from "../words/arrival-words.js";
import { momentText } from "../words/as-of.js";
import {
  ACTION_SIGNS,
  addressText,
  changeTitle,
  effectiveText,
  fieldTexts,
  nameText,
} from "../words/labels.js";
import { type Section, withItems } from "../words/section.js";
import { hasText, type PageCell } from "../words/table.js";
import { type LogEntry, logEntryOf, type RunDetails } from "./run-log.js";

const HEADS = [
  "When",
  "Where",
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
  "sandbox",
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

/** One run alone, with every value before and after: its page is named after it, and its CSV has one row a field. */
export function runProduct(path: string, receipt: Receipt): Product {
  const { orgform: version, files, organization, started_at, source } = receipt;
  const about: RunDetails = {
    changes: receipt.changes,
    access: receipt.access_changes,
    // New people who were to arrive, and those whose arrival was to change.
    arrivals: receipt.arrivals.filter(isNew),
  };
  const entry = { ...logEntryOf(path, receipt), about };
  const { page, json } = logProduct(
    [entry],
    `Apply: ${visibleName(organization.name)} (${visibleName(organization.id)}), ${momentText(started_at)}`,
  );
  const { create, update, delete: removed } = entry.changes;
  const end = entry.outcome === "ok" ? "" : `${outcomeText(entry)}: `;
  return {
    page: () => ({
      ...page(),
      sum: `${end}${create} added, ${update} changed, ${removed} removed. Access: ${planned(entry)}${accessText(entry)}.`,
      origin: { organization, version },
      facts: [
        ["File", files?.map(visibleName).join(", ")],
        ["Commit", source?.commit],
      ],
      sections: [
        ...page().sections,
        ...withItems([
          linesSection(
            `${planned(entry)}access`,
            ["Person", "Workspace", "Attribute", "Value"],
            about.access.map(accessRow),
          ),
          linesSection(
            `${planned(entry)}arriving`,
            ["Arrival"],
            about.arrivals.map((one) => [arrivalSentence(one)]),
          ),
          linesSection("changes", ["Change", "Values", "Note"], about.changes.map(changeRow)),
        ]),
      ],
    }),
    json,
    csv: { heads: CHANGE_HEADS, rows: receipt.changes.flatMap(fieldRows) },
  };
}

/** A section of lines, none of which is left out. */
const linesSection = (
  name: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): Section => ({
  id: (heads[0] ?? name).toLowerCase(),
  title: `${name.charAt(0).toUpperCase()}${name.slice(1)} (${rows.length})`,
  nouns: ["line", "lines"],
  parts: [{ items: rows.map((row) => ({ cells: [compact(row).join("  ")], tone: "update" })) }],
  table: () => ({ caption: "In the order of the plan.", ...withoutEmptyColumns(heads, rows) }),
});

const CHANGE_HEADS = [
  "address",
  "previous_address",
  "kind",
  "action",
  "outcome",
  "goes_with",
  "field",
  "before",
  "after",
] as const;

function fieldRows(change: ReceiptChange): readonly string[][] {
  const { address, previous_address = "", kind, action, outcome, implied_by = "", before, after } = change;
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].flatMap((field) => {
    const [old, now] = [before?.[field], after?.[field]];
    if (old === now) return [];
    const texts = [old, now].map((value) => String(value ?? ""));
    return [[address, previous_address, kind, action, outcome, implied_by, field, ...texts]];
  });
}

/** A log, one line a run. */
export function logProduct(entries: readonly LogEntry[], title = "Log"): Product {
  const runs: Section = {
    id: "runs",
    title: "",
    nouns: ["run", "runs"],
    style: "table",
    parts: [],
    table: () => ({
      caption: "One row a run, oldest first.",
      flows: true,
      ...withoutEmptyColumns(HEADS, entries.map(cells)),
      kinds: entries.map(({ outcome }) => outcome),
    }),
  };
  return {
    page: () => ({ title, sum: `${count(entries.length, "run")}.`, sections: [runs] }),
    csv: { heads: CSV_HEADS, rows: lazyMap(entries, csvCells) },
    json: { runs: entries },
  };
}

/** A table without the columns that say nothing of any run; in others a dash stands for nothing. */
function withoutEmptyColumns(heads: readonly string[], rows: readonly (readonly PageCell[])[]) {
  const columns = heads.flatMap((head, at) =>
    rows.some((row) => hasText(row[at] ?? "")) ? [{ head, at }] : [],
  );
  return {
    heads: columns.map(({ head }) => head),
    rows: rows.map((row) => columns.map(({ at }) => row[at] || "-")),
  };
}

function cells(entry: LogEntry): readonly PageCell[] {
  const { started_at, source, approved_by, changes, allowed, warnings } = entry;
  const undone = { ...entry.steps, done: 0, skipped: 0, not_started: 0 };
  return [
    `${started_at.slice(0, 10)} ${started_at.slice(11, 19)} UTC`,
    entry.sandbox === true ? visibleName(entry.where ?? "sandbox") : "",
    visibleName(whoText(entry)),
    source?.commit === undefined
      ? ""
      : visibleName(source.commit.slice(0, COMMIT_LENGTH)) + (source.files_changed ? ", edited" : ""),
    approved_by,
    outcomeText(entry),
    compact([
      `+${changes.create} ~${changes.update} -${changes.delete}`,
      undone.failed + undone.unknown > 0 && countsText(undone),
    ]).join(", "),
    planned(entry) + accessText(entry),
    allowed.map(({ override }) => visible(override)).join(" "),
    warnings.length === 0 ? "" : { text: String(warnings.length), names: warnings.join("; ") },
  ];
}

function csvCells(entry: LogEntry): string[] {
  const { source, changes, people, steps, organization } = entry;
  return [
    entry.started_at,
    entry.finished_at ?? "",
    entry.sandbox === true ? "yes" : "",
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

/** The people whose access the run was to change: `2 see more, 1 arrives`. */
function accessText({ people, arriving }: LogEntry): string {
  const arrivals = arriving > 0 && `${arriving} ${plural(arriving, "arrives", "arrive")}`;
  return compact([verdictText(people), arrivals]).join(", ") || "nobody";
}

/**
 * The note on a run that was not completed: it may have changed the access of only some people, and the
 * receipt has the plan.
 */
const planned = ({ outcome, finished_at }: LogEntry): string =>
  outcome === "ok" && finished_at !== null ? "" : "planned: ";

const whoText = ({ actor }: LogEntry): string => actor.email ?? actor.user_id;

/** A run whose receipt has no end was killed, or goes on. */
const outcomeText = ({ outcome, finished_at }: LogEntry): string =>
  finished_at === null ? `${outcome} (no end)` : outcome;

/** A change with its values before and after, and what else became of it; a deletion has those before. */
function changeRow({ kind: type, before, after, ...change }: ReceiptChange): readonly string[] {
  const { outcome, implied_by } = change;
  const notes = compact([
    outcome !== "done" && outcome,
    implied_by && `goes with ${addressText(implied_by)}`,
  ]);
  return [
    `${ACTION_SIGNS[change.action]} ${changeTitle(change)}`,
    fieldTexts({ ...change, type, change: { before, after } }).join(", "),
    notes.length === 0 ? "" : `(${notes.join("; ")})`,
  ];
}

const accessRow = ({ workspace, member, attribute, before, after }: RecordedAccess): readonly string[] => [
  ...[member, workspace, attribute].map(nameText),
  `${effectiveText(before)} → ${effectiveText(after)}`,
];
