import { isUnlimited } from "../../access/values/roles.js";
import type { HeldBack, PersonView } from "../../data-model/answer/person-view.js";
import type { DataExplanation, Explanation, Resolution } from "../../model/plan/explanation.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import type { Person } from "../../model/plan/view.js";
import { compact, type Group, groupAlike } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import type { Product } from "../product/product.js";
import { INVITED } from "../words/arrival-words.js";
import type { ProductOrigin } from "../words/as-of.js";
import { limitText, objectsText, placesText } from "../words/data-words.js";
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

/** A view of the data model, and what limits the person at that moment. */
export type LimitedView = PersonView & Pick<Resolution, "limited_by">;

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
  const section: Section = {
    id: "who",
    title: "",
    nouns: ["source", "sources"],
    style: "blocks",
    parts: [...explanations.map(explanationPart), ...(data ?? []).map(dataPart)],
    table: () => ({
      caption: "Every source of a value, the one that wins first, now and as planned.",
      heads: ["Workspace", "What", "Name", "When", "Value", "Source", "State"],
      rows: groupAlike(rows, ({ when: _, ...same }) => same).map(shown),
      naming: 2,
    }),
  };
  return {
    page: () => ({
      title: ["What ", { name: member }, " sees"],
      notes: (answer.standing ?? []).flatMap(byRole),
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
  const at = (person: Person | undefined, when: string) =>
    person &&
    isUnlimited(person) &&
    `${nameText(workspace)}: sees everything${when}, whatever the values: role ${rolesText(person)}`;
  const isSame = live?.role === planned?.role && live?.everywhere === planned?.everywhere;
  return compact(
    isSame ? [at(planned, "")] : [at(live, " now"), at(planned, live ? " as planned" : " once there")],
  );
}

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

/** What a moment says, of whatever workspace. */
type MomentRow = Omit<PersonValueRow, "workspace" | "when">;

function rowsOf({ explanations, data = [] }: PersonAnswer): readonly PersonValueRow[] {
  type Moments<Moment> = Partial<Record<PersonValueRow["when"], Moment | null>>;
  const rowsAt = <Moment>(
    moments: Moments<Moment> & Pick<PersonValueRow, "workspace">,
    of: (moment: Moment) => readonly MomentRow[],
  ) =>
    (["live", "accepted", "planned"] as const).flatMap((when) => {
      const moment = moments[when];
      return moment == null ? [] : of(moment).map((row) => ({ ...row, workspace: moments.workspace, when }));
    });
  return [
    ...explanations.flatMap((one) => rowsAt(one, (moment: Resolution) => sourceRows(moment, one.attribute))),
    ...data.flatMap((one) => rowsAt<PersonView>(one, viewRows)),
  ];
}

function sourceRows({ winner, shadowed }: Resolution, name: string): readonly MomentRow[] {
  const row = (value: EffectiveValue | null, state: string): MomentRow => ({
    what: "attribute",
    name,
    value: value?.value ?? null,
    words: effectiveText(value),
    source: value?.source ?? null,
    state,
  });
  if (winner === null) return [row(null, "open")];
  const wins = winner.source.kind === "tie" ? "tie" : "wins";
  return [row(winner, wins), ...shadowed.map((value) => row(value, "shadowed"))];
}

function viewRows({ hidden, unclear, rows }: PersonView): readonly MomentRow[] {
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
    source: fieldText(row),
    state: row.meaning + (row.through ? `, all by ${placesText(row.through)}` : ""),
  }));
  return [...heldBack(hidden, "hidden"), ...heldBack(unclear, "unclear"), ...limits];
}

/** The field of a limit, with the attribute that it is filtered by. */
const fieldText = ({ field, attribute }: PersonView["rows"][number]): string =>
  nameText(field) + (attribute === "" ? "" : ` by ${nameText(attribute)}`);

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
    title: [workspace, member, attribute].map(nameText).join(", "),
    items: [
      {
        cells: [],
        lines: ({ paint }) => (arriving === undefined ? moments : arrival)(explanation, paint),
      },
    ],
  };
}

function moments({ live, planned }: Explanation, paint: Palette): string[] {
  return [
    ...(live === null ? ["  live: the workspace does not exist yet"] : ["  live", ...chain(live, paint)]),
    ...asPlanned("  planned", live, planned, paint),
  ];
}

function arrival({ arriving = "pending", accepted, planned }: Explanation, paint: Palette): string[] {
  return [
    `  live: no member yet, ${INVITED[arriving]}`,
    arriving === "sign_in" ? "  once they have signed in" : "  once the invite is accepted",
    ...(accepted === undefined ? [] : chain(accepted, paint)),
    ...asPlanned("  after the next apply", accepted, planned, paint),
  ];
}

/** The sources after the plan, or that they stay what they were. */
const asPlanned = (
  title: string,
  before: Resolution | null | undefined,
  planned: Resolution,
  paint: Palette,
): readonly string[] =>
  JSON.stringify(before) === JSON.stringify(planned)
    ? [`${title}: the same`]
    : [title, ...chain(planned, paint)];

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

/** The parts of the data model that somebody sees in a workspace, live and planned. */
function dataPart({ workspace, member, live, planned }: DataExplanation<LimitedView>): Part {
  const stays = JSON.stringify(live) === JSON.stringify(planned);
  const lines = (): readonly string[] => [
    ...(live === null ? ["  live: no member yet"] : [`  live${despite(live)}`, ...view(live)]),
    ...(stays ? ["  planned: the same"] : [`  planned${despite(planned)}`, ...view(planned)]),
  ];
  return { title: `${nameText(workspace)}, ${nameText(member)}, Data`, items: [{ cells: [], lines }] };
}

/** The sentence for a person who sees everything by their role; empty if their values decide. */
const despite = ({ limited_by }: LimitedView): string =>
  limited_by === "nothing" ? ": everything, by the role; by the values alone" : "";

function view({ hidden, unclear, rows }: PersonView): string[] {
  const limited = groupAlike(rows, ({ place: _, ...row }) => row).map((same) => {
    const [row] = same;
    const all = row.through ? `; all of them by ${placesText(row.through)}` : "";
    return `    rows of ${placesText(same.map(({ place }) => place))}: ${limitText(row)} (${fieldText(row)})${all}`;
  });
  return [
    ...heldBack("hidden", hidden),
    ...heldBack("unclear", unclear),
    ...limited,
    ...(hidden.length + unclear.length + limited.length === 0 ? ["    everything, in all rows"] : []),
  ];
}

/** Objects by the grant and the value that decide. */
function heldBack(word: string, objects: readonly HeldBack[]): string[] {
  return groupAlike(objects, ({ object: _, ...cause }) => cause).map((same) => {
    const [{ grant, attribute, value, through = [] }] = same;
    const why =
      attribute === ""
        ? "which no file defines readably"
        : `${nameText(attribute)} is ${accessValueText(value)}`;
    const column = through.length === 0 ? "" : `; reached by column through ${objectsText(through)}`;
    return `    ${word}: ${objectsText(same.map(({ object }) => object))} (grant ${nameText(grant)}, ${why})${column}`;
  });
}
