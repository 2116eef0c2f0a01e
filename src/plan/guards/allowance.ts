import { KINDS } from "../../kinds/registry.js";
import { CHECK_CODES } from "../../kinds/rules/checks.js";
import { type DiagnosticCode, titleOf } from "../../model/diagnostic-code.js";
import { canonicalEmail } from "../../model/email.js";
import type { Guard as ListedGuard } from "../../model/generated/documents.js";
import { type GuardFinding, type Refusal, refusal } from "../../model/plan/finding.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import { shellWord, withoutQuotes } from "../../util/escape.js";
import { defined } from "../../util/record.js";
import type { Allow } from "../input/inputs.js";

/** The facts about a guard that do not depend on a plan: its question, what lets it pass, its code and its help. */
interface GuardRow {
  /** The question of `guards.ts` that it answers. */
  readonly asks: string;
  /** The argument of `--allow NAME`: a number, a name, an e-mail address, or none; `never` if no option lets it pass. */
  readonly takes: "number" | "name" | "person" | "nothing" | "never";
  /** The code of its refusals, whose help says more. */
  readonly code: DiagnosticCode;
  /** True for a guard that holds for drift as well: most are about writes, and drift never writes. */
  readonly forDrift?: true;
  /** The help: what it refuses. */
  readonly refuses?: string;
  /** The help: the option that lets it pass, or what to do instead; by default, the usual words for what it takes. */
  readonly allowedBy?: string;
}

/** A guard that lets a number of things pass. */
const counting = <const Asks extends string>(asks: Asks, code: DiagnosticCode, refuses: string) =>
  ({ asks, takes: "number", code, refuses }) as const;

/** A guard that is called like the code of its refusals and lets something pass by its name. */
const naming = <const Asks extends string>(asks: Asks, code: DiagnosticCode) =>
  ({ asks, takes: "name", code, refuses: inSentence(code) }) as const;

const inSentence = (code: DiagnosticCode): string => {
  const title = titleOf(code);
  return title.charAt(0).toLowerCase() + title.slice(1);
};

/** The kinds whose deletions are counted, each by a guard of its own. */
export const DELETED_KINDS = RESOURCE_KINDS.filter(
  (kind) => !KINDS[kind].isArchived && typeof KINDS[kind].api.delete === "string",
);

const DELETIONS = DELETED_KINDS.map((kind) => {
  const refuses = `deleting more ${KINDS[kind].noun[1]} than limits.delete allows`;
  return [`delete.${kind}`, counting("deletions", "limit-delete", refuses)] as const;
});

const CHECKS = CHECK_CODES.map(
  (code) => [code, { ...counting("checks", code, inSentence(code)), forDrift: true }] as const,
);

/** A record of these entries: `Object.fromEntries` forgets the names. */
const recordOf = <Name extends string, T>(entries: readonly (readonly [Name, T])[]) =>
  Object.fromEntries(entries) as Readonly<Record<Name, T>>;

/** Every guard but `--fail-on`, in the order of the help. */
export const GUARDS = {
  ...recordOf(DELETIONS),
  "delete.total": counting(
    "deletions",
    "limit-delete",
    "deleting more of all kinds together than limits.delete.count (20)",
  ),
  "access.opened": counting(
    "opened",
    "limit-access",
    "more people, members or arriving, who lose their value, or get a value that hides no rows, than limits.access.opened (0), counted for each attribute",
  ),
  "access.widened": counting(
    "widened",
    "limit-access",
    "more people who gain access, for certain or perhaps, than limits.access.widened (default: no limit)",
  ),
  "access.windows": counting(
    "windows",
    "limit-access",
    "a plan for which every order of the writes gives somebody, for a moment, a value that they have neither before nor after",
  ),
  archive: {
    asks: "archives",
    takes: "name",
    code: "archive-unnamed",
    refuses: "archiving a workspace",
    allowedBy: "--allow archive=NAME, with the name of the live workspace",
  },
  protect: {
    asks: "protected",
    takes: "never",
    code: "protected",
    refuses: "deleting or archiving a thing that `protect` in the file names",
    allowedBy: "no option: change `protect` first, in a separate change",
  },
  expect: {
    asks: "workspaces",
    takes: "never",
    code: "expectation-failed",
    forDrift: true,
    refuses: "a plan after which an expectation of the file does not hold",
    allowedBy: "no option: correct the change or the expectation",
  },
  "expect-undecided": {
    asks: "workspaces",
    takes: "name",
    code: "expectation-undecided",
    forDrift: true,
    refuses: "a plan if orgform did not read enough to decide an expectation of the file",
    allowedBy: "--allow expect-undecided=WORKSPACE, or --access-reads NUMBER to read more",
  },
  "own-user": { ...naming("people", "own-user"), takes: "person" },
  "last-admin": { ...naming("people", "last-admin"), takes: "person" },
  "all-groups": naming("groups", "all-groups"),
  create: {
    asks: "creations",
    takes: "name",
    code: "rename-hint",
    refuses: "creating a workspace that the base has and the organization has not",
  },
  "look-alike": naming("workspaces", "look-alike"),
  ...recordOf(CHECKS),
  // Lets an apply go on from a base that the branch does not contain.
  "base-ahead": { asks: "base", takes: "nothing", code: "base-ahead" },
} as const satisfies Readonly<Record<string, GuardRow>>;

