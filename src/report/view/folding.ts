import { KINDS } from "../../kinds/registry.js";
import type { Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import type { Section } from "../words/section.js";

/** Beyond this many changes a plan counts them by workspace and kind; removals are shown one by one all the same. */
const MOST_CHANGES = 100;
/** Beyond this many people a section counts them by what they see; it names all whom it tells to be open. */
const MOST_PEOPLE = 20;

/** The changes of a plan that are too many to show one by one. */
interface ChangeFolding {
  readonly changes: boolean;
  /** Only where all changes are folded, so that who gets an e-mail stays in sight. */
  readonly invites: boolean;
}

/** Decides which changes of a plan are counted instead of listed unasked. */
export function foldingOf({ resource_changes }: Plan): ChangeFolding {
  const changes = resource_changes.length > MOST_CHANGES;
  const invites = resource_changes.filter(
    ({ type, change }) => KINDS[type].sendsMail && change.actions[0] === "create",
  );
  return { changes, invites: changes && invites.length > MOST_PEOPLE };
}

/** Returns true if a list is of more people than are shown one by one. */
export const isTooLong = (list: Parameters<typeof countPeople>[0]): boolean =>
  countPeople(list) > MOST_PEOPLE;

/** Returns true if a text shows some section in short. */
export const isShortened = (sections: readonly Section[], isFull = false): boolean =>
  !isFull && sections.some(({ isLong }) => isLong === true);

/** The last line of a folded list: how to see all of it. */
export const UNFOLD = "Long lists are counted here: --full shows every line of them.";
