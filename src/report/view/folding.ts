import { KINDS } from "../../kinds/registry.js";
import type { Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import type { Section } from "../words/section.js";

/**
 * The most changes that a plan shows one by one; more are counted by workspace and kind, except for removals.
 */
const MOST_CHANGES = 100;
/**
 * The most people that a section shows one by one; more are counted by what they see, and open ones are
 * always named.
 */
const MOST_PEOPLE = 20;

/** The changes of a plan that are too many to show one by one. */
interface ChangeFolding {
  readonly changes: boolean;
  /** True only if all changes are folded, so that the recipients of e-mails stay visible. */
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

/** Returns true if some section is shown in its usual form, and not completely. */
export const isShortened = (sections: readonly Section[], isFull = false): boolean =>
  !isFull && sections.some(({ usual }) => usual !== undefined);

/** The last line of a folded list: how to see all of it. */
export const UNFOLD = "Long lists are counted here: --full shows every line of them.";