export type GuardName = keyof typeof GUARDS;

/** The guards by what `--allow` takes for them. */
type Taking<Takes extends GuardRow["takes"]> = {
  [Name in GuardName]: (typeof GUARDS)[Name]["takes"] extends Takes ? Name : never;
}[GuardName];

/**
 * What a guard refuses unless `--allow` lets it pass: its row says the code and the flag. A guard that takes a
 * number lets as many things pass as its limit, and one that takes a name what is called so.
 */
export type Objection = Pick<ListedGuard, "message" | "addresses" | "range"> &
  (
    | { guard: Taking<"number">; actual: number; limit: number; named?: undefined }
    | { guard: Taking<"name" | "person">; named: string; actual?: number; limit?: undefined }
    | { guard: Taking<"nothing" | "never">; actual?: number; limit?: undefined; named?: undefined }
  );

/** Every name that `--allow` knows, with what it takes. */
export const GUARD_TABLE: ReadonlyMap<string, Pick<GuardRow, "takes">> = new Map(
  // `outside` is no guard: it lets lists of people be outside the file's folder and repository.
  Object.entries({ ...GUARDS, outside: { takes: "nothing" } as const }),
);

/** The help text of a guard, in parts. */
type GuardHelp = Required<Pick<GuardRow, "refuses" | "allowedBy" | "code">>;

/** The help on every guard of a plan, by its name. */
export const GUARD_HELP: Readonly<Record<string, GuardHelp>> = Object.fromEntries(
  Object.entries(GUARDS).flatMap(([name, row]: [string, GuardRow]) => {
    const { takes, code, refuses, allowedBy = usualWay(name, takes) } = row;
    return refuses === undefined ? [] : [[name, { refuses, allowedBy, code }]];
  }),
);

function usualWay(name: string, takes: GuardRow["takes"]): string {
  return takes === "number"
    ? `--allow ${name}=NUMBER, with the number that the plan shows`
    : `--allow ${name}=NAME, as the plan shows it`;
}

/** The finding of a guard: a refusal, or what `--allow` has let pass. */
export function guardFinding(objection: Objection, allowance: Allowance): GuardFinding {
  const { guard, message, named = "", limit, actual, addresses, range } = objection;
  const { takes, code }: GuardRow = GUARDS[guard];
  const counted = takes === "number" ? actual : undefined;
  const isAllowed =
    counted === undefined
      ? takes !== "never" && allowance.isNamed(guard, named)
      : counted <= (allowance.numberOf(guard) ?? limit ?? 0);
  return refusal(
    defined({
      code,
      name: guard,
      refused: !isAllowed,
      message,
      limit,
      actual,
      override: takes === "never" ? undefined : overrideOf(guard, counted?.toString() ?? named),
      addresses,
      range,
    }),
  );
}

/** The flag that lets a guard pass, as a shell takes it. */
export const overrideOf = (guard: GuardName, value: string): string =>
  `--allow ${shellWord(value === "" ? guard : `${guard}=${value}`)}`;

/** The parsed values of `--allow`. */
interface Allowance {
  /** The last number given for a guard. */
  numberOf(guard: GuardName): number | undefined;
  /** Returns true if a guard is given with this name, or without any where it takes none. */
  isNamed(guard: GuardName, name?: string): boolean;
}

/** Reads `--allow`; names that no guard has must have been refused before. */
export function allowanceOf(allow: Allow = []): Allowance {
  const pairs = [...allow];
  const numbers = new Map(pairs.map(([guard, value]) => [guard, Number(value)]));
  const names = new Set(pairs.map(([guard, value]) => withName(guard, value)));
  return {
    numberOf(guard) {
      const number = numbers.get(guard);
      // A text that is not a number must not let anything pass.
      return number === undefined || Number.isNaN(number) ? undefined : number;
    },
    isNamed: (guard, name = "") => names.has(withName(guard, name)),
  };
}

/** E-mail addresses are the same in every spelling, other names are not. */
function withName(guard: string, name: string): string {
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
export const hasSwitch = (texts: readonly string[] = [], name: "base-ahead" | "outside"): boolean =>
  texts.includes(name);

/** The flags that a plan's guards were allowed by, each with the number or name that was needed. */
export function usedOverrides(guards: readonly Refusal[]): readonly string[] {
  return guards.flatMap(({ refused, override }) => (refused || override === undefined ? [] : [override]));
}

/** The values of `--allow` that a plan's guards were allowed by, so that they can be given again with the same plan. */
export function allowedBy(guards: readonly Refusal[]): readonly string[] {
  const flag = "--allow ";
  return usedOverrides(guards).flatMap((override) =>
    override.startsWith(flag) ? [withoutQuotes(override.slice(flag.length))] : [],
  );
}
