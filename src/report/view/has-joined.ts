import type { HasJoined, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import { visibleName } from "../../util/escape.js";
import { accessValueText, nameText } from "../words/labels.js";
import { folded, type Section } from "../words/section.js";
import { isTooLong } from "./folding.js";

/** The members who have nothing yet of what the file gives them, one by one; a base tells that they have joined. */
export function hasJoinedSection({ has_joined: people = [], resource_changes }: Plan): Section {
  const hasBase = resource_changes.some(({ origin }) => origin === "drift");
  const nouns = ["person", "people"] as const;
  const parts = [
    {
      items: people.map((one) => ({
        cells: [`${nameText(one.workspace)}  ${nameText(one.member)} waits for ${thingsText(one)}`],
      })),
    },
  ];
  return {
    id: "has-joined",
    title: `${hasBase ? "Has joined" : "Has nothing yet of what the file gives"} (${countPeople(people)})`,
    nouns,
    isAccess: true,
    lead: [{ text: hasBase ? JOINED : UNKNOWN, tone: "faint" }],
    parts,
    usual: isTooLong(people) ? folded(parts, nouns) : undefined,
    table: () => ({
      caption: "A row for each person and workspace.",
      heads: ["Person", "Workspace", "Waits for"],
      rows: people.map((one) => [nameText(one.member), visibleName(one.workspace), thingsText(one)]),
    }),
  };
}

const JOINED =
  "An apply gives them what the file and the base give them. Somebody who was taken out of all their groups by hand looks the same.";
const UNKNOWN = "Without a base nobody can tell whether they have joined.";

const thingsText = ({ groups, values }: HasJoined): string =>
  [
    ...groups.map(nameText),
    ...values.map(({ attribute, value }) => `own ${nameText(attribute)} ${accessValueText(value)}`),
  ].join(", ");
