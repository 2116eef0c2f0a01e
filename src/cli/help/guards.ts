import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../../model/diagnostic-code.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import { CHECK_GUARDS, COUNTING_GUARDS, NAMING_GUARDS } from "../../plan/guards/allowance.js";
import { KIND_NOUNS } from "../../render/words/labels.js";

/** What help says of a guard. */
export interface GuardHelp {
  readonly refuses: string;
  /** The option that lets it pass, or what to do instead. */
  readonly allowedBy: string;
  /** The code of its refusals, whose help says more. */
  readonly code: DiagnosticCode;
}

const counted = (name: string): string => `--allow ${name}=NUMBER, with the number that the plan shows`;

/** The guards that no code of the same name explains. */
const OWN_WORDS: Readonly<Record<string, GuardHelp>> = {
  "delete.total": {
    refuses: "more deletions in one run than limits.delete.count (20)",
    allowedBy: counted("delete.total"),
    code: "limit-delete",
  },
  "access.opened": {
    refuses:
      "more than limits.access.opened (0) cases in which a member ends without a value, or with one that hides no rows",
    allowedBy: counted("access.opened"),
    code: "limit-access",
  },
  "access.widened": {
    refuses: "more people who may see more than limits.access.widened (no limit by default)",
    allowedBy: counted("access.widened"),
    code: "limit-access",
  },
  "access.windows": {
    refuses:
      "an order of writes in which a member has for a moment a value that they have neither before nor after, where no better order exists",
    allowedBy: counted("access.windows"),
    code: "limit-access",
  },
  archive: {
    refuses: "archiving a workspace",
    allowedBy: "--allow archive=NAME, with the name of the live workspace",
    code: "archive-unnamed",
  },
  protect: {
    refuses: "deleting or archiving what `protect` in the file names",
    allowedBy: "nothing: change `protect` first, in a change of its own",
    code: "protected",
  },
  expect: {
    refuses: "a plan after which an expectation of the file does not hold",
    allowedBy: "nothing: change the plan or the expectation",
    code: "expectation-failed",
  },
  "expect-undecided": {
    refuses: "a plan of which orgform did not read enough to decide an expectation",
    allowedBy: "--allow expect-undecided=WORKSPACE, or --access-reads NUMBER to read more",
    code: "expectation-undecided",
  },
};

/** Help on every guard, by its name in a plan and in `--allow`. */
export const GUARD_HELP: Readonly<Record<string, GuardHelp>> = {
  ...Object.fromEntries(
    RESOURCE_KINDS.filter((kind) => COUNTING_GUARDS.has(`delete.${kind}`)).map((kind) => [
      `delete.${kind}`,
      {
        refuses: `more deletions of ${KIND_NOUNS[kind][1]} than limits.delete allows: its count (20), its percent (25) of ten or more, or all of three to nine`,
        allowedBy: counted(`delete.${kind}`),
        code: "limit-delete" as const,
      },
    ]),
  ),
  ...OWN_WORDS,
  ...Object.fromEntries(
    [...NAMING_GUARDS, ...CHECK_GUARDS].filter(isCode).map((code) => [
      code,
      {
        refuses: lowerCased(DIAGNOSTIC_CODES[code]),
        allowedBy: CHECK_GUARDS.has(code) ? counted(code) : `--allow ${code}=NAME, as the plan shows it`,
        code,
      },
    ]),
  ),
};

function isCode(name: string): name is DiagnosticCode {
  return Object.hasOwn(DIAGNOSTIC_CODES, name);
}

function lowerCased(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
