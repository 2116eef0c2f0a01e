import { KINDS } from "../../kinds/registry.js";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../../model/diagnostic-code.js";
import { canonicalEmail } from "../../model/email.js";
import type { Refusal } from "../../model/plan/finding.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import type { Allow } from "../input/inputs.js";

/**
 * The facts about a guard that do not depend on a plan: its override and its help.
 */
interface GuardRow {
  readonly name: string;
  /**
   * The argument of `--allow NAME`: a number, a name, an e-mail address, or none. Absent for a guard that no
   * option lets pass.
   */
  readonly takes?: "number" | "name" | "person" | "nothing";
  /** True for a guard that holds for drift as well: most are about writes, and drift never writes. */
  readonly forDrift?: true;
  /** The help; absent for a name that overrides something other than a guard of a plan. */
  readonly help?: GuardHelp;
}

/** The help text of a guard, in parts. */
export interface GuardHelp {
  readonly refuses: string;
  /** The option that lets it pass, or what to do instead. */
  readonly allowedBy: string;
  /** The code of its refusals, whose help says more. */
  readonly code: DiagnosticCode;
}

/** A guard that lets a number of things pass. */
const counting = (name: string, code: DiagnosticCode, refuses: string): GuardRow => ({
  name,
  takes: "number",
  help: { refuses, allowedBy: `--allow ${name}=NUMBER, with the number that the plan shows`, code },
});

/** A guard that is called like the code of its refusals and lets something pass by its name. */
const naming = (code: DiagnosticCode, takes: "name" | "person" = "name"): GuardRow => ({
  name: code,
  takes,
  help: { refuses: titleOf(code), allowedBy: `--allow ${code}=NAME, as the plan shows it`, code },
});

const titleOf = (code: DiagnosticCode): string => {
  const title = DIAGNOSTIC_CODES[code];
  return title.charAt(0).toLowerCase() + title.slice(1);
};

/** Checks of the roster that refuse where the file gives them the severity `error`. */
const CHECK_CODES = [
  "check-mfa",
  "check-email-unverified",
  "check-email-domain",
  "check-identity-provider",
  "check-invite-age",
  "check-organization-admins",
] as const satisfies readonly DiagnosticCode[];

const DELETED_KINDS = RESOURCE_KINDS.filter(
  (kind) => !KINDS[kind].isArchived && typeof KINDS[kind].api.delete === "string",
);

/** The names of `--allow` that take no value. */
type AllowSwitch = "base-ahead" | "outside";

const switching = (name: AllowSwitch): GuardRow => ({ name, takes: "nothing" });

/** The guards, and the other names that `--allow` knows, in the order of the help. */
const ROWS: readonly GuardRow[] = [
  ...DELETED_KINDS.map((kind) =>
    counting(
      `delete.${kind}`,
      "limit-delete",
      `more deletions of ${KINDS[kind].noun[1]} than limits.delete allows: 20; 25 percent if there are ten or more; all if there are three to nine`,
    ),
  ),
  counting(
    "delete.total",
    "limit-delete",
    "more deletions of all kinds together than limits.delete.count (20)",
  ),
  counting(
    "access.opened",
    "limit-access",
    "more people, members or arriving, who lose their value, or get a value that hides no rows, than limits.access.opened (0), counted for each attribute",
  ),
  counting(
    "access.widened",
    "limit-access",
    "more people who gain access, for certain or perhaps, than limits.access.widened (default: no limit)",
  ),
  counting(
    "access.windows",
    "limit-access",
    "a plan for which every order of the writes gives somebody, for a moment, a value that they have neither before nor after",
  ),
  {
    name: "archive",
    takes: "name",
    help: {
      refuses: "archiving a workspace",
      allowedBy: "--allow archive=NAME, with the name of the live workspace",
      code: "archive-unnamed",
    },
  },
  {
    name: "protect",
    help: {
      refuses: "deleting or archiving a thing that `protect` in the file names",
      allowedBy: "no option: change `protect` first, in a separate change",
      code: "protected",
    },
  },
  {
    name: "expect",
    forDrift: true,
    help: {
      refuses: "a plan after which an expectation of the file does not hold",
      allowedBy: "no option: correct the change or the expectation",
      code: "expectation-failed",
    },
  },
  {
    name: "expect-undecided",
    takes: "name",
    forDrift: true,
    help: {
      refuses: "a plan if orgform did not read enough to decide an expectation of the file",
      allowedBy: "--allow expect-undecided=WORKSPACE, or --access-reads NUMBER to read more",
      code: "expectation-undecided",
    },
  },
  naming("own-user", "person"),
  naming("last-admin", "person"),
  naming("all-groups"),
  {
    name: "create",
    takes: "name",
    help: {
      refuses: "creating a workspace that the base has and the organization has not",
      allowedBy: "--allow create=NAME, as the plan shows it",
      code: "rename-hint",
    },
  },
  naming("look-alike"),
  ...CHECK_CODES.map((code): GuardRow => ({ ...counting(code, code, titleOf(code)), forDrift: true })),
  // Lets an apply go on from a base that the branch does not contain.
  switching("base-ahead"),
  // Lets lists of people be outside the file's folder and repository.
  switching("outside"),
];

/** The table of guards by their names. */
export const GUARD_TABLE: ReadonlyMap<string, GuardRow> = new Map(ROWS.map((row) => [row.name, row]));

/** The help on every guard of a plan, by its name. */
export const GUARD_HELP: Readonly<Record<string, GuardHelp>> = Object.fromEntries(
  ROWS.flatMap(({ name, help }) => (help === undefined ? [] : [[name, help]])),
);

/** The parsed values of `--allow`. */
interface Allowance {
  /** The last number given for a guard. */
  numberOf(guard: string): number | undefined;
  isNamed(guard: string, name: string): boolean;
  isOn(name: AllowSwitch): boolean;
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
    isOn: (name) => names.has(named(name, "")),
  };
}

/** E-mail addresses are the same in every spelling, other names are not. */
function named(guard: string, name: string): string {
  return `${guard}=${GUARD_TABLE.get(guard)?.takes === "person" ? canonicalEmail(name) : name}`;
}

/** One value of `--allow`, with the empty text where a name takes none; `undefined` if no guard takes such a value. */
export function parseAllowance(text: string): readonly [guard: string, value: string] | undefined {
  const [, guard = text, value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const isTaken = {
    number: /^\d{1,9}$/.test(value),
    name: value !== "",
    person: value !== "",
    nothing: guard === text,
    never: false,
  };
  const { takes = "never" } = GUARD_TABLE.get(guard) ?? {};
  return isTaken[takes] ? [guard, value] : undefined;
}

/** Returns true if a switch is among values of `--allow` that nobody has parsed yet. */
export const hasSwitch = (texts: readonly string[] = [], name: AllowSwitch): boolean => texts.includes(name);

/** The flags that a plan's guards were allowed by, each with the number or name that was needed. */
export function usedOverrides(guards: readonly Pick<Refusal, "refused" | "override">[]): readonly string[] {
  return guards.flatMap(({ refused, override }) => (refused || override === undefined ? [] : [override]));
}

/** The values of `--allow` that a plan's guards were allowed by, so that they can be given again with the same plan. */
export function allowedBy(guards: readonly Pick<Refusal, "refused" | "override">[]): readonly string[] {
  const flag = "--allow ";
  return usedOverrides(guards).flatMap((override) =>
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
