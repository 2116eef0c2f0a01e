import type { HeldBack, PersonView } from "../../data-model/answer/person-view.js";
import type { DataExplanation, Resolution } from "../../model/plan/explanation.js";
import { groupAlike } from "../../util/collections.js";
import { limitText, objectsText, placesText } from "../words/data-words.js";
import { accessValueText, nameText } from "../words/labels.js";
import type { Part } from "../words/section.js";

/** A view of the data model, and what limits the person at that moment. */
export type LimitedView = PersonView & Pick<Resolution, "limited_by">;

/** The parts of the data model that somebody sees in a workspace, live and planned. */
export function dataPart({ workspace, member, live, planned }: DataExplanation<LimitedView>): Part {
  const stays = JSON.stringify(live) === JSON.stringify(planned);
  const lines = (): readonly string[] => [
    ...(live === null ? ["  live: no member yet"] : [`  live${byRole(live)}`, ...view(live)]),
    ...(stays ? ["  planned: the same"] : [`  planned${byRole(planned)}`, ...view(planned)]),
  ];
  return {
    title: `${nameText(workspace)}, ${nameText(member)}, Data`,
    items: [{ cells: [], lines }],
  };
}

/** The sentence for a person who sees everything by their role; empty if their values decide. */
const byRole = ({ limited_by }: LimitedView): string =>
  limited_by === "nothing" ? ": everything, by the role; by the values alone" : "";

function view({ hidden, unclear, rows }: PersonView): string[] {
  const limited = groupAlike(rows, ({ place: _, ...row }) => row).map((same) => {
    const [row] = same;
    const by = nameText(row.field) + (row.attribute === "" ? "" : ` by ${nameText(row.attribute)}`);
    const all = row.through ? `; all of them by ${placesText(row.through)}` : "";
    return `    rows of ${placesText(same.map(({ place }) => place))}: ${limitText(row)} (${by})${all}`;
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
