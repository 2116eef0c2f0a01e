import type { AccessChange, Outcome } from "../model/plan/plan.js";
import { OUTCOMES_BY_URGENCY, type RunResult } from "../model/plan/run-result.js";
import { countPeople } from "../plan/summary.js";
import { visible } from "../util/escape.js";
import { compareText } from "../util/order.js";
import { doneCounts } from "./log/run-log.js";
import { guardFigures } from "./view/guard-sections.js";
import { joinedOf } from "./view/plan-notes.js";
import { addressText } from "./words/labels.js";

/** The document of `orgform fleet report --format json`: many runs, those that need somebody first, and the sum. */
export interface Report {
  readonly format_version: "1.0";
  readonly orgform_version: string;
  /** The most urgent outcome of all runs. */
  readonly outcome: Outcome;
  readonly totals: Required<ReportCounts>;
  readonly runs: readonly ReportRun[];
}

/** One run in a report; facts that are not known are absent. */
export interface ReportRun {
  readonly source: string;
  readonly kind: RunResult["kind"];
  readonly organization?: { readonly id: string; readonly name: string };
  readonly outcome: Outcome;
  readonly counts?: ReportCounts;
  /** The reasons why it needs somebody. */
  readonly reasons: readonly string[];
}

/** Resources to change, or changed by an apply. People are counted of a plan, and of an apply that did all of it. */
export interface ReportCounts {
  readonly create: number;
  readonly update: number;
  readonly delete: number;
  readonly people?: number;
  readonly opened?: number;
}

/** Folds results into one report; their order does not matter. */
export function createReport(results: readonly RunResult[], version: string): Report {
  const runs = results.map(toRun).sort((a, b) => rankOf(a) - rankOf(b) || compareText(nameOf(a), nameOf(b)));
  const sum = (key: keyof ReportCounts): number =>
    runs.reduce((total, { counts }) => total + (counts?.[key] ?? 0), 0);
  return {
    format_version: "1.0",
    orgform_version: version,
    outcome: runs[0]?.outcome ?? "ok",
    totals: {
      create: sum("create"),
      update: sum("update"),
      delete: sum("delete"),
      people: sum("people"),
      opened: sum("opened"),
    },
    runs,
  };
}

const rankOf = ({ outcome }: ReportRun): number => OUTCOMES_BY_URGENCY.indexOf(outcome);
const nameOf = ({ organization, source }: ReportRun): string => `${organization?.name ?? ""}\n${source}`;

const accessCounts = (access_changes: readonly Pick<AccessChange, "member" | "kind">[]) => ({
  people: countPeople(access_changes),
  opened: access_changes.filter(({ kind }) => kind === "opened").length,
});

function toRun(result: RunResult): ReportRun {
  const { source, kind, outcome } = result;
  switch (kind) {
    case "none":
      return { source, kind, outcome, reasons: result.diagnostics.map(({ summary }) => visible(summary)) };
    case "plan": {
      const { organization, summary, guards, diagnostics } = result;
      const { create, update, delete: remove } = summary;
      const counts = { create, update, delete: remove, ...accessCounts(result.access_changes) };
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      const refusals = guards.filter(({ refused }) => refused);
      const reasons = [
        ...errors.map(({ summary: what }) => visible(what)),
        ...refusals.map(guardFigures),
        ...joinedOf(result),
      ];
      return { source, kind, organization, outcome, counts, reasons };
    }
    case "apply": {
      const { organization, changes, access_changes } = result;
      const access = outcome === "ok" && access_changes !== undefined ? accessCounts(access_changes) : {};
      const reasons = changes.flatMap(({ address, outcome: ended, error }) =>
        ended === "done"
          ? []
          : [`${addressText(address)}: ${error === undefined ? ended.replace("_", " ") : visible(error)}`],
      );
      return { source, kind, organization, outcome, counts: { ...doneCounts(changes), ...access }, reasons };
    }
  }
}
