import type { NotListed, Plan } from "../../model/plan/plan.js";
import { isOpenPerson } from "../../plan/people/not-listed.js";
import { countPeople } from "../../plan/summary.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike } from "../../util/group-by.js";
import { nameText, roleText } from "../words/labels.js";
import type { Section } from "../words/section.js";
import { firstOrCount } from "./access-section.js";
import { arrivingValues, groupsText } from "./arrivals.js";
import { isTooLong } from "./folding.js";

/** The people whom the file does not list, open ones first: a row for all to whom the same is left. */
export function notListedSection({ not_listed: people }: Pick<Plan, "not_listed">): Section {
  const groups = notListedGroups(people);
  const meaning =
    "The file does not name these people, and no endpoint removes a member or revokes an invite. What they have after this plan:";
  return {
    id: "not-listed",
    title: `Not listed (${countPeople(people)}): remove them in the product`,
    nouns: ["person who is not listed", "people who are not listed"],
    isAccess: true,
    isLong: isTooLong(people),
    lead: [{ text: meaning, tone: "faint" }],
    parts: [
      {
        items: groups.map(({ workspace, isOpen, names, standing, values }) => ({
          cells: [`${nameText(workspace)}  ${firstOrCount(names)}: ${standing}`],
          ...(isOpen && { tone: "alarm" }),
          counts: names.length,
          names: names.length === 1 ? [] : names,
          details: [{ text: values }],
        })),
      },
    ],
    table: () => ({
      caption: "A row for all to whom the same is left.",
      heads: ["People", "Workspace", "Standing", "Values"],
      rows: groups.map(({ workspace, isOpen, names, standing, values }) => [
        names.join(", "),
        visibleName(workspace),
        isOpen ? { text: standing, tone: "opened" } : standing,
        values,
      ]),
    }),
  };
}

/** People in one workspace whom the file does not list, and to whom the same is left. */
interface NotListedGroup {
  readonly workspace: string;
  readonly isOpen: boolean;
  /** The names to show, at least one, each with its present or former row of the list. */
  readonly names: readonly string[];
  /** The standing, such as `member, role explore, in Sales West`. */
  readonly standing: string;
  /** The value of each attribute, such as `region west (Sales West)`. */
  readonly values: string;
}

/** The people whom the file does not list, grouped by equal facts; open ones first. */
function notListedGroups(people: readonly NotListed[]): readonly NotListedGroup[] {
  const groups = groupAlike(people, ({ member: _, row: __, ...same }) => same).map((same) => {
    const [first] = same;
    const isOpen = isOpenPerson(first);
    const what = first.invite ? "pending invite" : "member";
    return {
      workspace: first.workspace,
      isOpen,
      names: same.map(
        ({ member, row }) => nameText(member) + (row === undefined ? "" : ` (${visibleName(row)})`),
      ),
      standing: `${isOpen ? "open, " : ""}${what}, ${roleText(first.role)}, in ${groupsText(first.groups)}`,
      values: arrivingValues(first.values),
    };
  });
  return groups.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
}
