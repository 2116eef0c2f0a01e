import { REGIONS } from "../api/service-address.js";
import { FAIL_ON } from "../model/plan/fail-on.js";

/** Names of the file that a shell can offer: see `orgform __complete`. */
export type NameSource = "workspaces" | "addresses" | "people";

/** One option, as help, completions and documentation show it. */
export interface OptionSpec {
  /** In the notation of commander: `-f, --file <path...>`. */
  readonly flags: string;
  readonly description: string;
  /** All values that it takes, where that is a short list. */
  readonly choices?: readonly string[];
  /** Names that a shell offers, of the file or of guards; unlike {@link choices} they forbid no other words. */
  readonly offers?: NameSource | "guards";
  /** Repeatable: every occurrence adds one. */
  readonly many?: true;
}

/** An option that is given once. */
export const option = (flags: string, description: string): OptionSpec => ({ flags, description });
/** An option of which every occurrence adds one. */
export const many = (flags: string, description: string): OptionSpec => ({ flags, description, many: true });

/** Options of every command. */
export const GENERAL_OPTIONS: readonly OptionSpec[] = [
  option("-o, --output <file>", "write the result to a file (mode 600) instead of stdout"),
  option("--no-color", "print without colour"),
  option("--no-pager", "print long output without a pager"),
  option("--verbose", "log each request to stderr, without secrets"),
];

/** Options that name the file. */
export const FILE_OPTIONS: readonly OptionSpec[] = [
  many(
    "-f, --file <path>",
    "the file or folder to read; repeatable (default: orgform.yaml, then orgform.yml)",
  ),
  many(
    "--var <name=value>",
    "set a variable of the file; repeatable. The environment variable ORGFORM_VAR_name does the same",
  ),
];

/** Options that name the service. */
export const SERVICE_OPTIONS: readonly OptionSpec[] = [
  option("--base-url <url>", "address of the service; wins over ORGFORM_BASE_URL and the file"),
  option("--token-file <file>", "read the token from a file instead of ORGFORM_TOKEN"),
  option(
    "--sandbox [file]",
    "use an embedded sandbox instead of the service; with a file, it keeps its organization there",
  ),
  option("--faults <file>", "with --sandbox: inject these faults, a JSON list"),
  option("--concurrency <n>", "number of requests at the same time (default: 10)"),
  option("--timeout <seconds>", "give up after this time in total (default: 3600)"),
];

/** Options that say where the receipt goes. */
export const RECEIPT_OPTIONS: readonly OptionSpec[] = [
  option(
    "--receipt <file>",
    "write the receipt, with each change and its values, to this file (default: a new file in .orgform/receipts beside the orgform file); an earlier one is kept as FILE.1",
  ),
  option("--no-receipt", "write no receipt; you cannot undo the run"),
];

/** The snapshot that commands read instead of the service. */
export const LIVE_OPTION: OptionSpec = option(
  "--live <snapshot>",
  "read this snapshot instead of the service: no token, no network",
);

/** The same in commands that write, so that they can say why they refuse it. */
export const NO_LIVE_OPTION: OptionSpec = option(
  "--live <snapshot>",
  "refused: a snapshot cannot be written to; `plan --live` shows what would change",
);

/** Commands that ask no service accept it, so that every line of a script can have it. */
export const NO_SERVICE_OPTION: OptionSpec = option(
  "--sandbox [file]",
  "accepted but ignored: this command does not contact the service",
);

/** The region, for commands that can do without a file. */
export const REGION_OPTION: OptionSpec = {
  ...option("--region <region>", "the region of the organization, if no file gives it"),
  choices: Object.keys(REGIONS),
};

/** Workspaces of the service, for commands that can do without a file. */
export const LIVE_WORKSPACE_OPTION: OptionSpec = {
  ...many("--workspace <name>", "only this workspace, by name or id; repeatable"),
  offers: "workspaces",
};

/** Options that name file and service, for commands that read the service and can do without a file. */
export const READING_OPTIONS: readonly OptionSpec[] = [
  ...FILE_OPTIONS,
  REGION_OPTION,
  LIVE_OPTION,
  ...SERVICE_OPTIONS,
];

/** Options that say what a plan compares. */
export const COMPARING_OPTIONS: readonly OptionSpec[] = [
  option(
    "--base <ref|file>",
    "the previous version of the file (git ref or path): tells intended changes from drift, and detects removals",
  ),
  {
    ...many(
      "--only <pattern>",
      "plan only matching addresses, and the things that they need: * is one segment, ** any depth; repeatable",
    ),
    offers: "addresses",
  },
];

/** Options that say what a plan compares and guards. */
export const PLANNING_OPTIONS: readonly OptionSpec[] = [
  ...COMPARING_OPTIONS,
  {
    ...many(
      "--allow <guard=n>",
      "allow what a guard refuses, such as access.opened=2 or delete.group=29; a refused plan shows the exact flag; repeatable",
    ),
    offers: "guards",
  },
  {
    ...many("--allow-archive <name>", "allow archiving the workspace with this live name; repeatable"),
    offers: "workspaces",
  },
  {
    ...many("--fail-on <finding>", `refuse if the plan has any of: ${FAIL_ON.join(", ")}; repeatable`),
    choices: FAIL_ON,
  },
  option(
    "--access-reads <n>",
    "read own values of at most this many affected members in each workspace (default: 1000)",
  ),
  option("--show-unchanged", "also list things that do not change"),
  option(
    "--summary",
    "print counts instead of single changes, and count people by values where they are many",
  ),
];

/** The name in camel case by which a command gets an option or argument. */
export function keyOf(notation: string): string {
  const word = /--([\w-]+)/.exec(notation)?.[1] ?? notation.replace(/[[\]<>.]/g, "");
  return word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns true if an option or argument takes a path, as its placeholder says, such as `<file>`. */
export const takesPath = (notation: string): boolean =>
  /[<[][^>\]]*(?:file|folder|path|snapshot|receipt|list)/.test(notation);

/** `--format` with its choices. */
export function formatOption(...choices: readonly string[]): OptionSpec {
  return {
    flags: "--format <format>",
    description: `${choices.join(", ")} (default: ${choices[0]})`,
    choices,
  };
}

/** The headings of options in help, and what is below each; every other option is the command's own. */
export const OPTION_GROUPS: readonly { readonly title: string; readonly options: readonly OptionSpec[] }[] = [
  { title: "Which file", options: FILE_OPTIONS },
  { title: "What is compared", options: COMPARING_OPTIONS },
  {
    title: "What is guarded and shown",
    options: PLANNING_OPTIONS.filter((one) => !COMPARING_OPTIONS.includes(one)),
  },
  {
    title: "Which service",
    options: [...SERVICE_OPTIONS, LIVE_OPTION, NO_LIVE_OPTION, NO_SERVICE_OPTION, REGION_OPTION],
  },
  { title: "Every command", options: GENERAL_OPTIONS },
];
