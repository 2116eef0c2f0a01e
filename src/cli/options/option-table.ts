import { REGION_NAMES } from "../../api/service-address.js";
import { FAIL_ON } from "../../model/plan/fail-on.js";
import { own } from "../../util/record.js";

/** The names in the file that a shell can offer: see `orgform __complete`. */
export type NameSource = "workspaces" | "people";

/** One option, as help, completions and documentation show it. */
export interface OptionSpec {
  /** The flags in the notation of commander: `-f, --file <path...>`. */
  readonly flags: string;
  readonly description: string;
  /** All values that it takes, where that is a short list. */
  readonly choices?: readonly string[];
  /**
   * The names that a shell offers, of the file or of guards; unlike {@link choices} they forbid no other
   * words.
   */
  readonly offers?: NameSource | "guards";
  /** Returns the problem of a value as a sentence, or `undefined` for a valid one. */
  readonly problemOf?: (value: string) => string | undefined;
  /** An option for operators of pipelines: `help tuning` has it, and no other help. */
  readonly isTuning?: true;
  /** Repeatable: every occurrence adds one. */
  readonly many?: true;
}

/** An option that is given once. Its notation stays in its type, which says what the command gets. */
export const option = <const Flags extends string>(flags: Flags, description: string) => ({
  flags,
  description,
});
/** An option that may be repeated: each occurrence adds a value. */
export const many = <const Flags extends string>(flags: Flags, description: string) => ({
  flags,
  description,
  many: true as const,
});

/** An option for those who operate pipelines. */
const tuning = <const Flags extends string>(flags: Flags, description: string) => ({
  ...option(flags, description),
  isTuning: true as const,
});

/** The file of a command's product. */
export const OUT_OPTION = option(
  "--out <file>",
  "write the result to this file (mode 600) instead of stdout",
);

/** The file extensions of formats other than JSON, with the format that was probably intended. */
const OTHER_FORMATS: Readonly<Record<string, string>> = {
  htm: "html",
  html: "html",
  markdown: "markdown",
  md: "markdown",
  sarif: "sarif",
  txt: "text",
  xml: "junit",
};

/**
 * The option for a plan's file, which is always JSON: a name for another format is a mistake that would be
 * found too late.
 */
export const planOutOption = (description: string) => ({
  ...option("--out <file>", `${description} (JSON, mode 600)`),
  problemOf(path: string) {
    if (path === "-") return "It names a file. To print the plan as JSON: --format json";
    const format = own(OTHER_FORMATS, path.split(".").at(-1)?.toLowerCase() ?? "");
    return format && `It saves the plan as JSON. Print the other form: --format ${format} > ${path}`;
  },
});

/** Options of every command. */
export const GENERAL_OPTIONS = [
  OUT_OPTION,
  option("--full", "show long lists in full; without it, text and Markdown only count them"),
  option("--no-color", "print without colour"),
  option("--verbose", "log each request to stderr, without secrets"),
] as const satisfies readonly OptionSpec[];

/** Options that name the file. */
export const FILE_OPTIONS = [
  many(
    "-f, --file <path>",
    "the file or folder to read; repeatable (default: ORGFORM_FILE, else orgform.yaml, else orgform.yml)",
  ),
  many(
    "--var <name=value>",
    "set a variable of the file; repeatable. The environment variable ORGFORM_VAR_name also sets it",
  ),
] as const satisfies readonly OptionSpec[];

/** Read the file's list of people wherever it is; commands with guards have the word among them. */
const OUTSIDE_OPTION = {
  ...many(
    "--allow <outside>",
    "the only value is `outside`: also read a list of people that is outside the file's folder and repository",
  ),
  choices: ["outside"],
} as const satisfies OptionSpec;

/** Options that name the file, for commands without guards. */
export const QUESTION_FILE_OPTIONS = [...FILE_OPTIONS, OUTSIDE_OPTION];

export const SERVICE_OPTIONS: readonly OptionSpec[] = [
  option("--base-url <url>", "address of the service; wins over ORGFORM_BASE_URL and the file"),
  option("--token-file <file>", "read the token from a file instead of ORGFORM_TOKEN"),
  option(
    "--sandbox [file]",
    "use a sandbox instead of the service; with a file, whose name has a slash or ends in .json, the sandbox keeps its organization there. A snapshot or a seed is only read: the run is a rehearsal that begins from it, in memory. ORGFORM_SANDBOX also sets it",
  ),
  tuning(
    "--faults <file>",
    "with --sandbox: a JSON list of faults, such as lost responses, that the sandbox plays",
  ),
  tuning("--concurrency <n>", "the largest number of requests at the same time (default: 10)"),
  tuning("--timeout <seconds>", "end the run after this many seconds (default: 3600)"),
] as const satisfies readonly OptionSpec[];

