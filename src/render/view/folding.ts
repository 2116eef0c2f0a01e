import { KINDS } from "../../kinds/registry.js";
import type { AccessChange, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";

/** Beyond this many changes a plan counts them by workspace and kind; removals are shown one by one all the same. */
export const MOST_CHANGES = 100;
/** Beyond this many people a section counts them by what they see; it names all whom it tells to be open. */
const MOST_PEOPLE = 20;
/** Beyond this many rows a list shows its first ones. */
export const FEW_ROWS = 12;
/** How many names of people of one row a folded list shows. */
export const FEW_NAMES = 10;

/** The sections of a plan that are too long to show whole. */
export interface Folding {
  readonly changes: boolean;
  /** Only where all changes are folded, so that who gets an e-mail stays in sight. */
  readonly invites: boolean;
  readonly access: boolean;
  readonly windows: boolean;
  readonly data: boolean;
  readonly arrivals: boolean;
  readonly notListed: boolean;
  readonly deferred: boolean;
  readonly unmanaged: boolean;
}

/** The people of a comparison. */
type Compared = Pick<Plan, "access_changes" | "people">;

/** Says which sections of a plan fold; with `isFull` none does. */
export function foldingOf(plan: Plan, isFull = false): Folding {
  const { resource_changes, exposure, arrivals, not_listed, deferred, unmanaged } = plan;
  const isLong = resource_changes.length > MOST_CHANGES;
  const invites = resource_changes.filter(
    ({ type, change }) => KINDS[type].sendsMail && change.actions[0] === "create",
  );
  const folds = (isTooLong: boolean): boolean => isTooLong && !isFull;
  return {
    ...foldingOfPeople(plan, isFull),
    changes: folds(isLong),
    invites: folds(isLong && invites.length > MOST_PEOPLE),
    windows: folds(exposure.windows.length > FEW_ROWS),
    arrivals: isTooLong(arrivals, isFull),
    notListed: isTooLong(not_listed, isFull),
    deferred: folds(deferred.length > FEW_ROWS),
    unmanaged: folds(unmanaged.length > FEW_ROWS),
  };
}

/** The same of two points that are compared. */
export function foldingOfPeople(
  { access_changes, people }: Compared,
  isFull = false,
): Pick<Folding, "access" | "data"> {
  const seeing = people.filter(({ data }) => data !== undefined);
  return {
    access: isTooLong(access_changes.filter(isFoldable), isFull),
    data: isTooLong(seeing, isFull),
  };
}

/** Returns true if a list is of more people than are shown one by one. */
export const isTooLong = (list: Parameters<typeof countPeople>[0], isFull = false): boolean =>
  !isFull && countPeople(list) > MOST_PEOPLE;

/** Returns true if a change of access may be counted: people who see everything from now on are always named. */
export const isFoldable = ({ kind }: Pick<AccessChange, "kind">): boolean => kind !== "opened";

/** Returns true if some section is folded. */
export const isFolded = (folding: Partial<Folding>): boolean => Object.values(folding).includes(true);

/** What a reader does to see what is folded. */
export const UNFOLD = "Long lists are counted here: --full shows every line of them.";
