import { KINDS } from "../../kinds/registry.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { canonicalEmail } from "../../model/email.js";
import type { Guard } from "../../model/plan/plan.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import type { Allow } from "../input/inputs.js";

/** Checks of the roster that refuse where the file gives them the severity `error`; each is a guard of its own name. */
export const CHECK_GUARDS: ReadonlySet<DiagnosticCode> = new Set([
  "check-mfa",
  "check-email-unverified",
  "check-email-domain",
  "check-identity-provider",
  "check-invite-age",
  "check-organization-admins",
]);

/** Guards that let a number of things pass. */
export const COUNTING_GUARDS: ReadonlySet<string> = new Set([
  ...CHECK_GUARDS,
  ...RESOURCE_KINDS.filter(
    (kind) => !KINDS[kind].isArchived && typeof KINDS[kind].api.delete === "string",
  ).map((kind) => `delete.${kind}`),
  "delete.total",
  "access.opened",
  "access.widened",
  "access.windows",
]);

/** Guards that let something pass by somebody's e-mail address. */
const PERSON_GUARDS: ReadonlySet<string> = new Set(["own-user", "last-admin"]);

/** Guards that let something pass by its name: a workspace, somebody's e-mail address, or a thing that the plan creates. */
export const NAMING_GUARDS: ReadonlySet<string> = new Set([
  ...PERSON_GUARDS,
  "all-groups",
  "archive",
  "base-unread",
  "expect-undecided",
  "look-alike",
]);

/** The guard that lets `undo` take back what may have happened; it takes neither a number nor a name. */
export const IN_DOUBT = "in-doubt";

/** Lets `--since` and `--joined` rely on a receipt that is older than they do otherwise. */
export const OLD_RECEIPT = "old-receipt";

/** Returns true if `--allow in-doubt` was given. */
export const allowsInDoubt = (allow: Allow = []): boolean => [...allow].some(([guard]) => guard === IN_DOUBT);

/** The parsed values of `--allow`. */
export interface Allowance {
  /** The last number given for a guard. */
  numberOf(guard: string): number | undefined;
  isNamed(guard: string, name: string): boolean;
}

/** Reads `--allow`; names that no guard has must have been refused before. */
export function allowanceOf(allow: Allow = []): Allowance {
  const pairs = [...allow];
  const numbers = new Map(pairs.map(([guard, value]) => [guard, Number(value)]));
  const names = new Set(pairs.map(([guard, value]) => named(guard, value)));
  return {
    numberOf(guard) {
      const number = numbers.get(guard);
      // A text that is not a number must not let anything pass.
      return number === undefined || Number.isNaN(number) ? undefined : number;
    },
    isNamed: (guard, name) => names.has(named(guard, name)),
  };
}

/** E-mail addresses are the same in every spelling, other names are not. */
function named(guard: string, name: string): string {
  return `${guard}=${PERSON_GUARDS.has(guard) ? canonicalEmail(name) : name}`;
}

/** The flags that a plan's guards were allowed by, each with the number or name that was needed. */
export function overridesGiven(guards: readonly Pick<Guard, "refused" | "override">[]): readonly string[] {
  return guards.flatMap(({ refused, override }) => (refused || override === undefined ? [] : [override]));
}

/** The values of `--allow` that a plan's guards were allowed by, so that they can be given again with the same plan. */
export function allowedBy(guards: readonly Pick<Guard, "refused" | "override">[]): readonly string[] {
  const flag = "--allow ";
  return overridesGiven(guards).flatMap((override) =>
    override.startsWith(flag) ? [unquoted(override.slice(flag.length))] : [],
  );
}

/** A word that a shell takes as one, for showing overrides. */
export function shellWord(text: string): string {
  return /^[\w.@%+=:,/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The inverse of {@link shellWord}. */
function unquoted(word: string): string {
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("'\\''", "'") : word;
}
