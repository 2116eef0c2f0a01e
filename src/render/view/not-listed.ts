import type { NotListed, Plan } from "../../model/plan/plan.js";
import { isOpenPerson } from "../../plan/people/not-listed.js";
import { countPeople } from "../../plan/summary.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike } from "../../util/group-by.js";
import { nameText, roleText } from "../words/labels.js";
import { arrivingValues, groupsText } from "./arrivals.js";

/** People in one workspace whom the file does not list, and to whom the same is left. */
export interface NotListedGroup {
  readonly workspace: string;
  readonly isOpen: boolean;
  /** Names to show, at least one, each with the row of the list that stands or stood for them. */
  readonly names: readonly string[];
  /** `member, role explore, in Sales West`. */
  readonly standing: string;
  /** `region west (Sales West)`, for each attribute. */
  readonly values: string;
}

/** Everybody whom the file does not list, those who are alike together; open ones first. */
export function notListedGroups(people: readonly NotListed[]): readonly NotListedGroup[] {
  return groupAlike(people, ({ member: _, row: __, ...same }) => same).map((same) => {
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
}

/** The heading of the section: what the reader has to do, because no request does it. */
export const notListedTitle = (plan: Pick<Plan, "not_listed">): string =>
  `Not listed (${countPeople(plan.not_listed)}): remove them in the product`;

/** The meaning of the section, a sentence. */
export const NOT_LISTED_MEANING =
  "The file does not name these people, and no endpoint removes a member or revokes an invite. What they have after this plan:";
