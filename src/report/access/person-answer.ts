import { isUnlimited } from "../../access/values/roles.js";
import type { PersonView } from "../../data-model/answer/person-view.js";
import type { DataExplanation, Explanation, Resolution } from "../../model/plan/explanation.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import type { Person } from "../../model/plan/view.js";
import { type Group, groupAlike } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import type { Product } from "../product/product.js";
import { INVITED } from "../words/arrival-words.js";
import type { ProductOrigin } from "../words/as-of.js";
import { limitText, placesText } from "../words/data-words.js";
import {
  accessValueText,
  effectiveText,
  nameText,
  rawSourceText,
  rolesText,
  sourceText,
} from "../words/labels.js";
import { table } from "../words/layout.js";
import type { Palette } from "../words/palette.js";
import type { Part, Section } from "../words/section.js";
import { dataPart, type LimitedView } from "./person-data.js";

/** The access of one person: the sources of every value, and with a data model the objects that it hides. */
export interface PersonAnswer {
  /** Canonical e-mail address. */
  readonly member: string;
  readonly explanations: readonly Explanation[];
  readonly data?: readonly DataExplanation<LimitedView>[];
  /** The person in each workspace, now and as planned. */
  readonly standing?: readonly Standing[];
}

/** A person in a workspace, now and as planned, if they are in it. */
export interface Standing extends Pick<Person, "workspace"> {
  readonly live: Person | undefined;
  readonly planned: Person | undefined;
}

/** The access of one person: a text and JSON have every source, tables a row for each. */
export function personProduct(answer: PersonAnswer, origin: ProductOrigin): Product {
  const { member, explanations, data } = answer;
  const rows = rowsOf(answer);
  const sentences = (answer.standing ?? []).flatMap(byRole);
  const section: Section = {
    id: "who",
    title: "",
    nouns: ["source", "sources"],
    style: "blocks",
    parts: [...explanations.map(explanationPart), ...(data ?? []).map(dataPart)],
    table: () => ({
      caption: MEANING,
      heads: ["Workspace", "What", "Name", "When", "Value", "Source", "State"],
      rows: groupAlike(rows, ({ when: _, ...same }) => same).map(shown),
      naming: 2,
    }),
  };
  return {
    page: () => ({
      title: ["What ", { name: member }, " sees"],
      notes: sentences,
      origin,
      sections: [section],
    }),
    asOf: origin.asOf,
    csv: { heads: CSV_HEADS, rows: rows.map((row) => [row.workspace, member, ...raw(row)]) },
    json: { what: member, explanations, ...(data && { data }) },
  };
}

/** The sentence for a person whose role decides instead of their values; it is read first. */
function byRole({ workspace, live, planned }: Standing): readonly string[] {
  const at = (person: Person | undefined, when: string): readonly string[] =>
    person !== undefined && isUnlimited(person)
      ? [`${nameText(workspace)}: sees everything${when}, whatever the values: role ${rolesText(person)}`]
      : [];
  const isSame = live?.role === planned?.role && live?.everywhere === planned?.everywhere;
  return isSame
    ? at(planned, "")
    : [...at(live, " now"), ...at(planned, live ? " as planned" : " once there")];
}

const MEANING = "Every source of a value, the one that wins first, now and as planned.";

const CSV_HEADS = ["workspace", "member", "when", "what", "name", "value", "source", "precedence", "state"];

/** One source of a value, one object that is held back, or one limit of rows. */
interface PersonValueRow {
  readonly workspace: string;
  readonly when: "live" | "accepted" | "planned";
  readonly what: "attribute" | "object" | "rows";
  readonly name: string;
  readonly value: string | null;
  /** The value in words. */
  readonly words: string;
  readonly source: EffectiveValue["source"] | string | null;
  readonly state: string;
}

function rowsOf({ explanations, data = [] }: PersonAnswer): readonly PersonValueRow[] {
  const values = explanations.flatMap(({ workspace, attribute, live, accepted, planned }) => {
    const at = (when: PersonValueRow["when"], moment: Resolution | null | undefined) =>
      moment == null ? [] : sourceRows(moment).map((row) => ({ ...row, workspace, when, name: attribute }));
    return [...at("live", live), ...at("accepted", accepted), ...at("planned", planned)];
  });
  const seen = data.flatMap(({ workspace, live, planned }) => {
    const at = (when: PersonValueRow["when"], view: PersonView | null) =>
      view === null ? [] : viewRows(view).map((row) => ({ ...row, workspace, when }));
    return [...at("live", live), ...at("planned", planned)];
  });
  return [...values, ...seen];
}