/** The snapshot that commands read instead of the service. */
export const LIVE_OPTION = option(
  "--live <snapshot>",
  "read this snapshot, file of a sandbox or seed instead of the service: no token, no network",
);

/** The region, for commands that can do without a file. */
export const REGION_OPTION = {
  ...option("--region <region>", "us or eu: the region of the organization, if no file gives it"),
  choices: REGION_NAMES,
} as const satisfies OptionSpec;

/** Workspaces of the service, for commands that can do without a file. */
export const LIVE_WORKSPACE_OPTION = {
  ...many("--workspace <name>", "only this workspace, by name or id; repeatable"),
  offers: "workspaces",
} as const satisfies OptionSpec;

/** Options that name file and service, for commands that read the service and can do without a file. */
export const READING_OPTIONS = [
  ...QUESTION_FILE_OPTIONS,
  REGION_OPTION,
  LIVE_OPTION,
  ...SERVICE_OPTIONS,
] as const satisfies readonly OptionSpec[];

/** The file that a plan is compared with. */
export const BASE_OPTION = option(
  "--base <ref|file>",
  "the previous version of the file (a git revision, REF:PATH or a path): shows drift apart from your changes, and deletes what the file no longer lists",
);

/** The workspaces that a run is of. */
const SCOPE_OPTION = {
  ...many(
    "--workspace <pattern>",
    "only these whole workspaces of the file, by a name or pattern in the file or the service: * is any text; repeatable",
  ),
  offers: "workspaces",
} as const satisfies OptionSpec;

/** Options that say what a plan allows and shows. */
const GUARDING_OPTIONS = [
  {
    ...many(
      "--allow <guard=n>",
      "allow what a guard refuses, such as access.opened=2; a refused plan shows the exact option, and `orgform help guards` lists the guards. `outside` instead of a guard: also read a list of people that is outside the file's folder and repository; repeatable",
    ),
    offers: "guards",
  },
  {
    ...many(
      "--fail-on <finding>",
      `refuse if the plan has any of: ${FAIL_ON.join(", ")} (\`orgform help fail-on\` explains them); repeatable`,
    ),
    choices: FAIL_ON,
  },
  tuning(
    "--access-reads <n>",
    "the largest number of affected members in each workspace of whom orgform reads own values (default: 1000)",
  ),
] as const satisfies readonly OptionSpec[];

/** Options of a run of the file alone. */
export const RUN_OPTIONS = [SCOPE_OPTION, ...GUARDING_OPTIONS] as const;

/** Options that say what a plan compares and guards. */
export const PLANNING_OPTIONS = [BASE_OPTION, ...RUN_OPTIONS] as const;

/** Returns true if an option or argument takes a path, as its placeholder says, such as `<file>`. */
export const takesPath = (notation: string): boolean =>
  /[<[][^>\]]*(?:file|folder|path|snapshot|receipt|list)/.test(notation);

/** The option `--format` with its choices. */
export const formatOption = <const Choices extends readonly string[]>(...choices: Choices) => ({
  ...option("--format <format>", `${choices.join(", ")} (default: ${choices[0]})`),
  choices,
});

/** The heading of the options of every command. */
export const GENERAL_TITLE = "Every command";

/** The headings of options in help, and what is below each; every other option is the command's own. */
export const OPTION_GROUPS: readonly { readonly title: string; readonly options: readonly OptionSpec[] }[] = [
  { title: "File", options: QUESTION_FILE_OPTIONS },
  { title: "Comparison", options: [BASE_OPTION, SCOPE_OPTION] },
  { title: "Guards and output", options: GUARDING_OPTIONS },
  {
    title: "Service",
    options: [...SERVICE_OPTIONS, LIVE_OPTION, REGION_OPTION],
  },
  { title: GENERAL_TITLE, options: GENERAL_OPTIONS },
];

/** Options that only `help tuning` has. */
export const TUNING_OPTIONS: readonly OptionSpec[] = [...PLANNING_OPTIONS, ...SERVICE_OPTIONS].filter(
  (one: OptionSpec) => one.isTuning,
);
