import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../../model/diagnostic-code.js";
import { RESOURCE_KINDS } from "../../model/resource-kind.js";
import { CHECK_GUARDS, COUNTING_GUARDS, NAMING_GUARDS } from "../../plan/guards/allowance.js";
import { KIND_NOUNS } from "../../render/words/labels.js";

/** The help text of a guard, in parts. */
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
    refuses: "more deletions of all kinds together than limits.delete.count (20)",
    allowedBy: counted("delete.total"),
    code: "limit-delete",
  },
  "access.opened": {
    refuses:
      "more members who lose their value, or get a value that hides no rows, than limits.access.opened (0), counted for each attribute",
    allowedBy: counted("access.opened"),
    code: "limit-access",
  },
  "access.widened": {
    refuses:
      "more people who gain access, for certain or perhaps, than limits.access.widened (default: no limit)",
    allowedBy: counted("access.widened"),
    code: "limit-access",
  },
  "access.windows": {
    refuses:
      "a plan for which every order of the writes gives somebody, for a moment, a value that they have neither before nor after",
    allowedBy: counted("access.windows"),
    code: "limit-access",
  },
  archive: {
    refuses: "archiving a workspace",
    allowedBy: "--allow archive=NAME, with the name of the live workspace",
    code: "archive-unnamed",
  },
  protect: {
    refuses: "deleting or archiving a thing that `protect` in the file names",
    allowedBy: "no option: change `protect` first, in a separate change",
    code: "protected",
  },
  expect: {
    refuses: "a plan after which an expectation of the file does not hold",
    allowedBy: "no option: correct the change or the expectation",
    code: "expectation-failed",
  },
  "expect-undecided": {
    refuses: "a plan if orgform did not read enough to decide an expectation of the file",
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
        refuses: `more deletions of ${KIND_NOUNS[kind][1]} than limits.delete allows: 20; 25 percent if there are ten or more; all if there are three to nine`,
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
