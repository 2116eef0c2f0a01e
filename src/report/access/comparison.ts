import { isOpenRow } from "../../access/values/effective-value.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { AccessChange, EffectiveValue, Outcome } from "../../model/plan/plan.js";
import type { ComparedPerson } from "../../model/plan/view.js";
import { countPeople, verdictCounts } from "../../plan/assemble/summary.js";
import { groupAlike, groupBy } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import type { Product } from "../product/product.js";
import { accessSection } from "../view/access-section.js";
import { hiddenNames, peopleText, peopleVerdict, VERDICT_WORDS, verdictText } from "../view/access-words.js";
import { warningSection } from "../view/finding-sections.js";
import type { ProductOrigin } from "../words/as-of.js";
import { objectsText, rowTexts } from "../words/data-words.js";
import { AWAITED, nameText } from "../words/labels.js";
import { type Prose, type Section, withItems } from "../words/section.js";
import type { Table } from "../words/table.js";

/** The people who see something else at the second of two points. */
export interface PeopleComparison {
  readonly access_changes: readonly AccessChange[];
  /** The people who differ between both, sorted by workspace and address. */
  readonly people: readonly ComparedPerson[];
}

/** The names of two points, with the differences of the people there. */
export interface Comparison {
  readonly from: string;
  readonly to: string;
  /** The names of the two data models, where two are compared. */
  readonly models?: readonly [from: string, to: string] | undefined;
  readonly origin: ProductOrigin;
  readonly comparison: PeopleComparison;
  readonly outcome: Outcome;
  /** The workspaces at which one of the points did not look. */
  readonly notCompared?: readonly string[];
  /** The findings of `--fail-on`. */
  readonly refusals: readonly string[];
  /** Warnings about how the points were found. */
  readonly findings?: readonly Diagnostic[];
}

/** The document of a comparison: the access of people at two points, and the people who are at one of them only. */
export function comparisonProduct(compared: Comparison): Product {
  const { from, to, origin, comparison, outcome, refusals, findings = [], notCompared = [] } = compared;
  const counts = { people: countPeople(comparison.people), ...verdictCounts(comparison.people) };
  const absent = countPeople(comparison.people.filter(({ presence }) => presence !== undefined));
  return {
    page: () => ({
      title: `${visibleName(origin.organization.name ?? origin.organization.id)} · comparison`,
      verdict: [
        ...pointsOf(compared),
        `: ${counts.people === 0 ? "nobody sees anything else" : peopleVerdict(counts)}.`,
      ],
      sum:
        counts.people === 0
          ? "Access: nobody changes."
          : `Access: ${count(counts.people, "person changes", "people change")}: ${verdictText(counts)}${absent === 0 ? "" : ` (${absent} at one point only)`}.`,
      marker: "<!-- orgform:compare -->",
      origin,
      refusals,
      notes: notCompared.map(
        (name) => `${visibleName(name)} was not compared: one of the points does not show it.`,
      ),
      sections: withItems([accessSection(comparison), presenceSection(compared), warningSection(findings)]),
    }),
    asOf: origin.asOf,
    csv: changesTable(comparison),
    json: {
      from,
      to,
      ...comparison,
      ...(notCompared.length > 0 && { not_compared: notCompared }),
      ...(findings.length > 0 && {
        warnings: findings.map(({ code, summary }) => ({ code, message: summary })),
      }),
      summary: counts,
    },
    outcome,
  };
}

/** The two points, or the two data models where these are all that differs. */
function pointsOf({ from, to, models }: Comparison): Exclude<Prose, string> {
  const points = ["From ", { name: from }, " to ", { name: to }];
  if (models === undefined) return points;
  const [before, after] = models;
  const changed = [{ name: before }, " → ", { name: after }];
  return from === to ? ["Data model: ", ...changed] : [...points, ", data model: ", ...changed];
}

/** People who are at one of the points only: a row for those of a point and workspace. */
function presenceSection({ from, to, comparison: { people } }: Comparison): Section {
  const at = { joined: to, left: from };
  const here = people.flatMap(({ workspace, member, presence, arrive_by }) => {
    const standing = arrive_by === undefined ? "" : ` (${AWAITED})`;
    return presence === undefined ? [] : [{ point: at[presence] + standing, workspace, member }];
  });
  const items = groupAlike(here, ({ point, workspace }) => [point, workspace]).map((same) => {
    const [{ point, workspace }] = same;
    const members = same.map(({ member }) => member);
    return {
      cells: [point, nameText(workspace), peopleText(members)],
      counts: members.length,
      names: hiddenNames(members),
    };
  });
  const title = `At one point only (${count(countPeople(here), "person", "people")})`;
  const nouns = ["person at one point only", "people at one point only"] as const;
  return { id: "presence", title, nouns, parts: [{ items }] };
}

const CSV_HEADS = [
  "workspace",
  "member",
  "presence",
  "verdict",
  "attribute",
  "before",
  "after",
  "gained",
  "lost",
  "rows",
  "before_state",
  "after_state",
] as const;

/** One line a person and attribute that changes, or one where only the data model does. */
function changesTable({ access_changes, people }: PeopleComparison): Table {
  const changes = groupBy(access_changes, ({ workspace, member }) => JSON.stringify([workspace, member]));
  const rows = {
    *[Symbol.iterator]() {
      for (const person of people) {
        const own = changes.get(JSON.stringify([person.workspace, person.member])) ?? [];
        for (const change of own.length === 0 ? [undefined] : own) yield csvCells(person, change);
      }
    },
  };
  return { heads: CSV_HEADS, rows };
}

function csvCells(
  { workspace, member, presence, verdict, data }: ComparedPerson,
  change: AccessChange | undefined,
): string[] {
  const { gained = [], lost = [], rows = [] } = data ?? {};
  const words = [objectsText(gained), objectsText(lost), rowTexts(rows).join("; ")];
  const { attribute = "", before, after } = change ?? {};
  const values = [attribute, before?.value ?? "", after?.value ?? ""];
  const states = [before, after].map((value) => (change === undefined ? "" : stateOf(value)));
  return [workspace, member, presence ?? "", VERDICT_WORDS[verdict], ...values, ...words, ...states];
}

/**
 * The state of a value: missing values and open ones need a column, since a word in the value's column could
 * be a value.
 */
const stateOf = (value: EffectiveValue | null | undefined): "open" | "set" =>
  isOpenRow(value ?? { value: null, source: null }) ? "open" : "set";
