import type { Assumption } from "./bench/assumption.js";
import { BEYOND_VALUES } from "./register/beyond-values.js";
import { GROUPS } from "./register/groups.js";
import { PEOPLE } from "./register/people.js";
import { PLACES } from "./register/places.js";
import { VALUES } from "./register/values.js";

const LAST = "lists-are-whole";

/**
 * Everything that orgform assumes about the service, in the order of the checks. How soon a write can be read
 * is found out first, because the other checks wait for it. The check with many groups comes last, because a service
 * that sends pages stops every list after it.
 */
export const ASSUMPTIONS: readonly Assumption[] = [
  ...PLACES.filter(({ id }) => id !== LAST),
  ...GROUPS,
  ...VALUES,
  ...PEOPLE,
  ...BEYOND_VALUES,
  ...PLACES.filter(({ id }) => id === LAST),
];
