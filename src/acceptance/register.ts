import type { Assumption } from "./bench/assumption.js";
import { BEYOND_VALUES } from "./register/beyond-values.js";
import { GROUPS } from "./register/groups.js";
import { PEOPLE } from "./register/people.js";
import { PLACES } from "./register/places.js";
import { VALUES } from "./register/values.js";

const LAST = "lists-are-whole";

/**
 * The assumptions of orgform about the service, in the order of the checks. The delay until a write can be
 * read is measured first, because the other checks wait for it. The check with many groups comes last,
 * because a service that sends pages stops every list after it.
 */
export const ASSUMPTIONS: readonly Assumption[] = [
  ...PLACES.filter(({ id }) => id !== LAST),
  ...GROUPS,
  ...VALUES,
  ...PEOPLE,
  ...BEYOND_VALUES,
  ...PLACES.filter(({ id }) => id === LAST),
];
