import type { NotListed, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { isOpenPerson } from "../../plan/people/not-listed.js";
import { compact, groupAlike } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import { arrivingValues, groupsText } from "../words/arrival-words.js";
import { nameText, rolesText } from "../words/labels.js";
import type { Item, Part, Section } from "../words/section.js";
import { firstOrCount } from "./access-section.js";

/** The people whom the file does not list, open ones first: a row for all to whom the same is left, in each workspace. */
export function notListedSection({ not_listed: people }: Plan): Section {
  const groups = notListedGroups(people);
  const kept = people.filter(({ keep }) => keep !== undefined);
  const stay = groups.filter(({ keep }) => keep !== undefined).map(itemOf);
  const meaning = [NOT_NAMED, kept.length > 0 && STAYS, "What they have after this plan:"];
  const except = kept.length === 0 ? "" : `, except ${countPeople(kept)}`;
  const removal = people.length === kept.length ? "" : `: remove them in the product${except}`;
  return {
    id: "not-listed",
    title: `Not listed (${countPeople(people)})${removal}`,
    nouns: ["person who is not listed", "people who are not listed"],
    lead: [{ text: compact(meaning).join(" "), tone: "faint" }],
    parts: compact<Part>([
      { items: groups.filter(({ keep }) => keep === undefined).map(itemOf) },
      stay.length > 0 && { title: "To keep", items: stay },
    ]),
    table: () => ({
      caption: "A row for all to whom the same is left.",
      heads: ["People", "Workspaces", "Standing", "Values"],
      rows: groups.map(({ workspaces, isOpen, names, standing, values }) => [
        names.join(", "),
        workspaces.map(visibleName).join(", "),
        isOpen ? { text: standing, tone: "opened" } : standing,
        values,
      ]),
    }),
  };
}

function itemOf({ workspaces, isOpen, names, standing, values }: NotListedGroup): Item {
  return {
    cells: [`${workspaces.map(nameText).join(", ")}  ${firstOrCount(names)}: ${standing}`],
    ...(isOpen && { tone: "alarm" }),
    counts: names.length * workspaces.length,
    names: names.length === 1 ? [] : names,
    details: [{ text: values }],
  };
}

const NOT_NAMED =
  "The file does not name these people, and no endpoint removes a member or revokes an invite.";
const STAYS =
  "Do not remove the token's own user or the only organization admin: name them under `members` in the file.";

/** The reasons why somebody stays. */
const KEEP_TEXTS: Readonly<Record<NonNullable<NotListed["keep"]>, string>> = {
  "own-user": "the token's own user",
  "last-admin": "the only organization admin",
};

/** People whom the file does not list, and to whom the same is left in each of some workspaces. */
interface NotListedGroup {
  readonly workspaces: readonly string[];
  readonly isOpen: boolean;
  /** The reason why they stay, if they do. */
  readonly keep: NotListed["keep"];
  /** The names to show, at least one, each with its present or former row of the list. */
  readonly names: readonly string[];
  /** The standing, such as `member, role explore, in Sales West`. */
  readonly standing: string;
  /** The value of each attribute, such as `region west (Sales West)`. */
  readonly values: string;
}

/** The people whom the file does not list, grouped by equal facts; open ones first. */
function notListedGroups(people: readonly NotListed[]): readonly NotListedGroup[] {
  const inEach = groupAlike(people, ({ member: _, row: __, ...same }) => same).map((same) => {
    const [first] = same;
    const isOpen = isOpenPerson(first);
    const what = first.invite ? "pending invite" : "member";
    const stays = first.keep === undefined ? "" : `; ${KEEP_TEXTS[first.keep]}`;
    return {
      workspace: first.workspace,
      isOpen,
      keep: first.keep,
      names: same.map(
        ({ member, row }) => nameText(member) + (row === undefined ? "" : ` (${visibleName(row)})`),
      ),
      standing: `${isOpen ? "open, " : ""}${what}, role ${rolesText(first)}, in ${groupsText(first.groups)}${stays}`,
      values: arrivingValues(first.values),
    };
  });
  const groups = groupAlike(inEach, ({ workspace: _, ...same }) => same).map((same) => ({
    ...same[0],
    workspaces: same.map(({ workspace }) => workspace),
  }));
  return groups.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen));
}