function sourceRows({
  winner,
  shadowed,
}: Resolution): readonly Omit<PersonValueRow, "workspace" | "when" | "name">[] {
  const what = "attribute" as const;
  if (winner === null)
    return [{ what, value: null, words: accessValueText(null), source: null, state: "open" }];
  const wins = winner.source.kind === "tie" ? "tie" : "wins";
  const all = [{ value: winner, state: wins }, ...shadowed.map((value) => ({ value, state: "shadowed" }))];
  return all.map(({ value, state }) => ({
    what,
    value: value.value,
    words: effectiveText(value),
    source: value.source,
    state,
  }));
}

function viewRows({
  hidden,
  unclear,
  rows,
}: PersonView): readonly Omit<PersonValueRow, "workspace" | "when">[] {
  const heldBack = (objects: PersonView["hidden"], state: string) =>
    objects.map(({ object, grant, attribute, value, through }) => ({
      what: "object" as const,
      name: object,
      value,
      words: attribute === "" ? "" : `${nameText(attribute)} is ${accessValueText(value)}`,
      source: `grant ${nameText(grant)}`,
      state: through === undefined ? state : `${state}, by column`,
    }));
  const limits = rows.map((row) => ({
    what: "rows" as const,
    name: row.place,
    value: row.value,
    words: limitText(row),
    source: `${nameText(row.field)}${row.attribute === "" ? "" : ` by ${nameText(row.attribute)}`}`,
    state: row.meaning + (row.through ? `, all by ${placesText(row.through)}` : ""),
  }));
  return [...heldBack(hidden, "hidden"), ...heldBack(unclear, "unclear"), ...limits];
}

/** The same at several moments is one row. */
function shown(same: Group<PersonValueRow>): string[] {
  const [{ workspace, what, name, words, source, state }] = same;
  const from = source === null ? "" : typeof source === "string" ? source : sourceText(source);
  const when = same.map((row) => row.when).join(", ");
  return [visibleName(workspace), what, visibleName(name), when, words, from, state];
}

function raw({ when, what, name, value, source, state }: PersonValueRow): string[] {
  const isText = typeof source === "string" || source === null;
  const precedence = isText || source.kind === "own" ? "" : String(source.precedence);
  const from = typeof source === "string" ? source : rawSourceText(source);
  return [when, what, name, value ?? "", from, precedence, state];
}

/**
 * The explanation of a person's value for an attribute: the chain of sources, the winner first, as it is and as
 * planned.
 */
function explanationPart(explanation: Explanation): Part {
  const { workspace, member, attribute, arriving } = explanation;
  return {
    title: `${nameText(workspace)}, ${nameText(member)}, ${nameText(attribute)}`,
    items: [
      {
        cells: [],
        lines: ({ paint }) =>
          arriving === undefined ? moments(explanation, paint) : arrival(explanation, paint),
      },
    ],
  };
}

function moments({ live, planned }: Explanation, paint: Palette): string[] {
  const stays = JSON.stringify(live) === JSON.stringify(planned);
  return [
    ...(live === null ? ["  live: the workspace does not exist yet"] : ["  live", ...chain(live, paint)]),
    ...(stays ? ["  planned: the same"] : ["  planned", ...chain(planned, paint)]),
  ];
}

function arrival({ arriving = "pending", accepted, planned }: Explanation, paint: Palette): string[] {
  const stays = JSON.stringify(accepted) === JSON.stringify(planned);
  return [
    `  live: no member yet, ${INVITED[arriving]}`,
    arriving === "sign_in" ? "  once they have signed in" : "  once the invite is accepted",
    ...(accepted === undefined ? [] : chain(accepted, paint)),
    ...(stays ? ["  after the next apply: the same"] : ["  after the next apply", ...chain(planned, paint)]),
  ];
}

function chain({ winner, shadowed }: Resolution, paint: Palette): string[] {
  if (winner === null)
    return [
      paint.alarm("    → no value (sees all): no source sets it, and without a value nothing is withheld"),
    ];
  const [first = "", ...rest] = table([
    ["→", effectiveText(winner), rank(winner)],
    ...shadowed.map((value) => ["", effectiveText(value), `${rank(value)}, shadowed`]),
  ]);
  return [paint.strong(`    ${first}`), ...rest.map((line) => paint.faint(`    ${line}`))];
}

/** The source with what makes it win or lose. */
function rank({ source }: EffectiveValue): string {
  if (source.kind === "own") return "own value";
  const undecided = source.kind === "tie" ? " (undefined which wins)" : "";
  return `${sourceText(source)}, precedence ${source.precedence}${undecided}`;
}
